"""Generates pseudo-legal moves, captures and legal moves, and tests single moves and lines."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.attacks import in_check, king_square, may_expose_king
from xiangqi.core.constants import (
    BOTH,
    CANNON,
    CODE_MASK,
    DOWN,
    KIND_MASK,
    LEFT,
    PIECES,
    RED,
    RIGHT,
    ROOK,
    SIDE,
    SQUARES,
    UP,
)
from xiangqi.core.jit import kernel
from xiangqi.core.position import State, encode_move, make_move, rays_above, rays_beside, to_square, unmake_move
from xiangqi.core.tables import FIRST_LEAP, LEAPS

# The moves that generate lists, a bit each.
CAPTURES: Final = 1
QUIETS: Final = 2
ALL_MOVES: Final = CAPTURES | QUIETS

_ANYTHING: Final = -1  # all bits of a square


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64)", inline=True)
def _slide(state: State, end: int, origin: int, step: int, kind: int, enemy: int, wanted: int) -> int:
    """Append the quiet or all moves of a rook or cannon along one ray; return the new end of the list."""
    square = origin + step
    while state[SQUARES + square] == 0:
        state[end] = encode_move(origin, square)
        end += 1
        square += step
    if wanted == QUIETS:
        return end
    if kind == CANNON:
        if state[SQUARES + square] & BOTH == 0:
            return end  # the edge: nothing to jump over
        square += step
        while state[SQUARES + square] == 0:
            square += step
    if state[SQUARES + square] & enemy:
        state[end] = encode_move(origin, square)
        end += 1
    return end


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def _capture_on(state: State, end: int, origin: int, target: int, enemy: int) -> int:
    """Append a move to a square, perhaps off the board, if it captures; return the new end."""
    state[end] = encode_move(origin, target)  # stays only if it is wanted: writing costs less than a branch
    return end + (state[SQUARES + target] & enemy != 0)


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def _capture_along_lines(state: State, end: int, origin: int, kind: int, enemy: int) -> int:
    """Append the captures of a rook or cannon; return the new end of the list."""
    row = origin >> 4
    column = origin & 15
    jump = 8 if kind == CANNON else 0
    beside = rays_beside(state, origin) >> jump
    above = rays_above(state, origin) >> jump
    end = _capture_on(state, end, origin, (above & 15) << 4 | column, enemy)
    end = _capture_on(state, end, origin, row << 4 | beside & 15, enemy)
    end = _capture_on(state, end, origin, row << 4 | beside >> 4 & 15, enemy)
    return _capture_on(state, end, origin, (above >> 4 & 15) << 4 | column, enemy)


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)", inline=True)
def _leap(state: State, end: int, origin: int, code: int, mask: int, occupied: int) -> int:
    """Append the moves of a king, advisor, bishop, knight or pawn; return the new end of the list.

    A target is wanted if the bits of its square in `mask` equal `occupied`.
    """
    entry = FIRST_LEAP[code << 8 | origin]
    target = LEAPS[entry]
    while target != 0:
        blocker = state[SQUARES + LEAPS[entry + 1]]
        state[end] = encode_move(origin, target)  # stays only if it is wanted: writing costs less than a branch
        end += (state[SQUARES + target] & mask ^ occupied | blocker) == 0
        entry += 2
        target = LEAPS[entry]
    return end


@kernel("int64(int64[::1], int64, int64)")
def generate(state: State, start: int, wanted: int) -> int:
    """Write the pseudo-legal moves of the side to move into state[start:end] and return end.

    Args:
        state: int64, shape (>= BOARD_SIZE,); only state[start:end] and the slot after it are written.
        start: first slot to write; MOVE_LIST_SIZE slots must be free from there.
        wanted: CAPTURES, QUIETS or ALL_MOVES.

    A pseudo-legal move may leave the side's own king attacked.
    """
    own = state[SIDE]
    enemy = own ^ BOTH
    mask = own if wanted == ALL_MOVES else enemy if wanted == CAPTURES else _ANYTHING
    occupied = enemy if wanted == CAPTURES else 0
    end = start
    first = PIECES if own == RED else PIECES + 16
    for slot in range(first, first + 16):
        origin = state[slot]
        if origin == 0:
            continue
        code = state[SQUARES + origin] & CODE_MASK
        kind = code & KIND_MASK
        if kind not in (ROOK, CANNON):
            end = _leap(state, end, origin, code, mask, occupied)
        elif wanted == CAPTURES:
            end = _capture_along_lines(state, end, origin, kind, enemy)
        else:
            end = _slide(state, end, origin, UP, kind, enemy, wanted)
            end = _slide(state, end, origin, LEFT, kind, enemy, wanted)
            end = _slide(state, end, origin, RIGHT, kind, enemy, wanted)
            end = _slide(state, end, origin, DOWN, kind, enemy, wanted)
    return end


@kernel("int64(int64[::1], int64)")
def leaves_king_safe(state: State, move: int) -> int:
    """Return 1 if a pseudo-legal move is legal, else 0."""
    side = state[SIDE]
    captured = make_move(state, move)
    safe = 1 - in_check(state, side)
    unmake_move(state, move, captured)
    return safe


@kernel("int64(int64[::1], int64)")
def generate_legal(state: State, start: int) -> int:
    """Write the legal moves of the side to move into state[start:end] and return end, in generate's order."""
    side = state[SIDE]
    last = generate(state, start, ALL_MOVES)
    king = king_square(state, side)
    checked = in_check(state, side)
    end = start
    for i in range(start, last):
        move = state[i]
        if (checked == 0 and may_expose_king(king, move) == 0) or leaves_king_safe(state, move):
            state[end] = move
            end += 1
    return end


