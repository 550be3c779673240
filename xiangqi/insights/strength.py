"""How strong a player is by what the moves of reviewed games lost, and other means with their bounds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from xiangqi.insights.moves import CountedMove
from xiangqi.insights.rates import Rates
from xiangqi.insights.statistics import INTERVAL

LEAST_GAMES: Final = 3
"""Fewer games have no rating."""

_REACH: Final = NormalDist().inv_cdf((1 + INTERVAL) / 2)


@dataclass(frozen=True)
class Band:
    """A value with the bounds that hold with nine chances in ten."""

    value: float
    low: float
    high: float


def band(values: Sequence[float], lowest: float = -math.inf, highest: float = math.inf) -> Band:
    """Return the mean of some values, of which there is at least one, with its bounds.

    A single value has no bounds but the lowest and the highest possible.
    """
    mean = sum(values) / len(values)
    if len(values) < 2:
        return Band(mean, lowest, highest)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    reach = _REACH * math.sqrt(variance / len(values))
    return Band(mean, max(lowest, mean - reach), min(highest, mean + reach))


def strength(games: Sequence[Sequence[CountedMove]], rates: Rates) -> Band | None:
    """Return the rating of levels that lose as much by move as a player did; None if the games are too few."""
    count = sum(map(len, games))
    if len(games) < LEAST_GAMES or not count:
        return None
    loss = sum(move.loss for game in games for move in game) / count
    by_game = count / len(games)
    around = band([loss + sum(move.loss - loss for move in game) / by_game for game in games], 0.0)
    return Band(*(rates.rating_of(lost) for lost in (loss, around.high, around.low)))
