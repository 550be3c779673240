"""What a score is worth: centipawns turned into the chance of winning.

A pawn more decides a level game and changes nothing in one that is won anyway. Whoever wants to know how
much a move has cost therefore compares chances, not scores.
"""

from __future__ import annotations

import math
from typing import Final

SCALE_CP: Final = 600.0
"""The advantage at which the odds are e to one, fitted to how games of the engine against itself ended: 590 for
500 nodes a move, 600 for 20,000 (`tools.train.targets.fit_scale`). Half of the latter were drawn."""

_CERTAIN: Final = 30.0  # beyond this exponent nothing is left of a chance


def winning_chance(score_cp: float) -> float:
    """The chance, 0.0 to 1.0, of the side that a score is the judgement of; a draw counts as half a win.

    Args:
        score_cp: in centipawns from that side's view. Equal scores for both sides add up to 1.
    """
    exponent = min(_CERTAIN, max(-_CERTAIN, score_cp / SCALE_CP))
    return 1.0 / (1.0 + math.exp(-exponent))


def outcome_chance(score_cp: int | None, mate: int | None) -> float:
    """The chance of the side that an engine's judgement is about, as `Info` holds it.

    Args:
        score_cp: in centipawns, None where there is a mate.
        mate: moves to mate, negative (or 0: it is mated) when that side loses.
    """
    if mate is not None:
        return 1.0 if mate > 0 else 0.0
    return winning_chance(score_cp or 0)
