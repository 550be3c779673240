"""Lines of moves from outside, checked and made by one call."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from xiangqi.core.jit import kernel
from xiangqi.core.movegen import is_pseudo_legal, leaves_king_safe
from xiangqi.core.position import State, make_move


@kernel("int64(int64[::1], int64[::1])")
def play_line(state: State, moves: npt.NDArray[np.int64]) -> int:
    """Make moves up to the first illegal one and return their number.

    Args:
        state: int64, shape (>= BOARD_SIZE,); left in the position after the legal moves.
        moves: 16-bit moves, shape (n,); not changed.
    """
    for ply in range(len(moves)):
        move = moves[ply]
        if is_pseudo_legal(state, move) == 0 or leaves_king_safe(state, move) == 0:
            return ply
        make_move(state, move)
    return len(moves)
