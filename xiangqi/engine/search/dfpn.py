"""Depth-first proof-number search (df-pn: Nagai, 2002) for mates by checks and by threats, at the root.

Every position has a proof and a disproof number: how many positions must still be decided to prove that the
side to move reaches its aim, a mate for the attacker and an escape for the defender, and how many to disprove
it. The search expands the most proving node. It finds long forced mates in a few hundred positions.

First the attacker gives check with every move. Then quiet moves that threaten such a mate are allowed as well:
the mate would follow if the defender passed (threat sequences as in lambda search: Thomsen, 2000). Most replies
do not meet the threat, which refutes them at once.

A mate that is proved holds against every defence. The first one is seldom the shortest, so that shorter ones
are searched for by checks. A disproof may only mean that another quiet move is needed. A repeated position
counts as an escape.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.attacks import in_check, may_give_check
from xiangqi.core.constants import KEY, MAX_PLY, MOVE_LIST_SIZE, MOVE_STACK, PATH_CLOCKS, PATH_LENGTH, SIDE
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import ALL_MOVES, generate, generate_legal
from xiangqi.core.position import State, key_change
from xiangqi.core.repetition import path_pop, path_push, repetition_status
from xiangqi.engine.common import layout as slots
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

# The numbers of a position packed: proof number, disproof number, and the plies to a mate that is proved.
_NEVER: Final = 30_000  # infinity: it cannot be proved
_FAIL_SHIFT: Final = 16
_PLIES_SHIFT: Final = 32
_BEST_SHIFT: Final = 32  # in what _weigh returns
_SECOND_SHIFT: Final = 48
_NUMBER: Final = 0xFFFF
_UNKNOWN: Final = 1 << _FAIL_SHIFT | 1
_UNKNOWN_QUIET: Final = 2 << _FAIL_SHIFT | 1  # the defender has more answers
_WON: Final = _NEVER << _FAIL_SHIFT
_LOST: Final = _NEVER

_SCORES: Final = (
    slots.PROOF_NUMBERS - MOVE_STACK
)  # from the slot of a move to the numbers of the position after it
_SALT: Final = 0x1E3779B97F4A7C1  # keeps keys apart from those of the main search
_STEP: Final = 0x5851F42D4C957F  # between the keys of one position for different goals
_KEPT: Final = 200  # depth of decided positions in the table; undecided ones are replaced first
_DEEPEST: Final = MAX_PLY - 8


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _proof_key(state: State, key: int, goal: int) -> int:
    """Return the key of the numbers of a position for a goal.

    Every search has its own, since the path may differ.
    """
    return key ^ _SALT * (state[slots.GENERATION] + 1) ^ goal * _STEP


@kernel("int64(int64)", inline=True)
def _unpacked(entry: int) -> int:
    """Return the packed numbers in an entry of the table."""
    return entry_move(entry) - 1 | entry_score(entry) << _FAIL_SHIFT | entry_plies(entry) << _PLIES_SHIFT


@kernel("int64(int64)", inline=True)
def _goal_after(goal: int) -> int:
    """Return the goal one ply later."""
    return goal if goal < 0 else goal - 1


@kernel("void(int64[::1], int64[::1], int64, int64, int64, int64)", inline=True)
def _keep(state: State, table: Table, goal: int, win: int, fail: int, plies: int) -> None:
    """Store the numbers of the position in the table."""
    depth = _KEPT if win == 0 or fail == 0 else 0
    key = _proof_key(state, state[KEY], goal)
    store(table, key, win + 1, fail, depth, BOUND_EXACT, state[slots.GENERATION], 0, plies)


@kernel("int64(int64[::1], int64, int64, int64)")
def _list_attacks(state: State, first: int, ply: int, goal: int) -> int:
    """List the attacker's checks, or for BY_THREATS all legal moves, with initial numbers.

    At the root only ROOT_MOVES are considered. Returns the end of the list.
    """
    side = state[SIDE]
    if ply == 0:
        last = first + state[slots.ROOT_COUNT]
        for i in range(state[slots.ROOT_COUNT]):
            state[first + i] = state[slots.ROOT_MOVES + i]
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
    """List the moves of a ply with the numbers of the positions after them; return the end of the list."""
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
    """Return the slot of the shortest mate or the longest defence in a proof, 0 if there is none.

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
    """Combine the numbers after the moves state[first:end] into those of the position before them.

    Returns:
        Proof and disproof number, the index of the most proving move, and the proof number of the second best.
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
    """Search the position until a number reaches its limit or the nodes are spent; return the numbers.

    Args:
        state: restored on return, but for NODES, STOP and the move lists from `ply` on.
        table: transposition table; entries of proofs are read and written.
        ply: distance from the root.
        attacks: 1 when the side to move attacks, 0 when it defends.
        goal: the plies to the mate, 0 for a mate on the board; or BY_CHECKS or BY_THREATS.
        most_win, most_fail: limits of proof and disproof number.
        last_node: value of NODES at which to return.
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
    if is_new:  # is there a threat if the defender passes?
        push_null_move(state)
        last_look = state[slots.NODES] + state[THREAT_NODES]
        numbers = _prove(state, table, below, other, checks, never, never, last_look)
        pop_null_move(state)
        if numbers & _NUMBER != 0:
            _keep(state, table, goal, 0, _NEVER, 0)
            return _WON
    end = _list_moves(state, table, ply, attacks, goal)
    if goal == 0 and first < end:
        return _WON
    if is_new:  # most replies do not meet the threat; this loop runs once, so that it is not interrupted
        for i in range(first, end):
            if state[i + _SCORES] == _UNKNOWN and state[slots.STOP] == 0:
                path_push(state, state[i])
                last_look = state[slots.NODES] + state[THREAT_NODES]
                numbers = _prove(state, table, below, other, checks, never, never, last_look)
                if numbers & _NUMBER == 0:
                    _keep(state, table, goal, 0, _NEVER, numbers >> _PLIES_SHIFT)
                    state[i + _SCORES] = numbers
                path_pop(state, state[i])
    while True:
        weighed = _weigh(state, first, end)
        win, fail = weighed & _NUMBER, weighed >> _FAIL_SHIFT & _NUMBER
        if win >= most_win or fail >= most_fail or state[slots.STOP] or state[slots.NODES] >= last_node:
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
    """Make the proof the principal variation of the root, as far as it is still in the table."""
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
        if best == 0 or plies >= left:  # some entries were overwritten
            break
        state[slots.PV + ply] = state[best]
        path_push(state, state[best])
        ply += 1
        left = plies
        attacks = 1 - attacks
        goal = _goal_after(goal)
    state[slots.PV_LENGTHS] = ply
    for i in range(ply - 1, -1, -1):
        path_pop(state, state[slots.PV + i])


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def search_checkmate(state: State, table: Table, goal: int, nodes: int) -> int:
    """Search for a mate by one of ROOT_MOVES, in about `nodes` nodes.

    Args:
        state: PV row 0 becomes the line of a mate, whose end may be missing; otherwise as in _prove.
        table: transposition table; the search continues that of earlier calls.
        goal: the plies of a mate by checks, odd; or BY_CHECKS or BY_THREATS.
        nodes: 1 or more.

    Returns:
        MATE minus the plies to a mate that is proved, 0 if none is yet, -1 if there is none.
    """
    numbers = _prove(state, table, 0, 1, goal, _NEVER, _NEVER, state[slots.NODES] + nodes)
    plies = numbers >> _PLIES_SHIFT
    if numbers & _NUMBER != 0 or state[PATH_CLOCKS + state[PATH_LENGTH]] + plies > state[slots.NATURAL_LIMIT]:
        return -1 if numbers >> _FAIL_SHIFT & _NUMBER == 0 else 0
    _lay_out(state, table, goal)
    return MATE - plies if state[slots.PV_LENGTHS] != 0 else 0
