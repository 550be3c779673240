"""Material and piece-square values, kept up to date by make_move.

The unit is a hundredth of a pawn that has crossed the river, roughly; a chariot is worth about 1000.
Each table is composed from what players teach: horses and cannons like the centre and safe advanced
points, chariots open files and the enemy half, pawns grow once across and fade on the last rank, advisors
and elephants belong to their guarding posts.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    BOARD_SQUARES,
    CANNON,
    KING,
    KNIGHT,
    PAWN,
    RED,
    ROOK,
    file_of,
    rank_of,
    rotate_square,
)

MATERIAL: Final = {KING: 0, ADVISOR: 200, BISHOP: 200, KNIGHT: 430, ROOK: 1000, CANNON: 460, PAWN: 75}

# By rank from the owner's back rank, then by distance of the file from the centre (0 = e, 4 = a and i).
_BY_RANK: Final = {
    KING: (10, -20, -50, 0, 0, 0, 0, 0, 0, 0),
    ADVISOR: (0, 15, -10, 0, 0, 0, 0, 0, 0, 0),
    BISHOP: (0, 0, 10, 0, -5, 0, 0, 0, 0, 0),
    KNIGHT: (-60, -25, 0, 10, 30, 50, 65, 70, 50, 5),
    ROOK: (-20, 5, 10, 15, 25, 30, 35, 30, 45, 20),
    CANNON: (0, 5, 15, 5, 10, 10, 5, 10, 5, 25),
    PAWN: (0, 0, 0, 0, 10, 75, 110, 130, 120, 15),
}
_BY_FILE: Final = {
    KING: (20, 0, 0, 0, 0),
    ADVISOR: (15, 0, 0, 0, 0),
    BISHOP: (25, 0, 0, 0, -15),
    KNIGHT: (5, 10, 15, 0, -35),
    ROOK: (10, 20, 10, 0, -15),
    CANNON: (25, 5, 5, 0, -5),
    PAWN: (10, 15, 10, 5, -10),
}


def piece_square_value(kind: int, square: int) -> int:
    """Value of a red piece on a square, material included."""
    rank, edge = rank_of(square), abs(file_of(square) - 4)
    value = MATERIAL[kind] + _BY_RANK[kind][rank] + _BY_FILE[kind][edge]
    if kind == PAWN and rank >= 5:
        value += (4 - edge) * 8  # a pawn across the river wants to go where the king is
    return value


def _build() -> npt.NDArray[np.int64]:
    table = np.zeros(32 * 256, dtype=np.int64)
    for kind in MATERIAL:
        for square in BOARD_SQUARES:
            table[(RED | kind) << 8 | square] = piece_square_value(kind, square)
            table[(BLACK | kind) << 8 | square] = -piece_square_value(kind, rotate_square(square))
    return table


PIECE_SQUARE: Final = _build()
"""int64, flat: value for Red (Black's pieces count negative) of a piece code on a square."""
