"""Static exchange evaluation: the outcome of all captures on one square."""

from __future__ import annotations

from typing import Final

import numpy as np

from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BOTH,
    CANNON,
    CODE_MASK,
    DOWN,
    KIND_MASK,
    KING,
    KNIGHT,
    LEFT,
    PAWN,
    RED,
    RIGHT,
    ROOK,
    SQUARES,
    UP,
)
from xiangqi.core.jit import kernel
from xiangqi.core.position import State, flip_occupied, from_square, rays_above, rays_beside, to_square
from xiangqi.core.tables import FIRST_LEAP, KNIGHT_ATTACKERS, LEAP_WIDTH, LEAPS
from xiangqi.engine.common.layout import SEE_TRAIL

_VALUES: Final = {KING: 0, ADVISOR: 200, BISHOP: 200, KNIGHT: 430, ROOK: 1000, CANNON: 460, PAWN: 110}
SEE_VALUE: Final = np.array([_VALUES.get(kind, 0) for kind in range(8)], dtype=np.int64)
"""int64, shape (8,): value of a kind in exchanges. A king has none, since it is never captured."""

_NO_ATTACKER: Final = 1 << 30
_KING_LAST: Final = 1 << 20  # a king captures only if no other piece can


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def _weaker(state: State, near: int, far: int, side: int, best: int) -> int:
    """Return the weakest of `best` and the attackers along a ray, as value << 8 | square.

    Args:
        near, far: the first and second occupied square of the ray; squares off the board if there is none.
    """
    code = state[SQUARES + near] & CODE_MASK
    if code == side | ROOK:
        best = min(best, SEE_VALUE[ROOK] << 8 | near)
    elif code == side | KING:
        best = min(best, _KING_LAST | near)
    if state[SQUARES + far] & CODE_MASK == side | CANNON:
        best = min(best, SEE_VALUE[CANNON] << 8 | far)
    return best


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _weakest_on_lines(state: State, target: int, side: int) -> int:
    """Return the weakest rook, cannon or king on `target`'s lines, as value << 8 | square, or _NO_ATTACKER."""
    row = target >> 4
    column = target & 15
    beside = rays_beside(state, target)
    above = rays_above(state, target)
    best = _weaker(state, (above & 15) << 4 | column, (above >> 8 & 15) << 4 | column, side, _NO_ATTACKER)
    best = _weaker(state, (above >> 4 & 15) << 4 | column, (above >> 12 & 15) << 4 | column, side, best)
    best = _weaker(state, row << 4 | beside & 15, row << 4 | beside >> 8 & 15, side, best)
    return _weaker(state, row << 4 | beside >> 4 & 15, row << 4 | beside >> 12 & 15, side, best)


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _leaps_to(state: State, origin: int, target: int) -> int:
    """Return 1 if the piece on `origin`, which is not a rook or cannon, could move to `target`."""
    entry = FIRST_LEAP[(state[SQUARES + origin] & CODE_MASK) << 8 | origin]
    while LEAPS[entry] != 0:
        if LEAPS[entry] == target:
            return state[SQUARES + LEAPS[entry + 1]] == 0
        entry += 2
    return 0


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def _leaping_guard(state: State, target: int, side: int, kind: int) -> int:
    """Return the square of an advisor or bishop of `side` that could capture on `target`, or 0."""
    entry = FIRST_LEAP[(side | kind) << 8 | target]
    while LEAPS[entry] != 0:
        square = LEAPS[entry]
        if state[SQUARES + square] & CODE_MASK == side | kind and _leaps_to(state, square, target):
            return square
        entry += 2
    return 0


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _pawn_attacker(state: State, target: int, side: int) -> int:
    """Return the square of a pawn of `side` that could capture on `target`, or 0."""
    pawn = side | PAWN
    behind = target + (DOWN if side == RED else UP)
    if state[SQUARES + behind] & CODE_MASK == pawn:
        return behind
    for step in (LEFT, RIGHT):
        if state[SQUARES + target + step] & CODE_MASK == pawn and _leaps_to(state, target + step, target):
            return target + step
    return 0


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _knight_attacker(state: State, target: int, side: int) -> int:
    """Return the square of a knight of `side` that could capture on `target`, or 0."""
    entry = target * LEAP_WIDTH
    while KNIGHT_ATTACKERS[entry] != 0:
        square = KNIGHT_ATTACKERS[entry]
        if (
            state[SQUARES + square] & CODE_MASK == side | KNIGHT
            and state[SQUARES + KNIGHT_ATTACKERS[entry + 1]] == 0
        ):
            return square
        entry += 2
    return 0


@kernel("int64(int64[::1], int64, int64)")
def least_valuable_attacker(state: State, target: int, side: int) -> int:
    """Return the square of the least valuable piece of `side` that could capture on `target`, or 0.

    Pins are ignored. Nothing is changed.
    """
    square = _pawn_attacker(state, target, side)
    if square == 0:
        square = _leaping_guard(state, target, side, ADVISOR)
    if square == 0:
        square = _leaping_guard(state, target, side, BISHOP)
    if square == 0:
        square = _knight_attacker(state, target, side)
    if square != 0:
        return square
    best = _weakest_on_lines(state, target, side)
    if best == _NO_ATTACKER:
        return 0
    square = best & 255
    if best & _KING_LAST and _leaps_to(state, square, target) == 0:
        return 0
    return square


@kernel("int64(int64[::1], int64, int64)")
def see_ge(state: State, move: int, threshold: int) -> int:
    """Return 1 if the static exchange of a move is worth at least `threshold`, else 0.

    Args:
        state: changed during the call, restored on return.
        move: pseudo-legal; it need not capture.
        threshold: the threshold in the units of SEE_VALUE; may be negative.

    Each side captures with its least valuable piece and may stop at any time. The captures are played on the
    board, so that discovered attackers and cannons that gain or lose a screen are found.
    """
    origin = from_square(move)
    target = to_square(move)
    piece = state[SQUARES + origin]
    captured = state[SQUARES + target]
    balance = SEE_VALUE[captured & KIND_MASK] - threshold
    if balance < 0:
        return 0
    balance -= SEE_VALUE[piece & KIND_MASK]
    if balance >= 0:
        return 1
    side = piece & BOTH
    first = side
    end = SEE_TRAIL
    if captured == 0:
        flip_occupied(state, target)
    while True:
        # `balance` is the margin of the side that captured last over the threshold if its piece is captured.
        state[SQUARES + origin] = 0
        state[SQUARES + target] = piece
        flip_occupied(state, origin)
        state[end] = origin
        state[end + 1] = piece
        end += 2
        if piece & KIND_MASK == KING and least_valuable_attacker(state, target, side ^ BOTH) != 0:
            side ^= BOTH  # a king may not capture where it is recaptured
            break
        if balance >= 0:
            break
        side ^= BOTH
        origin = least_valuable_attacker(state, target, side)
        if origin == 0:
            side ^= BOTH
            break
        piece = state[SQUARES + origin]
        balance = -balance - 1 - SEE_VALUE[piece & KIND_MASK]
    state[SQUARES + target] = captured
    if captured == 0:
        flip_occupied(state, target)
    while end > SEE_TRAIL:
        end -= 2
        state[SQUARES + state[end]] = state[end + 1]
        flip_occupied(state, state[end])
    return side == first
