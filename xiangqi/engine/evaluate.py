"""Static evaluation."""

from __future__ import annotations

from typing import Final

from xiangqi.core.constants import RED, SCORE, SIDE
from xiangqi.core.jit import kernel
from xiangqi.core.position import State
from xiangqi.engine.layout import NETWORK_SHIFT
from xiangqi.engine.network import network_score

TEMPO: Final = 10  # the right to move


@kernel("int64(int64[::1])", inline=True)
def evaluate(state: State) -> int:
    """Value of a quiet position for the side to move; a pawn across the river is about 100.

    By the network where there is one (NETWORK_SHIFT). Changes nothing but its accumulators.
    """
    if state[NETWORK_SHIFT] != 0:
        return network_score(state)
    score = state[SCORE]
    return (score if state[SIDE] == RED else -score) + TEMPO
