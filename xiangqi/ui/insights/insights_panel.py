"""The panel with the pages about the person at this computer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from xiangqi.app.insights.pages import LookAtPerson, OpenInsights
from xiangqi.app.insights.people import is_known_whose
from xiangqi.app.insights.state import InsightsPage, InsightsState
from xiangqi.app.session.state import Panel
from xiangqi.storage.settings import names_in
from xiangqi.ui.insights.claims_page import claims_page
from xiangqi.ui.insights.figure_pages import openings_page, time_page
from xiangqi.ui.insights.games_page import games_page
from xiangqi.ui.insights.names_page import names_page
from xiangqi.ui.insights.players_page import players_page
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.widgets import Choice, Widget

Page = Callable[[PanelContext, Room], list[Widget]]

_OWN: Final[dict[InsightsPage, Page]] = {
    InsightsPage.CLAIMS: claims_page,
    InsightsPage.TIME: time_page,
    InsightsPage.OPENINGS: openings_page,
    InsightsPage.GAMES: games_page,
    InsightsPage.PLAYERS: players_page,
}


@panel(Panel.INSIGHTS)
def insights_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the pages with their tabs, or the question for the person's names."""
    texts, insights, people = scene.texts, scene.state.part(InsightsState), scene.state.settings.people
    widgets, room = panel_room(scene, box, texts("insights.title"))
    if not is_known_whose(scene.state):
        return [*widgets, *names_page(scene, room)]
    if len(people) > 1:
        widgets.append(_people(scene, room))
    pages = tuple(_OWN)
    page = insights.page if insights.page in _OWN else pages[0]
    labels = tuple(texts(f"insights.page_{one.value}") for one in pages)
    tabs = Choice(
        "insights.pages", room.top(CONTROL - 2), labels, tuple(map(OpenInsights, pages)), pages.index(page)
    )
    return [*widgets, tabs, *_OWN[page](scene, room)]


def _people(scene: PanelContext, room: Room) -> Widget:
    """Lay out the choice among the people at this computer, by first names."""
    settings, texts = scene.state.settings, scene.texts
    labels = tuple(
        next(iter(names_in(names)), texts("insights.person", number=number))
        for number, names in enumerate(settings.people, 1)
    )
    actions = tuple(map(LookAtPerson, range(len(labels))))
    return Choice("insights.person", room.top(CONTROL - 6), labels, actions, settings.person)
