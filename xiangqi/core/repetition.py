"""The path of a search or game, a stack in the state array, and the repetitions on it.

Perpetual check is found here at every node of a search; chases are judged by core.chase and core.cxa.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.attacks import has_given_check, in_check
from xiangqi.core.constants import (
    KEY,
    PATH_CAPTURES,
    PATH_CHECKS,
    PATH_CLOCKS,
    PATH_KEYS,
    PATH_LENGTH,
    PATH_MOVES,
    PATH_PIECES,
    SIDE,
    SQUARES,
)
from xiangqi.core.jit import kernel
from xiangqi.core.position import State, from_square, make_move, unmake_move

# Bits of the status. 1 alone or all three (both sides check) is a draw, 3 loses for the side to move, 5 wins.
REPEATED: Final = 1
OWN_CHECKS: Final = 2  # the side to move gave check with every move of the cycle
ENEMY_CHECKS: Final = 4  # the opponent did


@kernel("int64(int64[::1], int64)", inline=True)
def path_push(state: State, move: int) -> int:
    """Make a legal move and push it on the path, of PATH_SIZE plies; return 1 if it gives check, else 0."""
    ply = state[PATH_LENGTH]
    state[PATH_KEYS + ply] = state[KEY]
    state[PATH_PIECES + ply] = state[SQUARES + from_square(move)]
    captured = make_move(state, move)
    # After a legal move the opponent's king was safe; in the first position it may not have been.
    checks = in_check(state, state[SIDE]) if ply == 0 else has_given_check(state, move, state[SIDE])
    state[PATH_CAPTURES + ply] = captured
    state[PATH_CHECKS + ply] = checks
    state[PATH_MOVES + ply] = move
    state[PATH_CLOCKS + ply + 1] = state[PATH_CLOCKS + ply] + 1 if captured == 0 else 0
    state[PATH_LENGTH] = ply + 1
    return checks


@kernel("void(int64[::1], int64)", inline=True)
def path_pop(state: State, move: int) -> None:
    """Unmake `move`, the last one of the path."""
    ply = state[PATH_LENGTH] - 1
    state[PATH_LENGTH] = ply
    unmake_move(state, move, state[PATH_CAPTURES + ply])


@kernel("int64(int64[::1])")
def repetition_status(state: State) -> int:
    """Return 0 if the position on top of the path is new, else REPEATED and the bits of the checks."""
    key = state[KEY]
    own = OWN_CHECKS
    enemy = ENEMY_CHECKS
    ply = state[PATH_LENGTH] - 1
    while ply >= 1 and state[PATH_CAPTURES + ply] == 0 and state[PATH_CAPTURES + ply - 1] == 0:
        if state[PATH_CHECKS + ply] == 0:
            enemy = 0
        if state[PATH_CHECKS + ply - 1] == 0:
            own = 0
        if state[PATH_KEYS + ply - 1] == key:
            return REPEATED | own | enemy
        ply -= 2
    return 0


@kernel("int64(int64[::1])")
def path_cycle(state: State) -> int:
    """Return the plies since the last occurrence of the position on top of the path, which must be repeated."""
    key = state[KEY]
    ply = state[PATH_LENGTH] - 2
    while state[PATH_KEYS + ply] != key:
        ply -= 2
    return state[PATH_LENGTH] - ply
