"""Mates by checks and by threats, looked for at the root with a small share of the nodes.

A proof-number search (df-pn: Nagai, 2002). Of every position it keeps how many others are missing to show
that the side to move wins, which for the attacker is a mate and for the defender an escape, and how many to
show that it fails; it always goes on where least is missing. So it sees long forced mates in a few hundred
positions, where alpha-beta has to search every line as deep.

First the attacker gives check with every move. Then he may also make quiet moves that threaten such a mate: it
would be there if the defender passed (threat sequences as in lambda search: Thomsen, 2000). Most answers leave
the threat as it is, and are refuted by it at once.

What is proved is a mate whatever the defender does. The first one found is seldom the shortest, so that shorter
ones are looked for in as many plies less, by checks. What is refuted may only lack another quiet move. A
position that occurred before counts as an escape.
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
    NATURAL_LIMIT,
    NODES,
    PROOF_NUMBERS,
    PV,
    PV_LENGTHS,
    ROOT_COUNT,
    ROOT_MOVES,
    STOP,
)
from xiangqi.engine.common.parameters import THREAT_NODES
from xiangqi.engine.common.scores import MATE
from xiangqi.engine.search.node import count_node, pop_null_move, push_null_move
from xiangqi.engine.search.transposition import (
    BOUND_EXACT,
    Table,
    entry_move,
    entry_plies,
    entry_score,
    probe,
    store,
)

BY_CHECKS: Final = -1  # a goal: mate by checks alone, in any number of plies; 0 or more: in so many
BY_THREATS: Final = -2  # a goal: mate by checks and quiet moves that threaten mate by checks

# A position's numbers in one: what is missing to win, to fail, and the plies to the mate if it is proved.
_NEVER: Final = 30_000  # missing: it cannot be shown
_FAIL_SHIFT: Final = 16
_PLIES_SHIFT: Final = 32
_BEST_SHIFT: Final = 32  # in what _weigh returns
_SECOND_SHIFT: Final = 48
_NUMBER: Final = 0xFFFF
_UNKNOWN: Final = 1 << _FAIL_SHIFT | 1
_UNKNOWN_QUIET: Final = 2 << _FAIL_SHIFT | 1  # the defender has more answers
_WON: Final = _NEVER << _FAIL_SHIFT
_LOST: Final = _NEVER

_SCORES: Final = PROOF_NUMBERS - MOVE_STACK  # from a move's slot to the numbers of the position after it
_SALT: Final = 0x1E3779B97F4A7C1  # of keys, so that a proof is not taken for a node of the main search
_STEP: Final = 0x5851F42D4C957F  # between keys of one position
_KEPT: Final = 200  # depth under which the table holds a proof; other numbers give way first
_DEEPEST: Final = MAX_PLY - 8


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _proof_key(state: State, key: int, goal: int) -> int:
    """Key of a position's numbers for a goal.

    Those of another search may rest on another history of the game.
    """
    return key ^ _SALT * (state[GENERATION] + 1) ^ goal * _STEP


@kernel("int64(int64)", inline=True)
def _unpacked(entry: int) -> int:
    """The numbers of an entry of the table."""
    return entry_move(entry) - 1 | entry_score(entry) << _FAIL_SHIFT | entry_plies(entry) << _PLIES_SHIFT


@kernel("int64(int64)", inline=True)
def _goal_after(goal: int) -> int:
    """The goal after a move."""
    return goal if goal < 0 else goal - 1


@kernel("void(int64[::1], int64[::1], int64, int64, int64, int64)", inline=True)
def _keep(state: State, table: Table, goal: int, win: int, fail: int, plies: int) -> None:
    """Write the numbers of the position into the table."""
    depth = _KEPT if win == 0 or fail == 0 else 0
    key = _proof_key(state, state[KEY], goal)
    store(table, key, win + 1, fail, depth, BOUND_EXACT, state[GENERATION], 0, plies)


@kernel("int64(int64[::1], int64, int64, int64)")
def _list_attacks(state: State, first: int, ply: int, goal: int) -> int:
    """Write the attacker's moves, at the root those of ROOT_MOVES, with numbers as if unknown; their end."""
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
        if goal != BY_THREATS and may_give_check(state, move) == 0:
            continue
        checks = path_push(state, move)
        if (checks or goal == BY_THREATS) and in_check(state, side) == 0:
            state[end] = move
            state[end + _SCORES] = _UNKNOWN if checks else _UNKNOWN_QUIET
            end += 1
        path_pop(state, move)
    return end


