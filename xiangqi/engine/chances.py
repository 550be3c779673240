"""Converts scores into winning chances.

A pawn matters more in an equal game than in one that is won anyway, so the cost of a move is measured in
winning chances and not in centipawns.
"""

from __future__ import annotations

import math
from typing import Final

SCALE_CP: Final = 600.0
"""The advantage in centipawns at which the odds are e to one, fitted to self-play by
`tools.train.targets.fit_scale`: 590 at 500 nodes a move, 600 at 20,000, where half of the games were drawn.
"""

_CERTAIN: Final = 30.0  # larger exponents are clamped


def winning_chance(score_cp: float) -> float:
    """Return a side's winning chance, 0.0 to 1.0, given its score in centipawns; a draw is half a win."""
    exponent = min(_CERTAIN, max(-_CERTAIN, score_cp / SCALE_CP))
    return 1.0 / (1.0 + math.exp(-exponent))


def outcome_chance(score_cp: int | None, mate: int | None) -> float:
    """Return the winning chance of a side with a score as in `Info`.

    Args:
        score_cp: the score in centipawns, None if there is a mate.
        mate: moves to mate, negative or 0 if that side is mated.
    """
    if mate is not None:
        return 1.0 if mate > 0 else 0.0
    return winning_chance(score_cp or 0)
