"""Alpha-beta search over the state array. All scores are from the view of the side to move.

The two recursive functions promise the same: the returned score s is exact when alpha < s < beta, else a
bound (s <= alpha: at most s; s >= beta: at least s). When STOP is set they return at once with a score that
means nothing; the caller must look at STOP before using it.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.attacks import in_check
from xiangqi.core.constants import KEY, MAX_PLY, SIDE, SQUARES
from xiangqi.core.jit import kernel
from xiangqi.core.position import State, key_change
from xiangqi.core.repetition import path_pop, path_push, repetition_status
from xiangqi.engine.evaluate import evaluate
from xiangqi.engine.exchange import wins_at_least
from xiangqi.engine.layout import (
    CHECKED,
    DATA,
    EXCLUDED,
    GIVES_CHECK,
    HISTORY,
    IMPROVING,
    LAST_MOVES,
    LOCALS,
    LOCALS_SIZE,
    MOVE_HISTORY,
    NATURAL_LIMIT,
    NULL_MOVE,
    PV_LENGTHS,
    QUIET,
    QUIETS_END,
    ROOT_COUNT,
    ROOT_DEPTH,
    ROOT_MOVES,
    STATIC,
    STOP,
    TECHNIQUES,
    TRIED,
    TRIED_QUIETS,
    TRIED_SIZE,
)
from xiangqi.engine.node import (
    UNSETTLED,
    count_node,
    draw_score,
    extend_pv,
    is_checked,
    is_pv,
    pass_pop,
    pass_push,
    remember,
    repetition_score,
    static_value,
    table_cutoff,
)
from xiangqi.engine.ordering import (
    blame_quiets,
    countermove_of,
    is_trying_losing,
    next_move,
    reward_quiet,
    skip_quiets,
    start_picking,
)
from xiangqi.engine.quiescence import quiescence
from xiangqi.engine.scores import INFINITY, MATE, REPETITION_BOUND, from_table
from xiangqi.engine.selectivity import (
    depth_after_pass,
    deserves_a_ply,
    hangs_below,
    is_late,
    may_be_singular,
    may_pass,
    must_verify_pass,
    reduction_of,
    stands_above,
)
from xiangqi.engine.techniques import INTERNAL_REDUCTION, MATE_DISTANCE, PVS, TT
from xiangqi.engine.transposition import Table, entry_depth, entry_move, entry_score, expect, probe

_SIGNATURE: Final = "int64(int64[::1], int64[::1], int64, int64, int64, int64, int64)"


@kernel(_SIGNATURE)
def _settle(  # noqa: C901 - one reason after another, each a line or two
    state: State, table: Table, alpha: int, beta: int, depth: int, ply: int, clock: int
) -> int:
    """Score of a node that needs no search of its moves, else UNSETTLED with the ply's LOCALS filled in."""
    if count_node(state):
        return 0
    state[PV_LENGTHS + ply] = 0
    status = repetition_status(state)
    if status != 0:
        return repetition_score(state, status, ply)
    if clock >= state[NATURAL_LIMIT]:
        return draw_score(state, ply)
    if ply >= MAX_PLY - 1:
        return evaluate(state)
    # No line from here can be better than mating at once or worse than being mated already.
    if state[TECHNIQUES] & MATE_DISTANCE:
        if alpha >= MATE - ply - 1:
            return MATE - ply - 1
        if beta <= -MATE + ply:
            return -MATE + ply
    in_pv = is_pv(state, alpha, beta)
    excluded = state[EXCLUDED + ply]
    data = probe(table, state[KEY]) if state[TECHNIQUES] & TT and excluded == 0 else 0
    if data != 0 and in_pv == 0 and entry_depth(data) >= depth and table_cutoff(data, alpha, beta, ply):
        return from_table(entry_score(data), ply)
    frame = LOCALS + ply * LOCALS_SIZE
    checked = is_checked(state)
    static = static_value(state, data, checked)
    state[frame + DATA] = data
    state[frame + CHECKED] = checked
    state[frame + STATIC] = static
    state[frame + TRIED] = 0
    state[frame + QUIETS_END] = TRIED_QUIETS + ply * TRIED_SIZE
    state[frame + IMPROVING] = 1 if ply >= 2 and static > state[frame - 2 * LOCALS_SIZE + STATIC] else 0
    state[EXCLUDED + ply + 1] = 0
    if in_pv or checked or excluded != 0 or abs(beta) >= REPETITION_BOUND:
        return UNSETTLED
    if stands_above(state, ply, depth, static, beta):
        return static
    if hangs_below(state, depth, static, alpha):
        score = quiescence(state, table, alpha, beta, ply)
        if score <= alpha:
            return score
        state[PV_LENGTHS + ply] = 0
    return UNSETTLED


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64)")
def _push_next(state: State, table: Table, ply: int, depth: int, alpha: int, best: int, in_pv: int) -> int:
    """Push the next move of the ply worth searching and return it, 0 when there is none left.

    The ply's LOCALS describe the move: QUIET, GIVES_CHECK, MOVE_HISTORY, and TRIED counts it.
    """
    frame = LOCALS + ply * LOCALS_SIZE
    side = state[SIDE]
    may_prune = in_pv == 0 and best > -REPETITION_BOUND
    while True:
        move = next_move(state, ply, 1)
        if move == 0:
            return 0
        if move == state[EXCLUDED + ply]:
            continue
        quiet = 1 if state[SQUARES + (move & 255)] == 0 else 0
        if (
            may_prune
            and depth <= 5
            and is_trying_losing(state, ply)
            and wins_at_least(state, move, -120 * depth) == 0
        ):
            continue
        expect(table, state[KEY] ^ key_change(state, move))
        history = state[HISTORY + move]
        gives_check = path_push(state, move)
        if in_check(state, side):
            path_pop(state, move)
            continue
        state[frame + TRIED] += 1
        if (
            may_prune
            and quiet
            and state[frame + CHECKED] == 0
            and is_late(state, ply, depth, state[frame + TRIED], alpha)
        ):
            skip_quiets(state, ply)
            if gives_check == 0:
                path_pop(state, move)
                continue
        state[LAST_MOVES + ply + 1] = move
        state[frame + QUIET] = quiet
        state[frame + GIVES_CHECK] = gives_check
        state[frame + MOVE_HISTORY] = history
        return move