@kernel("int64(int64[::1], int64)")
def is_pseudo_legal(state: State, move: int) -> int:
    """Return 1 if `move`, any 16-bit integer, is a pseudo-legal move of the position, else 0.

    Moves from tables or from outside may belong to another position.
    """
    origin = move >> 8 & 255
    target = to_square(move)
    piece = state[SQUARES + origin]
    own = state[SIDE]
    if piece & own == 0 or state[SQUARES + target] & own != 0:
        return 0
    code = piece & CODE_MASK
    kind = code & KIND_MASK
    if kind != ROOK and kind != CANNON:
        entry = FIRST_LEAP[code << 8 | origin]
        while LEAPS[entry] != 0:
            if LEAPS[entry] == target:
                return 1 if state[SQUARES + LEAPS[entry + 1]] == 0 else 0
            entry += 2
        return 0
    if origin & 15 == target & 15:
        step = DOWN if target > origin else UP
    elif origin >> 4 == target >> 4:
        step = RIGHT if target > origin else LEFT
    else:
        return 0
    square = origin + step
    while square != target and state[SQUARES + square] == 0:
        square += step
    if square == target:  # the way is free
        occupant = state[SQUARES + target]
        return 1 if occupant == 0 or (kind == ROOK and occupant & BOTH != 0) else 0
    if kind == ROOK or state[SQUARES + square] & BOTH == 0:
        return 0
    square += step
    while square != target and state[SQUARES + square] == 0:
        square += step
    return 1 if square == target and state[SQUARES + target] & BOTH != 0 else 0


@kernel("int64(int64[::1], int64[::1])")
def play_line(state: State, moves: npt.NDArray[np.int64]) -> int:
    """Make moves up to the first illegal one and return their number.

    Args:
        state: int64, shape (>= BOARD_SIZE,); left in the position after the legal moves.
        moves: 16-bit moves, shape (n,); not changed.
    """
    for ply in range(len(moves)):
        move = moves[ply]
        if is_pseudo_legal(state, move) == 0 or leaves_king_safe(state, move) == 0:
            return ply
        make_move(state, move)
    return len(moves)
