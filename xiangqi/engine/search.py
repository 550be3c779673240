"""Alpha-beta search over the state array. All scores are from the view of the side to move.

The two recursive functions promise the same: the returned score s is exact when alpha < s < beta, else a
bound (s <= alpha: at most s; s >= beta: at least s). When STOP is set they return at once with a score that
means nothing; the caller must look at STOP before using it.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.attacks import in_check
from xiangqi.core.constants import (
    BOTH,
    CANNON,
    KEY,
    KIND_MASK,
    KNIGHT,
    MAX_PLY,
    PATH_CAPTURES,
    PATH_CHECKS,
    PATH_KEYS,
    PATH_LENGTH,
    PIECES,
    RED,
    ROOK,
    SIDE,
    SQUARES,
)
from xiangqi.core.jit import kernel
from xiangqi.core.position import State
from xiangqi.core.repetition import ENEMY_CHECKS, OWN_CHECKS, REPEATED, path_pop, path_push, repetition_status
from xiangqi.core.zobrist import SIDE_KEY
from xiangqi.engine.evaluate import evaluate
from xiangqi.engine.layout import (
    CONTEMPT,
    GENERATION,
    LAST_MOVES,
    NODE_LIMIT,
    NODES,
    NULL_MOVE,
    PV,
    PV_LENGTHS,
    ROOT_COUNT,
    ROOT_MOVES,
    SELDEPTH,
    STOP,
    TECHNIQUES,
)
from xiangqi.engine.ordering import next_move, reward_quiet, start_picking
from xiangqi.engine.scores import (
    INFINITY,
    MATE,
    MATE_BOUND,
    REPETITION_BOUND,
    REPETITION_LOSS,
    from_table,
    to_table,
)
from xiangqi.engine.techniques import CHECK_EXTENSION, MATE_DISTANCE, NULL_MOVE_PRUNING, PVS, TT
from xiangqi.engine.transposition import (
    EXACT,
    LOWER,
    UPPER,
    Table,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    probe,
    store,
)

NATURAL_LIMIT: Final = 120  # plies without a capture after which the game is drawn
_PASSED: Final = 1 << 10  # stands for a capture on the path: nothing repeats across a null move
_SIGNATURE: Final = "int64(int64[::1], int64[::1], int64, int64, int64, int64, int64)"


@kernel("int64(int64[::1])", inline=True)
def _count_node(state: State) -> int:
    """Count a node; 1 when the search must stop."""
    state[NODES] += 1
    if state[NODES] == state[NODE_LIMIT]:
        state[STOP] = 1
    return state[STOP]


@kernel("int64(int64[::1], int64)", inline=True)
def _draw_score(state: State, ply: int) -> int:
    """Score of a draw for the side to move: the side that moves at the root wants it less by the contempt."""
    return -state[CONTEMPT] if ply & 1 == 0 else state[CONTEMPT]


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _repetition_score(state: State, status: int, ply: int) -> int:
    """Score of a position that repeats one on the path, by the statuses of core.repetition."""
    if status == REPEATED | OWN_CHECKS:
        return -REPETITION_LOSS + ply
    if status == REPEATED | ENEMY_CHECKS:
        return REPETITION_LOSS - ply
    return _draw_score(state, ply)


@kernel("int64(int64[::1])", inline=True)
def _has_attackers(state: State) -> int:
    """1 when the side to move has a chariot, horse or cannon: without them passing may be its best move."""
    first = PIECES if state[SIDE] == RED else PIECES + 16
    for slot in range(first + 1, first + 16):
        if state[slot] != 0:
            kind = state[SQUARES + state[slot]] & KIND_MASK
            if kind in (ROOK, CANNON, KNIGHT):
                return 1
    return 0


@kernel("void(int64[::1])", inline=True)
def _pass_push(state: State) -> None:
    """Let the side to move pass, on the path."""
    length = state[PATH_LENGTH]
    state[PATH_KEYS + length] = state[KEY]
    state[PATH_CAPTURES + length] = _PASSED
    state[PATH_CHECKS + length] = 0
    state[PATH_LENGTH] = length + 1
    state[KEY] ^= SIDE_KEY
    state[SIDE] ^= BOTH


@kernel("void(int64[::1])", inline=True)
def _pass_pop(state: State) -> None:
    """Take back a pass."""
    state[PATH_LENGTH] -= 1
    state[KEY] ^= SIDE_KEY
    state[SIDE] ^= BOTH


@kernel("void(int64[::1], int64, int64)", inline=True)
def _extend_pv(state: State, ply: int, move: int) -> None:
    """Make `move` and the line found below it the principal variation from `ply`."""
    row = PV + ply * MAX_PLY
    below = row + MAX_PLY
    length = state[PV_LENGTHS + ply + 1]
    state[row] = move
    for i in range(length):
        state[row + 1 + i] = state[below + i]
    state[PV_LENGTHS + ply] = length + 1


@kernel("int64(int64[::1], int64[::1], int64, int64, int64)")
def _quiescence(state: State, table: Table, alpha: int, beta: int, ply: int) -> int:  # noqa: C901
    """Score of the position once the captures are played out; in check every evasion is tried.

    Args:
        state: restored on return, but for counters, PV row `ply` and picker frames.
        table: read and not written.
        alpha, beta: window, alpha < beta.
        ply: distance from the root, below MAX_PLY.
    """
    if _count_node(state):
        return 0
    if ply > state[SELDEPTH]:
        state[SELDEPTH] = ply
    state[PV_LENGTHS + ply] = 0
    status = repetition_status(state)
    if status != 0:
        return _repetition_score(state, status, ply)
    if ply >= MAX_PLY - 1:
        return evaluate(state)
    side = state[SIDE]
    checked = state[PATH_CHECKS + state[PATH_LENGTH] - 1]
    best = -MATE + ply
    if checked == 0:
        best = evaluate(state)
        if best >= beta:
            return best
        alpha = max(alpha, best)
    start_picking(state, ply, 0)
    below = ply + 1
    while True:
        move = next_move(state, ply, checked)
        if move == 0:
            return best
        path_push(state, move)
        if in_check(state, side):
            path_pop(state, move)
            continue
        score = -_quiescence(state, table, -beta, -alpha, below)
        path_pop(state, move)
        if state[STOP]:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                _extend_pv(state, ply, move)
                if score >= beta:
                    return best


@kernel("int64(int64, int64, int64, int64)", inline=True)
def _table_cutoff(data: int, alpha: int, beta: int, ply: int) -> int:
    """1 when the stored score, deep enough, settles the node for this window."""
    score = from_table(entry_score(data), ply)
    bound = entry_bound(data)
    return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)


@kernel(_SIGNATURE)
def _search(  # noqa: C901 - one recursive function: a kernel may only call itself and what stands above it
    state: State, table: Table, alpha: int, beta: int, depth: int, ply: int, clock: int
) -> int:
    """Score of the position searched `depth` plies deep (see the module's promise).

    Args:
        state: restored on return, but for counters, killers, history, PV row `ply` and picker frames.
        table: transposition table; entries are read and written.
        alpha, beta: window, alpha < beta.
        depth: plies left; at 0 or less the quiescence search takes over.
        ply: distance from the root, 1 or more.
        clock: plies without a capture up to this node.
    """
    if depth <= 0:
        return _quiescence(state, table, alpha, beta, ply)
    if _count_node(state):
        return 0
    state[PV_LENGTHS + ply] = 0
    status = repetition_status(state)
    if status != 0:
        return _repetition_score(state, status, ply)
    if clock >= NATURAL_LIMIT:
        return _draw_score(state, ply)
    if ply >= MAX_PLY - 1:
        return evaluate(state)
    # No line from here can be better than mating at once or worse than being mated already.
    if state[TECHNIQUES] & MATE_DISTANCE:
        alpha = max(alpha, -MATE + ply)
        beta = min(beta, MATE - ply - 1)
        if alpha >= beta:
            return alpha

    key = state[KEY]
    in_pv = beta - alpha > 1
    data = probe(table, key) if state[TECHNIQUES] & TT else 0
    table_move = 0
    if data != 0:
        table_move = entry_move(data)
        if in_pv == 0 and entry_depth(data) >= depth and _table_cutoff(data, alpha, beta, ply):
            return from_table(entry_score(data), ply)

    side = state[SIDE]
    checked = state[PATH_CHECKS + state[PATH_LENGTH] - 1]
    static = evaluate(state)
    below = ply + 1
    aged = clock + 1
    if (
        state[TECHNIQUES] & NULL_MOVE_PRUNING
        and in_pv == 0
        and checked == 0
        and depth >= 2
        and static >= beta
        and beta < REPETITION_BOUND
        and state[LAST_MOVES + ply] != NULL_MOVE
        and _has_attackers(state)
    ):
        _pass_push(state)
        state[LAST_MOVES + below] = NULL_MOVE
        reduced = depth - 3
        score = -_search(state, table, -beta, 1 - beta, reduced, below, aged)
        _pass_pop(state)
        if state[STOP]:
            return 0
        if score >= beta:
            return min(score, REPETITION_BOUND)

    best = -MATE + ply
    best_move = 0
    first_alpha = alpha
    tried = 0
    start_picking(state, ply, table_move)
    while True:
        move = next_move(state, ply, depth)  # depth is not 0: quiet moves too
        if move == 0:
            break
        quiet = state[SQUARES + (move & 255)] == 0
        gives_check = path_push(state, move)
        if in_check(state, side):
            path_pop(state, move)
            continue
        state[LAST_MOVES + below] = move
        deeper = depth - 1 + (gives_check if state[TECHNIQUES] & CHECK_EXTENSION else 0)
        age = aged if quiet else aged - aged
        tried += 1
        if tried == 1 or state[TECHNIQUES] & PVS == 0:
            score = -_search(state, table, -beta, -alpha, deeper, below, age)
        else:
            score = -_search(state, table, -alpha - 1, -alpha, deeper, below, age)
            if alpha < score < beta:
                score = -_search(state, table, -beta, -alpha, deeper, below, age)
        path_pop(state, move)
        if state[STOP]:
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                alpha = score
                _extend_pv(state, ply, move)
                if score >= beta:
                    if quiet:
                        reward_quiet(state, move, depth, ply)
                    break

    path_dependent = REPETITION_BOUND <= abs(best) <= MATE_BOUND
    if not path_dependent and state[TECHNIQUES] & TT:
        bound = LOWER if best >= beta else (EXACT if best > first_alpha else UPPER)
        store(table, key, best_move, to_table(best, ply), depth, bound, state[GENERATION], static)
    return best


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64)")
def search_root(state: State, table: Table, alpha: int, beta: int, depth: int, clock: int) -> int:
    """Search the moves of ROOT_MOVES `depth` plies deep and return the best score.

    Args:
        state: the move that raised alpha last is brought to the front of ROOT_MOVES, PV row 0 begins with
            it; otherwise as in _search.
        table: transposition table; entries are read and written.
        alpha, beta: window, alpha < beta.
        depth: plies, 1 or more.
        clock: plies without a capture up to the root.

    When STOP is set on return, PV row 0 holds the best line of the moves that were finished, and is empty
    (PV_LENGTHS 0) if there was none.
    """
    best = -INFINITY
    ply = 0
    below = ply + 1
    state[PV_LENGTHS] = 0
    state[LAST_MOVES] = 0
    aged = clock + 1
    for i in range(state[ROOT_COUNT]):
        move = state[ROOT_MOVES + i]
        age = aged if state[SQUARES + (move & 255)] == 0 else aged - aged
        gives_check = path_push(state, move)
        state[LAST_MOVES + below] = move
        deeper = depth - 1 + (gives_check if state[TECHNIQUES] & CHECK_EXTENSION else 0)
        if i == 0 or state[TECHNIQUES] & PVS == 0:
            score = -_search(state, table, -beta, -alpha, deeper, below, age)
        else:
            score = -_search(state, table, -alpha - 1, -alpha, deeper, below, age)
            if alpha < score < beta and state[STOP] == 0:
                score = -_search(state, table, -beta, -alpha, deeper, below, age)
        path_pop(state, move)
        if state[STOP]:
            break
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                _extend_pv(state, ply, move)
                for j in range(i, 0, -1):
                    state[ROOT_MOVES + j] = state[ROOT_MOVES + j - 1]
                state[ROOT_MOVES] = move
                if score >= beta:
                    break
    return best
