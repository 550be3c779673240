"""Alpha-beta search over the state array. All scores are from the view of the side to move.

The search is fail-soft: a score s is exact when alpha < s < beta, an upper bound when s <= alpha, and a lower
bound when s >= beta. Once STOP is set, the score returned means nothing. The steps of a node are numbered as in
docs/engine.md.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.attacks import gives_check, king_square, leaves_king_attacked
from xiangqi.core.constants import KEY, MAX_PLY, PATH_LENGTH, SIDE, SQUARES
from xiangqi.core.jit import kernel
from xiangqi.core.position import State, key_change, to_square
from xiangqi.core.repetition import path_pop, path_push, repetition_status
from xiangqi.engine.common import layout as slots
from xiangqi.engine.common import parameters as param
from xiangqi.engine.common import techniques as technique
from xiangqi.engine.common.scores import INFINITY, MATE, MATE_BOUND, TABLE_BOUND, value_from_tt
from xiangqi.engine.evaluation.evaluate import evaluate
from xiangqi.engine.search.history import (
    continuation_1_row,
    continuation_2_row,
    learn_from_evaluation,
    penalise,
    quiet_history,
)
from xiangqi.engine.search.node import (
    VALUE_NONE,
    clamp_to_tablebase,
    count_node,
    draw_score,
    extend_pv,
    is_in_check,
    is_pv_node,
    plies_without_capture,
    pop_null_move,
    push_null_move,
    repetition_score,
    static_eval,
    store_tt,
    tablebase_cutoff,
    tablebase_score,
    tt_cutoff,
)
from xiangqi.engine.search.ordering import (
    ALL_QUIETS,
    countermove_of,
    init_picker,
    next_move,
    update_quiet_stats,
)
from xiangqi.engine.search.quiescence import quiescence
from xiangqi.engine.search.selectivity import (
    ONE_PLY,
    check_extension,
    late_move_reduction,
    may_be_singular,
    may_null_move,
    may_prune_capture,
    may_prune_quiets,
    may_razor,
    may_reverse_futility,
    must_verify_null_move,
    null_move_depth,
    reduced_depth,
)
from xiangqi.engine.search.transposition import (
    BOUND_LOWER,
    BOUND_UPPER,
    Table,
    entry_bound,
    entry_depth,
    entry_move,
    entry_pv,
    entry_score,
    prefetch_bucket,
    probe,
)

_SIGNATURE: Final = "int64(int64[::1], int64[::1], int64, int64, int64, int64, int64)"
_PRUNING_DEPTH: Final = 14  # moves of deeper nodes are not pruned
_DRAW_IS_NEAR: Final = 20  # plies before the limit without captures from which the table's scores are doubted


@kernel("int64(int64, int64, int64)", inline=True)
def _refined_eval(static: int, entry: int, ply: int) -> int:
    """Return the static evaluation, or the score of the transposition table if that is a better bound."""
    if entry == 0 or static == slots.EVAL_NONE:
        return static
    score = value_from_tt(entry_score(entry), ply)
    if abs(score) > MATE_BOUND:
        return static
    return score if entry_bound(entry) & (BOUND_LOWER if score > static else BOUND_UPPER) else static


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64)")
def _early_score(  # noqa: C901 - one reason after another, each a line or two
    state: State, table: Table, alpha: int, beta: int, depth: int, ply: int
) -> int:
    """Return the score of a node whose moves need no search (steps 1 to 5), else VALUE_NONE.

    The locals of the node are set in the latter case.
    """
    # Step 1. The end of the game, of the search, of the stack.
    if count_node(state):
        return 0
    state[slots.PV_LENGTHS + ply] = 0
    status = repetition_status(state)
    if status != 0:
        score = repetition_score(state, status, ply)
        if score != VALUE_NONE:
            return score
    node = slots.NODE_STACK + ply * slots.NODE_SIZE
    state[node + slots.NODE_TABLEBASE_BOUND] = 0
    clock = plies_without_capture(state)
    if clock >= state[slots.NATURAL_LIMIT]:
        return draw_score(state, ply)
    if clock == 0 and state[slots.TABLEBASES] != 0:
        score = tablebase_score(state, ply)
        if score != VALUE_NONE:
            if tablebase_cutoff(score, alpha, beta):
                return score
            state[node + slots.NODE_TABLEBASE_BOUND] = score
    if ply >= MAX_PLY - 1:
        return evaluate(state)
    # No line from here can be better than mating at once or worse than being mated already.
    if state[slots.TECHNIQUES] & technique.MATE_DISTANCE_PRUNING:
        if alpha >= MATE - ply - 1:
            return MATE - ply - 1
        if beta <= -MATE + ply:
            return -MATE + ply

    # Step 2. The transposition table.
    in_pv = is_pv_node(state, alpha, beta)
    excluded = state[slots.EXCLUDED_MOVES + ply]
    checked = is_in_check(state)
    static = static_eval(state, checked)  # while the table's bucket is on its way
    entry = probe(table, state[KEY]) if state[slots.TECHNIQUES] & technique.TT else 0
    if (
        entry != 0
        and excluded == 0
        and in_pv == 0
        and entry_depth(entry) >= depth
        and clock < state[slots.NATURAL_LIMIT] - _DRAW_IS_NEAR
        and tt_cutoff(entry, alpha, beta, ply)
    ):
        return value_from_tt(entry_score(entry), ply)

    # Step 3. Static evaluation.
    tt_move = entry_move(entry)
    state[node + slots.NODE_TT_ENTRY] = entry
    state[node + slots.NODE_IN_CHECK] = checked
    state[node + slots.NODE_STATIC_EVAL] = static
    state[node + slots.NODE_EVAL] = _refined_eval(static, entry, ply)
    state[node + slots.NODE_TT_PV] = in_pv | entry_pv(entry)
    state[node + slots.NODE_TT_CAPTURE] = tt_move != 0 and state[SQUARES + (tt_move & 255)] != 0
    state[node + slots.NODE_IMPROVING] = (
        1 if ply >= 2 and static > state[node - 2 * slots.NODE_SIZE + slots.NODE_STATIC_EVAL] else 0
    )
    state[node + 2 * slots.NODE_SIZE + slots.NODE_CUTOFF_COUNT] = 0
    state[slots.EXCLUDED_MOVES + ply + 1] = 0
    if excluded == 0:
        learn_from_evaluation(state, state[node - slots.NODE_SIZE + slots.NODE_STATIC_EVAL], static)
    if in_pv or checked or excluded != 0 or abs(beta) > TABLE_BOUND:
        return VALUE_NONE

    # Step 4. Razoring: far below alpha only captures can help.
    if may_razor(state, ply, depth, alpha):
        score = quiescence(state, table, alpha, beta, ply)
        if score <= alpha:
            return score
        state[slots.PV_LENGTHS + ply] = 0

    # Step 5. Reverse futility: far above beta nothing is lost in a few plies.
    if may_reverse_futility(state, ply, depth, beta):
        return state[node + slots.NODE_EVAL]
    return VALUE_NONE


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64)")
def _push_next(state: State, table: Table, ply: int, depth: int, alpha: int, best: int, in_pv: int) -> int:
    """Push the next move worth searching (step 9) and return it, or return 0 if there is none left.

    NODE_IS_QUIET, NODE_GIVES_CHECK and NODE_MOVE_HISTORY describe the move; NODE_MOVE_COUNT counts it.
    """
    node = slots.NODE_STACK + ply * slots.NODE_SIZE
    side = state[SIDE]
    king = king_square(state, side)
    checked = state[node + slots.NODE_IN_CHECK]
    may_prune = best > -TABLE_BOUND and state[slots.EXCLUDED_MOVES + ply] == 0
    continuation_1, continuation_2 = continuation_1_row(state), continuation_2_row(state)
    while True:
        move = next_move(state, ply, ALL_QUIETS + state[node + slots.NODE_SKIP_QUIETS])
        if move == 0:
            return 0
        if move == state[slots.EXCLUDED_MOVES + ply]:
            continue
        quiet = 1 if state[SQUARES + to_square(move)] == 0 else 0
        state[node + slots.NODE_MOVE_HISTORY] = (
            quiet_history(state, move, continuation_1, continuation_2) if quiet else 0
        )
        pruned = 0
        if may_prune and depth <= _PRUNING_DEPTH:
            pruned = quiet and state[node + slots.NODE_SKIP_QUIETS]
            if pruned == 0:
                reduced = max(depth - 1 - late_move_reduction(state, ply, depth, in_pv) // ONE_PLY, 0)
                if quiet == 0:
                    pruned = may_prune_capture(state, ply, depth, reduced, alpha, move)
                elif in_pv == 0 and checked == 0 and may_prune_quiets(state, ply, depth, reduced, alpha):
                    state[node + slots.NODE_SKIP_QUIETS] = 1
                    pruned = 1
            if pruned and (quiet == 0 or gives_check(state, move) == 0):
                continue
        prefetch_bucket(table, state[KEY] ^ key_change(state, move))
        checks = path_push(state, move)
        if leaves_king_attacked(state, side, king, checked, move):
            path_pop(state, move)
            continue
        state[node + slots.NODE_MOVE_COUNT] += 1
        state[slots.LAST_MOVES + ply + 1] = move
        state[node + slots.NODE_IS_QUIET] = quiet
        state[node + slots.NODE_GIVES_CHECK] = checks
        return move


@kernel("void(int64[::1], int64, int64, int64)")
def _update_stats(state: State, move: int, depth: int, ply: int) -> None:
    """Reward the move that caused a beta cutoff and penalise the quiet moves searched before it."""
    node = slots.NODE_STACK + ply * slots.NODE_SIZE
    state[node + slots.NODE_CUTOFF_COUNT] += 1
    if state[node + slots.NODE_IS_QUIET]:
        update_quiet_stats(state, move, depth, ply)
    penalise(
        state,
        slots.QUIETS_SEARCHED + ply * slots.QUIETS_SEARCHED_SIZE,
        state[node + slots.NODE_QUIETS_END],
        move,
        depth,
    )


@kernel("void(int64[::1], int64, int64)", inline=True)
def _note_quiet_searched(state: State, move: int, ply: int) -> None:
    """Remember a quiet move that did not cause a cutoff."""
    node = slots.NODE_STACK + ply * slots.NODE_SIZE
    end = state[node + slots.NODE_QUIETS_END]
    if (
        state[node + slots.NODE_IS_QUIET]
        and end < slots.QUIETS_SEARCHED + (ply + 1) * slots.QUIETS_SEARCHED_SIZE
    ):
        state[end] = move
        state[node + slots.NODE_QUIETS_END] = end + 1


@kernel(_SIGNATURE)
def _search(  # noqa: C901 - one recursive function: a kernel may only call itself and what stands above
    state: State, table: Table, alpha: int, beta: int, depth: int, ply: int, cut_node: int
) -> int:
    """Search the position `depth` plies deep and return its score, exact or a bound.

    Args:
        state: restored on return, but for counters, statistics, PV row `ply`, locals of nodes and pickers.
        table: transposition table; entries are read and written.
        alpha, beta: window, alpha < beta.
        depth: plies left; from 0 down the quiescence search takes over.
        ply: distance from the root, 1 or more.
        cut_node: 1 where a beta cutoff is expected.
    """
    if depth <= 0:
        return quiescence(state, table, alpha, beta, ply)
    score = _early_score(state, table, alpha, beta, depth, ply)
    if score != VALUE_NONE:
        return score
    node = slots.NODE_STACK + ply * slots.NODE_SIZE
    in_pv = is_pv_node(state, alpha, beta)
    checked = state[node + slots.NODE_IN_CHECK]
    entry = state[node + slots.NODE_TT_ENTRY]
    tt_move = entry_move(entry)
    excluded = state[slots.EXCLUDED_MOVES + ply]
    below = ply + 1
    may_prune = in_pv == 0 and checked == 0 and excluded == 0 and abs(beta) <= TABLE_BOUND

    # Step 6. Null move: if even a pass keeps the score above beta, a move will.
    if may_prune and may_null_move(state, ply, depth, beta, cut_node):
        reduced = null_move_depth(state, depth)
        push_null_move(state)
        prefetch_bucket(table, state[KEY])
        state[slots.LAST_MOVES + below] = slots.NULL_MOVE
        score = -_search(state, table, -beta, 1 - beta, reduced, below, 1 - cut_node)
        pop_null_move(state)
        if score >= beta and state[slots.STOP] == 0:
            score = min(score, TABLE_BOUND)
            if must_verify_null_move(state, depth):
                last = state[slots.LAST_MOVES + ply]
                state[slots.LAST_MOVES + ply] = slots.NULL_MOVE  # no second pass on the way
                no = cut_node - cut_node  # 0; a literal would compile the recursion once more
                score = _search(state, table, beta - 1, beta, max(reduced, 1), ply, no)
                state[slots.LAST_MOVES + ply] = last
                state[slots.EXCLUDED_MOVES + below] = 0
                state[node + slots.NODE_TT_ENTRY] = entry
        if state[slots.STOP]:
            return 0
        if score >= beta:
            return score

    # Step 7. Internal iterative reduction: without a table move the order is poor, so find one more cheaply.
    if (
        tt_move == 0
        and (in_pv or cut_node)
        and depth >= state[param.IIR_DEPTH]
        and state[slots.TECHNIQUES] & technique.INTERNAL_ITERATIVE_REDUCTION
    ):
        depth -= 1

    # Step 8. Singular extension: is the table's move much better than all others?
    extension = 0
    if excluded == 0 and may_be_singular(state, ply, depth):
        threshold = value_from_tt(entry_score(entry), ply) - (state[param.SINGULAR_MARGIN] * depth >> 6)
        state[slots.EXCLUDED_MOVES + ply] = tt_move
        score = _search(state, table, threshold - 1, threshold, (depth - 1) // 2, ply, cut_node)
        state[slots.EXCLUDED_MOVES + ply] = 0
        state[slots.EXCLUDED_MOVES + below] = 0
        state[slots.PV_LENGTHS + ply] = 0
        if state[slots.STOP]:
            return 0
        if score < threshold:
            extension = 1
            if in_pv == 0 and score < threshold - state[param.DOUBLE_EXTENSION_MARGIN]:
                extension = 2
        elif threshold >= beta and abs(threshold) <= TABLE_BOUND:
            return threshold  # several moves fail high: one of them would do
        elif value_from_tt(entry_score(entry), ply) >= beta:
            extension = -2
        elif cut_node:
            extension = -1
    state[node + slots.NODE_MOVE_COUNT] = 0
    state[node + slots.NODE_QUIETS_END] = slots.QUIETS_SEARCHED + ply * slots.QUIETS_SEARCHED_SIZE
    state[node + slots.NODE_SKIP_QUIETS] = 0

    best = -INFINITY
    best_move = 0
    original_alpha = alpha
    init_picker(state, ply, tt_move, countermove_of(state, ply))
    while True:
        move = _push_next(state, table, ply, depth, alpha, best, in_pv)  # step 9
        if move == 0:
            break
        full = depth - 1
        if move == tt_move and extension != 0:
            full = max(full + extension, 0)
        elif check_extension(state, ply, move):
            full += 1

        # Step 10. Principal variation search: a late move is first searched with a null window and reduced,
        # and each success earns a deeper or wider search.
        window = beta
        plies = full
        if state[node + slots.NODE_MOVE_COUNT] > 1 and state[slots.TECHNIQUES] & technique.PVS:
            window = alpha + 1
            plies = reduced_depth(state, ply, depth, full, in_pv, cut_node)
        while True:
            expects_cut = 1 if plies < full else (0 if window - alpha > 1 else 1 - cut_node)
            score = -_search(state, table, -window, -alpha, plies, below, expects_cut)
            if score <= alpha or state[slots.STOP]:
                break
            if plies < full:
                if score > best + state[param.LMR_DEEPER_MARGIN] + 2 * full and plies + 1 < full:
                    full += 1
                elif score < best + state[param.LMR_SHALLOWER_MARGIN] and plies + 1 < full:
                    full -= 1
                plies = full
            elif window == beta or score >= beta:
                break
            else:
                window = beta
        path_pop(state, move)
        if state[slots.STOP]:
            return 0

        # Step 11. A better move.
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                alpha = score
                extend_pv(state, ply, move)
                if score >= beta:
                    _update_stats(state, move, depth, ply)
                    break
        _note_quiet_searched(state, move, ply)

    # Step 12. What has been learnt.
    if excluded != 0:
        return best if state[node + slots.NODE_MOVE_COUNT] != 0 else original_alpha
    if best == -INFINITY:
        best = -MATE + ply
    best = clamp_to_tablebase(best, state[node + slots.NODE_TABLEBASE_BOUND])
    pv = state[node + slots.NODE_TT_PV]
    store_tt(state, table, best_move, best, depth, original_alpha, beta, ply, pv)
    return best


@kernel("int64(int64[::1], int64[::1], int64, int64, int64)")
def search_root(state: State, table: Table, alpha: int, beta: int, depth: int) -> int:
    """Search the moves of ROOT_MOVES `depth` plies deep and return the best score.

    Args:
        state: the move that raised alpha last comes to the front of ROOT_MOVES and begins PV row 0;
            ROOT_NODES counts the nodes of each move; otherwise as in _search.
        table: transposition table; entries are read and written.
        alpha, beta: window, alpha < beta.
        depth: plies, 1 or more.

    If STOP is set on return, PV row 0 holds the best line of the moves that were finished, if any.
    """
    best = -INFINITY
    ply = 0
    below = ply + 1
    state[slots.PV_LENGTHS] = 0
    state[slots.LAST_MOVES] = 0
    state[slots.NODE_STACK + slots.NODE_STATIC_EVAL] = evaluate(state)
    state[slots.NODE_STACK + slots.NODE_IN_CHECK] = 0
    state[slots.NODE_STACK + slots.NODE_TT_PV] = 1
    state[slots.NODE_STACK + slots.NODE_IMPROVING] = 1
    state[slots.NODE_STACK + slots.NODE_TT_CAPTURE] = 0
    state[slots.NODE_STACK + slots.NODE_SIZE + slots.NODE_CUTOFF_COUNT] = 0
    state[slots.NODE_STACK + 2 * slots.NODE_SIZE + slots.NODE_CUTOFF_COUNT] = 0
    state[slots.EXCLUDED_MOVES + below] = 0
    state[slots.ROOT_DEPTH] = depth
    state[slots.ROOT_LENGTH] = state[PATH_LENGTH]
    for i in range(state[slots.ROOT_COUNT]):
        move = state[slots.ROOT_MOVES + i]
        spent = state[slots.ROOT_NODES + i] - state[slots.NODES]
        state[slots.NODE_STACK + slots.NODE_IS_QUIET] = 1 if state[SQUARES + to_square(move)] == 0 else 0
        state[slots.NODE_STACK + slots.NODE_MOVE_HISTORY] = quiet_history(
            state, move, continuation_1_row(state), continuation_2_row(state)
        )
        state[slots.NODE_STACK + slots.NODE_MOVE_COUNT] = max(i + 2 - state[param.ROOT_UNREDUCED], 0)
        state[slots.NODE_STACK + slots.NODE_GIVES_CHECK] = path_push(state, move)
        state[slots.LAST_MOVES + below] = move
        full = depth - 1 + check_extension(state, ply, move)
        window = beta
        plies = full
        if i != 0 and state[slots.TECHNIQUES] & technique.PVS:
            window = alpha + 1
            plies = reduced_depth(state, ply, depth, full, 1, 0)  # the root is a PV node, and no cut node
        while True:
            score = -_search(state, table, -window, -alpha, plies, below, 1 if window - alpha == 1 else 0)
            if score <= alpha or state[slots.STOP] or (plies == full and (window == beta or score >= beta)):
                break
            if plies == full:
                window = beta
            plies = full
        path_pop(state, move)
        state[slots.ROOT_NODES + i] = spent + state[slots.NODES]
        if state[slots.STOP]:
            break
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                extend_pv(state, ply, move)
                spent = state[slots.ROOT_NODES + i]
                for j in range(i, 0, -1):
                    state[slots.ROOT_MOVES + j] = state[slots.ROOT_MOVES + j - 1]
                    state[slots.ROOT_NODES + j] = state[slots.ROOT_NODES + j - 1]
                state[slots.ROOT_MOVES] = move
                state[slots.ROOT_NODES] = spent
                if score >= beta:
                    break
    return best
