"""Progress in a won position whose endgame table has no distances: the way to the next capture.

A table of steps guarantees that a few moves bring the position one step nearer against every defence; this
search finds them.
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

_PROVING: Final = 3_000_000  # nodes: two seconds; a few thousand are mostly enough
_HOPING: Final = 200_000  # nodes if no steps are known
_NODES_PER_MS: Final = 400  # of the time for the move, a quarter at most
_FARTHEST: Final = 256  # more than any number of steps
_NOTES: Final = 2
_KEY_SHIFT: Final = 32
_MOVE: Final = (1 << _KEY_SHIFT) - 1


@kernel("void(int64[::1], int64, int64, int64)")
def _insert(state: State, start: int, at: int, key: int) -> None:
    """Insert a move with its key into an ascending list that ends before `at`."""
    while at > start and state[at - 1] > key:
        state[at] = state[at - 1]
        at -= 1
    state[at] = key


@kernel("int64(int64[::1], int64, int64)")
def _takes(state: State, directory: int, buffer: int) -> int:
    """Return 1 if a capture keeps the win, else 0."""
    end = generate(state, buffer, CAPTURES)
    for i in range(buffer, end):
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
    """List the quiet moves that keep the win, by their steps to a capture; return the end of the list.

    Args:
        start: the first slot of the list.
        first: a move that comes before all others.
    """
    end = generate_legal(state, start)
    buffer = start + MOVE_LIST_SIZE
    count = start
    for i in range(start, end):
        move = state[i]
        if state[SQUARES + to_square(move)] != 0:
            continue
        captured = make_move(state, move)
        wins = table_bounds(state, directory, buffer) == WDL_LOSS
        steps = steps_of(state, directory) if wins and move != first else 0
        unmake_move(state, move, captured)
        if wins:
            _insert(state, start, count, steps << _KEY_SHIFT | move)
            count += 1
    return count


@kernel("int64(int64[::1], int64, int64, int64)")
def _list_replies(state: State, directory: int, start: int, first: int) -> int:
    """List the moves in a lost position, `first` and then the most steps first; return the end of the list."""
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
    """Return 1 if the winning side can force a capture, or a step towards it, within `depth` plies, else 0.

    Args:
        work: the nodes left, the number of steps to get below, and for each ply the move that decided last.
        ply: even when the losing side is to move.
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
    """Return the most steps that the losing side can reach by a move, 0 if it always loses a piece."""
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
    """Return the moves that make the most progress: one that provably gains a step, else the likeliest.

    The number of steps may rise for a while before it falls, so that a line once begun is played to its end.

    Args:
        state: a won position; restored on return, but for move lists.
        directory: address of the unpacked endgame tables.
        moves: the moves that keep the win, at least one.
        passed: the earlier won positions with the same side to move, the last first.
        time_ms: the time for the move, None if it is not limited.
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
