"""Quiescence search: captures are searched until the position is quiet."""

from __future__ import annotations

from xiangqi.core.attacks import king_square, leaves_king_attacked
from xiangqi.core.constants import BOTH, KEY, KIND_MASK, MAX_PLY, SIDE, SQUARES
from xiangqi.core.jit import kernel
from xiangqi.core.position import State, key_change, to_square
from xiangqi.core.repetition import path_pop, path_push, repetition_status
from xiangqi.engine.common.layout import PV_LENGTHS, SELDEPTH, STOP, TABLEBASES, TECHNIQUES
from xiangqi.engine.common.parameters import DELTA_MARGIN, QUIET_EVASIONS
from xiangqi.engine.common.scores import INFINITY, MATE, TABLE_BOUND, value_from_tt
from xiangqi.engine.common.techniques import DELTA_PRUNING, QUIESCENCE, SEE_PRUNING, TT
from xiangqi.engine.evaluation.evaluate import evaluate
from xiangqi.engine.search.node import (
    VALUE_NONE,
    count_node,
    extend_pv,
    is_in_check,
    plies_without_capture,
    repetition_score,
    static_eval,
    store_tt,
    tablebase_score,
    tt_cutoff,
)
from xiangqi.engine.search.ordering import init_picker, next_move
from xiangqi.engine.search.see import SEE_VALUE
from xiangqi.engine.search.transposition import (
    Table,
    entry_move,
    entry_pv,
    entry_score,
    prefetch_bucket,
    probe,
)


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _table_move(state: State, entry: int, checked: int) -> int:
    """Return the move of a table entry if the quiescence search may try it, else 0."""
    move = entry_move(entry)
    return move if checked or state[SQUARES + to_square(move)] & BOTH else 0


@kernel("int64(int64[::1], int64[::1], int64, int64, int64)")
def quiescence(  # noqa: C901 - one recursive function: a kernel may only call itself and what stands above
    state: State, table: Table, alpha: int, beta: int, ply: int
) -> int:
    """Return the score of the position after all captures that matter; in check the evasions are searched.

    Args:
        state: restored on return, but for counters, PV row `ply` and pickers.
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
        if score != VALUE_NONE:
            return score
    if state[TABLEBASES] != 0 and plies_without_capture(state) == 0:
        score = tablebase_score(state, ply)
        if score != VALUE_NONE:
            return score
    if ply >= MAX_PLY - 1 or state[TECHNIQUES] & QUIESCENCE == 0:
        return evaluate(state)
    checked = is_in_check(state)
    static = static_eval(state, checked)  # while the table's bucket is on its way
    entry = probe(table, state[KEY]) if state[TECHNIQUES] & TT else 0
    if entry != 0 and beta - alpha == 1 and tt_cutoff(entry, alpha, beta, ply):
        return value_from_tt(entry_score(entry), ply)
    side = state[SIDE]
    king = king_square(state, side)
    best = -INFINITY
    original_alpha = alpha
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
    init_picker(state, ply, _table_move(state, entry, checked), 0)
    below = ply + 1
    while True:
        move = next_move(state, ply, checked)
        if move == 0:
            break
        victim = SEE_VALUE[state[SQUARES + to_square(move)] & KIND_MASK]
        if checked == 0:
            futility = futility_base + victim
            if futility <= alpha:
                best = max(best, futility)
                continue
        elif victim == 0 and best > -TABLE_BOUND and state[TECHNIQUES] & SEE_PRUNING:
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
    store_tt(state, table, best_move, best, 0, original_alpha, beta, ply, entry_pv(entry))
    return best
