"""Selectivity: which nodes and moves are searched less deep, deeper, or not at all.

All margins and depths are parameters (engine.common.parameters), and each technique has its switch
(engine.common.techniques). The functions answer questions; engine.search.search acts on them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import KIND_MASK, SIDE, SQUARES
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import is_pseudo_legal
from xiangqi.core.position import State, to_square
from xiangqi.engine.common.layout import (
    CHECKED,
    CUTOFFS,
    DATA,
    ESTIMATE,
    FORMER_PV,
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
    TABLE_CAPTURES,
    TECHNIQUES,
    TRIED,
)
from xiangqi.engine.common.parameters import (
    CAPTURE_EXCHANGE,
    CAPTURE_FUTILITY,
    CAPTURE_FUTILITY_DEPTH,
    LATE_BASE,
    LATE_DEPTH,
    NULL_BASE,
    NULL_DEPTH_MARGIN,
    NULL_DIVISOR,
    NULL_MARGIN,
    NULL_VERIFY_DEPTH,
    QUIET_FUTILITY,
    QUIET_FUTILITY_DEPTH,
    QUIET_FUTILITY_PLIES,
    RAZOR_BASE,
    RAZOR_DEPTH,
    REDUCTION_BASE,
    REDUCTION_CAPTURE,
    REDUCTION_CHECK,
    REDUCTION_CUT,
    REDUCTION_CUTOFFS,
    REDUCTION_FORMER_PV,
    REDUCTION_HISTORY,
    REDUCTION_KILLER,
    REDUCTION_NOT_IMPROVING,
    REDUCTION_PV,
    REDUCTION_SCALE,
    REDUCTION_TABLE_CAPTURE,
    REVERSE_DEPTH,
    REVERSE_IMPROVING,
    REVERSE_MARGIN,
    SINGULAR_DEPTH,
)
from xiangqi.engine.common.scores import MATE_BOUND, TABLE_BOUND
from xiangqi.engine.common.techniques import (
    CHECK_EXTENSION,
    EXCHANGE_PRUNING,
    FUTILITY,
    LATE_MOVE_PRUNING,
    LATE_MOVE_REDUCTIONS,
    NULL_MOVE_PRUNING,
    RAZORING,
    REVERSE_FUTILITY,
    SINGULAR,
)
from xiangqi.engine.search.exchange import EXCHANGE_VALUE, weakest_attacker, wins_at_least
from xiangqi.engine.search.node import count_attackers
from xiangqi.engine.search.ordering import is_losing_capture, is_refutation
from xiangqi.engine.search.transposition import LOWER, entry_bound, entry_depth, entry_move, entry_score

ONE_PLY: Final = 1024  # of a reduction


def _build_logarithms() -> npt.NDArray[np.int64]:
    return np.floor(32 * np.log(np.maximum(np.arange(128), 1))).astype(np.int64)


LOGARITHMS: Final = _build_logarithms()
"""int64, shape (128,): 32 times the natural logarithm, 0 for 0."""


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def may_razor(state: State, ply: int, depth: int, alpha: int) -> int:
    """1 when the evaluation is so far below alpha that only captures could still help."""
    estimate = state[LOCALS + ply * LOCALS_SIZE + ESTIMATE]
    return (
        state[TECHNIQUES] & RAZORING != 0
        and estimate + state[RAZOR_BASE] + state[RAZOR_DEPTH] * depth * depth <= alpha
    )


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def fails_high_statically(state: State, ply: int, depth: int, beta: int) -> int:
    """1 for reverse futility: the evaluation exceeds beta by so much that `depth` plies will hardly lose it."""
    frame = LOCALS + ply * LOCALS_SIZE
    margin = state[REVERSE_MARGIN] * depth - state[REVERSE_IMPROVING] * state[frame + IMPROVING]
    return (
        state[TECHNIQUES] & REVERSE_FUTILITY != 0
        and depth < state[REVERSE_DEPTH]
        and state[frame + FORMER_PV] == 0
        and state[frame + ESTIMATE] - max(margin, 0) >= beta
    )


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def may_null_move(state: State, ply: int, depth: int, beta: int, cut_node: int) -> int:
    """1 when it is worth asking whether even a pass keeps the score above beta."""
    frame = LOCALS + ply * LOCALS_SIZE
    return (
        state[TECHNIQUES] & NULL_MOVE_PRUNING != 0
        and cut_node != 0
        and depth >= 2
        and state[frame + ESTIMATE] >= beta
        and state[frame + STATIC] >= beta + state[NULL_MARGIN] - state[NULL_DEPTH_MARGIN] * depth
        and state[LAST_MOVES + ply] != NULL_MOVE
        and count_attackers(state) != 0
    )


@kernel("int64(int64[::1], int64)", inline=True)
def null_move_depth(state: State, depth: int) -> int:
    """Depth of the search that follows a null move."""
    return depth - state[NULL_BASE] - depth // state[NULL_DIVISOR]


@kernel("int64(int64[::1], int64)", inline=True)
def must_verify_null_move(state: State, depth: int) -> int:
    """1 when a null move that fails high has to be confirmed: zugzwang threatens, or much is at stake."""
    return depth >= state[NULL_VERIFY_DEPTH] or count_attackers(state) <= 2


@kernel("int64(int64[::1], int64, int64)", inline=True)
def may_be_singular(state: State, ply: int, depth: int) -> int:
    """1 when the table's move may be so much better than all others that it deserves an extension."""
    data = state[LOCALS + ply * LOCALS_SIZE + DATA]
    table_move = entry_move(data)
    return (
        state[TECHNIQUES] & SINGULAR != 0
        and depth >= state[SINGULAR_DEPTH]
        and table_move != 0
        and entry_depth(data) >= depth - 3
        and entry_bound(data) & LOWER != 0
        and abs(entry_score(data)) <= MATE_BOUND
        and ply < 2 * state[ROOT_DEPTH]
        and is_pseudo_legal(state, table_move) != 0
    )


