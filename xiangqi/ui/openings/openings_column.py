"""The screen of Openings: the explorer, the player's own lines, and their training, beside one board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from xiangqi.app.library.masters import has_masters, libraries_of
from xiangqi.app.openings.place import ShowOpenings
from xiangqi.app.openings.state import OpeningsState, OpeningsView
from xiangqi.app.records.browse import playing_on
from xiangqi.app.session.intents import AnalyseCopy
from xiangqi.app.session.mode import OpeningsBoard
from xiangqi.app.session.panels import Flip
from xiangqi.app.session.places import inside
from xiangqi.library.masters import Whose
from xiangqi.ui.openings.explore_cards import explored_card, line_card, mine_card, mine_height
from xiangqi.ui.openings.games_card import games_card
from xiangqi.ui.openings.own_lines import lines_card, lines_height, missing_card, places_card
from xiangqi.ui.openings.training_cards import training_cards
from xiangqi.ui.parts.action_row import RowAction, action_row
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.daily_card import daily_card, daily_height
from xiangqi.ui.parts.panels import column
from xiangqi.ui.parts.way_back import back_button
from xiangqi.ui.parts.window_layout import Content
from xiangqi.ui.toolkit.roles import CONTROL, GAP, PAGE_TITLE
from xiangqi.ui.toolkit.widgets import Choice, Label, Widget

OPENINGS: Final = Content(columns=3)

_BETWEEN: Final = 12.0  # between two cards, points
_LINE: Final = 92.0  # height of the card with the opening's name, points
_LEAST_TABLE: Final = 290.0  # least height of the explorer's table, points
_LEAST_MISSING: Final = 150.0  # least height of the card of what is missing, points
_WITH_GAMES: Final = 640.0  # least height of a column with games at its foot, points
_FEW_GAMES: Final = 5
_ALL_GAMES: Final = 20
_LEAST_VIEWS: Final = 295.0  # least width of the choice of a view beside the title, points


def further_columns(scene: PanelContext, boxes: Sequence[pygame.Rect]) -> list[Widget]:
    """Lay out the player's own lines and games beside the explorer, or the explorer beside the other views."""
    room, view = Room(boxes[0], scene.painter.unit), scene.state.part(OpeningsState).view
    if view is OpeningsView.EXPLORE:
        mine: list[Widget] = []
        if scene.areas.is_low:  # where the first column has no room for it
            mine = mine_card(scene, room.top(mine_height(scene, room.rest.width), _BETWEEN))
        return [*mine, *_beside(scene, room, boxes[1:])]
    return [*line_card(scene, room.top(_LINE, _BETWEEN)), *explored_card(scene, room.rest)]


def _beside(scene: PanelContext, room: Room, more: Sequence[pygame.Rect]) -> list[Widget]:
    """Lay out the player's lines, gaps in them, games with the position and, in a third column, daily games."""
    widgets: list[Widget] = []
    if more:
        last = Room(more[0], scene.painter.unit)
        widgets = daily_card(scene, last.top_px(min(last.rest.height, scene.px(daily_height(scene))), _BETWEEN))
        if has_masters(scene.state, libraries_of(scene.state, Whose.MASTERS)):
            widgets += games_card(scene, last, most=_ALL_GAMES, at_top=True)
    elif room.rest.height >= scene.px(_WITH_GAMES):
        widgets = games_card(scene, room, most=_FEW_GAMES)
    height = lines_height(scene, room.rest.height // 2)
    if room.rest.height - height < scene.px(_LEAST_MISSING):
        return [*widgets, *lines_card(scene, room.rest)]
    widgets += lines_card(scene, room.top_px(height, _BETWEEN))
    return [*widgets, *missing_card(scene, room.rest)]


@column(OpeningsBoard, content=OPENINGS, further=further_columns, slotted=True)
def openings_column(scene: PanelContext, _box: pygame.Rect) -> list[Widget]:
    """Lay out the chosen view and the row of actions."""
    room, shown = Room(scene.areas.card, scene.painter.unit), scene.state.part(OpeningsState).view
    lay_out = {
        OpeningsView.EXPLORE: _explore,
        OpeningsView.MINE: _mine,
        OpeningsView.TRAIN: training_cards,
    }
    return [*lay_out[shown](scene, room), *_actions(scene)]


def openings_head(scene: PanelContext) -> list[Widget]:
    """Lay out the way back, the title if there is room for it, and the choice of a view."""
    shown = scene.state.part(OpeningsState).view
    head, texts, painter = scene.areas.header, scene.texts, scene.painter
    back = None if inside(scene.state) is not None else back_button(scene, "head.back", head)
    left = head.left if back is None else back.rect.right + scene.px(GAP + 4)
    title = texts("place.openings")
    wanted = painter.width(title, PAGE_TITLE, True) + scene.px(2 * GAP)
    widgets: list[Widget] = [] if back is None else [back]
    if back is None and head.width - wanted >= scene.px(_LEAST_VIEWS):
        box = pygame.Rect(left, head.top, wanted, head.height)
        widgets.append(Label("head.title", box, title, PAGE_TITLE, bold=True, single=True))
        left += wanted + scene.px(GAP)
    views = pygame.Rect(left, 0, head.right - left, scene.px(CONTROL))
    views.centery = head.centery
    labels = tuple(texts(f"openings.{one.value}") for one in OpeningsView)
    actions, chosen = tuple(map(ShowOpenings, OpeningsView)), list(OpeningsView).index(shown)
    return [*widgets, Choice("openings.views", views, labels, actions, chosen)]


def _explore(scene: PanelContext, room: Room) -> list[Widget]:
    widgets = line_card(scene, room.top(_LINE, _BETWEEN))
    if scene.areas.is_low and len(scene.areas.columns) > 1:
        return [*widgets, *explored_card(scene, room.rest)]
    height = mine_height(scene, room.rest.width)
    if room.rest.height < scene.px(height + _LEAST_TABLE):
        height = mine_height(scene, room.rest.width, slim=True)
    mine = mine_card(scene, room.bottom(height, _BETWEEN))
    return [*widgets, *explored_card(scene, room.rest), *mine]


def _mine(scene: PanelContext, room: Room) -> list[Widget]:
    return places_card(scene, room.rest)


def _actions(scene: PanelContext) -> list[Widget]:
    """Lay out the arrows, Flip, and the actions on the position."""
    texts = scene.texts
    return action_row(
        scene,
        [
            RowAction("game.flip", texts("button.flip"), Flip(), "flip"),
            RowAction("openings.practise", texts("openings.practise"), playing_on(scene.state), "fight"),
            RowAction("openings.analyse", texts("place.analyse"), AnalyseCopy(), "analyse"),
        ],
        arrows=True,
    )
