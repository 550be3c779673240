"""Piece activity: mobility, attacks and protection, position relative to the enemy king.

Each kernel returns a packed score (core.values) for one side.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import (
    BLACK,
    BLACK_KING_SLOT,
    BOTH,
    CANNON,
    CODE_MASK,
    DOWN,
    KIND_MASK,
    KNIGHT,
    LEFT,
    PAWN,
    PIECES,
    RED,
    RED_KING_SLOT,
    RIGHT,
    ROOK,
    SQUARES,
    UP,
    in_palace,
    make_square,
)
from xiangqi.core.jit import kernel
from xiangqi.core.position import State
from xiangqi.core.tables import FIRST_LEAP, LEAPS
from xiangqi.engine.common import terms as term
from xiangqi.engine.common.layout import PALACE_HITS, TERM_WEIGHTS


def _build_palace(step: int) -> npt.NDArray[np.int8]:
    """Return the numbers of enemy palace squares before each square along a ray, at side << 8 | square."""
    table = np.zeros(BLACK + 1 << 8, dtype=np.int8)
    for side in (RED, BLACK):
        for square in range(256):
            before = table[side << 8 | square - step] if square >= step else 0
            table[side << 8 | square] = before + in_palace(square, side ^ BOTH)
    return table


RIVER: Final = make_square(0, 4)  # the first square of Red's half

PALACE_ABOVE: Final = _build_palace(DOWN)
PALACE_LEFT: Final = _build_palace(RIGHT)


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _next_piece(state: State, square: int, step: int) -> int:
    """Return the first square from `square` along a ray that is not empty, perhaps off the board."""
    square += step
    while state[SQUARES + square] == 0:
        square += step
    return square


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _contact(state: State, square: int, enemy: int) -> int:
    """Return the kind of the piece on a square, plus 8 if it is an enemy's; 0 for none."""
    code = state[SQUARES + square] & CODE_MASK
    return code & KIND_MASK | (8 if code & enemy else 0)


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def _rook(state: State, square: int, side: int, king: int) -> int:
    """Return the activity score of a rook, and add its palace hits to the state."""
    enemy = side ^ BOTH
    up = _next_piece(state, square, UP)
    down = _next_piece(state, square, DOWN)
    left = _next_piece(state, square, LEFT)
    right = _next_piece(state, square, RIGHT)
    side_base = side << 8
    state[PALACE_HITS] += (
        PALACE_ABOVE[side_base | down]
        - PALACE_ABOVE[side_base | square]
        + PALACE_ABOVE[side_base | square + UP]
        - PALACE_ABOVE[side_base | up + UP]
        + PALACE_LEFT[side_base | right]
        - PALACE_LEFT[side_base | square]
        + PALACE_LEFT[side_base | square + LEFT]
        - PALACE_LEFT[side_base | left + LEFT]
    )
    mobility = (down - up >> 4) + right - left - 4
    score = (
        state[TERM_WEIGHTS + term.ROOK_MOBILITY + mobility]
        + state[TERM_WEIGHTS + term.ROOK_CONTACT + _contact(state, up, enemy)]
        + state[TERM_WEIGHTS + term.ROOK_CONTACT + _contact(state, down, enemy)]
        + state[TERM_WEIGHTS + term.ROOK_CONTACT + _contact(state, left, enemy)]
        + state[TERM_WEIGHTS + term.ROOK_CONTACT + _contact(state, right, enemy)]
    )
    files = abs((square & 15) - (king & 15))
    if files == 0:
        score += state[TERM_WEIGHTS + term.ROOK_AT_FILE]
    elif files == 1:
        score += state[TERM_WEIGHTS + term.ROOK_AT_RIBS]
    ahead = up if side == RED else down
    if state[SQUARES + ahead] & BOTH == 0:
        score += state[TERM_WEIGHTS + term.ROOK_OPEN_FILE]
    return score


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def _pieces_between(state: State, king: int, first: int, second: int, step: int) -> int:
    """Return the number of pieces between a cannon and the king on its line, 3 for more than two.

    `first` and `second` are the first two pieces on the way to the king.
    """
    if first == king:
        return 0
    if second == king:
        return 1
    return 2 if _next_piece(state, second, step) == king else 3


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _beyond(state: State, screen: int, step: int) -> int:
    """Return the square of the piece behind a screen, perhaps off the board."""
    return _next_piece(state, screen, step) if state[SQUARES + screen] & BOTH else screen


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def _cannon(state: State, square: int, side: int, king: int) -> int:
    """Return the activity score of a cannon, and add its palace hits to the state."""
    enemy = side ^ BOTH
    up = _next_piece(state, square, UP)
    down = _next_piece(state, square, DOWN)
    left = _next_piece(state, square, LEFT)
    right = _next_piece(state, square, RIGHT)
    mobility = (down - up >> 4) + right - left - 4
    above = _beyond(state, up, UP)
    below = _beyond(state, down, DOWN)
    leftmost = _beyond(state, left, LEFT)
    rightmost = _beyond(state, right, RIGHT)
    side_base = side << 8
    state[PALACE_HITS] += (
        PALACE_ABOVE[side_base | below]
        - PALACE_ABOVE[side_base | down]
        + PALACE_ABOVE[side_base | up + UP]
        - PALACE_ABOVE[side_base | above + UP]
        + PALACE_LEFT[side_base | rightmost]
        - PALACE_LEFT[side_base | right]
        + PALACE_LEFT[side_base | left + LEFT]
        - PALACE_LEFT[side_base | leftmost + LEFT]
    )
    score = (
        state[TERM_WEIGHTS + term.CANNON_MOBILITY + mobility]
        + state[TERM_WEIGHTS + term.CANNON_CONTACT + _contact(state, above, enemy)]
        + state[TERM_WEIGHTS + term.CANNON_CONTACT + _contact(state, below, enemy)]
        + state[TERM_WEIGHTS + term.CANNON_CONTACT + _contact(state, leftmost, enemy)]
        + state[TERM_WEIGHTS + term.CANNON_CONTACT + _contact(state, rightmost, enemy)]
    )
    if square & 15 == king & 15:
        if king < square:
            between = _pieces_between(state, king, up, above, UP)
        else:
            between = _pieces_between(state, king, down, below, DOWN)
        score += state[TERM_WEIGHTS + term.CANNON_AT_FILE + between]
    elif square >> 4 == king >> 4:
        if king < square:
            between = _pieces_between(state, king, left, leftmost, LEFT)
        else:
            between = _pieces_between(state, king, right, rightmost, RIGHT)
        score += state[TERM_WEIGHTS + term.CANNON_AT_RANK + between]
    return score


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def _knight(state: State, square: int, side: int, king: int) -> int:
    """Return the activity score of a knight, and add its palace hits to the state."""
    enemy = side ^ BOTH
    score = 0
    mobility = 0
    hits = 0
    entry = FIRST_LEAP[(side | KNIGHT) << 8 | square]
    while LEAPS[entry] != 0:
        if state[SQUARES + LEAPS[entry + 1]] == 0:
            target = LEAPS[entry]
            contact = _contact(state, target, enemy)
            score += state[TERM_WEIGHTS + term.KNIGHT_CONTACT + contact]
            mobility += 1 - (0 < contact < 8)
            hits += PALACE_ABOVE[side << 8 | target] - PALACE_ABOVE[side << 8 | target + UP]
        entry += 2
    state[PALACE_HITS] += hits
    files = abs((square & 15) - (king & 15))
    ranks = abs((square >> 4) - (king >> 4))
    return (
        score
        + state[TERM_WEIGHTS + term.KNIGHT_MOBILITY + mobility]
        + state[TERM_WEIGHTS + term.KNIGHT_DISTANCE + max(files, ranks)]
    )


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _pawn(state: State, square: int, side: int) -> int:
    """Return the activity score of a pawn, and add its palace hits to the state."""
    enemy = side ^ BOTH
    ahead = square + (UP if side == RED else DOWN)
    score = state[TERM_WEIGHTS + term.PAWN_CONTACT + _contact(state, ahead, enemy)]
    base = side << 8
    hits = PALACE_ABOVE[base | ahead] - PALACE_ABOVE[base | ahead + UP]
    if (square < RIVER) == (side == RED):
        left = square + LEFT
        right = square + RIGHT
        score += (
            state[TERM_WEIGHTS + term.PAWN_CONTACT + _contact(state, left, enemy)]
            + state[TERM_WEIGHTS + term.PAWN_CONTACT + _contact(state, right, enemy)]
        )
        hits += PALACE_LEFT[base | right] - PALACE_LEFT[base | square] + PALACE_LEFT[base | left]
        hits -= PALACE_LEFT[base | left + LEFT]
        if state[SQUARES + right] & CODE_MASK == side | PAWN:
            score += state[TERM_WEIGHTS + term.PAWNS_ABREAST]
    state[PALACE_HITS] += hits
    return score


@kernel("int64(int64[::1], int64)")
def activity(state: State, side: int) -> int:
    """Return the packed score of all pieces of a side; of the state only PALACE_HITS is changed."""
    king = state[PIECES + (BLACK_KING_SLOT if side == RED else RED_KING_SLOT)]
    first = PIECES + (RED_KING_SLOT if side == RED else BLACK_KING_SLOT) + 1
    state[PALACE_HITS] = 0
    score = 0
    for slot in range(first, first + 15):
        square = state[slot]
        if square != 0:
            kind = state[SQUARES + square] & KIND_MASK
            if kind == PAWN:
                score += _pawn(state, square, side)
            elif kind == ROOK:
                score += _rook(state, square, side, king)
            elif kind == CANNON:
                score += _cannon(state, square, side, king)
            elif kind == KNIGHT:
                score += _knight(state, square, side, king)
    return score + state[TERM_WEIGHTS + term.PALACE_ATTACKS + min(state[PALACE_HITS], 15)]
