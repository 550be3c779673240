"""The marks of Openings on the board: an arrow for each of the player's own moves from there."""

from __future__ import annotations

from xiangqi.app.openings.own_moves import own_moves
from xiangqi.app.openings.place import is_open
from xiangqi.app.session.state import AppState
from xiangqi.diagram.picture import Arrow, Ink


def openings_arrows(state: AppState) -> tuple[Arrow, ...]:
    """Return an arrow for each of the player's own moves; none outside Openings."""
    if not is_open(state):
        return ()
    return tuple(Arrow(move.from_square, move.to_square, Ink.HINT) for move in own_moves(state))
