"""Whose turn it is, as marks at both ends of the last move tell: cells whose corners look like no other's."""

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
"""Pixels of a cell's corner, where no piece reaches."""

_PALACES: Final = ((1, 4), (8, 4))
"""Points whose corners have lines."""

_MARKED: Final = 5.0
_CLEAR: Final = 1.4
"""How much more than most cells' corners marked ones differ, and than those of any unmarked cell."""


def side_to_move(seen: NDArray[np.uint8], reading: Reading) -> Side | None:
    """Return the side to move; None where no two marks are the ends of a move.

    Args:
        seen: the rectified board.
        reading: what stands on it.
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
    """Return how much the corners of each cell differ from most: three of four corners count."""
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
    """Return whether the piece on one square can have come from another, empty one, taking something or not."""
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
        except FenError:  # more pieces than a board takes
            return False
    return False
