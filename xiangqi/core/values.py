"""Piece-square values, packed so that make_move updates all of them by one addition.

A packed value holds three signed numbers in one int64: ``phase << 40 | midgame << 20 | endgame``. A negative
field borrows from the one above. Midgame and endgame are scores for Red in centipawns; the phase counts the
rooks, knights and cannons of both sides.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import (
    BLACK,
    BOARD_SQUARES,
    CANNON,
    KINDS,
    KNIGHT,
    RED,
    ROOK,
    file_of,
    rank_of,
    rotate_square,
)
from xiangqi.core.jit import kernel
from xiangqi.core.piece_squares import ENDGAME, MIDGAME

FIELD: Final = 20  # bits of a packed number
_HALF: Final = 1 << (FIELD - 1)
_MASK: Final = (1 << FIELD) - 1

PHASES: Final = {ROOK: 2, KNIGHT: 1, CANNON: 1}
FULL_PHASE: Final = 16  # at the start

COUNT_BITS: Final = 4  # of a piece's number in COUNTS; a side has at most 15
BLACK_COUNTS: Final = 32  # where Black's numbers begin


def pack(midgame: int, endgame: int, phase: int = 0) -> int:
    """Return the packed value of three signed numbers."""
    return (phase << 2 * FIELD) + (midgame << FIELD) + endgame


@kernel("int64(int64)", inline=True)
def endgame_of(packed: int) -> int:
    """Return the endgame score of a packed value."""
    return (packed + _HALF & _MASK) - _HALF


@kernel("int64(int64)", inline=True)
def midgame_of(packed: int) -> int:
    """Return the midgame score of a packed value."""
    return ((packed + _HALF >> FIELD) + _HALF & _MASK) - _HALF


@kernel("int64(int64)", inline=True)
def phase_of(packed: int) -> int:
    """Return the phase of a packed value: FULL_PHASE at the start, 0 without rooks, knights and cannons."""
    return (packed + _HALF >> FIELD) + _HALF >> FIELD


@kernel("int64(int64)", inline=True)
def taper(packed: int) -> int:
    """Return the score interpolated between midgame and endgame by phase; antisymmetric in the colours."""
    phase = min(phase_of(packed), FULL_PHASE)
    weighted = midgame_of(packed) * phase + endgame_of(packed) * (FULL_PHASE - phase)
    return weighted // FULL_PHASE if weighted >= 0 else -(-weighted // FULL_PHASE)


def piece_square_value(kind: int, square: int) -> tuple[int, int]:
    """Return the midgame and endgame values of a red piece on a square."""
    row, column = 9 - rank_of(square), min(file_of(square), 8 - file_of(square))
    return MIDGAME[kind][row][column], ENDGAME[kind][row][column]


def _build_piece_squares() -> npt.NDArray[np.int64]:
    table = np.zeros(32 * 256, dtype=np.int64)
    for kind in KINDS:
        phase = PHASES.get(kind, 0)
        for square in BOARD_SQUARES:
            midgame, endgame = piece_square_value(kind, square)
            table[(RED | kind) << 8 | square] = pack(midgame, endgame, phase)
            table[(BLACK | kind) << 8 | rotate_square(square)] = pack(-midgame, -endgame, phase)
    return table


def _build_count_units() -> npt.NDArray[np.int64]:
    table = np.zeros(32, dtype=np.int64)
    for kind in KINDS:
        table[RED | kind] = 1 << COUNT_BITS * kind
        table[BLACK | kind] = 1 << BLACK_COUNTS + COUNT_BITS * kind
    return table


PIECE_SQUARE: Final = _build_piece_squares()
"""int64, flat: packed value for Red (Black's pieces count negative) of ``code << 8 | square``."""

COUNT_UNIT: Final = _build_count_units()
"""int64, shape (32,): the unit of a piece code in COUNTS."""
