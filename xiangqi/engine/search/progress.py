"""The way to the next capture in a won position whose table has no distances, among moves that keep the win.

A table of steps proves that there is one: a few moves bring the position a step nearer whatever is answered,
and the search finds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.board import Move
from xiangqi.core.constants import MOVE_LIST_SIZE, MOVE_STACK, SQUARES
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import CAPTURES, generate, generate_legal, leaves_king_safe
from xiangqi.core.position import State, make_move, to_square, unmake_move
from xiangqi.tables.tablefile import MOST_MOVES, UNPROVED
from xiangqi.tables.treeprobe import WDL_LOSS, steps_of, table_bounds

Ints = npt.NDArray[np.int64]

_PROVING: Final = 3_000_000  # nodes, two seconds; a few thousand are enough mostly
_HOPING: Final = 200_000  # where no steps tell that there is a way
_NODES_PER_MS: Final = 400  # a quarter of the time for the move at most
_FARTHEST: Final = 256  # more than any number of steps
_NOTES: Final = 2
_KEY_SHIFT: Final = 32
_MOVE: Final = (1 << _KEY_SHIFT) - 1


@kernel("void(int64[::1], int64, int64, int64)")
def _insert(state: State, start: int, at: int, key: int) -> None:
    """Put a move and its key into a rising list that ends before `at`."""
    while at > start and state[at - 1] > key:
        state[at] = state[at - 1]
        at -= 1
    state[at] = key


@kernel("int64(int64[::1], int64, int64)")
def _takes(state: State, directory: int, room: int) -> int:
    """1 where a capture keeps the win, else 0."""
    end = generate(state, room, CAPTURES)
    for i in range(room, end):
        move = state[i]
        if leaves_king_safe(state, move):
            captured = make_move(state, move)
            wins = table_bounds(state, directory, end) == WDL_LOSS
            unmake_move(state, move, captured)
            if wins:
                return 1
    return 0


@kernel("int64(int64[::1], int64, int64, int64)")
def _list_wins(state: State, directory: int, start: int, first: int) -> int:
    """List the moves that keep a win without taking; where the list ends.

    Args:
        start: of the list, in the order of steps to a capture.
        first: a move that goes before all others.
    """
    end = generate_legal(state, start)
    room = start + MOVE_LIST_SIZE
    count = start
    for i in range(start, end):
        move = state[i]
        if state[SQUARES + to_square(move)] != 0:
            continue
        captured = make_move(state, move)
        wins = table_bounds(state, directory, room) == WDL_LOSS
        steps = steps_of(state, directory) if wins and move != first else 0
        unmake_move(state, move, captured)
        if wins:
            _insert(state, start, count, steps << _KEY_SHIFT | move)
            count += 1
    return count


@kernel("int64(int64[::1], int64, int64, int64)")
def _list_replies(state: State, directory: int, start: int, first: int) -> int:
    """List the moves in a lost position, farthest from a capture first but for one; where the list ends."""
    end = generate_legal(state, start)
    for i in range(start, end):
        move = state[i]
        steps = _FARTHEST if move == first else 0
        if steps == 0 and state[SQUARES + to_square(move)] == 0:
            captured = make_move(state, move)
            steps = steps_of(state, directory)
            unmake_move(state, move, captured)
        _insert(state, start, i, (_FARTHEST - steps) << _KEY_SHIFT | move)
    return end


@kernel("int64(int64[::1], int64, int64[::1], int64, int64)")
def _is_forced(state: State, directory: int, work: Ints, ply: int, depth: int) -> int:
    """1 where so many plies surely win a piece, or bring the position a step nearer to that.

    Args:
        work: nodes left, the step that is to be left behind, and by ply what decided there last.
        ply: even with the losing side to move, odd with the other.
    """
    work[0] -= 1
    if work[0] < 0:
        return 0
    start = MOVE_STACK + ply * MOVE_LIST_SIZE
    wins = ply & 1
    if wins:
        if steps_of(state, directory) < work[1] or _takes(state, directory, start):
            return 1
        if depth == 0:
            return 0
        end = _list_wins(state, directory, start, work[_NOTES + ply])
    else:
        end = _list_replies(state, directory, start, work[_NOTES + ply])
    for i in range(start, end):
        move = state[i] & _MOVE
        captured = make_move(state, move)
        found = 1 if captured else _is_forced(state, directory, work, ply + 1, depth - 1)
        unmake_move(state, move, captured)
        if found == wins:
            work[_NOTES + ply] = move
            return found
    return 1 - wins


@kernel("int64(int64[::1], int64)")
def _most_after(state: State, directory: int) -> int:
    """The most steps after a move of the losing side, 0 where a piece is won then."""
    start = MOVE_STACK
    end = generate_legal(state, start)
    most = 0
    for i in range(start, end):
        move = state[i]
        captured = make_move(state, move)
        if captured == 0 and _takes(state, directory, start + MOVE_LIST_SIZE) == 0:
            most = max(most, steps_of(state, directory))
        unmake_move(state, move, captured)
    return most


def nearest(
    state: State, directory: int, moves: Sequence[Move], passed: Sequence[State], time_ms: float | None
) -> list[Move]:
    """The moves that come nearest to a capture: one that surely leaves a step behind, or the likeliest.

    On the way to fewer steps there may be more of them for a while, so what was begun is brought to its end.

    Args:
        state: a won position; restored on return, but for lists of moves.
        directory: address of the tables for the tree.
        moves: that keep the win, at least one.
        passed: the won positions before this one, the same side to move, the last of them first.
        time_ms: for the move, None if time is not short.
    """
    steps = steps_of(state, directory)
    nodes = _PROVING if 0 < steps < UNPROVED else _HOPING
    if time_ms is not None:
        nodes = min(nodes, int(_NODES_PER_MS * time_ms))
    most = {}
    for move in moves:
        captured = make_move(state, move)
        most[move] = _most_after(state, directory)
        unmake_move(state, move, captured)
    order = sorted(moves, key=lambda move: most[move])
    aims = [(steps, MOST_MOVES)]
    for ago, earlier in enumerate(passed[: MOST_MOVES - 1], 1):
        before = steps_of(earlier, directory)
        if 0 < before < aims[-1][0]:
            aims.append((before, MOST_MOVES - ago))
    for aim, most_moves in reversed(aims):
        work = np.array([nodes, aim] + [0] * 2 * MOST_MOVES, dtype=np.int64)
        for depth in range(1, 2 * most_moves, 2):
            for move in order:
                captured = make_move(state, move)
                found = _is_forced(state, directory, work, 0, depth)
                unmake_move(state, move, captured)
                if found:
                    return [move]
            if work[0] < 0:
                break
    return [move for move in order if most[move] == most[order[0]]]
