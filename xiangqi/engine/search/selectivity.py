"""Selectivity: the conditions of pruning, reductions and extensions. engine.search.search acts on them.

The margins are parameters (engine.common.parameters); every technique has a switch (engine.common.techniques).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import KIND_MASK, SIDE, SQUARES
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import is_pseudo_legal
from xiangqi.core.position import State, to_square
from xiangqi.engine.common import layout as slots
from xiangqi.engine.common import parameters as param
from xiangqi.engine.common import techniques as technique
from xiangqi.engine.common.scores import MATE_BOUND, TABLE_BOUND
from xiangqi.engine.search.node import count_attackers
from xiangqi.engine.search.ordering import is_losing_capture, is_refutation
from xiangqi.engine.search.see import SEE_VALUE, least_valuable_attacker, see_ge
from xiangqi.engine.search.transposition import BOUND_LOWER, entry_bound, entry_depth, entry_move, entry_score

ONE_PLY: Final = 1024  # reductions are counted in 1024ths of a ply
_NULL_MOVE_DEPTH: Final = 2  # the least depth of a null move
_LMR_DEPTH: Final = 3  # the least depth of late move reductions
_MANY_CUTOFFS: Final = 3  # more cutoffs of the children increase reductions
_CAPTURE_FUTILITY_PLIES: Final = 6  # no futility pruning of captures from this reduced depth on
_SEE_PRUNING_DEPTH: Final = 5  # the greatest depth of pruning captures by static exchange


def _build_logarithms() -> npt.NDArray[np.int64]:
    return np.floor(32 * np.log(np.maximum(np.arange(128), 1))).astype(np.int64)


LOGARITHMS: Final = _build_logarithms()
"""int64, shape (128,): 32 times the natural logarithm, 0 for 0."""


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def may_razor(state: State, ply: int, depth: int, alpha: int) -> int:
    """Return 1 if the evaluation is so far below alpha that quiescence search decides (razoring)."""
    evaluation = state[slots.NODE_STACK + ply * slots.NODE_SIZE + slots.NODE_EVAL]
    return (
        state[slots.TECHNIQUES] & technique.RAZORING != 0
        and evaluation + state[param.RAZOR_BASE] + state[param.RAZOR_DEPTH] * depth * depth <= alpha
    )


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def may_reverse_futility(state: State, ply: int, depth: int, beta: int) -> int:
    """Return 1 if the evaluation exceeds beta by a margin that grows with the depth (reverse futility)."""
    node = slots.NODE_STACK + ply * slots.NODE_SIZE
    margin = (
        state[param.REVERSE_MARGIN] * depth
        - state[param.REVERSE_IMPROVING] * state[node + slots.NODE_IMPROVING]
    )
    return (
        state[slots.TECHNIQUES] & technique.REVERSE_FUTILITY != 0
        and depth < state[param.REVERSE_DEPTH]
        and state[node + slots.NODE_TT_PV] == 0
        and state[node + slots.NODE_EVAL] - max(margin, 0) >= beta
    )


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def may_null_move(state: State, ply: int, depth: int, beta: int, cut_node: int) -> int:
    """Return 1 if a null move is worth trying: it is likely to keep the score above beta."""
    node = slots.NODE_STACK + ply * slots.NODE_SIZE
    return (
        state[slots.TECHNIQUES] & technique.NULL_MOVE_PRUNING != 0
        and cut_node != 0
        and depth >= _NULL_MOVE_DEPTH
        and state[node + slots.NODE_EVAL] >= beta
        and state[node + slots.NODE_STATIC_EVAL]
        >= beta + state[param.NULL_MOVE_MARGIN] - state[param.NULL_MOVE_DEPTH_MARGIN] * depth
        and state[slots.LAST_MOVES + ply] != slots.NULL_MOVE
        and count_attackers(state) != 0
    )


@kernel("int64(int64[::1], int64)", inline=True)
def null_move_depth(state: State, depth: int) -> int:
    """Return the depth of the search that follows a null move."""
    return depth - state[param.NULL_MOVE_BASE] - depth // state[param.NULL_MOVE_DIVISOR]


@kernel("int64(int64[::1], int64)", inline=True)
def must_verify_null_move(state: State, depth: int) -> int:
    """Return 1 if a null move that failed high must be verified: at high depth, or where zugzwang is likely."""
    return depth >= state[param.NULL_MOVE_VERIFY_DEPTH] or count_attackers(state) <= 2


@kernel("int64(int64[::1], int64, int64)", inline=True)
def may_be_singular(state: State, ply: int, depth: int) -> int:
    """Return 1 if the table's move may be singular, so that the others are to be searched without it."""
    entry = state[slots.NODE_STACK + ply * slots.NODE_SIZE + slots.NODE_TT_ENTRY]
    tt_move = entry_move(entry)
    return (
        state[slots.TECHNIQUES] & technique.SINGULAR_EXTENSION != 0
        and depth >= state[param.SINGULAR_DEPTH]
        and tt_move != 0
        and entry_depth(entry) >= depth - 3
        and entry_bound(entry) & BOUND_LOWER != 0
        and abs(entry_score(entry)) <= MATE_BOUND
        and ply < 2 * state[slots.ROOT_DEPTH]
        and is_pseudo_legal(state, tt_move) != 0
    )


