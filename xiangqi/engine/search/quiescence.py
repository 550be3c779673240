"""Quiescence search: the captures are played out before a position is judged."""

from __future__ import annotations

from xiangqi.core.attacks import king_square, leaves_king_attacked
from xiangqi.core.constants import BOTH, KEY, KIND_MASK, MAX_PLY, SIDE, SQUARES
from xiangqi.core.jit import kernel
from xiangqi.core.position import State, key_change, to_square
from xiangqi.core.repetition import path_pop, path_push, repetition_status
from xiangqi.engine.common.layout import PV_LENGTHS, SELDEPTH, STOP, TECHNIQUES, TREE_TABLES
from xiangqi.engine.common.parameters import DELTA_MARGIN, QUIET_EVASIONS
from xiangqi.engine.common.scores import INFINITY, MATE, TABLE_BOUND, from_table
from xiangqi.engine.common.techniques import DELTA_PRUNING, EXCHANGE_PRUNING, QUIESCENCE, TT
from xiangqi.engine.evaluation.evaluate import evaluate
from xiangqi.engine.search.exchange import EXCHANGE_VALUE
from xiangqi.engine.search.node import (
    UNSETTLED,
    count_node,
    extend_pv,
    is_checked,
    plies_without_capture,
    repetition_score,
    static_evaluation,
    store_result,
    table_cutoff,
    table_score,
)
from xiangqi.engine.search.ordering import next_move, start_picking
from xiangqi.engine.search.transposition import (
    Table,
    entry_former_pv,
    entry_move,
    entry_score,
    prefetch_bucket,
    probe,
)


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _table_move(state: State, data: int, checked: int) -> int:
    """The table's move if the quiescence search would try it, else 0."""
    move = entry_move(data)
    return move if checked or state[SQUARES + to_square(move)] & BOTH else 0


@kernel("int64(int64[::1], int64[::1], int64, int64, int64)")
def quiescence(  # noqa: C901 - one recursive function: a kernel may only call itself and what stands above
    state: State, table: Table, alpha: int, beta: int, ply: int
) -> int:
    """Score of the position once the captures are played out; in check every evasion is tried.

    Args:
        state: restored on return, but for counters, PV row `ply` and picker frames.
        table: transposition table; entries are read and written with depth 0.
        alpha, beta: window, alpha < beta.
        ply: distance from the root, below MAX_PLY.
    """
    if count_node(state):
        return 0
    state[SELDEPTH] = max(state[SELDEPTH], ply)
    state[PV_LENGTHS + ply] = 0
    status = repetition_status(state)
    if status != 0:
        score = repetition_score(state, status, ply)
        if score != UNSETTLED:
            return score
    if state[TREE_TABLES] != 0 and plies_without_capture(state) == 0:
        score = table_score(state, ply)
        if score != UNSETTLED:
            return score
    if ply >= MAX_PLY - 1 or state[TECHNIQUES] & QUIESCENCE == 0:
        return evaluate(state)
    checked = is_checked(state)
    static = static_evaluation(state, checked)  # while the table's bucket is on its way
    data = probe(table, state[KEY]) if state[TECHNIQUES] & TT else 0
    if data != 0 and beta - alpha == 1 and table_cutoff(data, alpha, beta, ply):
        return from_table(entry_score(data), ply)
    side = state[SIDE]
    king = king_square(state, side)
    best = -INFINITY
    first_alpha = alpha
    futility_base = INFINITY
    if checked == 0:
        best = static
        if best >= beta:
            return best
        alpha = max(alpha, best)
        if state[TECHNIQUES] & DELTA_PRUNING:
            futility_base = best + state[DELTA_MARGIN]
    best_move = 0
    quiets = 0
    start_picking(state, ply, _table_move(state, data, checked), 0)
    below = ply + 1
    while True:
        move = next_move(state, ply, checked)
        if move == 0:
            break
        victim = EXCHANGE_VALUE[state[SQUARES + to_square(move)] & KIND_MASK]
        if checked == 0:
            futility = futility_base + victim
            if futility <= alpha:
                best = max(best, futility)
                continue
        elif victim == 0 and best > -TABLE_BOUND and state[TECHNIQUES] & EXCHANGE_PRUNING:
            if quiets >= state[QUIET_EVASIONS]:
                break
            quiets += 1
        prefetch_bucket(table, state[KEY] ^ key_change(state, move))
        path_push(state, move)
        if leaves_king_attacked(state, side, king, checked, move):
            path_pop(state, move)
            continue
        score = -quiescence(state, table, -beta, -alpha, below)
        path_pop(state, move)
        if state[STOP]:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                extend_pv(state, ply, move)
                if score >= beta:
                    break
    if best == -INFINITY:
        best = -MATE + ply
    store_result(state, table, best_move, best, 0, first_alpha, beta, ply, entry_former_pv(data))
    return best
