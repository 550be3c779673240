"""Static evaluation: by the network, or handcrafted from piece-square tables, activity and imbalance."""

from __future__ import annotations

from xiangqi.core.constants import BLACK, BOTH, RED, SCORE, SIDE
from xiangqi.core.jit import kernel
from xiangqi.core.position import State
from xiangqi.core.values import taper
from xiangqi.engine.common.layout import NETWORK_SHIFT, TERM_WEIGHTS
from xiangqi.engine.common.terms import TEMPO
from xiangqi.engine.evaluation.activity import activity
from xiangqi.engine.evaluation.imbalance import imbalance, winning_chance
from xiangqi.engine.evaluation.network import network_score


@kernel("int64(int64[::1])", inline=True)
def _handcrafted(state: State) -> int:
    """Return the handcrafted evaluation for the side to move."""
    packed = state[SCORE] + activity(state, RED) - activity(state, BLACK) + imbalance(state)
    if state[SIDE] == RED:
        return taper(packed + state[TERM_WEIGHTS + TEMPO])
    return -taper(packed - state[TERM_WEIGHTS + TEMPO])


@kernel("int64(int64[::1])")
def evaluate(state: State) -> int:
    """Return the static evaluation in centipawns for the side to move; a crossed pawn is about 100.

    The network evaluates if there is one (NETWORK_SHIFT). A position has the same value with colours swapped or
    mirrored. Of the state only accumulators and scratch slots are changed.
    """
    score = network_score(state) if state[NETWORK_SHIFT] != 0 else _handcrafted(state)
    side = state[SIDE]
    return score * winning_chance(state, side if score > 0 else side ^ BOTH) // 16
