"""The work of the main and the quiescence search at a node besides searching its moves.

These kernels count nodes, score draws and repetitions, probe endgame tables, store results, make null moves and
extend the principal variation.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.chase import cycle_verdict
from xiangqi.core.constants import (
    BOTH,
    CANNON,
    KEY,
    KIND_MASK,
    KNIGHT,
    MAX_PLY,
    MOVE_LIST_SIZE,
    MOVE_STACK,
    PATH_CAPTURES,
    PATH_CHECKS,
    PATH_CLOCKS,
    PATH_KEYS,
    PATH_LENGTH,
    PATH_MOVES,
    PIECES,
    RED,
    ROOK,
    SIDE,
    SQUARES,
)
from xiangqi.core.cxa.classes import classes_verdict
from xiangqi.core.cxa.workspace import LISTS_MADE
from xiangqi.core.jit import kernel
from xiangqi.core.position import State
from xiangqi.core.repetition import ENEMY_CHECKS, OWN_CHECKS, REPEATED, path_cycle
from xiangqi.core.zobrist import SIDE_KEY
from xiangqi.engine.common import layout as slots
from xiangqi.engine.common.scores import (
    FORBIDDEN_BOUND,
    MATE_BOUND,
    REPETITION_BOUND,
    TABLE_BOUND,
    TABLE_WIN,
    value_from_tt,
    value_to_tt,
)
from xiangqi.engine.common.techniques import DRAW_CONTEMPT, PVS, TT
from xiangqi.engine.evaluation.evaluate import evaluate
from xiangqi.engine.search.transposition import (
    BOUND_EXACT,
    BOUND_LOWER,
    BOUND_UPPER,
    Table,
    entry_bound,
    entry_score,
    store,
)
from xiangqi.tables.treeprobe import WDL_DRAW, WDL_LOSS, WDL_WIN, table_bounds

VALUE_NONE: Final = 1 << 20  # no score: the node has to be searched
# Judging by classes may take a tenth of the time: one list of moves for so many nodes. Beyond that a repetition
# counts as a draw, except near the root.
_NODES_FOR_WORK: Final = 24
_FREE_WORK: Final = 4_000
_JUDGED_PLIES: Final = 4

_PASSED: Final = 1 << 10  # stands for a capture, so that no repetition is found across a null move


@kernel("int64(int64[::1])", inline=True)
def count_node(state: State) -> int:
    """Count a node and return 1 when the search must stop, else 0."""
    state[slots.NODES] += 1
    if state[slots.NODES] == state[slots.NODE_LIMIT]:
        state[slots.STOP] = 1
    return state[slots.STOP]


@kernel("int64(int64[::1], int64)", inline=True)
def draw_score(state: State, ply: int) -> int:
    """Return the score of a draw for the side to move: minus the contempt for the side to move at the root."""
    if state[slots.TECHNIQUES] & DRAW_CONTEMPT == 0:
        return 0
    return -state[slots.CONTEMPT] if ply & 1 == 0 else state[slots.CONTEMPT]


@kernel("int64(int64[::1])")
def may_still_deviate(state: State) -> int:
    """Return 1 if the position on top of the path occurred only once before, and that before the root.

    Then the offender can still choose another move; within the tree the search has tried all his moves.
    """
    last = state[PATH_LENGTH] - path_cycle(state)
    if last >= state[slots.ROOT_LENGTH] or state[slots.OCCURRENCES] <= 2:
        return 0
    ply = last - 2
    while ply >= 0 and state[PATH_CAPTURES + ply] == 0 and state[PATH_CAPTURES + ply + 1] == 0:
        if state[PATH_KEYS + ply] == state[KEY]:
            return 0
        ply -= 2
    return 1


@kernel("int64(int64[::1])", inline=True)
def plies_without_capture(state: State) -> int:
    """Return the plies since the last capture, null moves included."""
    return state[PATH_CLOCKS + state[PATH_LENGTH]]


@kernel("int64(int64[::1], int64, int64)")
def repetition_score(state: State, status: int, ply: int) -> int:
    """Return the score of a position that repeats one on the path, VALUE_NONE if the game is not decided yet.

    core.repetition finds perpetual checks. Where the rules forbid more, the referee's kernels judge the
    repetition. A cycle that began before the root and was played only once decides nothing.
    """
    verdict = 0
    if status == REPEATED | OWN_CHECKS:
        verdict = -1
    elif status == REPEATED | ENEMY_CHECKS:
        verdict = 1
    elif status == REPEATED and state[slots.REPETITION_RULE] != slots.BY_NOTHING:
        length = path_cycle(state)
        moves = PATH_MOVES + state[PATH_LENGTH] - length
        if state[slots.REPETITION_RULE] == slots.BY_CHASES:
            verdict = cycle_verdict(state, moves, length)
        elif (
            ply <= _JUDGED_PLIES
            or state[slots.CXA_WORKSPACE + LISTS_MADE] < _FREE_WORK + state[slots.NODES] // _NODES_FOR_WORK
        ):
            verdict = classes_verdict(state, slots.CXA_WORKSPACE, moves, length)
    if verdict == 0:
        return draw_score(state, ply)
    if may_still_deviate(state):
        return VALUE_NONE
    return verdict * (state[slots.REPETITION_SCORE] - ply)


@kernel("int64(int64[::1], int64)")
def tablebase_score(state: State, ply: int) -> int:
    """Return the endgame tables' score for a position after a capture, or VALUE_NONE."""
    bounds = table_bounds(state, state[slots.TABLEBASES], MOVE_STACK + ply * MOVE_LIST_SIZE)
    if bounds == WDL_WIN:
        return TABLE_WIN - ply
    if bounds == WDL_LOSS:
        return ply - TABLE_WIN
    return draw_score(state, ply) if bounds == WDL_DRAW else VALUE_NONE


