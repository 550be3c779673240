"""The move picker: it gives the moves of a node in stages, so that a cutoff saves the later ones.

The move of the transposition table comes first, then captures by most valuable victim and least valuable
attacker (MVV-LVA), the two killers of the ply, the countermove, the other quiet moves by their history, and
last the captures that lose material.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from xiangqi.core.attacks import may_give_check
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    CANNON,
    CODE_MASK,
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
from xiangqi.core.position import State, from_square, to_square
from xiangqi.core.slots import SlotAllocator
from xiangqi.engine.common.layout import (
    COUNTERMOVES,
    KILLERS,
    LAST_MOVES,
    NULL_MOVE,
    PICKER_SIZE,
    PICKERS,
    TECHNIQUES,
)
from xiangqi.engine.common.techniques import COUNTERMOVE, KILLER_MOVES, MVV_LVA, SEE
from xiangqi.engine.search.history import continuation_1_row, continuation_2_row, quiet_history, reward
from xiangqi.engine.search.see import SEE_VALUE, see_ge

# Slots of a picker, counted from the beginning of its part of PICKERS.
_slot = SlotAllocator().reserve
_PICKER_STAGE: Final = _slot("_PICKER_STAGE")
_PICKER_NEXT: Final = _slot("_PICKER_NEXT")
_PICKER_END: Final = _slot("_PICKER_END")
_PICKER_TT_MOVE: Final = _slot("_PICKER_TT_MOVE")
_PICKER_COUNTERMOVE: Final = _slot("_PICKER_COUNTERMOVE")
_PICKER_LOSING_END: Final = _slot("_PICKER_LOSING_END")

# Stages, in their order. Lists are generated when they are first needed.
_TT_MOVE: Final = 0
_GENERATE_CAPTURES: Final = 1
_CAPTURES: Final = 2
_FIRST_KILLER: Final = 3
_SECOND_KILLER: Final = 4
_COUNTERMOVE: Final = 5
_GENERATE_QUIETS: Final = 6
_QUIETS: Final = 7
_LOSING_CAPTURES: Final = 8

# The moves that next_move gives.
WINNING_CAPTURES: Final = 0  # captures that lose nothing
ALL_QUIETS: Final = 1  # everything
POSSIBLE_CHECKS: Final = 2  # everything but the generated quiet moves that cannot give check

# A scored move: the score from bit 32 on, then the distance of its slot from the last, then the move.
_SLOT_SHIFT: Final = 16
_SCORE_SHIFT: Final = 32
_MOVE_MASK: Final = 0xFFFF
_LAST_SLOT: Final = 0xFFFF  # at least that of MOVE_STACK

_RANK_OF_KIND: Final = np.zeros(8, dtype=np.int64)
for _kind, _rank in ((KING, 0), (PAWN, 1), (ADVISOR, 2), (BISHOP, 2), (KNIGHT, 4), (CANNON, 4), (ROOK, 8)):
    _RANK_OF_KIND[_kind] = _rank


@kernel("void(int64[::1], int64, int64, int64)", inline=True)
def init_picker(state: State, ply: int, tt_move: int, countermove: int) -> None:
    """Set up the picker of a ply; next_move then gives the moves one by one."""
    picker = PICKERS + ply * PICKER_SIZE
    state[picker + _PICKER_STAGE] = _TT_MOVE
    state[picker + _PICKER_TT_MOVE] = tt_move
    state[picker + _PICKER_COUNTERMOVE] = countermove


@kernel("int64(int64, int64, int64)", inline=True)
def _scored_move(score: int, slot: int, move: int) -> int:
    """Return a move packed with its score and slot, so that the maximum of a list is its best, first move."""
    return score << _SCORE_SHIFT | _LAST_SLOT - slot << _SLOT_SHIFT | move


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _take_best(state: State, first: int, end: int) -> int:
    """Return the best move of state[first:end] and put the first one in its place."""
    top = state[first]
    for i in range(first + 1, end):
        top = max(top, state[i])
    best = _LAST_SLOT - (top >> _SLOT_SHIFT & _LAST_SLOT)
    state[best] = state[first] - (best - first << _SLOT_SHIFT)
    return top & _MOVE_MASK


@kernel("int64(int64[::1], int64)", inline=True)
def _make_captures(state: State, start: int) -> int:
    """Generate and score the captures into the list at `start`; return its end."""
    end = generate(state, start, CAPTURES)
    for i in range(start, end):
        move = state[i]
        score = 0
        if state[TECHNIQUES] & MVV_LVA:
            victim = _RANK_OF_KIND[state[SQUARES + to_square(move)] & KIND_MASK]
            score = victim * 16 - _RANK_OF_KIND[state[SQUARES + from_square(move)] & KIND_MASK]
        state[i] = _scored_move(score, i, move)
    return end


@kernel("int64(int64[::1], int64)", inline=True)
def _make_quiets(state: State, start: int) -> int:
    """Generate the quiet moves, scored by their history, into the list at `start`; return its end."""
    end = generate(state, start, QUIETS)
    continuation_1, continuation_2 = continuation_1_row(state), continuation_2_row(state)
    for i in range(start, end):
        state[i] = _scored_move(quiet_history(state, state[i], continuation_1, continuation_2), i, state[i])
    return end


@kernel("int64(int64[::1], int64)", inline=True)
def is_playable_quiet(state: State, move: int) -> int:
    """Return 1 if a move from another node is pseudo-legal here and captures nothing, else 0."""
    return move != 0 and state[SQUARES + to_square(move)] == 0 and is_pseudo_legal(state, move)


@kernel("int64(int64[::1], int64)", inline=True)
def _loses_material(state: State, move: int) -> int:
    """Return 1 if a capture loses material by static exchange, else 0."""
    if state[TECHNIQUES] & SEE == 0:
        return 0
    victim = SEE_VALUE[state[SQUARES + to_square(move)] & KIND_MASK]
    attacker = SEE_VALUE[state[SQUARES + from_square(move)] & KIND_MASK]
    return victim < attacker and see_ge(state, move, 0) == 0


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _next_capture(state: State, picker: int, tt_move: int) -> int:
    """Return the best capture left that does not lose material, 0 at the end; losing ones are put aside."""
    first = state[picker + _PICKER_NEXT]
    end = state[picker + _PICKER_END]
    while first < end:
        move = _take_best(state, first, end)
        first += 1
        if move == tt_move:
            continue
        if _loses_material(state, move):
            state[state[picker + _PICKER_LOSING_END]] = move
            state[picker + _PICKER_LOSING_END] += 1
            continue
        state[picker + _PICKER_NEXT] = first
        return move
    state[picker + _PICKER_NEXT] = first
    return 0


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)", inline=True)
def _next_quiet(
    state: State, picker: int, tt_move: int, first_killer: int, second_killer: int, wanted: int
) -> int:
    """Return the best quiet move left that no earlier stage has returned, or 0."""
    first = state[picker + _PICKER_NEXT]
    end = state[picker + _PICKER_END]
    countermove = state[picker + _PICKER_COUNTERMOVE]
    while first < end:
        if wanted == POSSIBLE_CHECKS:  # they are few, so sorting them does not pay
            move = state[first] & _MOVE_MASK
            first += 1
            if may_give_check(state, move) == 0:
                continue
        else:
            move = _take_best(state, first, end)
            first += 1
        if move != tt_move and move != first_killer and move != second_killer and move != countermove:
            state[picker + _PICKER_NEXT] = first
            return move
    state[picker + _PICKER_NEXT] = first
    return 0


@kernel("int64(int64[::1], int64, int64)")
def next_move(state: State, ply: int, wanted: int) -> int:  # noqa: C901 - one branch a stage, in their order
    """Return the next pseudo-legal move of the ply's picker, 0 when there is none left.

    Args:
        state: the picker of the ply and its part of MOVE_STACK are changed.
        ply: init_picker was called for it.
        wanted: WINNING_CAPTURES, ALL_QUIETS or POSSIBLE_CHECKS.
    """
    picker = PICKERS + ply * PICKER_SIZE
    start = MOVE_STACK + ply * MOVE_LIST_SIZE
    stage = state[picker + _PICKER_STAGE]
    if stage == _TT_MOVE:
        tt_move = state[picker + _PICKER_TT_MOVE]
        stage = _GENERATE_CAPTURES
        if tt_move != 0 and is_pseudo_legal(state, tt_move):
            state[picker + _PICKER_STAGE] = stage
            return tt_move
        state[picker + _PICKER_TT_MOVE] = 0
    if stage == _GENERATE_CAPTURES:
        state[picker + _PICKER_NEXT] = start
        state[picker + _PICKER_LOSING_END] = start
        state[picker + _PICKER_END] = _make_captures(state, start)
        stage = _CAPTURES
        state[picker + _PICKER_STAGE] = stage
    tt_move = state[picker + _PICKER_TT_MOVE]
    if stage == _CAPTURES:
        move = _next_capture(state, picker, tt_move)
        if move != 0 or wanted == WINNING_CAPTURES:
            return move
        stage = _FIRST_KILLER
    first_killer = state[KILLERS + 2 * ply]
    second_killer = state[KILLERS + 2 * ply + 1]
    if stage == _FIRST_KILLER:
        stage = _SECOND_KILLER
        if first_killer != tt_move and is_playable_quiet(state, first_killer):
            state[picker + _PICKER_STAGE] = stage
            return first_killer
    if stage == _SECOND_KILLER:
        stage = _COUNTERMOVE
        if second_killer != tt_move and is_playable_quiet(state, second_killer):
            state[picker + _PICKER_STAGE] = stage
            return second_killer
    if stage == _COUNTERMOVE:
        stage = _GENERATE_QUIETS
        move = state[picker + _PICKER_COUNTERMOVE]
        if (
            move != tt_move
            and move != first_killer
            and move != second_killer
            and is_playable_quiet(state, move)
        ):
            state[picker + _PICKER_STAGE] = stage
            return move
    if stage == _GENERATE_QUIETS:
        state[picker + _PICKER_NEXT] = state[picker + _PICKER_LOSING_END]
        state[picker + _PICKER_END] = _make_quiets(state, state[picker + _PICKER_LOSING_END])
        stage = _QUIETS
        state[picker + _PICKER_STAGE] = stage
    if stage == _QUIETS:
        move = _next_quiet(state, picker, tt_move, first_killer, second_killer, wanted)
        if move != 0:
            return move
        state[picker + _PICKER_STAGE] = _LOSING_CAPTURES
        state[picker + _PICKER_NEXT] = start
    first = state[picker + _PICKER_NEXT]
    if first == state[picker + _PICKER_LOSING_END]:
        return 0
    state[picker + _PICKER_NEXT] = first + 1
    return state[first]


@kernel("int64(int64[::1], int64)", inline=True)
def is_losing_capture(state: State, ply: int) -> int:
    """Return 1 if the last move of next_move is a capture that loses material, else 0."""
    return state[PICKERS + ply * PICKER_SIZE + _PICKER_STAGE] == _LOSING_CAPTURES


@kernel("int64(int64[::1], int64)", inline=True)
def is_refutation(state: State, ply: int) -> int:
    """Return 1 if the last move of next_move is a killer or the countermove, else 0."""
    stage = state[PICKERS + ply * PICKER_SIZE + _PICKER_STAGE]
    return _FIRST_KILLER < stage <= _GENERATE_QUIETS


@kernel("int64(int64[::1], int64)", inline=True)
def _countermove_slot(state: State, ply: int) -> int:
    """Return the slot of the countermove to the move that led to `ply`, 0 at the root and after a null move."""
    last = state[LAST_MOVES + ply]
    if last <= NULL_MOVE:
        return 0
    return COUNTERMOVES + ((state[SQUARES + to_square(last)] & CODE_MASK) << 8 | to_square(last))


@kernel("int64(int64[::1], int64)", inline=True)
def countermove_of(state: State, ply: int) -> int:
    """Return the countermove to the move that led to `ply`, 0 if there is none."""
    slot = _countermove_slot(state, ply)
    return state[slot] if slot != 0 else 0


@kernel("void(int64[::1], int64, int64, int64)", inline=True)
def update_quiet_stats(state: State, move: int, depth: int, ply: int) -> None:
    """Update history, killers and countermoves with a quiet move that caused a beta cutoff."""
    reward(state, move, depth)
    if state[TECHNIQUES] & KILLER_MOVES and state[KILLERS + 2 * ply] != move:
        state[KILLERS + 2 * ply + 1] = state[KILLERS + 2 * ply]
        state[KILLERS + 2 * ply] = move
    if state[TECHNIQUES] & COUNTERMOVE:
        slot = _countermove_slot(state, ply)
        if slot != 0:
            state[slot] = move
