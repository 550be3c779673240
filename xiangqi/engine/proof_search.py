"""A search for proofs by material: full width to a depth, then captures (alpha-beta, Knuth and Moore 1975).

Its result can be shown on the board: a line that gains material against every defence within the depth. A
position is valued by its pieces, with the values of `engine.search.see`; a mate counts more than all of them.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from xiangqi.core.attacks import in_check
from xiangqi.core.constants import (
    BOARD_SIZE,
    BOTH,
    KEY,
    KIND_MASK,
    MOVE_LIST_SIZE,
    RED,
    SIDE,
    SQUARES,
)
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import ALL_MOVES, CAPTURES, generate
from xiangqi.core.position import State, from_square, make_move, new_state, to_square, unmake_move
from xiangqi.core.slots import SlotAllocator
from xiangqi.core.zobrist import SIDE_KEY
from xiangqi.engine.common.scores import INFINITY, MATE, MATE_BOUND, value_from_tt, value_to_tt
from xiangqi.engine.search.node import count_attackers
from xiangqi.engine.search.see import SEE_VALUE
from xiangqi.engine.search.transposition import (
    BOUND_EXACT,
    BOUND_LOWER,
    BOUND_UPPER,
    Table,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    probe,
    store,
)

LONGEST: Final = 48  # plies from the root
_EVASIONS: Final = 8  # plies beyond twice the depth in which evasions are still searched

# Slots of the state after those of a Board.
_slots: Final = SlotAllocator(BOARD_SIZE)
_NODES: Final = _slots.reserve("NODES")
_LIMIT: Final = _slots.reserve("LIMIT")
_BALANCE: Final = _slots.reserve("BALANCE")  # Red's material minus Black's
_DEPTH: Final = _slots.reserve("DEPTH")  # of the root
_QUICK: Final = _slots.reserve("QUICK")  # 1 where null moves are allowed
_WINNER: Final = _slots.reserve("WINNER")  # the side whose win is asked for, 0 if there is none
_PASSED: Final = _slots.reserve("PASSED")  # the ply of the last null move
_LENGTHS: Final = _slots.reserve("LENGTHS", LONGEST + 1)
_LINES: Final = _slots.reserve("LINES", (LONGEST + 1) * (LONGEST + 1))
_LISTS: Final = _slots.reserve("LISTS", (LONGEST + 1) * MOVE_LIST_SIZE)
_RANKS: Final = _slots.reserve("RANKS", (LONGEST + 1) * MOVE_LIST_SIZE)
_KILLERS: Final = _slots.reserve("KILLERS", LONGEST + 1)  # the quiet move that last cut off each ply
_HISTORY: Final = _slots.reserve(
    "HISTORY", 32 * 256
)  # how often a quiet move of a piece to a square has cut off
_SIZE: Final = _slots.end

_FIRST: Final = 1 << 20  # rank of the move of the transposition table
_TAKES: Final = 1 << 14  # rank of the worst capture
_KILLS: Final = 1 << 13  # rank of a killer, above all history
_DEEP_PASS: Final = 5  # plies that must be left to search two plies less after a null move
_LEAST_REDUCED: Final = 3  # plies that must be left to search two plies less after a late move
_EARLY: Final = 5  # the first quiet moves of a position, which are not late
_FORCE: Final = 2  # attackers that a null move needs, because of zugzwang
_PIECE: Final = 31  # colour and kind of a piece


@kernel("int64(int64[::1], int64)", inline=True)
def _play(state: State, move: int) -> int:
    """Make a move and update the balance."""
    captured = make_move(state, move)
    if captured != 0:
        value = SEE_VALUE[captured & KIND_MASK]
        state[_BALANCE] += value if captured & RED == 0 else -value
    return captured


@kernel("void(int64[::1], int64, int64)", inline=True)
def _take_back(state: State, move: int, captured: int) -> None:
    """Unmake a move and update the balance."""
    unmake_move(state, move, captured)
    if captured != 0:
        value = SEE_VALUE[captured & KIND_MASK]
        state[_BALANCE] -= value if captured & RED == 0 else -value


@kernel("int64(int64[::1], int64)", inline=True)
def _history_slot(state: State, move: int) -> int:
    """Return the slot of a move's history."""
    slot: int = _HISTORY + (state[SQUARES + from_square(move)] & _PIECE) * 256 + to_square(move)
    return slot


