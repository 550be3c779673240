"""Mates by an unbroken series of checks, looked for at the root with a small share of the nodes.

A proof-number search (df-pn: Nagai, 2002). Of every position it keeps how many others are missing to show
that the side to move wins, which for the attacker is a mate and for the defender an escape, and how many to
show that it fails; it always goes on where least is missing. So it sees long forced mates in a few hundred
positions, where alpha-beta has to search every line as deep.

What is proved is a mate whatever the defender does. The first one found is seldom the shortest, so that shorter
ones are looked for in as many plies less. What is refuted may only lack a move that gives no check. A position
that occurred before counts as an escape.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.attacks import in_check, may_give_check
from xiangqi.core.constants import KEY, MAX_PLY, MOVE_LIST_SIZE, MOVE_STACK, PATH_CLOCKS, PATH_LENGTH, SIDE
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import ALL_MOVES, generate, generate_legal
from xiangqi.core.position import State, key_change
from xiangqi.core.repetition import path_pop, path_push, repetition_status
from xiangqi.engine.common.layout import (
    GENERATION,
    MOVE_SCORES,
    NATURAL_LIMIT,
    NODES,
    PV,
    PV_LENGTHS,
    ROOT_COUNT,
    ROOT_MOVES,
    STOP,
)
from xiangqi.engine.common.scores import MATE
from xiangqi.engine.search.node import count_node
from xiangqi.engine.search.transposition import (
    EXACT,
    Table,
    entry_move,
    entry_plies,
    entry_score,
    probe,
    store,
)

UNLIMITED: Final = -1  # plies to the mate

# A position's numbers in one: what is missing to win, to fail, and the plies to the mate if it is proved.
_NEVER: Final = 30_000  # missing: it cannot be shown
_FAIL_SHIFT: Final = 16
_PLIES_SHIFT: Final = 32
_NUMBER: Final = 0xFFFF
_UNKNOWN: Final = 1 << _FAIL_SHIFT | 1
_WON: Final = _NEVER << _FAIL_SHIFT
_LOST: Final = _NEVER

_SCORES: Final = MOVE_SCORES - MOVE_STACK  # from a move's slot to the numbers of the position after it
_SALT: Final = 0x1E3779B97F4A7C1  # of keys, so that a proof is not taken for a node of the main search
_STEP: Final = 0x5851F42D4C957F  # between keys of one position
_KEPT: Final = 200  # depth under which the table holds a proof; other numbers give way first
_DEEPEST: Final = MAX_PLY - 8


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _proof_key(state: State, key: int, left: int) -> int:
    """Key of a position's numbers for a mate in so many plies.

    Those of another search may rest on another history of the game.
    """
    return key ^ _SALT * (state[GENERATION] + 1) ^ left * _STEP


@kernel("int64(int64)", inline=True)
def _unpacked(data: int) -> int:
    """The numbers of an entry of the table."""
    return entry_move(data) - 1 | entry_score(data) << _FAIL_SHIFT | entry_plies(data) << _PLIES_SHIFT


@kernel("int64(int64)", inline=True)
def _one_less(left: int) -> int:
    """The plies left after a move."""
    return left if left == UNLIMITED else left - 1


@kernel("void(int64[::1], int64[::1], int64, int64, int64, int64)", inline=True)
def _keep(state: State, table: Table, left: int, win: int, fail: int, plies: int) -> None:
    """Write the numbers of the position into the table."""
    depth = _KEPT if win == 0 or fail == 0 else 0
    key = _proof_key(state, state[KEY], left)
    store(table, key, win + 1, fail, depth, EXACT, state[GENERATION], 0, plies)


@kernel("int64(int64[::1], int64, int64)")
def _list_checks(state: State, first: int, ply: int) -> int:
    """Write the legal moves that give check, at the root those of ROOT_MOVES; their end."""
    side = state[SIDE]
    if ply == 0:
        last = first + state[ROOT_COUNT]
        for i in range(state[ROOT_COUNT]):
            state[first + i] = state[ROOT_MOVES + i]
    else:
        last = generate(state, first, ALL_MOVES)
    end = first
    for i in range(first, last):
        move = state[i]
        if may_give_check(state, move) == 0:
            continue
        if path_push(state, move) and in_check(state, side) == 0:
            state[end] = move
            end += 1
        path_pop(state, move)
    return end


@kernel("int64(int64[::1], int64[::1], int64, int64, int64)")
def _list_moves(state: State, table: Table, ply: int, attacks: int, left: int) -> int:
    """Write the moves of a ply with the numbers of the positions after them; their end."""
    first = MOVE_STACK + ply * MOVE_LIST_SIZE
    end = _list_checks(state, first, ply) if attacks else generate_legal(state, first)
    for i in range(first, end):
        data = probe(table, _proof_key(state, state[KEY] ^ key_change(state, state[i]), _one_less(left)))
        state[i + _SCORES] = _unpacked(data) if data != 0 else _UNKNOWN
    return end


@kernel("int64(int64[::1], int64, int64, int64)")
def _mating_slot(state: State, first: int, end: int, attacks: int) -> int:
    """Slot of the move of a proof: the shortest mate among those proved, the longest way out of no use; or 0.

    The moves state[first:end] have their numbers.
    """
    found = most = 0
    for i in range(first, end):
        numbers = state[i + _SCORES]
        plies = numbers >> _PLIES_SHIFT
        if (numbers >> _FAIL_SHIFT if attacks else numbers) & _NUMBER != 0:
            continue
        if found == 0 or (plies < most if attacks else plies > most):
            found, most = i, plies
    return found


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64)")
def _prove(
    state: State, table: Table, ply: int, attacks: int, left: int, most_win: int, most_fail: int, last_node: int
) -> int:
    """Numbers of the position, searched until one of them reaches its limit or no nodes are left.

    Args:
        state: restored on return, but for NODES, STOP and the move lists from `ply` on.
        table: transposition table; entries of proofs are read and written.
        ply: distance from the root.
        attacks: 1 when the side to move wants to mate, 0 when it is in check and wants to escape.
        left: plies within which the mate must come, 0 if now; or UNLIMITED.
        most_win, most_fail: limits of the numbers.
        last_node: value of NODES at which to leave.
    """
    if ply != 0 and (repetition_status(state) != 0 or ply >= _DEEPEST):
        return _LOST if attacks else _WON
    count_node(state)
    first = MOVE_STACK + ply * MOVE_LIST_SIZE
    end = _list_moves(state, table, ply, attacks, left)
    if left == 0 and first < end:
        return _WON
    below, other = ply + 1, 1 - attacks
    while True:
        win = second = _NEVER
        fail = 0
        best = first
        for i in range(first, end):
            numbers = state[i + _SCORES]
            their_win = numbers & _NUMBER
            their_fail = numbers >> _FAIL_SHIFT & _NUMBER
            if their_fail < win:
                second = win
                win = their_fail
                best = i
            elif their_fail < second:
                second = their_fail
            fail = min(fail + their_win, _NEVER - 1)
        if win == 0:
            fail = _NEVER
        if win >= most_win or fail >= most_fail or state[STOP] or state[NODES] >= last_node:
            break
        move = state[best]
        numbers = state[best + _SCORES]
        path_push(state, move)
        state[best + _SCORES] = _prove(
            state,
            table,
            below,
            other,
            _one_less(left),
            min(most_fail - fail + (numbers & _NUMBER), _NEVER),
            min(most_win, second + 1),
            last_node,
        )
        path_pop(state, move)
    plies = 0
    if (win if attacks else fail) == 0 and first < end:
        plies = 1 + (state[_mating_slot(state, first, end, attacks) + _SCORES] >> _PLIES_SHIFT)
    _keep(state, table, left, win, fail, plies)
    return win | fail << _FAIL_SHIFT | plies << _PLIES_SHIFT


@kernel("void(int64[::1], int64[::1], int64, int64)")
def _lay_out(state: State, table: Table, attacks: int, left: int) -> None:
    """Make the proof in the table, as far as it is still there, the principal variation of the root."""
    ply = 0
    while ply < _DEEPEST:
        first = MOVE_STACK + ply * MOVE_LIST_SIZE
        best = _mating_slot(state, first, _list_moves(state, table, ply, attacks, left), attacks)
        if best == 0:
            break
        state[PV + ply] = state[best]
        path_push(state, state[best])
        ply += 1
        attacks = 1 - attacks
        left = _one_less(left)
    state[PV_LENGTHS] = ply
    for i in range(ply - 1, -1, -1):
        path_pop(state, state[PV + i])


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def search_checkmate(state: State, table: Table, left: int, nodes: int) -> int:
    """Look for a mate that begins with one of ROOT_MOVES, every one a check, in about so many nodes.

    Args:
        state: PV row 0 becomes the line of a mate found, its end perhaps missing; otherwise as in _prove.
        table: what earlier calls of the same search have found in it is not searched again.
        left: plies that the mate may take, odd; or UNLIMITED.
        nodes: 1 or more.

    Returns:
        MATE less the plies to a mate that is proved; 0 if none is; -1 if further calls would find none.
    """
    attacks = 1
    numbers = _prove(state, table, 0, attacks, left, _NEVER, _NEVER, state[NODES] + nodes)
    plies = numbers >> _PLIES_SHIFT
    if numbers & _NUMBER != 0 or state[PATH_CLOCKS + state[PATH_LENGTH]] + plies > state[NATURAL_LIMIT]:
        return -1 if numbers >> _FAIL_SHIFT & _NUMBER == 0 else 0
    _lay_out(state, table, attacks, left)
    return MATE - plies if state[PV_LENGTHS] != 0 else 0