@kernel("int64(int64[::1], int64[::1], int64, int64, int64)")
def _list_moves(state: State, table: Table, ply: int, attacks: int, goal: int) -> int:
    """Write the moves of a ply with the numbers of the positions after them; their end."""
    first = MOVE_STACK + ply * MOVE_LIST_SIZE
    if attacks:
        end = _list_attacks(state, first, ply, goal)
    else:
        end = generate_legal(state, first)
        for i in range(first, end):
            state[i + _SCORES] = _UNKNOWN
    for i in range(first, end):
        entry = probe(table, _proof_key(state, state[KEY] ^ key_change(state, state[i]), _goal_after(goal)))
        if entry != 0:
            state[i + _SCORES] = _unpacked(entry)
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


@kernel("int64(int64[::1], int64, int64)")
def _weigh(state: State, first: int, end: int) -> int:
    """What the numbers after the moves state[first:end] make of the position before them.

    Returns:
        What is missing to win and to fail, as in a position's numbers; the place among the moves of one that
        lacks least to win; and what the next best lacks.
    """
    win = second = _NEVER
    fail = best = 0
    for i in range(first, end):
        numbers = state[i + _SCORES]
        theirs = numbers >> _FAIL_SHIFT & _NUMBER
        if theirs < win:
            win, second, best = theirs, win, i - first
        elif theirs < second:
            second = theirs
        fail = min(fail + (numbers & _NUMBER), _NEVER - 1)
    if win == 0:
        fail = _NEVER
    return win | fail << _FAIL_SHIFT | best << _BEST_SHIFT | second << _SECOND_SHIFT


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64)")
def _prove(
    state: State, table: Table, ply: int, attacks: int, goal: int, most_win: int, most_fail: int, last_node: int
) -> int:
    """Numbers of the position, searched until one of them reaches its limit or no nodes are left.

    Args:
        state: restored on return, but for NODES, STOP and the move lists from `ply` on.
        table: transposition table; entries of proofs are read and written.
        ply: distance from the root.
        attacks: 1 when the side to move wants to mate, 0 when it wants to escape.
        goal: plies within which the mate must come, 0 if now; or BY_CHECKS or BY_THREATS.
        most_win, most_fail: limits of the numbers.
        last_node: value of NODES at which to leave.
    """
    if ply != 0 and (repetition_status(state) != 0 or ply >= _DEEPEST):
        return _LOST if attacks else _WON
    count_node(state)
    first = MOVE_STACK + ply * MOVE_LIST_SIZE
    below, other = ply + 1, 1 - attacks
    checks, never = (
        max(goal, BY_CHECKS),
        max(most_win, _NEVER),
    )  # no literals: Numba would type this function anew
    quiet = goal == BY_THREATS and attacks == 0 and in_check(state, state[SIDE]) == 0
    is_new = quiet and probe(table, _proof_key(state, state[KEY], goal)) == 0
    if is_new:  # what is threatened if the defender passes?
        push_null_move(state)
        last_look = state[NODES] + state[THREAT_NODES]
        numbers = _prove(state, table, below, other, checks, never, never, last_look)
        pop_null_move(state)
        if numbers & _NUMBER != 0:
            _keep(state, table, goal, 0, _NEVER, 0)
            return _WON
    end = _list_moves(state, table, ply, attacks, goal)
    if goal == 0 and first < end:
        return _WON
    if is_new:  # most answers leave the threat as it is; this is not broken off, since it is done but once
        for i in range(first, end):
            if state[i + _SCORES] == _UNKNOWN and state[STOP] == 0:
                path_push(state, state[i])
                last_look = state[NODES] + state[THREAT_NODES]
                numbers = _prove(state, table, below, other, checks, never, never, last_look)
                if numbers & _NUMBER == 0:
                    _keep(state, table, goal, 0, _NEVER, numbers >> _PLIES_SHIFT)
                    state[i + _SCORES] = numbers
                path_pop(state, state[i])
    while True:
        weighed = _weigh(state, first, end)
        win, fail = weighed & _NUMBER, weighed >> _FAIL_SHIFT & _NUMBER
        if win >= most_win or fail >= most_fail or state[STOP] or state[NODES] >= last_node:
            break
        slot = first + (weighed >> _BEST_SHIFT & _NUMBER)
        most_theirs = min(most_fail - fail + (state[slot + _SCORES] & _NUMBER), _NEVER)
        most_other = min(most_win, (weighed >> _SECOND_SHIFT) + 1)
        path_push(state, state[slot])
        numbers = _prove(state, table, below, other, _goal_after(goal), most_theirs, most_other, last_node)
        path_pop(state, state[slot])
        state[slot + _SCORES] = numbers
    plies = 0
    if (win if attacks else fail) == 0 and first < end:
        plies = 1 + (state[_mating_slot(state, first, end, attacks) + _SCORES] >> _PLIES_SHIFT)
    _keep(state, table, goal, win, fail, plies)
    return win | fail << _FAIL_SHIFT | plies << _PLIES_SHIFT