@kernel("void(int64[::1], int64, int64, int64)", inline=True)
def _update_stats(state: State, move: int, depth: int, ply: int) -> None:
    """Update killer and history with a move that caused a beta cutoff, if it is quiet."""
    if state[SQUARES + to_square(move)] == 0:
        state[_KILLERS + ply] = move
        slot = _history_slot(state, move)
        state[slot] = min(state[slot] + depth * depth, _KILLS - 1)


@kernel("void(int64[::1], int64, int64, int64, int64, int64)", inline=True)
def _rank(state: State, start: int, end: int, ranks: int, known: int, killer: int) -> None:
    """Rank a list of moves: table move, captures by MVV-LVA, killer, history."""
    for i in range(start, end):
        move = state[i]
        victim = state[SQUARES + to_square(move)]
        rank = _KILLS if move == killer else state[_history_slot(state, move)]
        if victim != 0:
            attacker = SEE_VALUE[state[SQUARES + from_square(move)] & KIND_MASK]
            rank = _TAKES + 8 * SEE_VALUE[victim & KIND_MASK] - attacker
        state[ranks + i - start] = _FIRST if move == known else rank


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def _pick(state: State, i: int, end: int, ranks: int) -> int:
    """Bring the best of the moves state[i:end] to the front and return its rank; `ranks` is the slot of i's."""
    best = i
    for other in range(i + 1, end):
        if state[ranks + other - i] > state[ranks + best - i]:
            best = other
    move = state[best]
    rank = state[ranks + best - i]
    state[best] = state[i]
    state[ranks + best - i] = state[ranks]
    state[i] = move
    state[ranks] = rank
    return rank


