"""Precomputed geometry: where each piece may jump from each square, and what can block the jump.

Kings, advisors, elephants, horses and pawns are leapers: their moves from a square are a short list that
never changes. The list for every piece and square is computed once, as (target, blocker) pairs; the blocker
is the horse's leg or the elephant's eye, or NO_BLOCKER, a slot of the state that is always empty.
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
    KING,
    KNIGHT,
    LEFT,
    NO_BLOCKER,
    PAWN,
    RED,
    RIGHT,
    UP,
    in_palace,
    on_board,
    on_own_half,
)

LEAP_WIDTH: Final = 18  # eight (target, blocker) pairs at most and the 0 that ends the list

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


def leap_index(code: int, square: int) -> int:
    """Where the list of a piece code on a square starts in LEAPS (the kernels compute it inline)."""
    return ((code << 8) | square) * LEAP_WIDTH


def _build_leaps() -> npt.NDArray[np.int16]:
    table = np.zeros(32 * 256 * LEAP_WIDTH, dtype=np.int16)
    for side in (RED, BLACK):
        for kind, leaps_of in _LEAPERS.items():
            for square in BOARD_SQUARES:
                start = leap_index(side | kind, square)
                for i, (target, blocker) in enumerate(leaps_of(square, side)):
                    table[start + 2 * i] = target
                    table[start + 2 * i + 1] = blocker
    return table


def _build_knight_attackers() -> npt.NDArray[np.int16]:
    """For a square, the squares a horse attacks it from, each with the leg it jumps over."""
    table = np.zeros(256 * LEAP_WIDTH, dtype=np.int16)
    used = dict.fromkeys(BOARD_SQUARES, 0)
    for origin in BOARD_SQUARES:
        for target, leg in _knight_leaps(origin, RED):
            start = target * LEAP_WIDTH + used[target]
            table[start] = origin
            table[start + 1] = leg
            used[target] += 2
    return table


LEAPS: Final = _build_leaps()
"""int16, flat: at ``((code << 8) | square) * LEAP_WIDTH`` the (target, blocker) pairs, ended by a 0."""

KNIGHT_ATTACKERS: Final = _build_knight_attackers()
"""int16, flat: at ``square * LEAP_WIDTH`` the (horse square, leg) pairs that attack it, ended by a 0."""
