"""Precomputed moves of leapers and rays of rooks and cannons.

Kings, advisors, bishops, knights and pawns are leapers: for every piece and square there is a list of (target,
blocker) pairs. The blocker is the knight's leg, the bishop's eye, or NO_BLOCKER, a slot of the state that is
always empty.
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
    DOWN,
    FILES,
    FIRST_COLUMN,
    KING,
    KNIGHT,
    LEFT,
    NO_BLOCKER,
    PAWN,
    RANKS,
    RED,
    RIGHT,
    UP,
    in_palace,
    on_board,
    on_own_half,
)

LEAP_WIDTH: Final = 18  # of KNIGHT_ATTACKERS: eight pairs at most and the 0 that ends the list

STRAIGHT: Final = (UP, LEFT, RIGHT, DOWN)
DIAGONAL: Final = (UP + LEFT, UP + RIGHT, DOWN + LEFT, DOWN + RIGHT)


def _king_leaps(square: int, side: int) -> list[tuple[int, int]]:
    return [(square + step, NO_BLOCKER) for step in STRAIGHT if in_palace(square + step, side)]


def _advisor_leaps(square: int, side: int) -> list[tuple[int, int]]:
    return [(square + step, NO_BLOCKER) for step in DIAGONAL if in_palace(square + step, side)]


def _bishop_leaps(square: int, side: int) -> list[tuple[int, int]]:
    leaps = [(square + 2 * step, square + step) for step in DIAGONAL]
    return [(target, eye) for target, eye in leaps if on_board(target) and on_own_half(target, side)]


def _knight_leaps(square: int, _side: int) -> list[tuple[int, int]]:
    leaps = []
    for leg in STRAIGHT:
        for diagonal in DIAGONAL:
            # A jump goes one point straight over the leg, then one diagonally onwards.
            if abs(leg + diagonal) in (2 * DOWN + RIGHT, 2 * DOWN + LEFT, DOWN + 2 * RIGHT, DOWN + 2 * LEFT):
                target = square + leg + diagonal
                if on_board(target):
                    leaps.append((target, square + leg))
    return leaps


def _pawn_leaps(square: int, side: int) -> list[tuple[int, int]]:
    steps = [UP if side == RED else DOWN]
    if not on_own_half(square, side):
        steps += [LEFT, RIGHT]
    return [(square + step, NO_BLOCKER) for step in steps if on_board(square + step)]


_LEAPERS: Final = {
    KING: _king_leaps,
    ADVISOR: _advisor_leaps,
    BISHOP: _bishop_leaps,
    KNIGHT: _knight_leaps,
    PAWN: _pawn_leaps,
}


def _build_leaps() -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Return FIRST_LEAP and LEAPS.

    Equal lists are stored once, since every kernel copies the tables it uses.
    """
    first = np.zeros(32 * 256, dtype=np.int16)
    lists: dict[tuple[int, ...], int] = {(0,): 0}
    entries = [0]
    for side in (RED, BLACK):
        for kind, leaps_of in _LEAPERS.items():
            for square in BOARD_SQUARES:
                leaps = (*(number for leap in leaps_of(square, side) for number in leap), 0)
                if leaps not in lists:
                    lists[leaps] = len(entries)
                    entries += leaps
                first[(side | kind) << 8 | square] = lists[leaps]
    return first, np.array(entries, dtype=np.int16)


def _build_knight_attackers() -> npt.NDArray[np.int16]:
    """Return KNIGHT_ATTACKERS: the squares from which a knight attacks a square, each with its leg."""
    table = np.zeros(256 * LEAP_WIDTH, dtype=np.int16)
    used = dict.fromkeys(BOARD_SQUARES, 0)
    for origin in BOARD_SQUARES:
        for target, leg in _knight_leaps(origin, RED):
            start = target * LEAP_WIDTH + used[target]
            table[start] = origin
            table[start + 1] = leg
            used[target] += 2
    return table


def _build_rays(length: int) -> npt.NDArray[np.int16]:
    """Return ROW_RAYS or COLUMN_RAYS, depending on the number of squares in a row or column."""
    words = np.arange(1 << length)
    first = np.array([FIRST_COLUMN + (word & -word).bit_length() - 1 if word else 0 for word in words.tolist()])
    last = np.array([FIRST_COLUMN + word.bit_length() - 1 if word else 0 for word in words.tolist()])
    without_last = np.array([word & ~(1 << word.bit_length() >> 1) for word in words.tolist()])
    table = np.zeros(((FIRST_COLUMN + length), 1 << length), dtype=np.int16)
    for at in range(length):
        behind, ahead = words & (1 << at) - 1, words & -(2 << at)
        packed = (
            last[behind] | first[ahead] << 4 | last[without_last[behind]] << 8 | first[ahead & ahead - 1] << 12
        )
        table[at + FIRST_COLUMN] = packed.astype(np.uint16).astype(np.int16)
    return table.reshape(-1)


FIRST_LEAP, LEAPS = _build_leaps()
"""int16, flat. FIRST_LEAP has at ``code << 8 | square`` the index in LEAPS at which the (target, blocker) pairs
of a piece code on a square begin; a 0 ends them."""

KNIGHT_ATTACKERS: Final = _build_knight_attackers()
"""int16, flat: at ``square * LEAP_WIDTH`` the (knight square, leg) pairs that attack it, ended by a 0."""

ROW_RAYS: Final = _build_rays(FILES)
COLUMN_RAYS: Final = _build_rays(RANKS)
"""int16, flat. ROW_RAYS has at ``column << FILES | word >> FIRST_COLUMN`` the columns of the first occupied
squares to the left and right, four bits each and 0 for none, then those of the second ones. COLUMN_RAYS has at
``row << RANKS | word >> FIRST_COLUMN`` the rows of those above and below."""