@kernel("void(int64[::1], int64, int64)", inline=True)
def _extend_line(state: State, ply: int, move: int) -> None:
    """Set the line of a ply to a move followed by the line of the next ply."""
    width = LONGEST + 1
    row = _LINES + ply * width
    length = state[_LENGTHS + ply + 1]
    state[row] = move
    for i in range(length):
        state[row + 1 + i] = state[row + width + i]
    state[_LENGTHS + ply] = length + 1


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64)")
def proof_search(  # noqa: C901 - one recursive function
    state: State, table: Table, alpha: int, beta: int, depth: int, ply: int
) -> int:
    """Return the side to move's material balance with best play; mates are counted from the root.

    Args:
        state: made by `proof_state`; its line at `ply` becomes the principal variation.
        table: transposition table; entries are read and written.
        alpha, beta: window.
        depth: plies of full width that are left; captures and evasions follow.
        ply: distance from the root.

    Once the node limit is reached, the result means nothing. Null moves are tried only if _QUICK allows it.
    Late quiet moves of _WINNER are first searched less deeply; its wins still hold against every answer.
    """
    state[_NODES] += 1
    state[_LENGTHS + ply] = 0
    side = state[SIDE]
    balance = state[_BALANCE] if side == RED else -state[_BALANCE]
    if state[_NODES] > state[_LIMIT] or ply >= LONGEST:
        return balance
    checked = in_check(state, side)
    if checked and depth > 0 and ply < 2 * state[_DEPTH]:
        depth += 1
    full = depth > 0 or (checked and ply < 2 * state[_DEPTH] + _EVASIONS)
    depth = max(depth, 0)
    original_alpha = alpha
    known = 0
    entry = probe(table, state[KEY]) if full else 0
    if entry != 0:
        known = entry_move(entry)
        beyond = entry_depth(entry) - depth  # the same side takes last if it is even
        if beta - alpha == 1 and beyond >= 0 and beyond & 1 == 0:  # a PV node needs its whole line
            score = value_from_tt(entry_score(entry), ply)
            bound = entry_bound(entry)
            if (
                bound == BOUND_EXACT
                or (bound & BOUND_LOWER != 0 and score >= beta)
                or (bound & BOUND_UPPER != 0 and score <= alpha)
            ):
                return score
    if depth > 0 and not checked and ply > 0 and beta - alpha == 1 and balance >= beta:
        passed = state[_PASSED]
        if state[_QUICK] and passed != ply - 1 and count_attackers(state) >= _FORCE:
            state[_PASSED] = ply
            state[KEY] ^= SIDE_KEY
            state[SIDE] = side ^ BOTH
            left = depth - 5 if depth >= _DEEP_PASS else depth - 3
            score = -proof_search(state, table, -beta, 1 - beta, left, ply + 1)
            state[KEY] ^= SIDE_KEY
            state[SIDE] = side
            state[_PASSED] = passed
            if beta <= score < MATE_BOUND:
                return score
    best = -MATE + ply
    if not full:
        best = balance
        if best >= beta:
            return best
        alpha = max(alpha, best)
    start = _LISTS + ply * MOVE_LIST_SIZE
    end = generate(state, start, ALL_MOVES if full else CAPTURES)
    ranks = _RANKS + ply * MOVE_LIST_SIZE
    _rank(state, start, end, ranks, known, state[_KILLERS + ply])
    below = depth - 1
    deeper = ply + 1
    best_move = 0
    early = MOVE_LIST_SIZE
    if side == state[_WINNER] and depth >= _LEAST_REDUCED and not checked:
        early = _EARLY
    quiet = 0
    ranked = 1
    for i in range(start, end):
        if ranked:  # all that follow a move of rank 0 have rank 0
            ranked = _pick(state, i, end, ranks + i - start)
        move = state[i]
        captured = _play(state, move)
        if depth == 1 and captured == 0 and balance <= alpha and not (checked or in_check(state, side ^ BOTH)):
            best = max(best, balance)  # only captures follow: a quiet move wins nothing
            _take_back(state, move, captured)
            continue
        if in_check(state, side):
            _take_back(state, move, captured)
            continue
        if captured == 0:
            quiet += 1
            if quiet > early and beta - alpha == 1 and not in_check(state, side ^ BOTH):
                score = -proof_search(state, table, -beta, -alpha, below - 2, deeper)
                if score <= alpha:
                    best = max(best, score)
                    _take_back(state, move, captured)
                    continue
        if best_move == 0 or beta - alpha == 1 or not full:
            score = -proof_search(state, table, -beta, -alpha, below, deeper)
        else:  # principal variation search
            score = -proof_search(state, table, -alpha - 1, -alpha, below, deeper)
            if alpha < score < beta:
                score = -proof_search(state, table, -beta, -alpha, below, deeper)
        _take_back(state, move, captured)
        if score > best:
            best = score
            best_move = move
            if score > alpha:
                alpha = score
                _extend_line(state, ply, move)
                if score >= beta:
                    _update_stats(state, move, depth, ply)
                    break
    if full and state[_NODES] <= state[_LIMIT]:
        bound = BOUND_LOWER if best >= beta else BOUND_UPPER if best <= original_alpha else BOUND_EXACT
        store(table, state[KEY], best_move, value_to_tt(best, ply), depth, bound, 0, 0, 0)
    return best


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def forces_mate(  # noqa: C901 - one recursive function
    state: State, table: Table, plies: int, ply: int
) -> int:
    """Return 1 if the side to move mates or stalemates within `plies`; only its last two moves may be quiet.

    Args:
        state: made by `proof_state`; its line at `ply` becomes a mating line, if there is one.
        table: a transposition table used by this search only.
        plies: an odd number.
        ply: distance from the root.
    """
    state[_NODES] += 1
    state[_LENGTHS + ply] = 0
    if state[_NODES] > state[_LIMIT] or ply >= LONGEST - 2:
        return 0
    side = state[SIDE]
    entry = probe(table, state[KEY])
    if entry != 0 and entry_depth(entry) >= plies and entry_score(entry) == 0:
        return 0
    start = _LISTS + ply * MOVE_LIST_SIZE
    end = generate(state, start, ALL_MOVES)
    answers = start + MOVE_LIST_SIZE
    left = plies - 2
    deeper = ply + 2
    for quiet in range(2 if plies <= 3 else 1):
        for i in range(start, end):
            move = state[i]
            captured = make_move(state, move)
            other = state[SIDE]
            if in_check(state, side) or in_check(state, other) == quiet:
                unmake_move(state, move, captured)
                continue
            mates = 1
            state[_LENGTHS + ply + 1] = 0
            last = generate(state, answers, ALL_MOVES)
            for j in range(answers, last):
                answer = state[j]
                taken = make_move(state, answer)
                if in_check(state, other):
                    unmake_move(state, answer, taken)
                    continue
                mates = 0
                if left > 0:
                    mates = forces_mate(state, table, left, deeper)
                unmake_move(state, answer, taken)
                if mates == 0:
                    break
                if state[_LENGTHS + ply + 2] + 1 > state[_LENGTHS + ply + 1]:
                    _extend_line(state, ply + 1, answer)
            unmake_move(state, move, captured)
            if mates:
                _extend_line(state, ply, move)
                return 1
    if state[_NODES] <= state[_LIMIT]:
        store(table, state[KEY], 0, 0, plies, BOUND_EXACT, 0, 0, 0)
    return 0


