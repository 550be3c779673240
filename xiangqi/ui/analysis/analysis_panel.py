"""The screen of an analysis: the engine, moves, graph and review, the explorer and the comment.

With one column, the engine is above a card with tabs. With two, the moves are in the first, and the engine,
graph and explorer in the second; the explorer moves to a third if there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from xiangqi.app.analysis.story import OpenStory, told_story, waiting_story
from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.app.library.explorer import FillExplorer, ToggleExplorer
from xiangqi.app.library.state import LibraryState
from xiangqi.app.records.browse import playing_on
from xiangqi.app.session import analysed, view
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.mode import AnalysisBoard, DocumentKind, Mode
from xiangqi.app.session.panels import Flip
from xiangqi.app.session.state import AppState
from xiangqi.ui.analysis.engine_card import engine_card, engine_height
from xiangqi.ui.analysis.game_graph import game_graph
from xiangqi.ui.analysis.review_card import offers_review, review_card, review_height, review_offer
from xiangqi.ui.parts.action_row import RowAction, action_row
from xiangqi.ui.parts.attack_legend import legend
from xiangqi.ui.parts.cards import EmptyState
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.game_words import comment_name
from xiangqi.ui.parts.guess_action import guess_action
from xiangqi.ui.parts.line_card import line_card, line_card_height
from xiangqi.ui.parts.move_list import move_rows, moves_foot
from xiangqi.ui.parts.opening_names import opening_here
from xiangqi.ui.parts.panels import column
from xiangqi.ui.parts.tool_card import CardTab, chosen_tab, headed_card, tabbed_card, titled_card
from xiangqi.ui.parts.tools import BoardTool, ToolPlace, tool_widgets
from xiangqi.ui.parts.window_layout import Content
from xiangqi.ui.toolkit.roles import CONTROL, GAP
from xiangqi.ui.toolkit.widgets import Button, Widget

CARD: Final = "analysis.tabs"
"""Key of the tabs of the card."""

ANALYSIS: Final = Content(gauge=True, columns=3)

_BETWEEN: Final = 12.0  # between two cards, points
_GRAPH: Final = 130.0
_GRAPH_CARD: Final = 156.0
_COMMENT: Final = 170.0
_LEAST_LIST: Final = 90.0
_LEAST_MOVES: Final = 180.0  # height of the moves above the games from the position, points
_LEAST_MASTERS: Final = 420.0  # the same above the explorer
_WITH_GAMES: Final = 2  # the number of columns in which the games from the position are below the moves
_OPEN: Final = 260.0  # width of the button that opens the explorer, points


def _is_analysed(state: AppState) -> bool:
    """Return whether the columns show the analysis, not a story, the coach's explanation or a replay."""
    analysing = state.shown_analysis is not None or state.mode(AnalysisBoard) is not None
    analysing = analysing and told_story(state) is None
    return analysing and state.coaching.insight is None and state.replay is None


def further_columns(scene: PanelContext, boxes: Sequence[pygame.Rect]) -> list[Widget]:
    """Lay out engine, graph and explorer in one column; a second one takes the explorer and the games."""
    room = Room(boxes[0], scene.painter.unit)
    widgets = engine_card(scene, room.top(engine_height(scene), _BETWEEN))
    alone = len(boxes) > 1
    if view.line(scene.state).moves:
        widgets += _judged(scene, room.top_px(_judged_height(scene, room, alone=alone), _BETWEEN))
    if not alone:
        return [*widgets, *_explorer(scene, room.rest)]
    last = Room(boxes[1], scene.painter.unit)
    below = tool_widgets(scene, BoardTool.GAMES, last, ToolPlace(spare=_LEAST_MASTERS))
    return [*widgets, *_explorer(scene, last.rest), *below]