@kernel("void(int64[::1], int64, int64, int64)")
def _note_cutoff(state: State, move: int, depth: int, ply: int) -> None:
    """Teach the move ordering that `move` refuted the node and the quiet moves before it did not."""
    frame = LOCALS + ply * LOCALS_SIZE
    if state[frame + QUIET]:
        reward_quiet(state, move, depth, ply)
    blame_quiets(state, TRIED_QUIETS + ply * TRIED_SIZE, state[frame + QUIETS_END], move, depth)


@kernel("void(int64[::1], int64, int64)", inline=True)
def _note_tried(state: State, move: int, ply: int) -> None:
    """List a quiet move that did not cut off."""
    frame = LOCALS + ply * LOCALS_SIZE
    end = state[frame + QUIETS_END]
    if state[frame + QUIET] and end < TRIED_QUIETS + (ply + 1) * TRIED_SIZE:
        state[end] = move
        state[frame + QUIETS_END] = end + 1


@kernel(_SIGNATURE)
def _search(  # noqa: C901 - one recursive function: a kernel may only call itself and what stands above
    state: State, table: Table, alpha: int, beta: int, depth: int, ply: int, clock: int
) -> int:
    """Score of the position searched `depth` plies deep (see the module's promise).

    Args:
        state: restored on return, but for counters, move statistics, PV row `ply`, LOCALS and picker frames.
        table: transposition table; entries are read and written.
        alpha, beta: window, alpha < beta.
        depth: plies left; at 0 or less the quiescence search takes over.
        ply: distance from the root, 1 or more.
        clock: plies without a capture up to this node.
    """
    if depth <= 0:
        return quiescence(state, table, alpha, beta, ply)
    score = _settle(state, table, alpha, beta, depth, ply, clock)
    if score != UNSETTLED:
        return score
    frame = LOCALS + ply * LOCALS_SIZE
    in_pv = is_pv(state, alpha, beta)
    static = state[frame + STATIC]
    checked = state[frame + CHECKED]
    data = state[frame + DATA]
    table_move = entry_move(data)
    excluded = state[EXCLUDED + ply]
    below = ply + 1
    plain = in_pv == 0 and checked == 0 and excluded == 0 and abs(beta) < REPETITION_BOUND
    if plain and may_pass(state, ply, depth, static, beta):
        reduced = depth_after_pass(depth, static, beta)
        pass_push(state)
        state[LAST_MOVES + below] = NULL_MOVE
        score = -_search(state, table, -beta, 1 - beta, reduced, below, clock + 1)
        pass_pop(state)
        if score >= beta and state[STOP] == 0:
            score = min(score, REPETITION_BOUND)
            if must_verify_pass(state, depth):
                last = state[LAST_MOVES + ply]
                state[LAST_MOVES + ply] = NULL_MOVE  # no second pass on the way
                score = _search(state, table, beta - 1, beta, reduced, ply, clock)
                state[LAST_MOVES + ply] = last
                state[EXCLUDED + below] = 0
                state[frame + DATA] = data
        if state[STOP]:
            return 0
        if score >= beta:
            return score
    if table_move == 0 and depth >= 4 and state[TECHNIQUES] & INTERNAL_REDUCTION:
        depth -= 1
    extension = 0
    if excluded == 0 and may_be_singular(state, ply, depth, table_move, data):
        threshold = from_table(entry_score(data), ply) - 2 * depth
        state[EXCLUDED + ply] = table_move
        score = _search(state, table, threshold - 1, threshold, (depth - 1) // 2, ply, clock)
        state[EXCLUDED + ply] = 0
        state[EXCLUDED + below] = 0
        state[PV_LENGTHS + ply] = 0
        if state[STOP]:
            return 0
        if score < threshold:
            extension = 1
        elif threshold >= beta:
            return threshold  # several moves fail high: one of them would do
    state[frame + TRIED] = 0
    state[frame + QUIETS_END] = TRIED_QUIETS + ply * TRIED_SIZE

    best = -MATE + ply
    best_move = 0
    first_alpha = alpha
    start_picking(state, ply, table_move, countermove_of(state, ply))
    while True:
        move = _push_next(state, table, ply, depth, alpha, best, in_pv)
        if move == 0:
            break
        full = depth - 1
        if move == table_move:
            full += extension
        if full < depth and deserves_a_ply(state, ply, move):
            full += 1
        age = clock + 1 if state[frame + QUIET] else clock - clock
        # A late move is searched with the null window and reduced; each success earns a wider search.
        window = beta
        plies = full
        if state[frame + TRIED] > 1 and state[TECHNIQUES] & PVS:
            window = alpha + 1
            plies = max(full - reduction_of(state, ply, depth, in_pv), min(full, 1))
        while True:
            score = -_search(state, table, -window, -alpha, plies, below, age)
            if score <= alpha or state[STOP] or (plies == full and (window == beta or score >= beta)):
                break
            if plies == full:
                window = beta
            plies = full
        path_pop(state, move)
        if state[STOP]:
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                alpha = score
                extend_pv(state, ply, move)
                if score >= beta:
                    _note_cutoff(state, move, depth, ply)
                    break
        _note_tried(state, move, ply)
    if excluded != 0:
        return best if state[frame + TRIED] != 0 else first_alpha
    remember(state, table, best_move, best, depth, first_alpha, beta, ply, static)
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
    state[LOCALS + STATIC] = evaluate(state)
    state[EXCLUDED + below] = 0
    state[ROOT_DEPTH] = depth
    aged = clock + 1
    for i in range(state[ROOT_COUNT]):
        move = state[ROOT_MOVES + i]
        age = aged if state[SQUARES + (move & 255)] == 0 else aged - aged
        state[LOCALS + GIVES_CHECK] = path_push(state, move)
        state[LAST_MOVES + below] = move
        deeper = depth - 1 + deserves_a_ply(state, ply, move)
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
                extend_pv(state, ply, move)
                for j in range(i, 0, -1):
                    state[ROOT_MOVES + j] = state[ROOT_MOVES + j - 1]
                state[ROOT_MOVES] = move
                if score >= beta:
                    break
    return best
