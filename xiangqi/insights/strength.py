"""A player's strength, estimated from the average loss per move; and means of any values, with bounds."""

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
"""Fewer games give no rating."""

_REACH: Final = NormalDist().inv_cdf((1 + INTERVAL) / 2)


@dataclass(frozen=True)
class Band:
    """A value with its 90% interval."""

    value: float
    low: float
    high: float


def band(values: Sequence[float], lowest: float = -math.inf, highest: float = math.inf) -> Band:
    """Return the mean of at least one value with its bounds.

    The bounds of a single value are the lowest and the highest possible value.
    """
    mean = sum(values) / len(values)
    if len(values) < 2:
        return Band(mean, lowest, highest)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    reach = _REACH * math.sqrt(variance / len(values))
    return Band(mean, max(lowest, mean - reach), min(highest, mean + reach))


def strength(games: Sequence[Sequence[CountedMove]], rates: Rates) -> Band | None:
    """Return the rating of a level that loses as much per move as the player.

    None means that there are fewer than LEAST_GAMES games, or no moves.
    """
    count = sum(map(len, games))
    if len(games) < LEAST_GAMES or not count:
        return None
    loss = sum(move.loss for game in games for move in game) / count
    by_game = count / len(games)
    around = band([loss + sum(move.loss - loss for move in game) / by_game for game in games], 0.0)
    return Band(*(rates.rating_of(lost) for lost in (loss, around.high, around.low)))
