"""Alpha-beta search over the state array. All scores are from the view of the side to move.

The two recursive functions promise the same: the returned score s is exact when alpha < s < beta, else a
bound (s <= alpha: at most s; s >= beta: at least s). When STOP is set they return at once with a score that
means nothing; the caller must look at STOP before using it. The steps of a node are numbered as in
docs/engine.md.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.attacks import gives_check, king_square, leaves_king_attacked
from xiangqi.core.constants import KEY, MAX_PLY, PATH_LENGTH, SIDE, SQUARES
from xiangqi.core.jit import kernel
from xiangqi.core.position import State, key_change, to_square
from xiangqi.core.repetition import path_pop, path_push, repetition_status
from xiangqi.engine.common.layout import (
    CHECKED,
    CUTOFFS,
    DATA,
    ESTIMATE,
    EXCLUDED,
    FORMER_PV,
    GIVES_CHECK,
    IMPROVING,
    KNOWN,
    LAST_MOVES,
    LOCALS,
    LOCALS_SIZE,
    MOVE_HISTORY,
    NATURAL_LIMIT,
    NO_EVALUATION,
    NODES,
    NULL_MOVE,
    ONLY_CHECKS,
    PV_LENGTHS,
    QUIET,
    QUIETS_END,
    ROOT_COUNT,
    ROOT_DEPTH,
    ROOT_LENGTH,
    ROOT_MOVES,
    ROOT_NODES,
    STATIC,
    STOP,
    TABLE_CAPTURES,
    TECHNIQUES,
    TREE_TABLES,
    TRIED,
    TRIED_QUIETS,
    TRIED_SIZE,
)
from xiangqi.engine.common.parameters import (
    DEEPER_MARGIN,
    DOUBLE_MARGIN,
    INTERNAL_DEPTH,
    ROOT_LATE,
    SHALLOWER_MARGIN,
    SINGULAR_MARGIN,
)
from xiangqi.engine.common.scores import INFINITY, MATE, MATE_BOUND, TABLE_BOUND, from_table
from xiangqi.engine.common.techniques import INTERNAL_REDUCTION, MATE_DISTANCE, PVS, TT
from xiangqi.engine.evaluation.evaluate import evaluate
from xiangqi.engine.search.history import (
    answers_row,
    follow_ups_row,
    learn_from_evaluation,
    penalise,
    quiet_history,
)
from xiangqi.engine.search.node import (
    UNSETTLED,
    count_node,
    draw_score,
    extend_pv,
    is_checked,
    is_pv,
    plies_without_capture,
    pop_null_move,
    push_null_move,
    repetition_score,
    settles,
    static_evaluation,
    store_result,
    table_cutoff,
    table_score,
    within_known,
)
from xiangqi.engine.search.ordering import (
    ALL_QUIETS,
    countermove_of,
    next_move,
    reward_quiet,
    start_picking,
)
from xiangqi.engine.search.quiescence import quiescence
from xiangqi.engine.search.selectivity import (
    ONE_PLY,
    check_extension,
    fails_high_statically,
    late_move_reduction,
    may_be_singular,
    may_null_move,
    may_prune_capture,
    may_razor,
    may_skip_quiets,
    must_verify_null_move,
    null_move_depth,
    reduced_depth,
)
from xiangqi.engine.search.transposition import (
    LOWER,
    UPPER,
    Table,
    entry_bound,
    entry_depth,
    entry_former_pv,
    entry_move,
    entry_score,
    prefetch_bucket,
    probe,
)

_SIGNATURE: Final = "int64(int64[::1], int64[::1], int64, int64, int64, int64, int64)"
_PRUNING_DEPTH: Final = 14  # moves of deeper nodes are not pruned
_DRAW_IS_NEAR: Final = 20  # plies before the limit without captures from which the table's scores are doubted


@kernel("int64(int64, int64, int64)", inline=True)
def _estimate(static: int, data: int, ply: int) -> int:
    """The static evaluation, or the table's score where that is a better bound."""
    if data == 0 or static == NO_EVALUATION:
        return static
    score = from_table(entry_score(data), ply)
    if abs(score) > MATE_BOUND:
        return static
    return score if entry_bound(data) & (LOWER if score > static else UPPER) else static


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64)")
def _settle(  # noqa: C901 - one reason after another, each a line or two
    state: State, table: Table, alpha: int, beta: int, depth: int, ply: int
) -> int:
    """Steps 1 to 5: score of a node that needs no search of its moves, else UNSETTLED with its LOCALS set."""
    # Step 1. The end of the game, of the time, of the room.
    if count_node(state):
        return 0
    state[PV_LENGTHS + ply] = 0
    status = repetition_status(state)
    if status != 0:
        score = repetition_score(state, status, ply)
        if score != UNSETTLED:
            return score
    frame = LOCALS + ply * LOCALS_SIZE
    state[frame + KNOWN] = 0
    clock = plies_without_capture(state)
    if clock >= state[NATURAL_LIMIT]:
        return draw_score(state, ply)
    if clock == 0 and state[TREE_TABLES] != 0:
        score = table_score(state, ply)
        if score != UNSETTLED:
            if settles(score, alpha, beta):
                return score
            state[frame + KNOWN] = score
    if ply >= MAX_PLY - 1:
        return evaluate(state)
    # No line from here can be better than mating at once or worse than being mated already.
    if state[TECHNIQUES] & MATE_DISTANCE:
        if alpha >= MATE - ply - 1:
            return MATE - ply - 1
        if beta <= -MATE + ply:
            return -MATE + ply

    # Step 2. The transposition table.
    in_pv = is_pv(state, alpha, beta)
    excluded = state[EXCLUDED + ply]
    checked = is_checked(state)
    static = static_evaluation(state, checked)  # while the table's bucket is on its way
    data = probe(table, state[KEY]) if state[TECHNIQUES] & TT else 0
    if (
        data != 0
        and excluded == 0
        and in_pv == 0
        and entry_depth(data) >= depth
        and clock < state[NATURAL_LIMIT] - _DRAW_IS_NEAR
        and table_cutoff(data, alpha, beta, ply)
    ):
        return from_table(entry_score(data), ply)

    # Step 3. Static evaluation.
    table_move = entry_move(data)
    state[frame + DATA] = data
    state[frame + CHECKED] = checked
    state[frame + STATIC] = static
    state[frame + ESTIMATE] = _estimate(static, data, ply)
    state[frame + FORMER_PV] = in_pv | entry_former_pv(data)
    state[frame + TABLE_CAPTURES] = table_move != 0 and state[SQUARES + (table_move & 255)] != 0
    state[frame + IMPROVING] = 1 if ply >= 2 and static > state[frame - 2 * LOCALS_SIZE + STATIC] else 0
    state[frame + 2 * LOCALS_SIZE + CUTOFFS] = 0
    state[EXCLUDED + ply + 1] = 0
    if excluded == 0:
        learn_from_evaluation(state, state[frame - LOCALS_SIZE + STATIC], static)
    if in_pv or checked or excluded != 0 or abs(beta) > TABLE_BOUND:
        return UNSETTLED

    # Step 4. Razoring: far below alpha only captures can help.
    if may_razor(state, ply, depth, alpha):
        score = quiescence(state, table, alpha, beta, ply)
        if score <= alpha:
            return score
        state[PV_LENGTHS + ply] = 0

    # Step 5. Reverse futility: far above beta nothing is lost in a few plies.
    if fails_high_statically(state, ply, depth, beta):
        return state[frame + ESTIMATE]
    return UNSETTLED


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64)")
def _push_next(state: State, table: Table, ply: int, depth: int, alpha: int, best: int, in_pv: int) -> int:
    """Step 9: push the next move of the ply worth searching and return it, 0 when there is none left.

    The ply's LOCALS describe the move: QUIET, GIVES_CHECK, MOVE_HISTORY, and TRIED counts it.
    """
    frame = LOCALS + ply * LOCALS_SIZE
    side = state[SIDE]
    king = king_square(state, side)
    checked = state[frame + CHECKED]
    may_prune = best > -TABLE_BOUND and state[EXCLUDED + ply] == 0
    answers, follow_ups = answers_row(state), follow_ups_row(state)
    while True:
        move = next_move(state, ply, ALL_QUIETS + state[frame + ONLY_CHECKS])
        if move == 0:
            return 0
        if move == state[EXCLUDED + ply]:
            continue
        quiet = 1 if state[SQUARES + to_square(move)] == 0 else 0
        state[frame + MOVE_HISTORY] = quiet_history(state, move, answers, follow_ups) if quiet else 0
        pruned = 0
        if may_prune and depth <= _PRUNING_DEPTH:
            pruned = quiet and state[frame + ONLY_CHECKS]
            if pruned == 0:
                reduced = max(depth - 1 - late_move_reduction(state, ply, depth, in_pv) // ONE_PLY, 0)
                if quiet == 0:
                    pruned = may_prune_capture(state, ply, depth, reduced, alpha, move)
                elif in_pv == 0 and checked == 0 and may_skip_quiets(state, ply, depth, reduced, alpha):
                    state[frame + ONLY_CHECKS] = 1
                    pruned = 1
            if pruned and (quiet == 0 or gives_check(state, move) == 0):
                continue
        prefetch_bucket(table, state[KEY] ^ key_change(state, move))
        checks = path_push(state, move)
        if leaves_king_attacked(state, side, king, checked, move):
            path_pop(state, move)
            continue
        state[frame + TRIED] += 1
        state[LAST_MOVES + ply + 1] = move
        state[frame + QUIET] = quiet
        state[frame + GIVES_CHECK] = checks
        return move


@kernel("void(int64[::1], int64, int64, int64)")
def _note_cutoff(state: State, move: int, depth: int, ply: int) -> None:
    """Teach the move ordering that `move` refuted the node and the quiet moves before it did not."""
    frame = LOCALS + ply * LOCALS_SIZE
    state[frame + CUTOFFS] += 1
    if state[frame + QUIET]:
        reward_quiet(state, move, depth, ply)
    penalise(state, TRIED_QUIETS + ply * TRIED_SIZE, state[frame + QUIETS_END], move, depth)


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
    state: State, table: Table, alpha: int, beta: int, depth: int, ply: int, cut_node: int
) -> int:
    """Score of the position searched `depth` plies deep (see the module's promise).

    Args:
        state: restored on return, but for counters, move statistics, PV row `ply`, LOCALS and picker frames.
        table: transposition table; entries are read and written.
        alpha, beta: window, alpha < beta.
        depth: plies left; at 0 or less the quiescence search takes over.
        ply: distance from the root, 1 or more.
        cut_node: 1 where a beta cutoff is expected: below the first move of a node that should fail low, or
            below a later move of any other.
    """
    if depth <= 0:
        return quiescence(state, table, alpha, beta, ply)
    score = _settle(state, table, alpha, beta, depth, ply)
    if score != UNSETTLED:
        return score
    frame = LOCALS + ply * LOCALS_SIZE
    in_pv = is_pv(state, alpha, beta)
    checked = state[frame + CHECKED]
    data = state[frame + DATA]
    table_move = entry_move(data)
    excluded = state[EXCLUDED + ply]
    below = ply + 1
    plain = in_pv == 0 and checked == 0 and excluded == 0 and abs(beta) <= TABLE_BOUND

    # Step 6. Null move: if even a pass keeps the score above beta, a move will.
    if plain and may_null_move(state, ply, depth, beta, cut_node):
        reduced = null_move_depth(state, depth)
        push_null_move(state)
        prefetch_bucket(table, state[KEY])
        state[LAST_MOVES + below] = NULL_MOVE
        score = -_search(state, table, -beta, 1 - beta, reduced, below, 1 - cut_node)
        pop_null_move(state)
        if score >= beta and state[STOP] == 0:
            score = min(score, TABLE_BOUND)
            if must_verify_null_move(state, depth):
                last = state[LAST_MOVES + ply]
                state[LAST_MOVES + ply] = NULL_MOVE  # no second pass on the way
                no = cut_node - cut_node  # 0; a literal would compile the recursion once more
                score = _search(state, table, beta - 1, beta, max(reduced, 1), ply, no)
                state[LAST_MOVES + ply] = last
                state[EXCLUDED + below] = 0
                state[frame + DATA] = data
        if state[STOP]:
            return 0
        if score >= beta:
            return score

    # Step 7. Internal iterative reduction: without a table move the order is poor, so find one more cheaply.
    if (
        table_move == 0
        and (in_pv or cut_node)
        and depth >= state[INTERNAL_DEPTH]
        and state[TECHNIQUES] & INTERNAL_REDUCTION
    ):
        depth -= 1

    # Step 8. Singular extension: is the table's move much better than all others?
    extension = 0
    if excluded == 0 and may_be_singular(state, ply, depth):
        threshold = from_table(entry_score(data), ply) - (state[SINGULAR_MARGIN] * depth >> 6)
        state[EXCLUDED + ply] = table_move
        score = _search(state, table, threshold - 1, threshold, (depth - 1) // 2, ply, cut_node)
        state[EXCLUDED + ply] = 0
        state[EXCLUDED + below] = 0
        state[PV_LENGTHS + ply] = 0
        if state[STOP]:
            return 0
        if score < threshold:
            extension = 1
            if in_pv == 0 and score < threshold - state[DOUBLE_MARGIN]:
                extension = 2
        elif threshold >= beta and abs(threshold) <= TABLE_BOUND:
            return threshold  # several moves fail high: one of them would do
        elif from_table(entry_score(data), ply) >= beta:
            extension = -2
        elif cut_node:
            extension = -1
    state[frame + TRIED] = 0
    state[frame + QUIETS_END] = TRIED_QUIETS + ply * TRIED_SIZE
    state[frame + ONLY_CHECKS] = 0

    best = -INFINITY
    best_move = 0
    first_alpha = alpha
    start_picking(state, ply, table_move, countermove_of(state, ply))
    while True:
        move = _push_next(state, table, ply, depth, alpha, best, in_pv)  # step 9
        if move == 0:
            break
        full = depth - 1
        if move == table_move and extension != 0:
            full = max(full + extension, 0)
        elif check_extension(state, ply, move):
            full += 1

        # Step 10. Principal variation search: a late move is first searched with a null window and reduced,
        # and each success earns a deeper or wider search.
        window = beta
        plies = full
        if state[frame + TRIED] > 1 and state[TECHNIQUES] & PVS:
            window = alpha + 1
            plies = reduced_depth(state, ply, depth, full, in_pv, cut_node)
        while True:
            expects_cut = 1 if plies < full else (0 if window - alpha > 1 else 1 - cut_node)
            score = -_search(state, table, -window, -alpha, plies, below, expects_cut)
            if score <= alpha or state[STOP]:
                break
            if plies < full:
                if score > best + state[DEEPER_MARGIN] + 2 * full and plies + 1 < full:
                    full += 1
                elif score < best + state[SHALLOWER_MARGIN] and plies + 1 < full:
                    full -= 1
                plies = full
            elif window == beta or score >= beta:
                break
            else:
                window = beta
        path_pop(state, move)
        if state[STOP]:
            return 0

        # Step 11. A better move.
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

    # Step 12. What has been learnt.
    if excluded != 0:
        return best if state[frame + TRIED] != 0 else first_alpha
    if best == -INFINITY:
        best = -MATE + ply
    best = within_known(best, state[frame + KNOWN])
    pv = state[frame + FORMER_PV]
    store_result(state, table, best_move, best, depth, first_alpha, beta, ply, pv)
    return best


@kernel("int64(int64[::1], int64[::1], int64, int64, int64)")
def search_root(state: State, table: Table, alpha: int, beta: int, depth: int) -> int:
    """Search the moves of ROOT_MOVES `depth` plies deep and return the best score.

    Args:
        state: the move that raised alpha last is brought to the front of ROOT_MOVES, PV row 0 begins with
            it; ROOT_NODES counts what each has cost; otherwise as in _search.
        table: transposition table; entries are read and written.
        alpha, beta: window, alpha < beta.
        depth: plies, 1 or more.

    When STOP is set on return, PV row 0 holds the best line of the moves that were finished, and is empty
    (PV_LENGTHS 0) if there was none.
    """
    best = -INFINITY
    ply = 0
    below = ply + 1
    state[PV_LENGTHS] = 0
    state[LAST_MOVES] = 0
    state[LOCALS + STATIC] = evaluate(state)
    state[LOCALS + CHECKED] = 0
    state[LOCALS + FORMER_PV] = 1
    state[LOCALS + IMPROVING] = 1
    state[LOCALS + TABLE_CAPTURES] = 0
    state[LOCALS + LOCALS_SIZE + CUTOFFS] = 0
    state[LOCALS + 2 * LOCALS_SIZE + CUTOFFS] = 0
    state[EXCLUDED + below] = 0
    state[ROOT_DEPTH] = depth
    state[ROOT_LENGTH] = state[PATH_LENGTH]
    for i in range(state[ROOT_COUNT]):
        move = state[ROOT_MOVES + i]
        spent = state[ROOT_NODES + i] - state[NODES]
        state[LOCALS + QUIET] = 1 if state[SQUARES + to_square(move)] == 0 else 0
        state[LOCALS + MOVE_HISTORY] = quiet_history(state, move, answers_row(state), follow_ups_row(state))
        state[LOCALS + TRIED] = max(i + 2 - state[ROOT_LATE], 0)
        state[LOCALS + GIVES_CHECK] = path_push(state, move)
        state[LAST_MOVES + below] = move
        full = depth - 1 + check_extension(state, ply, move)
        window = beta
        plies = full
        if i != 0 and state[TECHNIQUES] & PVS:
            window = alpha + 1
            plies = reduced_depth(state, ply, depth, full, 1, 0)  # the root is a PV node, and no cut node
        while True:
            score = -_search(state, table, -window, -alpha, plies, below, 1 if window - alpha == 1 else 0)
            if score <= alpha or state[STOP] or (plies == full and (window == beta or score >= beta)):
                break
            if plies == full:
                window = beta
            plies = full
        path_pop(state, move)
        state[ROOT_NODES + i] = spent + state[NODES]
        if state[STOP]:
            break
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                extend_pv(state, ply, move)
                spent = state[ROOT_NODES + i]
                for j in range(i, 0, -1):
                    state[ROOT_MOVES + j] = state[ROOT_MOVES + j - 1]
                    state[ROOT_NODES + j] = state[ROOT_NODES + j - 1]
                state[ROOT_MOVES] = move
                state[ROOT_NODES] = spent
                if score >= beta:
                    break
    return best