def _judged_height(scene: PanelContext, room: Room, *, alone: bool) -> int:
    """Return the height in px of the card with graph and review.

    `alone`: whether the explorer is in another column, so that a review gets the rest of the room.
    """
    if not _is_reviewed(scene) or scene.state.preview is not None:
        return min(scene.px(_GRAPH_CARD + CONTROL + GAP), room.rest.height)
    wanted = scene.px(_GRAPH_CARD + review_height(scene, room.rest.width) + GAP)
    return room.rest.height if alone else min(wanted, room.rest.height // 2)


@column(Mode, when=_is_analysed, content=ANALYSIS, further=further_columns, slotted=True)
def analysis_column(scene: PanelContext, _box: pygame.Rect) -> list[Widget]:
    """Lay out the card with tabs and the row of actions, below the engine if there is only one column."""
    room = Room(scene.areas.card, scene.painter.unit)
    alone = len(scene.areas.columns) == 1
    engine = engine_card(scene, room.top(engine_height(scene), _BETWEEN)) if alone else []
    return [*engine, *_card(scene, room.rest, alone=alone), *_actions(scene)]


def _actions(scene: PanelContext) -> list[Widget]:
    """Lay out the arrows, Flip, and the actions on the document."""
    texts, moves, kind = scene.texts, view.line(scene.state).moves, scene.state.document.mode.kind
    flip = RowAction("game.flip", texts("button.flip"), Flip(), "flip")
    opens = bool(moves) and not analysed.assessment(scene.state).is_complete
    review = RowAction("record.review", texts("button.review"), StartReview(), "analyse", opens)
    edits = kind is DocumentKind.ANALYSIS or not moves
    edit = RowAction("analysis.edit", texts("button.edit_short"), OpenEditor(), "edit")
    play = RowAction("record.play", texts("button.play_on_short"), playing_on(scene.state), "play")
    play = RowAction(play.key, play.label, play.action, play.icon, kind is not DocumentKind.LIVE_GAME)
    second = edit if edits else review
    if waiting_story(scene.state) is not None:
        second = RowAction("story.open", texts("story.title"), OpenStory(is_open=True), "previous")
    return action_row(scene, [flip, second, play, *guess_action(scene)], arrows=True)


# ---- The card ----


def _card(scene: PanelContext, rect: pygame.Rect, *, alone: bool) -> list[Widget]:
    """Lay out the card: everything but the engine if there is one column, otherwise moves and comment."""
    tabs = _tabs(scene, alone=alone)
    shown = _shown(scene, tabs)
    card = tabbed_card(scene, CARD, rect, tabs, shown, opening_here(scene))
    room = Room(card.rest, scene.painter.unit)
    foot = moves_foot(scene, room, arrows=False) if shown == "moves" else []
    told = [*legend(scene, room), *_preview(scene, room)]
    fits = room.rest.height >= scene.px(_LEAST_LIST)
    content = _content(scene, room, shown, alone=alone) if fits else []
    return [*card.widgets, *content, *told, *foot]


def _tabs(scene: PanelContext, *, alone: bool) -> list[CardTab]:
    texts, open_now = scene.texts, scene.state.part(LibraryState).explorer is not None
    close = [ToggleExplorer()] if open_now and alone else []
    moves = CardTab("moves", texts("moves.title"), *close)
    comment = CardTab("comment", comment_name(scene), *close)
    if not alone:
        return [moves]
    explorer = CardTab("explorer", texts("explorer.tab"), *([] if open_now else [ToggleExplorer()]))
    notes = [comment] if view.takes_notes(scene.state) else []
    return [explorer, moves, CardTab("graph", texts("analysis.graph_tab"), *close), *notes]


def _shown(scene: PanelContext, tabs: Sequence[CardTab]) -> str:
    """Return the name of the tab to show: the explorer while it is open, otherwise the player's choice."""
    names = [tab.name for tab in tabs]
    if "explorer" in names and scene.state.part(LibraryState).explorer is not None:
        return "explorer"
    chosen = chosen_tab(scene, CARD, tabs)
    if chosen == "explorer":
        return "graph" if _is_reviewed(scene) else "moves"
    return chosen


def _preview(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the previewed line, if any, at the foot of a room."""
    preview = scene.state.preview
    if preview is None:
        return []
    wanted = scene.px(line_card_height(scene, room.rest.width))
    if room.rest.height - wanted < scene.px(_LEAST_LIST + GAP):
        wanted = room.rest.height
    return line_card(scene, room.bottom_px(wanted), preview)


def _content(scene: PanelContext, room: Room, shown: str, *, alone: bool) -> list[Widget]:
    """Lay out the content of a tab."""
    if shown == "explorer":
        return tool_widgets(scene, BoardTool.EXPLORER, room, ToolPlace(framed=False))
    if shown == "comment":
        return tool_widgets(scene, BoardTool.COMMENT, room)
    if shown == "graph":
        return _graph_and_review(scene, room)
    written: list[Widget] = []
    if not alone and view.takes_notes(scene.state) and scene.state.preview is None:
        foot = Room(room.bottom(_COMMENT), scene.painter.unit)
        written = tool_widgets(scene, BoardTool.COMMENT, foot)
    below: list[Widget] = []
    if len(scene.areas.columns) == _WITH_GAMES and scene.state.preview is None:
        below = tool_widgets(scene, BoardTool.GAMES, room, ToolPlace(framed=False, spare=_LEAST_MOVES))
    return [*move_rows(scene, room.rest), *below, *written]


def _explorer(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the explorer, or a card with the button that opens it."""
    explorer, texts = scene.state.part(LibraryState).explorer, scene.texts
    if explorer is not None:
        return tool_widgets(scene, BoardTool.EXPLORER, Room(rect, scene.painter.unit))
    card = headed_card(scene, "explorer", rect, texts("explorer.tab"))
    room = Room(card.rest, scene.painter.unit)
    button = room.bottom(CONTROL)
    button = button.inflate(-max(0, button.width - scene.px(_OPEN)), 0)
    what, wish = texts("explorer.what"), FillExplorer()
    empty = EmptyState("explorer.closed", room.rest, icon="library", text=what, wish=wish)
    return [*card.widgets, empty, Button("explorer.open", button, texts("menu.explorer"), ToggleExplorer())]


# ---- Graph and review ----


def _is_reviewed(scene: PanelContext) -> bool:
    """Return whether there is a review to show, finished or in progress."""
    return scene.state.shown_analysis is not None and not offers_review(scene)


def _judged(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out a card with the graph and the review; nothing without moves."""
    if not view.line(scene.state).moves:
        return []
    card = titled_card(scene, "chances", rect, scene.texts("analysis.chances"))
    return [*card.widgets, *_graph_and_review(scene, Room(card.rest, scene.painter.unit))]


def _graph_and_review(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the graph and, unless a line is previewed, the review or the offer of one below it."""
    if not view.line(scene.state).moves:
        return [EmptyState("graph.none", room.rest, icon="analyse", text=scene.texts("analysis.no_graph"))]
    if scene.state.preview is not None:
        return game_graph(scene, room.rest)
    if not _is_reviewed(scene):
        offer = review_offer(scene, room) if room.rest.height > scene.px(_GRAPH + CONTROL) else []
        return [*game_graph(scene, room.rest), *offer]
    wanted = scene.px(review_height(scene, room.rest.width))
    graph = max(scene.px(_LEAST_GRAPH), min(scene.px(_GRAPH), room.rest.height - wanted - scene.px(GAP)))
    return [*game_graph(scene, room.top_px(graph)), *review_card(scene, room.rest)]


_LEAST_GRAPH: Final = 72.0  # least height of the graph beside the review, points
