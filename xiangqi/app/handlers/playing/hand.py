"""The player's hand on the board: clicks, drags, typed moves, and what it says to attempts that fail."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.app.handlers.annotate import try_out
from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.files.browse import go_to
from xiangqi.app.handlers.playing import clockwork
from xiangqi.app.handlers.playing.play import make_move
from xiangqi.app.handlers.playing.result import Result, chain, only, toast, without
from xiangqi.app.handlers.thinking.preview import try_move
from xiangqi.app.messages.effects import PlaySound, Sound
from xiangqi.app.messages.intents import (
    ClickNothing,
    ClickSquare,
    DragDrop,
    DragMove,
    DragStart,
    EraseText,
    GoTo,
    PlayText,
    SubmitText,
    TypeText,
)
from xiangqi.app.model import positions, view
from xiangqi.app.model.explain import explain
from xiangqi.app.model.hand_state import Drag, Hand, Reason, RefusedMove
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, Panel, Tone
from xiangqi.board import Board, Move
from xiangqi.errors import NotationError
from xiangqi.notation import parse_move

_REFUSAL_SECONDS: Final = 4.0
_LONGEST_TEXT: Final = 24  # characters of a typed move


# ---- Clicks ----


@handles(ClickSquare)
def click_square(state: AppState, message: ClickSquare) -> Result:
    """Select a piece, move the selected one, select another, or say why not."""
    hand = state.hand
    square = message.square
    if hand.selected is None:
        return _pick_up(state, square)
    if square == hand.selected:
        return only(_free(state))
    if _is_own(_shown_board(state), square):
        return _pick_up(state, square)
    return _move(state, hand.selected, square)


@handles(ClickNothing)
def click_nothing(state: AppState, _message: ClickNothing) -> Result:
    """Drop the selection and whatever was explained."""
    return only(_free(state))


def _free(state: AppState) -> AppState:
    """The state with nothing in the hand but what is being typed."""
    return replace(state, hand=Hand(typed=state.hand.typed))


def _shown_board(state: AppState) -> Board:
    shown = view.board_line(state)
    return positions.board_at(shown.start_fen, shown.played)


def _is_own(board: Board, square: int) -> bool:
    return bool(board.piece_at(square) & board.turn)


_WHY_CLOSED: Final = {
    Reason.GAME_OVER: Say.GAME_IS_OVER,
    Reason.PAUSED: Say.GAME_IS_PAUSED,
    Reason.NOT_YOUR_TURN: Say.NOT_YOUR_TURN,
}


def _pick_up(state: AppState, square: int) -> Result:
    """Select the piece on a square of the side to move; an empty point only clears the hand.

    In a pause the game goes on first, and an engine that has failed gets one more chance.
    """
    board = _shown_board(state)
    piece = board.piece_at(square)
    if not piece:
        return only(_free(state))
    closed = view.closed(state)
    if closed is Reason.PAUSED:
        return chain(state, clockwork.go_on, lambda state: _pick_up(state, square))
    if closed is not None and view.status(state) is view.Status.ENGINE_GONE:
        return clockwork.try_again(state)
    if closed is not None or not piece & board.turn:
        return _refuse(state, RefusedMove(closed or Reason.NOT_YOUR_PIECE, None, square, piece=piece))
    shown = view.board_line(state)
    targets = positions.targets(shown.start_fen, shown.played, square, view.rules(state))
    return only(replace(state, hand=Hand(selected=square, targets=targets, typed=state.hand.typed)))


def _refuse(state: AppState, refusal: RefusedMove) -> Result:
    shown = replace(refusal, until=state.now + _REFUSAL_SECONDS)
    return only(replace(state, hand=Hand(refusal=shown, typed=state.hand.typed)), PlaySound(Sound.ILLEGAL))


def _move(state: AppState, from_square: int, to_square: int) -> Result:
    """Make a move on the shown board if it is legal, else explain."""
    board = _shown_board(state)
    move = Move.of(from_square, to_square)
    if board.is_legal(move):
        return _play(state, move)
    why = explain(board, from_square, to_square)
    piece = board.piece_at(from_square)
    return _refuse(state, RefusedMove(why.reason, from_square, to_square, why.blockers, piece))


def _play(state: AppState, move: Move) -> Result:
    """Play a legal move on the shown board: in the game, or along a line that is there already."""
    state = without(state, Say.BAD_MOVE_TEXT)
    if state.preview is not None:
        return try_move(state, move)
    document = state.document
    if view.explores(state):
        return try_out(state, move)
    if document.at_tip:
        return make_move(state, move)
    if document.cursor.moves[document.cursor.ply : document.cursor.ply + 1] == (move,):
        return go_to(state, GoTo(document.cursor.ply + 1))
    if state.analysis is not None:
        return try_move(state, move)
    return only(toast(_free(state), Say.NOT_AT_THE_END, Tone.QUIET))


# ---- Drags ----


@handles(DragStart)
def drag_start(state: AppState, message: DragStart) -> Result:
    """Take a piece into the air, if it may be moved at all."""
    if not _shown_board(state).piece_at(message.square):
        return only(state)
    state, effects = _pick_up(state, message.square)
    if state.hand.selected is not None:
        drag = Drag(message.square, message.position)
        state = replace(state, hand=replace(state.hand, drag=drag))
    return state, effects


@handles(DragMove)
def drag_move(state: AppState, message: DragMove) -> Result:
    """Carry the piece."""
    if state.hand.drag is None:
        return only(state)
    drag = replace(state.hand.drag, position=message.position)
    return only(replace(state, hand=replace(state.hand, drag=drag)))


@handles(DragDrop)
def drag_drop(state: AppState, message: DragDrop) -> Result:
    """Put the piece down: a move, or back to its origin, where it stays selected."""
    drag = state.hand.drag
    if drag is None:
        return only(state)
    state = replace(state, hand=replace(state.hand, drag=None))
    if message.square is None or message.square == drag.square:
        return only(state)
    return _move(state, drag.square, message.square)


# ---- Typing ----


@handles(TypeText)
def type_text(state: AppState, message: TypeText) -> Result:
    """Add to the typed move; a complaint about the one before it goes, for it covers part of the board.

    The start page goes, too: whoever types a move has begun.
    """
    state = without(state, Say.BAD_MOVE_TEXT)
    if state.panel is Panel.START:
        state = replace(state, panel=None)
    typed = "".join(char for char in state.hand.typed + message.text if char.isprintable())
    return only(replace(state, hand=replace(state.hand, typed=typed[:_LONGEST_TEXT])))


@handles(EraseText)
def erase_text(state: AppState, _message: EraseText) -> Result:
    """Take the last character of the typed move away."""
    return only(replace(state, hand=replace(state.hand, typed=state.hand.typed[:-1])))


@handles(SubmitText)
def submit_text(state: AppState, _message: SubmitText) -> Result:
    """Play the typed move; whether it fits or not, the next one begins empty."""
    text = state.hand.typed.strip()
    state = replace(state, hand=replace(state.hand, typed=""))
    return play_text(state, PlayText(text)) if text else only(state)


@handles(PlayText)
def play_text(state: AppState, message: PlayText) -> Result:
    """Play a move given as text, in any notation."""
    closed = view.closed(state)
    if closed is not None:
        return only(toast(state, _WHY_CLOSED[closed], Tone.QUIET), PlaySound(Sound.ILLEGAL))
    try:
        move = parse_move(_shown_board(state), message.text)
    except NotationError as error:
        return _reject_text(state, message.text, str(error))
    return _play(state, move)


def _reject_text(state: AppState, text: str, detail: str) -> Result:
    """Say what is wrong with a typed move: of one in coordinates on the board, as if made with the mouse."""
    try:
        move = Move.from_iccs(text)
    except NotationError:
        move = None
    if move is not None and move.from_square != move.to_square:
        return _move(state, move.from_square, move.to_square)
    state = toast(state, Say.BAD_MOVE_TEXT, Tone.ERROR, text=text, detail=detail)
    return only(state, PlaySound(Sound.ILLEGAL))
