"""The panel with the pages about a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from xiangqi.app.insights.pages import LookAtPerson, OpenInsights
from xiangqi.app.insights.sparring import FindTheirGames
from xiangqi.app.insights.state import InsightsPage, InsightsState
from xiangqi.app.session.state import Panel
from xiangqi.storage.settings import names_in
from xiangqi.ui.insights.claims_page import claims_page
from xiangqi.ui.insights.dossier_pages import prepare_page, results_page
from xiangqi.ui.insights.figure_pages import openings_page, time_page
from xiangqi.ui.insights.games_page import games_page
from xiangqi.ui.insights.names_page import names_page
from xiangqi.ui.insights.players_page import players_page
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP
from xiangqi.ui.toolkit.widgets import Button, Choice, Widget

Page = Callable[[PanelContext, Room], list[Widget]]

_OWN: Final[dict[InsightsPage, Page]] = {
    InsightsPage.CLAIMS: claims_page,
    InsightsPage.TIME: time_page,
    InsightsPage.OPENINGS: openings_page,
    InsightsPage.GAMES: games_page,
    InsightsPage.PLAYERS: players_page,
}
_OF_OTHERS: Final[dict[InsightsPage, Page]] = {
    InsightsPage.OPENINGS: openings_page,
    InsightsPage.PREPARE: prepare_page,
    InsightsPage.RESULTS: results_page,
    InsightsPage.CLAIMS: claims_page,
    InsightsPage.GAMES: games_page,
}


_OF_MASTERS: Final = {
    page: _OF_OTHERS[page] for page in (InsightsPage.OPENINGS, InsightsPage.RESULTS, InsightsPage.PREPARE)
}
"""The pages about a master, whose games are not reviewed."""


@panel(Panel.INSIGHTS, Panel.PLAYER)
def insights_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the pages about a player with their tabs, or the question for the person's names."""
    texts, insights, people = scene.texts, scene.state.part(InsightsState), scene.state.settings.people
    title = texts("insights.of", name=texts.person(insights.name)) if insights.name else texts("insights.title")
    widgets, room = panel_room(scene, box, title)
    if not (people or insights.name):
        return [*widgets, *names_page(scene, room)]
    if len(people) > 1 and not insights.name:
        widgets.append(_people(scene, room))
    laid_out = _OWN
    if insights.name:
        laid_out = _OF_MASTERS if insights.of_masters else _OF_OTHERS
    pages = tuple(laid_out)
    page = insights.page if insights.page in laid_out else pages[0]
    labels = tuple(texts(f"insights.page_{one.value}") for one in pages)
    actions = tuple(OpenInsights(one, insights.name, insights.of_masters) for one in pages)
    row = room.top(CONTROL - 2)
    listed = _their_games(scene, row) if insights.name else []
    tabs = Choice("insights.pages", row, labels, actions, pages.index(page))
    return [*widgets, tabs, *listed, *laid_out[page](scene, room)]


def _their_games(scene: PanelContext, row: pygame.Rect) -> list[Widget]:
    """Lay out the button that lists the player's games at the end of a row, which is shortened."""
    words, name = scene.texts("insights.list_games"), scene.state.part(InsightsState).name
    width = scene.painter.width(words, BODY, True) + scene.px(58)
    label = words if 3 * width < row.width else ""
    width = width if label else row.height
    box = pygame.Rect(row.right - width, row.top, width, row.height)
    row.width -= width + scene.px(GAP)
    tip = "" if label else words
    return [Button("insights.list_games", box, label, FindTheirGames(name), icon="library", tip=tip)]


def _people(scene: PanelContext, room: Room) -> Widget:
    """Lay out the choice among the people at this computer, by first names."""
    settings, texts = scene.state.settings, scene.texts
    labels = tuple(
        next(iter(names_in(names)), texts("insights.person", number=number))
        for number, names in enumerate(settings.people, 1)
    )
    actions = tuple(map(LookAtPerson, range(len(labels))))
    return Choice("insights.person", room.top(CONTROL - 6), labels, actions, settings.person)
