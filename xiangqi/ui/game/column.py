"""The screen of a game in progress or of a record: strips, card, actions, and a second column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pygame

from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.library.state import LibraryState
from xiangqi.app.records.editing import AnnotateGame
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.session import view
from xiangqi.app.session.mode import Mode
from xiangqi.app.session.recorded_clock import times_used
from xiangqi.app.session.state import AppState
from xiangqi.ui.game.actions import actions
from xiangqi.ui.game.notes import HIDES_TABS, fullest_height, note, note_height, subject_of
from xiangqi.ui.game.strips import strips
from xiangqi.ui.game.terms_cards import terms_below, terms_cards
from xiangqi.ui.parts.attack_legend import legend
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.move_list import FOOT, ROW_HEIGHT, move_rows, moves_foot
from xiangqi.ui.parts.notes import NoteSubject, note_on
from xiangqi.ui.parts.opening_names import opening_here
from xiangqi.ui.parts.panels import column
from xiangqi.ui.parts.tool_card import CardTab, chosen_tab, headed_card, tabbed_card, titled_card
from xiangqi.ui.parts.tools import BoardTool, ToolPlace, tool_widgets
from xiangqi.ui.parts.window_layout import Content
from xiangqi.ui.toolkit.roles import CONTROL, GAP
from xiangqi.ui.toolkit.widgets import Widget

CARD: Final = "game.tabs"
"""Key of the tabs of the card."""

GAME: Final = Content(columns=2, strips=True)

_LEAST_LIST: Final = 96.0  # least height of the moves beside a note, points
_LEAST_ROW: Final = 44.0  # least height of the moves above the result, for one row, points
_LEAST_MOVES: Final = 116.0  # least height of the moves above the terms of a game, points
_LEAST_EXPLORER: Final = 150.0  # least height of the explorer beside the end of a game, points
_COMMENT: Final = 150.0  # height of the comment below the moves of a record, points
_NOTES: Final = 128.0  # height of the card with the notes on a game, points
_LOW: Final = 420.0  # height of the card below which a hint stands for the task of a puzzle, points
_BETWEEN: Final = 12.0  # between two cards, points


def playing_column(scene: PanelContext, _box: pygame.Rect) -> list[Widget]:
    """Lay out the players at both ends and, between them, the card and the row of actions."""
    return [*strips(scene), *_card(scene), *actions(scene)]


def further_columns(scene: PanelContext, boxes: Sequence[pygame.Rect]) -> list[Widget]:
    """Lay out the second column: notes on the shown move, below the explorer or a game's terms if any."""
    room, play = Room(boxes[0], scene.painter.unit), scene.state.document.play
    explorer = scene.state.part(LibraryState).explorer
    if play is None and explorer is None:
        return tool_widgets(scene, BoardTool.COMMENT, room)
    notes = _notes(scene, room)
    if explorer is not None:
        return [*tool_widgets(scene, BoardTool.EXPLORER, room), *notes]
    return [*terms_cards(scene, room.rest), *notes]


