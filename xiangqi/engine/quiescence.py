"""Quiescence search: the captures are played out before a position is judged."""

from __future__ import annotations

from typing import Final

from xiangqi.core.attacks import in_check
from xiangqi.core.constants import BOTH, KEY, KIND_MASK, MAX_PLY, SIDE, SQUARES
from xiangqi.core.jit import kernel
from xiangqi.core.position import State, key_change
from xiangqi.core.repetition import path_pop, path_push, repetition_status
from xiangqi.engine.evaluate import evaluate
from xiangqi.engine.exchange import EXCHANGE_VALUE
from xiangqi.engine.layout import PV_LENGTHS, SELDEPTH, STOP, TECHNIQUES
from xiangqi.engine.node import (
    count_node,
    extend_pv,
    is_checked,
    remember,
    repetition_score,
    static_value,
    table_cutoff,
)
from xiangqi.engine.ordering import next_move, start_picking
from xiangqi.engine.scores import INFINITY, MATE, from_table
from xiangqi.engine.techniques import DELTA_PRUNING, QUIESCENCE, TT
from xiangqi.engine.transposition import Table, entry_move, entry_score, expect, probe

DELTA_MARGIN: Final = 150  # what a capture may gain beyond its victim


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _capture_or_evasion(state: State, data: int, checked: int) -> int:
    """The table's move if the quiescence search would try it, else 0."""
    move = entry_move(data)
    return move if checked or state[SQUARES + (move & 255)] & BOTH else 0


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
        return repetition_score(state, status, ply)
    if ply >= MAX_PLY - 1 or state[TECHNIQUES] & QUIESCENCE == 0:
        return evaluate(state)
    data = probe(table, state[KEY]) if state[TECHNIQUES] & TT else 0
    if data != 0 and beta - alpha == 1 and table_cutoff(data, alpha, beta, ply):
        return from_table(entry_score(data), ply)
    side = state[SIDE]
    checked = is_checked(state)
    best = -MATE + ply
    first_alpha = alpha
    static = static_value(state, data, checked)
    if checked == 0:
        best = static
        if best >= beta:
            return best
        alpha = max(alpha, best)
    best_move = 0
    floor = static + DELTA_MARGIN if state[TECHNIQUES] & DELTA_PRUNING else INFINITY
    start_picking(state, ply, _capture_or_evasion(state, data, checked), 0)
    below = ply + 1
    while True:
        move = next_move(state, ply, checked)
        if move == 0:
            break
        if checked == 0:
            hoped = floor + EXCHANGE_VALUE[state[SQUARES + (move & 255)] & KIND_MASK]
            if hoped <= alpha:
                best = max(best, hoped)
                continue
        expect(table, state[KEY] ^ key_change(state, move))
        path_push(state, move)
        if in_check(state, side):
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
    remember(state, table, best_move, best, 0, first_alpha, beta, ply, static)
    return best
