"""Clicks, drags and typed moves on the board, and explanations of attempts that fail."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.board_input import premove
from xiangqi.app.effect import PlaySound, Sound
from xiangqi.app.event import Tone
from xiangqi.app.game import timekeeping
from xiangqi.app.game.play import make_move
from xiangqi.app.intent import Intent
from xiangqi.app.records.browse import GoLast, GoTo, go_last, go_to
from xiangqi.app.records.editing import try_out
from xiangqi.app.records.preview import try_move
from xiangqi.app.session import positions, view
from xiangqi.app.session.closing import ClosingOrder, closes
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.explain import explain
from xiangqi.app.session.selection import Drag, Reason, RefusedMove, Selection
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done, toast, without
from xiangqi.board import Board, Move
from xiangqi.errors import NotationError
from xiangqi.i18n.message import Message
from xiangqi.notation import Style, meant_move, parse_typed
from xiangqi.notation.dialects import LONGEST

_REFUSAL_SECONDS: Final = 4.0


# ---- Clicks ----


@dataclass(frozen=True)
class ClickSquare(Intent, allowed_in_editor=True, on_board=True):
    """Click a point of the board, or press Enter on it: select, move, reselect or explain."""

    square: int


@handles(ClickSquare)
def click_square(state: AppState, message: ClickSquare) -> Result:
    """Select a piece, move the selected one, select another, or explain why that is not possible.

    While the opponent thinks, the move is stored for later. From an earlier position of a game that is being
    played, a click on a piece only returns to the present one; in a paused game, it only resumes the game.
    """
    if _returns(state, message.square):
        return go_last(state, GoLast())
    if premove.is_possible(state):
        return _premoved(state, message.square)
    return clicked(state, message.square, _play)


def _returns(state: AppState, square: int) -> bool:
    """Return whether a click on a point only returns to the present position of the game."""
    return view.looks_back(state) and bool(_shown_board(state).piece_at(square))


def _premoved(state: AppState, square: int) -> Result:
    """Enter a move while the opponent thinks: select or deselect a piece of the player, or store its target."""
    if state.selection.selected == square:
        return done(_free(state))
    if premove.picks(state, square):
        return done(premove.pick_up(state, square))
    return _pick_up(state, square) if state.selection.selected is None else premove.entered(state, square)


Playing = Callable[[AppState, Move], Result]
"""A function that makes a legal move on the shown board."""


def clicked(state: AppState, square: int, play: Playing) -> Result:
    """Handle a click on a square; a legal move is made by `play`."""
    hand = state.selection
    if hand.selected is None:
        return _pick_up(state, square)
    if square == hand.selected:
        return done(_free(state))
    if _is_own(_shown_board(state), square):
        return _pick_up(state, square)
    return _move(state, hand.selected, square, play)


@dataclass(frozen=True)
class ClickNothing(Intent, allowed_in_editor=True):
    """Click outside the board, which clears the selection."""


@handles(ClickNothing)
def click_nothing(state: AppState, _intent: ClickNothing) -> Result:
    """Clear the selection and any explanation."""
    return done(_free(state))


def _free(state: AppState) -> AppState:
    """Return the state with the selection cleared except for the typed text."""
    return replace(state, selection=Selection(typed=state.selection.typed))


def _shown_board(state: AppState) -> Board:
    return positions.board_at(view.board_line(state).here)


def _is_own(board: Board, square: int) -> bool:
    return bool(board.piece_at(square) & board.turn)


_WHY_CLOSED: Final = {
    Reason.GAME_OVER: "toast.game_is_over",
    Reason.PAUSED: "toast.game_is_paused",
    Reason.NOT_YOUR_TURN: "toast.not_your_turn",
}


def _pick_up(state: AppState, square: int) -> Result:
    """Select a piece of the side to move, or explain why not; an empty point clears the selection.

    A paused game is only resumed: the click that starts the clock must not be half of a move as well. If it is
    the turn of an engine that has failed, the engine is only restarted.
    """
    board = _shown_board(state)
    piece = board.piece_at(square)
    if not piece:
        return done(_free(state))
    closed = view.closed(state)
    if closed is Reason.PAUSED:
        return timekeeping.go_on(toast(state, Message("toast.resumed"), Tone.QUIET))
    if closed is not None and view.status(state) is view.Status.ENGINE_GONE:
        return timekeeping.try_again(state)
    if closed is not None or not piece & board.turn:
        return _refuse(state, RefusedMove(closed or Reason.NOT_YOUR_PIECE, None, square, piece=piece))
    targets = positions.targets(view.board_line(state).here, square, view.rules(state))
    return done(
        replace(state, selection=Selection(selected=square, targets=targets, typed=state.selection.typed))
    )


def _refuse(state: AppState, refusal: RefusedMove) -> Result:
    shown = replace(refusal, until=state.now + _REFUSAL_SECONDS)
    return done(
        replace(state, selection=Selection(refusal=shown, typed=state.selection.typed)),
        PlaySound(Sound.ILLEGAL),
    )


def _move(state: AppState, from_square: int, to_square: int, play: Playing) -> Result:
    """Make a move on the shown board if it is legal; otherwise explain why it is not."""
    move = Move.of(from_square, to_square)
    if _shown_board(state).is_legal(move):
        return play(state, move)
    return why_not(state, from_square, to_square)


def why_not(state: AppState, from_square: int, to_square: int) -> Result:
    """Explain on the board why a move is not legal."""
    board = _shown_board(state)
    why = explain(board, from_square, to_square)
    piece = board.piece_at(from_square)
    return _refuse(state, RefusedMove(why.reason, from_square, to_square, why.blockers, piece))


def _play(state: AppState, move: Move) -> Result:
    """Play a legal move on the shown board, in the game or along an existing line."""
    state = without(state, "toast.bad_move_text")
    if state.preview is not None:
        return try_move(state, move)
    document = state.document
    if view.explores(state):
        return try_out(state, move)
    if document.at_tip:
        return make_move(state, move)
    if document.cursor.moves[document.cursor.ply : document.cursor.ply + 1] == (move,):
        return go_to(state, GoTo(document.cursor.ply + 1))
    if state.shown_analysis is not None:
        return try_move(state, move)
    return done(toast(_free(state), Message("toast.not_at_the_end", key_last="last"), Tone.QUIET))


# ---- Drags ----


@dataclass(frozen=True)
class DragStart(Intent, allowed_in_editor=True, on_board=True):
    """The pointer was dragged more than 3 px from where the button was pressed on a square."""

    square: int  # where the button was pressed
    position: tuple[int, int]  # the pointer's position in pixels


@handles(DragStart)
def drag_start(state: AppState, intent: DragStart) -> Result:
    """Select a piece and begin to drag it, or explain why it may not be moved; ignore empty points."""
    if not _shown_board(state).piece_at(intent.square):
        return done(state)
    if _returns(state, intent.square):
        return go_last(state, GoLast())
    if premove.is_possible(state) and premove.picks(state, intent.square):
        state, effects = done(premove.pick_up(state, intent.square))
    else:
        state, effects = _pick_up(state, intent.square)
    if state.selection.selected is not None:
        drag = Drag(intent.square, intent.position)
        state = replace(state, selection=replace(state.selection, drag=drag))
    return state, effects


@dataclass(frozen=True)
class DragMove(Intent, allowed_in_editor=True):
    """The pointer moved while a piece was dragged."""

    position: tuple[int, int]


@handles(DragMove)
def drag_move(state: AppState, intent: DragMove) -> Result:
    """Update the position of the dragged piece."""
    if state.selection.drag is None:
        return done(state)
    drag = replace(state.selection.drag, position=intent.position)
    return done(replace(state, selection=replace(state.selection, drag=drag)))


@dataclass(frozen=True)
class DragDrop(Intent, allowed_in_editor=True):
    """The dragged piece was released over a square, or outside the board (None), which puts it back."""

    square: int | None


@handles(DragDrop)
def drag_drop(state: AppState, message: DragDrop) -> Result:
    """Drop the piece: make or store a move, explain why it is illegal, or put it back, still selected."""
    return dropped(state, message.square, _play)


def dropped(state: AppState, square: int | None, play: Playing) -> Result:
    """Drop the dragged piece on a square, or put it back; a legal move is made by `play`."""
    drag = state.selection.drag
    if drag is None:
        return done(state)
    state = replace(state, selection=replace(state.selection, drag=None))
    if square is None or square == drag.square:
        return done(state)
    if premove.is_possible(state):
        return premove.entered(state, square)
    return _move(state, drag.square, square, play)


# ---- Typing ----


@dataclass(frozen=True)
class TypeText(Intent, allowed_in_editor=False, on_board=True):
    """Type characters of a move: ``h2e2``, ``炮二平五``, ``C2.5``, ``62.5``."""

    text: str


@handles(TypeText)
def type_text(state: AppState, intent: TypeText) -> Result:
    """Append to the typed move, and dismiss an earlier error message, since it covers part of the board."""
    state = without(state, "toast.bad_move_text")
    typed = "".join(char for char in state.selection.typed + intent.text if char.isprintable())
    return done(replace(state, selection=replace(state.selection, typed=typed[:LONGEST])))


@dataclass(frozen=True)
class EraseText(Intent, allowed_in_editor=False, on_board=True):
    """Delete the last character of the typed move."""


@handles(EraseText)
def erase_text(state: AppState, _intent: EraseText) -> Result:
    return done(replace(state, selection=replace(state.selection, typed=state.selection.typed[:-1])))


@dataclass(frozen=True)
class SubmitText(Intent, allowed_in_editor=False, on_board=True):
    """Play the typed move, as Enter does."""


@handles(SubmitText)
def submit_text(state: AppState, _intent: SubmitText) -> Result:
    """Play the typed move and clear the text, whether the move was legal or not."""
    text = state.selection.typed.strip()
    state = replace(state, selection=replace(state.selection, typed=""))
    return play_text(state, PlayText(text)) if text else done(state)


@dataclass(frozen=True)
class PlayText(Intent, allowed_in_editor=False, on_board=True):
    """Play a move given as text; used by the text mode and tests."""

    text: str


@handles(PlayText)
def play_text(state: AppState, intent: PlayText) -> Result:
    """Play a move given as text, in any notation, or report why not; while the opponent thinks, store it."""
    if premove.is_possible(state):
        with suppress(NotationError):
            return premove.typed(state, intent.text)
    closed = view.closed(state)
    if closed is not None:
        return done(toast(state, Message(_WHY_CLOSED[closed]), Tone.QUIET), PlaySound(Sound.ILLEGAL))
    try:
        move = parse_typed(_shown_board(state), intent.text, Style(state.settings.notation))
    except NotationError as error:
        return _reject_text(state, intent.text, str(error))
    return _play(state, move)


def _reject_text(state: AppState, text: str, detail: str) -> Result:
    """Report what is wrong with a typed move; one that names both points is handled like a drag."""
    move = meant_move(_shown_board(state), text, Style(state.settings.notation))
    if move is not None and move.from_square != move.to_square:
        return _move(state, move.from_square, move.to_square, _play)
    state = toast(state, Message("toast.bad_move_text", detail=detail), Tone.ERROR)
    return done(state, PlaySound(Sound.ILLEGAL))


# ---- Esc ----


@closes(ClosingOrder.TYPED, when=lambda state: bool(state.selection.typed))
def leave_text(state: AppState) -> Result:
    """Discard the typed move."""
    return done(replace(state, selection=replace(state.selection, typed="")))


@closes(ClosingOrder.DRAG, when=lambda state: state.selection.drag is not None)
def leave_drag(state: AppState) -> Result:
    """Put the dragged piece back, still selected."""
    return done(replace(state, selection=replace(state.selection, drag=None)))


@closes(ClosingOrder.SELECTION, when=lambda state: state.selection != Selection())
def leave_selection(state: AppState) -> Result:
    """Clear the selection, an explanation, a hint or a move kept for later."""
    return done(replace(state, selection=Selection()))
