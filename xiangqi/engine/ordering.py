"""The order in which a node tries its moves, in stages so that a cutoff spares the later ones.

The table's move comes first, then captures by most valuable victim and least valuable attacker, the two
killers of the ply, and the remaining quiet moves by their history.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    CANNON,
    KIND_MASK,
    KING,
    KNIGHT,
    MOVE_LIST_SIZE,
    MOVE_STACK,
    PAWN,
    ROOK,
    SQUARES,
)
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import CAPTURES, QUIETS, generate, is_pseudo_legal
from xiangqi.core.position import State
from xiangqi.engine.layout import FRAME_SIZE, FRAMES, HISTORY, HISTORY_SIZE, KILLERS, MOVE_SCORES, TECHNIQUES
from xiangqi.engine.techniques import HISTORY_ORDER, KILLER_MOVES

# Slots of a picker's frame.
_STAGE: Final = 0
_NEXT: Final = 1
_END: Final = 2
_TABLE_MOVE: Final = 3

_TRY_TABLE_MOVE: Final = 0
_MAKE_CAPTURES: Final = 1
_TRY_CAPTURES: Final = 2
_TRY_FIRST_KILLER: Final = 3
_TRY_SECOND_KILLER: Final = 4
_MAKE_QUIETS: Final = 5
_TRY_QUIETS: Final = 6

_LISTS: Final = MOVE_SCORES - MOVE_STACK  # from a move's slot to its score's
_HISTORY_MOST: Final = 1 << 14

_RANK_OF_KIND: Final = np.zeros(8, dtype=np.int64)
for _kind, _rank in ((KING, 0), (PAWN, 1), (ADVISOR, 2), (BISHOP, 2), (KNIGHT, 4), (CANNON, 4), (ROOK, 8)):
    _RANK_OF_KIND[_kind] = _rank


@kernel("void(int64[::1], int64, int64)", inline=True)
def start_picking(state: State, ply: int, table_move: int) -> None:
    """Set up the picker of a ply; next_move then gives the moves one by one."""
    frame = FRAMES + ply * FRAME_SIZE
    state[frame + _STAGE] = _TRY_TABLE_MOVE
    state[frame + _TABLE_MOVE] = table_move


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _pick_best(state: State, first: int, end: int) -> int:
    """Swap the highest scored move of state[first:end] to the front and return it."""
    best = first
    for i in range(first + 1, end):
        if state[i + _LISTS] > state[best + _LISTS]:
            best = i
    move = state[best]
    if best != first:
        state[best] = state[first]
        state[first] = move
        state[best + _LISTS] = state[first + _LISTS]
    return move


@kernel("int64(int64[::1], int64)", inline=True)
def _make_captures(state: State, start: int) -> int:
    """Generate and score the captures into the list at `start`; return its end."""
    end = generate(state, start, CAPTURES)
    for i in range(start, end):
        move = state[i]
        victim = _RANK_OF_KIND[state[SQUARES + (move & 255)] & KIND_MASK]
        attacker = _RANK_OF_KIND[state[SQUARES + (move >> 8)] & KIND_MASK]
        state[i + _LISTS] = victim * 16 - attacker
    return end


@kernel("int64(int64[::1], int64)", inline=True)
def _make_quiets(state: State, start: int) -> int:
    """Generate the quiet moves with their history into the list at `start`; return its end."""
    end = generate(state, start, QUIETS)
    for i in range(start, end):
        state[i + _LISTS] = state[HISTORY + state[i]]
    return end


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _is_quiet_candidate(state: State, move: int, table_move: int) -> int:
    """1 when a killer can be tried here: it fits the position, captures nothing, was not tried yet."""
    return (
        move != 0 and move != table_move and state[SQUARES + (move & 255)] == 0 and is_pseudo_legal(state, move)
    )


@kernel("int64(int64[::1], int64, int64, int64, int64)", inline=True)
def _next_of_list(state: State, frame: int, tried: int, tried_second: int, tried_third: int) -> int:
    """The best move left in the list that is none of those already tried, 0 at the end."""
    first = state[frame + _NEXT]
    end = state[frame + _END]
    while first < end:
        move = _pick_best(state, first, end)
        first += 1
        if move != tried and move != tried_second and move != tried_third:
            state[frame + _NEXT] = first
            return move
    state[frame + _NEXT] = first
    return 0


@kernel("int64(int64[::1], int64, int64)")
def next_move(state: State, ply: int, quiets: int) -> int:
    """The next pseudo-legal move of the ply's picker, 0 when there is none left.

    Args:
        state: the ply's frame, its part of MOVE_STACK and MOVE_SCORES are changed.
        ply: start_picking was called for it.
        quiets: 0 to leave out moves that capture nothing.
    """
    frame = FRAMES + ply * FRAME_SIZE
    start = MOVE_STACK + ply * MOVE_LIST_SIZE
    table_move = state[frame + _TABLE_MOVE]
    stage = state[frame + _STAGE]
    if stage == _TRY_TABLE_MOVE:
        state[frame + _STAGE] = _MAKE_CAPTURES
        if table_move != 0 and is_pseudo_legal(state, table_move):
            return table_move
        state[frame + _TABLE_MOVE] = 0
        table_move = 0
        stage = _MAKE_CAPTURES
    if stage == _MAKE_CAPTURES:
        state[frame + _NEXT] = start
        state[frame + _END] = _make_captures(state, start)
        stage = _TRY_CAPTURES
        state[frame + _STAGE] = stage
    if stage == _TRY_CAPTURES:
        move = _next_of_list(state, frame, table_move, 0, 0)
        if move != 0 or quiets == 0:
            return move
        stage = _TRY_FIRST_KILLER
    first_killer = state[KILLERS + 2 * ply]
    second_killer = state[KILLERS + 2 * ply + 1]
    if stage == _TRY_FIRST_KILLER:
        state[frame + _STAGE] = _TRY_SECOND_KILLER
        if _is_quiet_candidate(state, first_killer, table_move):
            return first_killer
        stage = _TRY_SECOND_KILLER
    if stage == _TRY_SECOND_KILLER:
        state[frame + _STAGE] = _MAKE_QUIETS
        if _is_quiet_candidate(state, second_killer, table_move):
            return second_killer
        stage = _MAKE_QUIETS
    if stage == _MAKE_QUIETS:
        state[frame + _NEXT] = start
        state[frame + _END] = _make_quiets(state, start)
        state[frame + _STAGE] = _TRY_QUIETS
    return _next_of_list(state, frame, table_move, first_killer, second_killer)


@kernel("void(int64[::1], int64, int64, int64)", inline=True)
def reward_quiet(state: State, move: int, depth: int, ply: int) -> None:
    """Note a quiet move that refuted its node: history by depth squared, and killer of the ply."""
    if state[TECHNIQUES] & HISTORY_ORDER:
        state[HISTORY + move] += depth * depth
        if state[HISTORY + move] > _HISTORY_MOST:
            for i in range(HISTORY, HISTORY + HISTORY_SIZE):
                state[i] >>= 1
    if state[TECHNIQUES] & KILLER_MOVES and state[KILLERS + 2 * ply] != move:
        state[KILLERS + 2 * ply + 1] = state[KILLERS + 2 * ply]
        state[KILLERS + 2 * ply] = move
