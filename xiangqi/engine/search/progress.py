"""The way to the next capture in a won position whose table has no distances, among moves that keep the win.

A table of steps proves it: so many moves bring the position a step nearer whatever is answered, and the search
finds them. Where there are estimates alone it looks for a capture that can be forced, and else takes the move
after which the estimate is lowest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.board import Move
from xiangqi.core.constants import MAX_PLY, MOVE_LIST_SIZE, MOVE_STACK, SQUARES
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import generate_legal
from xiangqi.core.position import State, make_move, unmake_move
from xiangqi.tables.treeprobe import LOST, steps_of, table_bounds, table_number

Ints = npt.NDArray[np.int64]

PROVING: Final = 200_000
"""Nodes to search at most where steps tell; a few thousand are enough mostly."""

_GUESSING: Final = 2_000  # where estimates tell; twice as many after each so many plies without a capture
_PATIENCE: Final = 20
_MOST_DOUBLINGS: Final = 5
_NODES_PER_MS: Final = 100  # a fifth of the time for the move at most
_DEEPEST: Final = MAX_PLY - 40
_FARTHEST: Final = 256  # more than any number of a table
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
def _list_wins(state: State, directory: int, start: int) -> int:
    """List the moves that keep a win, the nearest to a capture first; its end, 0 if one captures."""
    end = generate_legal(state, start)
    room = start + MOVE_LIST_SIZE
    count = start
    for i in range(start, end):
        move = state[i]
        captured = make_move(state, move)
        wins = table_bounds(state, directory, room) == LOST
        number = table_number(state, directory) if wins and captured == 0 else 0
        unmake_move(state, move, captured)
        if wins and captured:
            return 0
        if wins:
            _insert(state, start, count, number << _KEY_SHIFT | move)
            count += 1
    return count


@kernel("int64(int64[::1], int64, int64)")
def _list_replies(state: State, directory: int, start: int) -> int:
    """List the moves in a lost position, the farthest from a capture first; where the list ends."""
    end = generate_legal(state, start)
    for i in range(start, end):
        move = state[i]
        number = 0
        if state[SQUARES + (move & 255)] == 0:
            captured = make_move(state, move)
            number = table_number(state, directory)
            unmake_move(state, move, captured)
        _insert(state, start, i, (_FARTHEST - number) << _KEY_SHIFT | move)
    return end


@kernel("int64(int64[::1], int64, int64[::1], int64, int64)")
def _is_forced(state: State, directory: int, work: Ints, ply: int, depth: int) -> int:
    """1 where so many plies surely win a piece, or bring the position a step nearer to that.

    Args:
        work: nodes left, and the step that is to be left behind, 0 for none.
        ply: even with the losing side to move, odd with the other.
    """
    work[0] -= 1
    if work[0] < 0:
        return 0
    start = MOVE_STACK + ply * MOVE_LIST_SIZE
    wins = ply & 1
    if wins:
        number = table_number(state, directory) if work[1] else 0
        if 0 < number < work[1]:
            return 1
        end = _list_wins(state, directory, start)
        if end == 0 or depth == 0 or number > work[1]:
            return int(end == 0)
    else:
        end = _list_replies(state, directory, start)
    for i in range(start, end):
        move = state[i] & _MOVE
        captured = make_move(state, move)
        found = 1 if captured else _is_forced(state, directory, work, ply + 1, depth - 1)
        unmake_move(state, move, captured)
        if found == wins:
            return found
    return 1 - wins


@kernel("int64(int64[::1], int64)")
def _highest_after(state: State, directory: int) -> int:
    """The highest number after a move of the losing side, 0 where a piece is won then."""
    start = MOVE_STACK
    end = generate_legal(state, start)
    highest = 0
    for i in range(start, end):
        move = state[i]
        captured = make_move(state, move)
        if captured == 0 and _list_wins(state, directory, start + MOVE_LIST_SIZE) != 0:
            highest = max(highest, table_number(state, directory))
        unmake_move(state, move, captured)
    return highest


def nearest(
    state: State, directory: int, moves: Sequence[Move], clock: int, time_ms: float | None
) -> list[Move]:
    """The moves that come nearest to a capture: one that surely does, or those whose estimate is lowest.

    Args:
        state: a won position; restored on return, but for lists of moves.
        directory: address of the tables for the tree.
        moves: that keep the win, at least one.
        clock: plies since the last capture.
        time_ms: for the move, None if time is not short.
    """
    step = steps_of(state, directory)
    nodes = PROVING if step else _GUESSING << min(clock // _PATIENCE, _MOST_DOUBLINGS)
    if time_ms is not None:
        nodes = min(nodes, int(_NODES_PER_MS * time_ms))
    work = np.array([nodes, step], dtype=np.int64)
    highest = {}
    for move in moves:
        captured = make_move(state, move)
        highest[move] = _highest_after(state, directory)
        unmake_move(state, move, captured)
    order = sorted(moves, key=lambda move: highest[move])
    for depth in range(1, _DEEPEST, 2):
        for move in order:
            captured = make_move(state, move)
            found = _is_forced(state, directory, work, 0, depth)
            unmake_move(state, move, captured)
            if found:
                return [move]
        if work[0] < 0:
            break
    return [move for move in order if highest[move] == highest[order[0]]]
