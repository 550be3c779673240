"""Finds the side to move from the marks on the last move: two cells whose corners look unlike all others."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from xiangqi.board import Board, Move
from xiangqi.core.constants import BOTH, FILES, PAWN, RANKS, opponent
from xiangqi.errors import FenError
from xiangqi.fen import Position, format_fen, parse_fen
from xiangqi.recognition.reading import Reading, Side, square_at
from xiangqi.recognition.rectify import CELL

_CORNER: Final = 7
"""Size in pixels of a cell's corner, which no piece reaches."""

_PALACES: Final = ((1, 4), (8, 4))
"""The points, by row and column, whose corners contain lines."""

_MARKED: Final = 5.0
_CLEAR: Final = 1.4
"""The factor by which marked corners must differ more from the usual ones than any unmarked cell's."""


def side_to_move(seen: NDArray[np.uint8], reading: Reading) -> Side | None:
    """Return the side to move, or None if no two marks are the ends of a move.

    Args:
        seen: the rectified board.
        reading: the pieces on it.
    """
    unlike = _unlike(seen)
    first, second, third = np.argsort(-unlike.ravel())[:3]
    values = unlike.ravel()
    if values[second] < _MARKED or values[second] < _CLEAR * values[third]:
        return None
    one, other = (square_at(*divmod(int(index), FILES), reading.bottom) for index in (first, second))
    for origin, end in ((one, other), (other, one)):
        if _is_move(reading, origin, end):
            return "black" if reading.pieces[end].letter.isupper() else "red"
    return None


def _unlike(seen: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the relative deviation from the median that three corners of each cell reach; 0 in mid-palace."""
    inner = seen[CELL:-CELL, CELL:-CELL].astype(float).reshape(RANKS, CELL, FILES, CELL, 3)
    ends = (slice(0, _CORNER), slice(CELL - _CORNER, CELL))
    corners = np.stack([inner[:, down, :, right].mean(axis=(1, 3)) for down in ends for right in ends], axis=2)
    away = np.abs(corners - np.median(corners, axis=(0, 1))).sum(axis=-1)
    unlike = np.sort(away, axis=-1)[..., 1]
    unlike = unlike / (np.median(unlike) + 1)
    for place in _PALACES:
        unlike[place] = 0
    return np.asarray(unlike)


def _is_move(reading: Reading, origin: int, end: int) -> bool:
    """Return whether the piece on `end` can have moved or captured there from the empty square `origin`."""
    letter = reading.pieces[end].letter
    if letter == "." or reading.pieces[origin].letter != "." or reading.board is None:
        return False
    placement = dict(parse_fen(reading.board).placement)
    code = placement.pop(end)
    placement[origin] = code
    side = code & BOTH
    for there in ({}, {end: opponent(side) | PAWN}):
        fen = format_fen(Position({**placement, **there}, side))
        try:
            if Board(fen).is_pseudo_legal(Move.of(origin, end)):
                return True
        except FenError:  # more pieces than a board can hold
            return False
    return False
