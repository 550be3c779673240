"""The screen of a review in story form.

The first column shows the graph, a page of the story, and all moments. If there is room, a second has all moves
and the engine's lines, and a third the explorer. While the player is to find the better move of a moment, no
arrow and no line gives it away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from xiangqi.app.analysis.story import (
    FIRST,
    LAST,
    OpenStory,
    TurnPage,
    is_found,
    is_revealed,
    told_moment,
    told_story,
)
from xiangqi.app.game.play import Rematch, terms_of
from xiangqi.app.session import analysed, view
from xiangqi.app.session.mode import Mode
from xiangqi.app.session.moments import moment_at, own_moments
from xiangqi.app.session.state import AppState
from xiangqi.core.constants import opponent
from xiangqi.ui.analysis.engine_card import engine_card, engine_height
from xiangqi.ui.analysis.story_cards import (
    graph_card,
    page_after,
    page_before,
    page_card,
    tiles_card,
    tiles_height,
)
from xiangqi.ui.parts.action_row import RowAction, action_row
from xiangqi.ui.parts.cards import EmptyState
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.line_card import line_card, line_card_height
from xiangqi.ui.parts.move_list import move_rows, moves_foot
from xiangqi.ui.parts.opening_names import opening_here
from xiangqi.ui.parts.panels import column
from xiangqi.ui.parts.tool_card import headed_card
from xiangqi.ui.parts.tools import BoardTool, tool_widgets
from xiangqi.ui.parts.window_layout import Content
from xiangqi.ui.toolkit.widgets import Widget

STORY: Final = Content(gauge=True, columns=3)

_BETWEEN: Final = 12.0  # between two cards, points
_GRAPH_SHARE: Final = 0.27  # of the height
_GRAPH: Final = (84.0, 300.0)  # least and largest height of the card with the graph, points
_ALL_THREE: Final = 500.0  # least width of the row with a button for each direction, points
_LOW: Final = 540.0  # height of a column below which the graph has no words above it, points
_LOW_GRAPH: Final = 72.0
_LEAST_PAGE: Final = 232.0  # least height of the page, before tiles get smaller, points


def is_story_told(state: AppState) -> bool:
    """Return whether a review is shown in story form."""
    return told_story(state) is not None


def further_columns(scene: PanelContext, boxes: Sequence[pygame.Rect]) -> list[Widget]:
    """Lay out all moves and the engine's lines in one column, and the explorer in the next."""
    room = Room(boxes[0], scene.painter.unit)
    lines = room.bottom(engine_height(scene), _BETWEEN)
    card = headed_card(scene, "story.moves", room.rest, scene.texts("moves.title"), opening_here(scene))
    inner = Room(card.rest, scene.painter.unit)
    foot = moves_foot(scene, inner, arrows=False)
    widgets = [*card.widgets, *move_rows(scene, inner.rest), *foot, *_lines(scene, lines)]
    if len(boxes) > 1:
        widgets += tool_widgets(scene, BoardTool.EXPLORER, Room(boxes[1], scene.painter.unit))
    return widgets


def hides_engine(state: AppState) -> bool:
    """Return whether the engine's lines would give away the better move of a moment still to be found."""
    moment = told_moment(state)
    at = moment if moment is not None and view.line(state).ply == moment.ply - 1 else None
    at = at or moment_at(state, view.line(state).ply + 1)
    return at is not None and state.preview is None and not is_revealed(state, at)


def _lines(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the engine's lines, unless they would give away a move that is to be found."""
    if not hides_engine(scene.state):
        return engine_card(scene, rect)
    card = headed_card(scene, "story.lines", rect, scene.texts("story.lines"))
    words = scene.texts("story.lines_hidden")
    return [*card.widgets, EmptyState("story.hidden", card.rest, icon="hide", text=words)]


@column(Mode, when=is_story_told, content=STORY, further=further_columns, slotted=True)
def story_column(scene: PanelContext, _box: pygame.Rect) -> list[Widget]:
    """Lay out the graph, the page or the previewed line, all moments, and the row of actions."""
    room = Room(scene.areas.card, scene.painter.unit)
    least, largest = map(scene.px, _GRAPH)
    high = room.rest.height
    spare, is_low = high - scene.px(_LEAST_PAGE + 2 * _BETWEEN), high < scene.px(_LOW)
    tiles = tiles_height(scene, room.rest, spare - least)
    graph = min(max(least, round(_GRAPH_SHARE * high)), largest, max(least, spare - tiles))
    graph = scene.px(_LOW_GRAPH) if is_low else graph
    shown = graph_card(scene, room.top_px(graph, _BETWEEN), worded=not is_low)
    below = tiles_card(scene, room.bottom_px(tiles, _BETWEEN)) if tiles else []
    return [*shown, *_page(scene, room.rest), *below, *_actions(scene)]


def _page(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    preview = scene.state.preview
    if preview is None:
        return page_card(scene, rect)
    wanted = min(rect.height, scene.px(line_card_height(scene, rect.width)))
    return line_card(scene, pygame.Rect(rect.left, rect.top, rect.width, wanted), preview)


def _actions(scene: PanelContext) -> list[Widget]:
    """Lay out the arrows and the buttons for the pages before and after, the analysis and a rematch."""
    state, moment = scene.state, told_moment(scene.state)
    before, after = page_before(state), page_after(state)
    ready = moment is None or is_revealed(state, moment)
    leads = after is not None and ready and analysed.assessment(state).is_complete
    alone = len(scene.areas.columns) == 1
    everything = scene.texts("story.all_moves" if alone else "story.analysis")
    row = [
        _turn(scene, "story.before", before, FIRST, "previous"),
        _turn(scene, "story.after", after, LAST, "next", primary=leads),
        RowAction("story.all", everything, OpenStory(is_open=False), "analyse"),
        *_again(scene),
    ]
    if scene.areas.actions.width < scene.px(_ALL_THREE):
        row = [*row[1:], row[0]]  # what has no room goes into the menu
    return action_row(scene, row, arrows=True)


def _again(scene: PanelContext) -> list[RowAction]:
    """Return the action for a rematch with an engine, gold on the last page once nothing is left to find."""
    state, texts = scene.state, scene.texts
    terms, story = terms_of(state.document), told_story(state)
    side = None if terms is None else terms.human_side
    if side is None:
        return []
    last = story is not None and story.page == LAST
    gold = last and all(is_found(state, moment) for moment in own_moments(state))
    tip = texts("end.rematch_as", side=scene.side_name(opponent(side)))
    return [
        RowAction("story.again", texts("button.rematch"), Rematch(swap=True), "first", primary=gold, tip=tip)
    ]


def _turn(
    scene: PanelContext, key: str, page: int | None, end: int, icon: str, *, primary: bool = False
) -> RowAction:
    """Return the action that turns to a page; if there is none, a disabled one named after `end`."""
    moment = None if page is None else moment_at(scene.state, page)
    name = end if page is None else page
    label = scene.texts("story.title" if name == FIRST else "story.summary")
    if moment is not None:
        label = scene.texts("moment.number", number=moment.number)
    return RowAction(key, label, TurnPage(name), icon, page is not None, primary)
