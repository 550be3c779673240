"""Perft: the number of move sequences of a given length, to test the move generator."""

from __future__ import annotations

from xiangqi.core.attacks import in_check
from xiangqi.core.constants import MAX_PLY, MOVE_LIST_SIZE, MOVE_STACK, SIDE
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import ALL_MOVES, generate, generate_legal
from xiangqi.core.position import State, make_move, unmake_move

MAX_DEPTH = MAX_PLY - 1


@kernel("int64(int64[::1], int64, int64)")
def _descend(state: State, start: int, depth: int) -> int:
    """Count the leaves `depth` >= 1 plies below, making every move."""
    side = state[SIDE]
    end = generate(state, start, ALL_MOVES)
    deeper = start + MOVE_LIST_SIZE
    below = depth - 1
    nodes = 0
    for i in range(start, end):
        move = state[i]
        captured = make_move(state, move)
        if in_check(state, side) == 0:
            nodes += 1 if below == 0 else _descend(state, deeper, below)
        unmake_move(state, move, captured)
    return nodes


@kernel("int64(int64[::1], int64, int64)")
def _descend_bulk(state: State, start: int, depth: int) -> int:
    """Count the leaves `depth` >= 1 plies below; the moves of the last ply are counted, not made."""
    end = generate_legal(state, start)
    below = depth - 1
    if below == 0:
        return end - start
    deeper = start + MOVE_LIST_SIZE
    nodes = 0
    for i in range(start, end):
        move = state[i]
        captured = make_move(state, move)
        nodes += _descend_bulk(state, deeper, below)
        unmake_move(state, move, captured)
    return nodes


def perft(state: State, depth: int, *, bulk: bool = True) -> int:
    """Count the legal move sequences of `depth` plies from the position in `state`.

    Args:
        state: int64, shape (>= CORE_SIZE,); restored on return, but for MOVE_STACK.
        depth: plies, 0 to MAX_DEPTH.
        bulk: whether the moves of the last ply are counted instead of made.

    Raises:
        ValueError: the depth is out of range.
    """
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"perft depth must be 0 to {MAX_DEPTH}, not {depth}")
    if depth == 0:
        return 1
    return int((_descend_bulk if bulk else _descend)(state, MOVE_STACK, depth))