def _notes(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the notes at the foot of a column; once they are opened, with marks to choose from."""
    if view.takes_notes(scene.state):
        foot = Room(room.bottom_px(room.rest.height // 3, _BETWEEN), scene.painter.unit)
        return tool_widgets(scene, BoardTool.COMMENT, foot)
    place = room.bottom(_NOTES, _BETWEEN)
    card = titled_card(scene, "notes", place, scene.texts("game.notes"), scene.texts("game.notes_kept"))
    field = tool_widgets(scene, BoardTool.COMMENT, Room(card.rest, scene.painter.unit), ToolPlace(framed=False))
    return [*card.widgets, *field]


@column(Mode, content=GAME, further=further_columns, slotted=True)
def game_column(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the first column of a game or a record."""
    return playing_column(scene, box)


def _is_puzzle(state: AppState) -> bool:
    """Return whether a puzzle is on the board, with nothing else in its column."""
    alone = state.shown_analysis is None and state.coaching.insight is None and state.replay is None
    return alone and state.mode(Puzzle) is not None


def _moves_of_puzzle(scene: PanelContext, boxes: Sequence[pygame.Rect]) -> list[Widget]:
    """Lay out the second column of a puzzle: its moves."""
    return _card(_carded(scene, boxes[0]), tells=False)


def _carded(scene: PanelContext, card: pygame.Rect) -> PanelContext:
    """Return the context with the box of the card replaced."""
    return replace(scene, areas=replace(scene.areas, card=card))


@column(Mode, when=_is_puzzle, content=Content(columns=2, strips=True), further=_moves_of_puzzle, slotted=True)
def puzzle_column(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the first column of a puzzle: its task and the moves or, beside another column, any note."""
    room, beside = Room(scene.areas.card.copy(), scene.painter.unit), len(scene.areas.columns) > 1
    subject = subject_of(scene.state)
    if subject is NoteSubject.LINE or (subject is not NoteSubject.PUZZLE and room.rest.height < scene.px(_LOW)):
        return playing_column(scene, box)
    hint: list[Widget] = []
    if beside and subject not in (None, NoteSubject.PUZZLE):
        hint = note(scene, room.bottom_px(scene.px(note_height(scene, room.rest.width)), _BETWEEN))
    wanted = scene.px(note_on(NoteSubject.PUZZLE).height(scene, room.rest.width))
    is_low = room.rest.height - wanted < scene.px(_LEAST_LIST)
    place = room.rest if beside or is_low else room.top_px(wanted, _BETWEEN)
    task = note_on(NoteSubject.PUZZLE).lay_out(scene, place)
    moves = (
        [] if beside or is_low else _card(_carded(scene, room.rest), tells=subject is not NoteSubject.PUZZLE)
    )
    return [*strips(scene), *task, *hint, *moves, *actions(scene)]


def _tabs(scene: PanelContext) -> list[CardTab]:
    """Return the tabs of the card; the moves alone if there is a second column."""
    state, texts = scene.state, scene.texts
    open_now, notes = state.part(LibraryState).explorer is not None, view.takes_notes(state)
    play, is_puzzle = state.document.play, state.mode(Puzzle) is not None
    back = ToggleExplorer() if open_now else CloseRecord() if play is not None and notes else None
    moves = CardTab("moves", texts("moves.title"), *([back] if back else []))
    if len(scene.areas.columns) > 1:
        return [moves]
    tabs = [moves]
    if play is not None and not is_puzzle:
        tabs.append(CardTab("game", texts("game.tab"), *([back] if back else [])))
    if play is not None and not is_puzzle:
        tabs.append(CardTab("notes", texts("game.notes"), AnnotateGame()))
    if play is None or open_now:
        tabs.append(CardTab("explorer", texts("menu.explorer"), *([] if open_now else [ToggleExplorer()])))
    return tabs


def _shown(scene: PanelContext, tabs: Sequence[CardTab]) -> str:
    """Return the name of the tab to show: the one that the session requires, or else the player's choice."""
    names = [tab.name for tab in tabs]
    if "explorer" in names and scene.state.part(LibraryState).explorer is not None:
        return "explorer"
    if "notes" in names and view.takes_notes(scene.state):
        return "notes"
    chosen = chosen_tab(scene, CARD, tabs)
    return chosen if chosen in ("moves", "game") else "moves"


def _card(scene: PanelContext, *, tells: bool = True) -> list[Widget]:
    """Lay out the card: its tabs, any note if `tells` is true, and the content of the chosen tab."""
    areas, tabs = scene.areas, _tabs(scene)
    shown, opening = _shown(scene, tabs), opening_here(scene)
    if len(tabs) == 1:
        number = scene.texts("moves.at", number=scene.entries[-1].number) if scene.entries else ""
        card = headed_card(scene, CARD, areas.card, opening[0] if opening else tabs[0].label, number)
    else:
        card = tabbed_card(scene, CARD, areas.card, tabs, shown, opening)
    room = Room(card.rest, scene.painter.unit)
    foot: list[Widget] = []
    if shown in ("moves", "notes") and not (tells and _is_filled(scene, room)):
        foot = moves_foot(scene, room, arrows=scene.state.document.play is not None)
    told = [*legend(scene, room), *(_told(scene, room, shown) if tells else [])]
    least = _LEAST_ROW if subject_of(scene.state) is NoteSubject.END else _LEAST_LIST
    content = _content(scene, room, shown) if room.rest.height >= scene.px(least) else []
    return [*card.widgets, *content, *told, *foot]


def _is_filled(scene: PanelContext, room: Room) -> bool:
    """Return whether a note needs the whole card, so that even the arrows through the moves have no room."""
    if subject_of(scene.state) in (None, NoteSubject.COMMENT):
        return False
    return room.rest.height < scene.px(fullest_height(scene, room.rest.width) + FOOT + GAP)


def _told(scene: PanelContext, room: Room, shown: str) -> list[Widget]:
    """Lay out the note, if any, at the foot of a room, or in all of it if the rest would be too low."""
    state, rest, subject = scene.state, room.rest, subject_of(scene.state)
    if subject is None or (shown == "notes" and subject not in HIDES_TABS):
        return []
    if shown == "explorer" and subject not in HIDES_TABS:
        wanted = scene.px(note_height(scene, rest.width))
        beside = subject is NoteSubject.END and rest.height - wanted >= scene.px(_LEAST_EXPLORER)
        return note(scene, room.bottom_px(wanted)) if beside else []
    if subject is NoteSubject.COMMENT:
        judged = CONTROL + 2 * GAP if view.judged_cycle(state) is not None else 0.0
        return [] if len(scene.areas.columns) > 1 else note(scene, room.bottom(_COMMENT + judged))
    wanted = scene.px(note_height(scene, rest.width))
    least = _LEAST_ROW if subject is NoteSubject.END else _LEAST_LIST
    if rest.height - wanted < scene.px(least + GAP):
        wanted = rest.height
    return note(scene, room.bottom_px(wanted))


def _content(scene: PanelContext, room: Room, shown: str) -> list[Widget]:
    """Lay out the content of a tab."""
    if shown == "explorer":
        return tool_widgets(scene, BoardTool.EXPLORER, room, ToolPlace(framed=False))
    if shown == "notes":
        return tool_widgets(scene, BoardTool.COMMENT, room)
    if shown == "game":
        return terms_cards(scene, room.rest)
    terms = _terms_below(scene, room) if len(scene.areas.columns) == 1 else []
    return [*move_rows(scene, room.rest, _times(scene)), *terms]


def _terms_below(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the terms of a game in progress below its moves, if these leave room."""
    play = scene.state.document.play
    if play is None or play.end is not None or subject_of(scene.state) is not None:
        return []
    moves = scene.px((len(scene.sheet.rows) + 1) * ROW_HEIGHT)
    return terms_below(scene, room, max(scene.px(_LEAST_MOVES), moves))


def _times(scene: PanelContext) -> dict[int, str]:
    """Return the minutes and seconds that each move took, by ply, as far as known."""
    return {
        ply: f"{round(took) // 60}:{round(took) % 60:02}"
        for ply, took in times_used(scene.state.document).items()
    }
