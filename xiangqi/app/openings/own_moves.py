"""The moves of the player's own openings in the position on the board."""

from __future__ import annotations

from xiangqi.app.openings.state import OpeningsState
from xiangqi.app.session import positions, view
from xiangqi.app.session.state import AppState
from xiangqi.board import Move


def own_moves(state: AppState) -> tuple[Move, ...]:
    """Return the moves of the player's openings for the side to move, the preferred one first.

    The result is empty until the openings have been read.
    """
    board = positions.board_at(view.board_line(state).here)
    side = state.part(OpeningsState).sides.get(board.turn)
    return () if side is None else side.repertoire.own_moves(board)
