"""Match statistics: score, Elo with its interval, and likelihood of superiority.

Two games from one opening with colours reversed are not independent: an unfair opening affects both sides once.
Therefore the variance is computed from pairs of games if there are any.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

WIN: Final = 2
DRAW: Final = 1
LOSS: Final = 0

_SIGMAS: Final = 1.959964  # standard deviations that enclose 95% of a normal distribution


@dataclass
class Tally:
    """Results of one side, in half points: 2 for a win, 1 for a draw, 0 for a loss."""

    results: list[int] = field(default_factory=lambda: [0] * 3)  # the numbers of losses, draws and wins
    # the numbers of finished pairs of games with 0 to 4 half points
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    _half_done: dict[int, int] = field(default_factory=dict)

    def add(self, pair: int, half_points: int) -> None:
        """Count a game, given the number of its pair."""
        self.results[half_points] += 1
        if pair in self._half_done:
            self.pairs[self._half_done.pop(pair) + half_points] += 1
        else:
            self._half_done[pair] = half_points

    @property
    def games(self) -> int:
        """The number of games counted."""
        return sum(self.results)

    @property
    def score(self) -> float:
        """Points per game, 0 to 1; 0.5 before the first game."""
        return _mean(self.results) if self.games else 0.5


@dataclass(frozen=True)
class Estimate:
    """An estimate of how much stronger one side is. Elo is infinite if a side has not scored."""

    score: float  # points per game
    elo: float
    # bounds of the 95% interval of `elo`
    low: float
    high: float
    los: float  # likelihood of superiority, from wins and losses alone


def elo_of(score: float) -> float:
    """Return the Elo difference at which a score, 0 to 1, is expected."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_at(elo: float) -> float:
    """Return the expected score at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def estimate(tally: Tally) -> Estimate:
    """Estimate the difference in strength; without games, the interval is infinite."""
    if not tally.games:
        return Estimate(0.5, 0.0, -math.inf, math.inf, 0.5)
    low, high = _score_interval(tally)
    return Estimate(tally.score, elo_of(tally.score), elo_of(low), elo_of(high), _superiority(tally))


def _score_interval(tally: Tally) -> tuple[float, float]:
    """Return the score's interval: the normal one or, near 0 and 1, Wilson's, which stays within bounds."""
    games, score = tally.games, tally.score
    if sum(tally.pairs) > 1:
        error = math.sqrt(_variance(tally.pairs) * 2 / games)
    else:
        error = math.sqrt(_variance(tally.results) / games)
    low, high = score - _SIGMAS * error, score + _SIGMAS * error
    if error > 0 and low > 0 and high < 1:
        return low, high
    square = _SIGMAS**2
    middle = (score + square / (2 * games)) / (1 + square / games)
    spread = math.sqrt(score * (1 - score) / games + square / (4 * games**2)) / (1 + square / games)
    low, high = middle - _SIGMAS * spread, middle + _SIGMAS * spread
    return (low if score > 0 else 0.0), (high if score < 1 else 1.0)  # exact at the ends


def _superiority(tally: Tally) -> float:
    losses, _, wins = tally.results
    if wins == losses:
        return 0.5
    return 0.5 * (1 + math.erf((wins - losses) / math.sqrt(2 * (wins + losses))))


def _mean(counts: list[int]) -> float:
    """Return the mean of equally spaced outcomes from 0 to 1."""
    return sum(place * count for place, count in enumerate(counts)) / (len(counts) - 1) / sum(counts)


def _variance(counts: list[int]) -> float:
    """Return the variance of equally spaced outcomes from 0 to 1."""
    mean, top = _mean(counts), len(counts) - 1
    return sum(count * (place / top - mean) ** 2 for place, count in enumerate(counts)) / sum(counts)