def proof_state() -> State:
    """Return an empty state for the searches of this module, int64, flat."""
    return new_state(_SIZE)


def load_position(
    state: State, board_state: State, limit: int, *, quick: bool = False, winner: int = 0
) -> None:
    """Load a board's position into a state of `proof_state`.

    Args:
        state: the state to fill.
        board_state: the state of the board.
        limit: the node limit.
        quick: whether null moves are allowed; then the search is faster, but no proof.
        winner: the side whose wins are sought, though some may be overlooked; 0 to search for a value.
    """
    state[:BOARD_SIZE] = board_state[:BOARD_SIZE]
    pieces = board_state[SQUARES : SQUARES + 256]
    values = SEE_VALUE[pieces & KIND_MASK] * (pieces < 1024)
    state[_BALANCE] = int(np.sum(values * np.where(pieces & RED, 1, -1)))
    state[_NODES] = 0
    state[_LIMIT] = limit
    state[_DEPTH] = 0
    state[_QUICK] = int(quick)
    state[_WINNER] = winner
    state[_PASSED] = -2
    state[_LENGTHS] = 0
    state[_KILLERS:_SIZE] = 0


def search_material(
    state: State, table: Table, depth: int, alpha: int = -INFINITY, beta: int = INFINITY
) -> int | None:
    """Return the material the side to move can force, relative to the current balance; None at the node limit.

    Args:
        state: loaded by `load_position`.
        table: the table of earlier searches of this position, or an empty one.
        depth: plies of full width.
        alpha, beta: window, relative to the current balance.

    A mate is returned as a score beyond MATE_BOUND, not relative to the balance.
    """
    state[_DEPTH] = depth
    side = int(state[SIDE])
    now = int(state[_BALANCE]) if side == RED else -int(state[_BALANCE])
    score = int(proof_search(state, table, max(alpha + now, -INFINITY), min(beta + now, INFINITY), depth, 0))
    if state[_NODES] > state[_LIMIT]:
        return None
    return score if abs(score) > MATE_BOUND else score - now


def nodes_of(state: State) -> int:
    """Return the number of nodes searched since `load_position`."""
    return int(state[_NODES])


def line_found(state: State) -> list[int]:
    """Return the principal variation of the last search; it may be shorter after a cutoff."""
    length = int(state[_LENGTHS])
    return [int(move) for move in state[_LINES : _LINES + length]]
