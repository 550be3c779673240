"""What results say about strength: score, Elo with its interval, likelihood of superiority.

Two games from one opening, colours changed, are not independent: what is unfair in the opening hits both
sides once. So the spread of results is taken from pairs of games wherever there are some.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

WIN: Final = 2
DRAW: Final = 1
LOSS: Final = 0

_SIGMAS: Final = 1.959964  # of a normal distribution leave out 5 %


@dataclass
class Tally:
    """Results of one side so far, in half points: 2 for a win, 1 for a draw, 0 for a loss."""

    results: list[int] = field(default_factory=lambda: [0] * 3)  # how many losses, draws and wins
    # how many pairs of games, both finished, brought 0 to 4 half points
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    _half_done: dict[int, int] = field(default_factory=dict)

    def add(self, pair: int, half_points: int) -> None:
        """Count a game of the pair of that number."""
        self.results[half_points] += 1
        if pair in self._half_done:
            self.pairs[self._half_done.pop(pair) + half_points] += 1
        else:
            self._half_done[pair] = half_points

    @property
    def games(self) -> int:
        """Games counted."""
        return sum(self.results)

    @property
    def score(self) -> float:
        """Points a game, 0 to 1; 0.5 before the first."""
        return _mean(self.results) if self.games else 0.5


@dataclass(frozen=True)
class Estimate:
    """How much stronger one side is. Elo is infinite where a side has scored nothing."""

    score: float  # points a game
    elo: float  # the difference that explains it
    # low, high: bounds of its 95 % interval
    low: float
    high: float
    los: float  # likelihood that the difference is above zero, from wins and losses alone


def elo_of(score: float) -> float:
    """The Elo difference at which a score, 0 to 1, is expected."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_at(elo: float) -> float:
    """The score that is expected at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def estimate(tally: Tally) -> Estimate:
    """What results say; with no game at all, nothing is known."""
    if not tally.games:
        return Estimate(0.5, 0.0, -math.inf, math.inf, 0.5)
    low, high = _score_interval(tally)
    return Estimate(tally.score, elo_of(tally.score), elo_of(low), elo_of(high), _superiority(tally))


def _score_interval(tally: Tally) -> tuple[float, float]:
    """Normal where that makes sense, else Wilson's, which stays between 0 and 1 and never has no width."""
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
    return (low if score > 0 else 0.0), (high if score < 1 else 1.0)  # there without rounding


def _superiority(tally: Tally) -> float:
    losses, _, wins = tally.results
    if wins == losses:
        return 0.5
    return 0.5 * (1 + math.erf((wins - losses) / math.sqrt(2 * (wins + losses))))


def _mean(counts: list[int]) -> float:
    """Mean of equally spaced outcomes from 0 to 1."""
    return sum(place * count for place, count in enumerate(counts)) / (len(counts) - 1) / sum(counts)


def _variance(counts: list[int]) -> float:
    """Variance of equally spaced outcomes from 0 to 1."""
    mean, top = _mean(counts), len(counts) - 1
    return sum(count * (place / top - mean) ** 2 for place, count in enumerate(counts)) / sum(counts)