@kernel("int64(int64, int64, int64)", inline=True)
def tablebase_cutoff(score: int, alpha: int, beta: int) -> int:
    """Return 1 if a score of the endgame tables settles the node.

    Outside the window a mate may still be found.
    """
    if abs(score) <= TABLE_BOUND:
        return 1
    return score >= beta if score > 0 else score <= alpha


@kernel("int64(int64, int64)", inline=True)
def clamp_to_tablebase(score: int, known: int) -> int:
    """Return a score raised to a known table win or lowered to a known table loss; `known` is 0 for neither."""
    if known > 0:
        return max(score, known)
    return min(score, known) if known < 0 else score


@kernel("int64(int64[::1])", inline=True)
def count_attackers(state: State) -> int:
    """Return the number of rooks, knights and cannons of the side to move.

    With few of them zugzwang is likely.
    """
    first = PIECES if state[SIDE] == RED else PIECES + 16
    count = 0
    for slot in range(first + 1, first + 16):
        if state[slot] != 0:
            kind = state[SQUARES + state[slot]] & KIND_MASK
            if kind in (ROOK, CANNON, KNIGHT):
                count += 1
    return count


@kernel("void(int64[::1])", inline=True)
def push_null_move(state: State) -> None:
    """Make a null move and push it on the path."""
    length = state[PATH_LENGTH]
    state[PATH_KEYS + length] = state[KEY]
    state[PATH_CAPTURES + length] = _PASSED
    state[PATH_CHECKS + length] = 0
    state[PATH_MOVES + length] = 0
    state[PATH_CLOCKS + length + 1] = state[PATH_CLOCKS + length] + 1
    state[PATH_LENGTH] = length + 1
    state[KEY] ^= SIDE_KEY
    state[SIDE] ^= BOTH


@kernel("void(int64[::1])", inline=True)
def pop_null_move(state: State) -> None:
    """Take back a null move."""
    state[PATH_LENGTH] -= 1
    state[KEY] ^= SIDE_KEY
    state[SIDE] ^= BOTH


@kernel("void(int64[::1], int64, int64)", inline=True)
def extend_pv(state: State, ply: int, move: int) -> None:
    """Make `move` and the line found below it the principal variation from `ply`."""
    row = slots.PV + ply * MAX_PLY
    below = row + MAX_PLY
    length = state[slots.PV_LENGTHS + ply + 1]
    state[row] = move
    for i in range(length):
        state[row + 1 + i] = state[below + i]
    state[slots.PV_LENGTHS + ply] = length + 1


@kernel("int64(int64, int64, int64, int64)", inline=True)
def tt_cutoff(entry: int, alpha: int, beta: int, ply: int) -> int:
    """Return 1 if the score of a sufficiently deep table entry causes a cutoff in this window."""
    score = value_from_tt(entry_score(entry), ply)
    bound = entry_bound(entry)
    return (
        bound == BOUND_EXACT
        or (bound == BOUND_LOWER and score >= beta)
        or (bound == BOUND_UPPER and score <= alpha)
    )


@kernel("int64(int64[::1], int64)", inline=True)
def static_eval(state: State, checked: int) -> int:
    """Return the static evaluation, EVAL_NONE in check."""
    return slots.EVAL_NONE if checked else evaluate(state)


@kernel("void(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64)", inline=True)
def store_tt(
    state: State,
    table: Table,
    move: int,
    best: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    tt_pv: int,
) -> None:
    """Store the result of a node searched with the window (alpha, beta), unless it depends on the path."""
    by_repetition = REPETITION_BOUND <= abs(best) <= MATE_BOUND or abs(best) > FORBIDDEN_BOUND
    if state[slots.TECHNIQUES] & TT == 0 or by_repetition:
        return
    bound = BOUND_LOWER if best >= beta else (BOUND_EXACT if best > alpha else BOUND_UPPER)
    store(table, state[KEY], move, value_to_tt(best, ply), depth, bound, state[slots.GENERATION], tt_pv, 0)


@kernel("int64(int64[::1])", inline=True)
def is_in_check(state: State) -> int:
    """Return 1 if the last move of the path gave check."""
    return state[PATH_CHECKS + state[PATH_LENGTH] - 1]


@kernel("int64(int64[::1], int64, int64)", inline=True)
def is_pv_node(state: State, alpha: int, beta: int) -> int:
    """Return 1 in a node with an open window. Without PVS all windows are open, and there are no PV nodes."""
    return beta - alpha > 1 and state[slots.TECHNIQUES] & PVS != 0