@kernel("void(int64[::1], int64[::1], int64)")
def _lay_out(state: State, table: Table, goal: int) -> None:
    """Make the proof in the table, as far as it is still there, the principal variation of the root."""
    ply = 0
    attacks = 1
    left = _DEEPEST
    while True:
        first = MOVE_STACK + ply * MOVE_LIST_SIZE
        best = _mating_slot(state, first, _list_moves(state, table, ply, attacks, goal), attacks)
        plies = state[best + _SCORES] >> _PLIES_SHIFT
        if best == 0 and goal == BY_THREATS:
            goal = BY_CHECKS  # a threat is carried out
            continue
        if best == 0 or plies >= left:  # numbers that were found anew may not fit together
            break
        state[PV + ply] = state[best]
        path_push(state, state[best])
        ply += 1
        left = plies
        attacks = 1 - attacks
        goal = _goal_after(goal)
    state[PV_LENGTHS] = ply
    for i in range(ply - 1, -1, -1):
        path_pop(state, state[PV + i])


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def search_checkmate(state: State, table: Table, goal: int, nodes: int) -> int:
    """Look for a mate that begins with one of ROOT_MOVES, in about so many nodes.

    Args:
        state: PV row 0 becomes the line of a mate found, its end perhaps missing; otherwise as in _prove.
        table: what earlier calls of the same search have found in it is not searched again.
        goal: plies that a mate by checks may take, odd; or BY_CHECKS or BY_THREATS.
        nodes: 1 or more.

    Returns:
        MATE less the plies to a mate that is proved; 0 if none is; -1 if further calls would find none.
    """
    numbers = _prove(state, table, 0, 1, goal, _NEVER, _NEVER, state[NODES] + nodes)
    plies = numbers >> _PLIES_SHIFT
    if numbers & _NUMBER != 0 or state[PATH_CLOCKS + state[PATH_LENGTH]] + plies > state[NATURAL_LIMIT]:
        return -1 if numbers >> _FAIL_SHIFT & _NUMBER == 0 else 0
    _lay_out(state, table, goal)
    return MATE - plies if state[PV_LENGTHS] != 0 else 0