@kernel("int64(int64[::1], int64, int64)", inline=True)
def check_extension(state: State, ply: int, move: int) -> int:
    """1 when the move just pushed gives check and cannot be taken: the reply is all but forced."""
    return (
        state[TECHNIQUES] & CHECK_EXTENSION != 0
        and state[LOCALS + ply * LOCALS_SIZE + GIVES_CHECK] != 0
        and weakest_attacker(state, to_square(move), state[SIDE]) == 0
    )


@kernel("int64(int64[::1], int64, int64, int64)")
def late_move_reduction(state: State, ply: int, depth: int, in_pv: int) -> int:
    """1024ths of a ply by which a late move is searched less deep, as far as known before it is made."""
    frame = LOCALS + ply * LOCALS_SIZE
    tried = min(state[frame + TRIED], 127)
    logs = LOGARITHMS[min(depth, 127)] * LOGARITHMS[tried]
    plies = state[REDUCTION_BASE] + (logs * state[REDUCTION_SCALE] >> 10)
    if in_pv:
        plies -= state[REDUCTION_PV]
    if state[frame + FORMER_PV]:
        plies -= state[REDUCTION_FORMER_PV]
    if state[frame + IMPROVING] == 0:
        plies += state[REDUCTION_NOT_IMPROVING]
    return plies


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def may_skip_quiets(state: State, ply: int, depth: int, reduced: int, alpha: int) -> int:
    """1 when neither this quiet move nor those after it need be tried, in a node that is not in check.

    So many moves have failed (late move pruning), or no quiet move can make up for what the evaluation lacks
    (futility).
    """
    techniques = state[TECHNIQUES]
    frame = LOCALS + ply * LOCALS_SIZE
    if (
        techniques & LATE_MOVE_PRUNING
        and depth < state[LATE_DEPTH]
        and state[frame + TRIED] + 1 > (state[LATE_BASE] + depth * depth) >> (1 - state[frame + IMPROVING])
    ):
        return 1
    margin = state[QUIET_FUTILITY] + state[QUIET_FUTILITY_DEPTH] * reduced
    return (
        techniques & FUTILITY != 0
        and alpha < TABLE_BOUND
        and reduced < state[QUIET_FUTILITY_PLIES]
        and state[frame + STATIC] + margin <= alpha
    )


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)", inline=True)
def may_prune_capture(state: State, ply: int, depth: int, reduced: int, alpha: int, move: int) -> int:
    """1 when a capture need not be tried: by futility, or because it loses too much."""
    techniques = state[TECHNIQUES]
    frame = LOCALS + ply * LOCALS_SIZE
    victim = EXCHANGE_VALUE[state[SQUARES + to_square(move)] & KIND_MASK]
    if (
        techniques & FUTILITY
        and alpha < TABLE_BOUND
        and reduced < 6
        and state[frame + CHECKED] == 0
        and state[frame + STATIC] + state[CAPTURE_FUTILITY] + state[CAPTURE_FUTILITY_DEPTH] * reduced + victim
        <= alpha
    ):
        return 1
    return (
        techniques & EXCHANGE_PRUNING != 0
        and depth <= 5
        and is_losing_capture(state, ply)
        and wins_at_least(state, move, -state[CAPTURE_EXCHANGE] * depth) == 0
    )


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)")
def reduced_depth(state: State, ply: int, depth: int, full: int, in_pv: int, cut_node: int) -> int:
    """Depth of the first search of the late move just pushed; `full` where it is not reduced."""
    frame = LOCALS + ply * LOCALS_SIZE
    if state[TECHNIQUES] & LATE_MOVE_REDUCTIONS == 0 or depth < 3 or state[frame + TRIED] < 2 + in_pv:
        return full
    plies = late_move_reduction(state, ply, depth, in_pv)
    if cut_node:
        plies += state[REDUCTION_CUT]
    if state[frame + LOCALS_SIZE + CUTOFFS] > 3:
        plies += state[REDUCTION_CUTOFFS]
    if state[frame + TABLE_CAPTURES]:
        plies += state[REDUCTION_TABLE_CAPTURE]
    if state[frame + QUIET]:
        plies -= state[frame + MOVE_HISTORY] * state[REDUCTION_HISTORY] >> 10
        if is_refutation(state, ply):
            plies -= state[REDUCTION_KILLER]
    else:
        plies -= state[REDUCTION_CAPTURE]
    if state[frame + GIVES_CHECK] or state[frame + CHECKED]:
        plies -= state[REDUCTION_CHECK]
    return max(min(full - (plies + ONE_PLY // 2) // ONE_PLY, full), min(full, 1))