@kernel("int64(int64[::1], int64, int64)", inline=True)
def check_extension(state: State, ply: int, move: int) -> int:
    """Return 1 if checks are extended and the move just pushed checks with a piece nothing attacks, else 0."""
    return (
        state[slots.TECHNIQUES] & technique.CHECK_EXTENSION != 0
        and state[slots.NODE_STACK + ply * slots.NODE_SIZE + slots.NODE_GIVES_CHECK] != 0
        and least_valuable_attacker(state, to_square(move), state[SIDE]) == 0
    )


@kernel("int64(int64[::1], int64, int64, int64)")
def late_move_reduction(state: State, ply: int, depth: int, in_pv: int) -> int:
    """Return the reduction of a late move, in 1024ths of a ply, as far as it is known before the move."""
    node = slots.NODE_STACK + ply * slots.NODE_SIZE
    tried = min(state[node + slots.NODE_MOVE_COUNT], 127)
    logs = LOGARITHMS[min(depth, 127)] * LOGARITHMS[tried]
    plies = state[param.LMR_BASE] + (logs * state[param.LMR_SCALE] >> 10)
    if in_pv:
        plies -= state[param.LMR_PV]
    if state[node + slots.NODE_TT_PV]:
        plies -= state[param.LMR_TT_PV]
    if state[node + slots.NODE_IMPROVING] == 0:
        plies += state[param.LMR_NOT_IMPROVING]
    return plies


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def may_prune_quiets(state: State, ply: int, depth: int, reduced: int, alpha: int) -> int:
    """Return 1 if this quiet move and those after it can be skipped; the node must not be in check.

    Either many moves have failed already (late move pruning), or the evaluation is too far below alpha for any
    quiet move (futility pruning).
    """
    techniques = state[slots.TECHNIQUES]
    node = slots.NODE_STACK + ply * slots.NODE_SIZE
    if (
        techniques & technique.LATE_MOVE_PRUNING
        and depth < state[param.LMP_DEPTH]
        and state[node + slots.NODE_MOVE_COUNT] + 1
        > (state[param.LMP_BASE] + depth * depth) >> (1 - state[node + slots.NODE_IMPROVING])
    ):
        return 1
    margin = state[param.QUIET_FUTILITY] + state[param.QUIET_FUTILITY_DEPTH] * reduced
    return (
        techniques & technique.FUTILITY != 0
        and alpha < TABLE_BOUND
        and reduced < state[param.QUIET_FUTILITY_PLIES]
        and state[node + slots.NODE_STATIC_EVAL] + margin <= alpha
    )


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)", inline=True)
def may_prune_capture(state: State, ply: int, depth: int, reduced: int, alpha: int, move: int) -> int:
    """Return 1 if a capture can be skipped, by futility pruning or because its exchange loses too much."""
    techniques = state[slots.TECHNIQUES]
    node = slots.NODE_STACK + ply * slots.NODE_SIZE
    victim = SEE_VALUE[state[SQUARES + to_square(move)] & KIND_MASK]
    if (
        techniques & technique.FUTILITY
        and alpha < TABLE_BOUND
        and reduced < _CAPTURE_FUTILITY_PLIES
        and state[node + slots.NODE_IN_CHECK] == 0
        and state[node + slots.NODE_STATIC_EVAL]
        + state[param.CAPTURE_FUTILITY]
        + state[param.CAPTURE_FUTILITY_DEPTH] * reduced
        + victim
        <= alpha
    ):
        return 1
    return (
        techniques & technique.SEE_PRUNING != 0
        and depth <= _SEE_PRUNING_DEPTH
        and is_losing_capture(state, ply)
        and see_ge(state, move, -state[param.CAPTURE_SEE] * depth) == 0
    )


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)")
def reduced_depth(state: State, ply: int, depth: int, full: int, in_pv: int, cut_node: int) -> int:
    """Return the depth of the first search of the late move just pushed; `full` if it is not reduced."""
    node = slots.NODE_STACK + ply * slots.NODE_SIZE
    if (
        state[slots.TECHNIQUES] & technique.LATE_MOVE_REDUCTIONS == 0
        or depth < _LMR_DEPTH
        or state[node + slots.NODE_MOVE_COUNT] < 2 + in_pv
    ):
        return full
    plies = late_move_reduction(state, ply, depth, in_pv)
    if cut_node:
        plies += state[param.LMR_CUT_NODE]
    if state[node + slots.NODE_SIZE + slots.NODE_CUTOFF_COUNT] > _MANY_CUTOFFS:
        plies += state[param.LMR_CUTOFF_COUNT]
    if state[node + slots.NODE_TT_CAPTURE]:
        plies += state[param.LMR_TT_CAPTURE]
    if state[node + slots.NODE_IS_QUIET]:
        plies -= state[node + slots.NODE_MOVE_HISTORY] * state[param.LMR_HISTORY] >> 10
        if is_refutation(state, ply):
            plies -= state[param.LMR_KILLER]
    else:
        plies -= state[param.LMR_CAPTURE]
    if state[node + slots.NODE_GIVES_CHECK] or state[node + slots.NODE_IN_CHECK]:
        plies -= state[param.LMR_CHECK]
    return max(min(full - (plies + ONE_PLY // 2) // ONE_PLY, full), min(full, 1))
