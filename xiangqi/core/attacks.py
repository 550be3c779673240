"""Finds attacks on kings, looking from the king outwards."""

from __future__ import annotations

from xiangqi.core.constants import (
    BLACK_KING_SLOT,
    BOTH,
    CANNON,
    CODE_MASK,
    DOWN,
    KIND_MASK,
    KING,
    KNIGHT,
    LEFT,
    PAWN,
    PIECES,
    RED,
    RED_KING_SLOT,
    RIGHT,
    ROOK,
    SIDE,
    SQUARES,
    UP,
)
from xiangqi.core.jit import kernel
from xiangqi.core.position import State, from_square, to_square
from xiangqi.core.tables import KNIGHT_ATTACKERS, LEAP_WIDTH


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def _ray_attacks(state: State, king: int, step: int, enemy: int) -> int:
    """Return 1 if a rook, cannon or the other king of side `enemy` attacks `king` along `step`, else 0."""
    square = king + step
    while state[SQUARES + square] == 0:
        square += step
    code = state[SQUARES + square] & CODE_MASK
    if code == 0:
        return 0
    if code == enemy | ROOK or code == enemy | KING:
        return 1
    square += step
    while state[SQUARES + square] == 0:
        square += step
    return 1 if state[SQUARES + square] & CODE_MASK == enemy | CANNON else 0


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _knight_attacks(state: State, king: int, enemy: int) -> int:
    """Return 1 if a knight of side `enemy` attacks `king`, else 0."""
    entry = king * LEAP_WIDTH
    while KNIGHT_ATTACKERS[entry] != 0:
        if (
            state[SQUARES + KNIGHT_ATTACKERS[entry]] & CODE_MASK == enemy | KNIGHT
            and state[SQUARES + KNIGHT_ATTACKERS[entry + 1]] == 0
        ):
            return 1
        entry += 2
    return 0


@kernel("int64(int64[::1], int64)", inline=True)
def king_square(state: State, side: int) -> int:
    """Return the square of a side's king, 0 if it has none."""
    return state[PIECES + (RED_KING_SLOT if side == RED else BLACK_KING_SLOT)]


@kernel("int64(int64[::1], int64)", inline=True)
def in_check(state: State, side: int) -> int:
    """Return 1 if a side's king is attacked, including by the other king, else 0.

    Args:
        state: int64, shape (>= BOARD_SIZE,); not changed.
        side: RED or BLACK, not necessarily to move. A side without a king is never in check.
    """
    king = king_square(state, side)
    if king == 0:
        return 0
    enemy = side ^ BOTH
    pawn = enemy | PAWN
    forward = UP if side == RED else DOWN  # where enemy pawns come from
    if (
        state[SQUARES + king + forward] & CODE_MASK == pawn
        or state[SQUARES + king + LEFT] & CODE_MASK == pawn
        or state[SQUARES + king + RIGHT] & CODE_MASK == pawn
    ):
        return 1
    if (
        _ray_attacks(state, king, UP, enemy)
        or _ray_attacks(state, king, DOWN, enemy)
        or _ray_attacks(state, king, LEFT, enemy)
        or _ray_attacks(state, king, RIGHT, enemy)
    ):
        return 1
    return _knight_attacks(state, king, enemy)


@kernel("int64(int64, int64)", inline=True)
def _is_leg(king: int, square: int) -> int:
    """Return 1 if a square is the leg of a knight that attacks a king on `king`."""
    across = square - king
    return across == UP + LEFT or across == UP + RIGHT or across == DOWN + LEFT or across == DOWN + RIGHT


@kernel("int64(int64, int64)", inline=True)
def may_expose_king(king: int, move: int) -> int:
    """Return 1 if a move could expose a king on `king` that is not attacked before it.

    Such a move is one of the king itself, one that leaves the king's rank, file or a knight's leg, or one that
    enters the rank or file as a cannon's screen. A knight that moves to attack the king is not considered.
    """
    origin = from_square(move)
    target = to_square(move)
    return (
        king >> 4 == origin >> 4
        or king & 15 == origin & 15
        or king >> 4 == target >> 4
        or king & 15 == target & 15
        or _is_leg(king, origin)
    )


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def _attacks_through(state: State, king: int, square: int, enemy: int) -> int:
    """Return 1 if side `enemy` attacks `king` along the rank or file that it shares with a square, else 0."""
    if square >> 4 == king >> 4:
        return _ray_attacks(state, king, RIGHT if square > king else LEFT, enemy)
    if square & 15 == king & 15:
        return _ray_attacks(state, king, DOWN if square > king else UP, enemy)
    return 0


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def has_exposed_king(state: State, king: int, move: int, enemy: int) -> int:
    """Return 1 if the move just made, not by the king, lets `enemy` attack `king` along a line.

    For a king that was not attacked before, this equals in_check, unless a knight or pawn of `enemy` has moved
    to attack it.
    """
    return (
        _attacks_through(state, king, from_square(move), enemy) != 0
        or _attacks_through(state, king, to_square(move), enemy) != 0
        or (_is_leg(king, from_square(move)) != 0 and _knight_attacks(state, king, enemy) != 0)
    )


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def leaves_king_attacked(state: State, side: int, king: int, checked: int, move: int) -> int:
    """Return 1 if the pseudo-legal move just made by `side` leaves its king attacked, else 0.

    Args:
        king: the square of the king before the move.
        checked: whether it was attacked there.
    """
    if checked or king == from_square(move):
        return in_check(state, side)
    return has_exposed_king(state, king, move, side ^ BOTH)


@kernel("int64(int64[::1], int64, int64)", inline=True)
def has_given_check(state: State, move: int, side: int) -> int:
    """Return 1 if the opponent's move just made gives check to `side`, which was not in check before it."""
    king = king_square(state, side)
    target = to_square(move)
    kind = state[SQUARES + target] & KIND_MASK
    if kind == PAWN:
        step = target - king
        if step in (UP if side == RED else DOWN, LEFT, RIGHT):
            return 1
    elif kind == KNIGHT and _knight_attacks(state, king, side ^ BOTH):
        return 1
    return has_exposed_king(state, king, move, side ^ BOTH)


@kernel("int64(int64[::1], int64)", inline=True)
def may_give_check(state: State, move: int) -> int:
    """Return 1 if a move of the side to move could give check; the enemy king is not attacked before it."""
    if state[SQUARES + from_square(move)] & KIND_MASK == KNIGHT:
        return 1
    return may_expose_king(king_square(state, state[SIDE] ^ BOTH), move)


@kernel("int64(int64[::1], int64)", inline=True)
def gives_check(state: State, move: int) -> int:
    """Return 1 if a pseudo-legal move gives check; the enemy king is not attacked before it.

    The board is restored on return.
    """
    if may_give_check(state, move) == 0:
        return 0
    origin = from_square(move)
    target = to_square(move)
    piece = state[SQUARES + origin]
    captured = state[SQUARES + target]
    state[SQUARES + origin] = 0
    state[SQUARES + target] = piece
    checks = has_given_check(state, move, state[SIDE] ^ BOTH)
    state[SQUARES + origin] = piece
    state[SQUARES + target] = captured
    return checks
