"""Selectivity: which nodes and moves deserve less depth, or none."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import SIDE
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import is_pseudo_legal
from xiangqi.core.position import State
from xiangqi.engine.exchange import weakest_attacker
from xiangqi.engine.layout import (
    CHECKED,
    GIVES_CHECK,
    IMPROVING,
    LAST_MOVES,
    LOCALS,
    LOCALS_SIZE,
    MOVE_HISTORY,
    NULL_MOVE,
    QUIET,
    ROOT_DEPTH,
    STATIC,
    TECHNIQUES,
    TRIED,
)
from xiangqi.engine.node import count_attackers
from xiangqi.engine.scores import REPETITION_BOUND
from xiangqi.engine.techniques import (
    CHECK_EXTENSION,
    FUTILITY,
    LATE_MOVE_PRUNING,
    LATE_MOVE_REDUCTIONS,
    NULL_MOVE_PRUNING,
    RAZORING,
    REVERSE_FUTILITY,
    SINGULAR,
)
from xiangqi.engine.transposition import LOWER, entry_bound, entry_depth, entry_score


def _build_reductions() -> npt.NDArray[np.int64]:
    """Late moves of deep nodes are reduced most: int64, flat, at depth * 64 + number of the move."""
    number = np.maximum(np.arange(64), 1)
    return np.floor(0.4 + np.outer(np.log(number), np.log(number)) / 1.9).astype(np.int64).ravel()


REDUCTIONS: Final = _build_reductions()


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def stands_above(state: State, ply: int, depth: int, static: int, beta: int) -> int:
    """1 when the evaluation exceeds beta by so much that `depth` more plies will hardly lose it."""
    improving = state[LOCALS + ply * LOCALS_SIZE + IMPROVING]
    return (
        state[TECHNIQUES] & REVERSE_FUTILITY != 0 and depth <= 7 and static - 80 * (depth - improving) >= beta
    )


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def hangs_below(state: State, depth: int, static: int, alpha: int) -> int:
    """1 when the evaluation is so far below alpha that only captures could still help."""
    return state[TECHNIQUES] & RAZORING != 0 and depth <= 3 and static + 150 + 200 * depth <= alpha


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def may_pass(state: State, ply: int, depth: int, static: int, beta: int) -> int:
    """1 when it is worth asking whether even a pass keeps the score above beta."""
    return (
        state[TECHNIQUES] & NULL_MOVE_PRUNING != 0
        and depth >= 2
        and static >= beta
        and state[LAST_MOVES + ply] != NULL_MOVE
        and count_attackers(state) != 0
    )


@kernel("int64(int64, int64, int64)", inline=True)
def depth_after_pass(depth: int, static: int, beta: int) -> int:
    """Depth of the search that follows a pass."""
    return depth - 3 - depth // 4 - min((static - beta) // 150, 3)


@kernel("int64(int64[::1], int64)", inline=True)
def must_verify_pass(state: State, depth: int) -> int:
    """1 when a pass that fails high has to be confirmed: zugzwang threatens, or much is at stake."""
    return depth >= 10 or count_attackers(state) <= 2


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def may_be_singular(state: State, ply: int, depth: int, table_move: int, data: int) -> int:
    """1 when the table's move may be so much better than all others that it deserves an extension."""
    return (
        state[TECHNIQUES] & SINGULAR != 0
        and depth >= 9
        and table_move != 0
        and entry_depth(data) >= depth - 3
        and entry_bound(data) & LOWER != 0
        and abs(entry_score(data)) < REPETITION_BOUND
        and ply < 2 * state[ROOT_DEPTH]
        and is_pseudo_legal(state, table_move) != 0
    )


@kernel("int64(int64[::1], int64, int64)", inline=True)
def deserves_a_ply(state: State, ply: int, move: int) -> int:
    """1 when the move just pushed gives check and cannot be taken: the reply is all but forced."""
    return (
        state[TECHNIQUES] & CHECK_EXTENSION != 0
        and state[LOCALS + ply * LOCALS_SIZE + GIVES_CHECK] != 0
        and weakest_attacker(state, move & 255, state[SIDE]) == 0
    )


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def is_late(state: State, ply: int, depth: int, tried: int, alpha: int) -> int:
    """1 when the quiet moves from here on need not be tried: too many have failed, or none can reach alpha."""
    techniques = state[TECHNIQUES]
    frame = LOCALS + ply * LOCALS_SIZE
    if depth > 6:
        return 0
    if techniques & LATE_MOVE_PRUNING and tried > (4 + depth * depth) >> (1 - state[frame + IMPROVING]):
        return 1
    return techniques & FUTILITY != 0 and state[frame + STATIC] + 90 + 90 * depth <= alpha


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def reduction_of(state: State, ply: int, depth: int, in_pv: int) -> int:
    """Plies by which the move just pushed is searched less deep than the first one."""
    frame = LOCALS + ply * LOCALS_SIZE
    tried = state[frame + TRIED]
    if state[TECHNIQUES] & LATE_MOVE_REDUCTIONS == 0 or depth < 3 or tried < 2 + in_pv:
        return 0
    plies = REDUCTIONS[min(depth, 63) * 64 + min(tried, 63)]
    plies = max(0, plies - in_pv - state[frame + MOVE_HISTORY] // 6000) if state[frame + QUIET] else plies // 2
    if state[frame + GIVES_CHECK] or state[frame + CHECKED]:
        plies = plies // 2
    return plies
