"""Moves entered while the opponent thinks: they are kept, shown, and played if still legal afterwards."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.session import positions, turns, view
from xiangqi.app.session.selection import Selection, Target
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.app.session.view import interruption_at
from xiangqi.board import Board, Move
from xiangqi.notation import Style, parse_typed


def is_possible(state: AppState) -> bool:
    """Return whether the player may enter a move now, to be played after the opponent's answer."""
    play = state.document.play
    if play is None or play.setup.human_side is None or play.is_exercise or play.paused:
        return False
    if state.preview is not None or state.replay is not None or not state.document.at_tip:
        return False
    interruption = interruption_at(state)
    waits = turns.is_engine_turn(play) and view.status(state) is view.Status.THINKING
    return (
        waits
        and (interruption is None or interruption.offer is None)
        and positions.passed(play.line) is not None
    )


def _board(state: AppState) -> Board:
    """Return the position on the board as if it were the player's turn."""
    fen = positions.passed(view.line(state).here)
    assert fen is not None  # otherwise no move could be entered
    return Board(fen)


def picks(state: AppState, square: int) -> bool:
    """Return whether one of the player's pieces is on a square, so that a move with it can be entered."""
    board = _board(state)
    return bool(board.piece_at(square) & board.turn)


def pick_up(state: AppState, square: int) -> AppState:
    """Return the state with one of the player's pieces selected, and its possible targets."""
    board = _board(state)
    found = (move for move in board.legal_moves() if move.from_square == square)
    targets = tuple(Target(move.to_square, board.is_capture(move)) for move in found)
    typed = state.selection.typed
    return replace(state, selection=Selection(selected=square, targets=targets, typed=typed))


def typed(state: AppState, text: str) -> Result:
    """Store a move given as text, to be played after the opponent's answer.

    Raises:
        NotationError: the text is not a move of one of the player's pieces in this position.
    """
    move = parse_typed(_board(state), text, Style(state.settings.notation))
    return done(replace(state, selection=Selection(premove=move)))


def entered(state: AppState, to_square: int) -> Result:
    """Store a move of the selected piece, or deselect the piece if it cannot go to the square."""
    hand = state.selection
    fits = hand.selected is not None and any(target.square == to_square for target in hand.targets)
    kept = Move.of(hand.selected, to_square) if fits and hand.selected is not None else None
    return done(replace(state, selection=Selection(typed=hand.typed, premove=kept)))
