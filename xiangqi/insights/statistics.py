"""Statistics of claims: ratios of faults with games as units, shrinkage, and multiple comparisons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from statistics import NormalDist
from typing import Final

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

FAULTS, MOVES, OTHER_FAULTS, OTHER_MOVES = range(4)
"""The columns of a table with one row per game: faults and moves in one part of it and in the rest.

Moves may be weighted by the probability that any player makes a fault there.
"""

INTERVAL: Final = 0.9

_NORMAL: Final = NormalDist()
_TABLE_FREEDOM: Final = 30.0  # weight of the table's clustering of faults, in games
_LEAST_SPREAD: Final = 0.25  # of true effects around zero: players differ by about a quarter everywhere
_LEAST_MOVES: Final = 1e-9
_LEAST_CHANCE: Final = 1e-12
_HALVINGS: Final = 60


@dataclass(frozen=True, slots=True)
class Sums:
    """The division of some games' faults, or their costs, into two parts, in a form that can be added up.

    `own / other` estimates the ratio of the two parts' fault rates (Mantel and Haenszel).
    """

    faults: float  # in the first part
    own: float
    other: float
    spread: float  # numerator of the ratio's variance if faults are independent
    # sums of squares and products over games; they measure how faults cluster in games
    own_square: float
    other_square: float
    product: float

    def scaled(self, weight: float) -> Sums:
        """Return the sums with every game weighted."""
        first, squares = astuple(self)[:3], astuple(self)[3:]
        return Sums(*(weight * value for value in first), *(weight * weight * value for value in squares))

    def __add__(self, other: Sums) -> Sums:
        return Sums(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))

    @property
    def ratio(self) -> float:
        """The logarithm of the ratio of the two parts' fault rates."""
        return math.log(self.own / self.other)

    @property
    def variance(self) -> float:
        """The variance of `ratio` if faults are independent."""
        return self.spread / (self.own * self.other)

    @property
    def clustering(self) -> float:
        """The factor by which the variance grows with games as units."""
        robust = (
            self.own_square / self.own**2
            + self.other_square / self.other**2
            - 2 * self.product / (self.own * self.other)
        )
        return robust / self.variance


NOTHING: Final = Sums(0, 0, 0, 0, 0, 0, 0)


def within_games(games: Numbers) -> Sums:
    """Return the division of faults within games, comparing the two parts of each game with each other.

    Args:
        games: one row per game, with the columns FAULTS to OTHER_MOVES; with a third dimension in between, one
            row per game and stratum, and moves are only compared within a stratum.
    """
    faults, moves, others, rest = np.moveaxis(games, -1, 0).reshape(4, len(games), -1)
    whole = np.maximum(moves + rest, _LEAST_MOVES)
    spread = moves * rest * (faults + others) / whole**2
    own, other = (faults * rest / whole).sum(axis=1), (others * moves / whole).sum(axis=1)
    return _sums(faults, own, other, float(spread.sum()), (own, other))


def between_games(games: Numbers) -> Sums:
    """Return the division of faults between games, comparing all moves of one part with all moves of the other.

    Args:
        games: as for `within_games`.
    """
    faults, moves, others, rest = games.T
    count, remaining = float(moves.sum()), float(rest.sum())
    whole = max(count + remaining, _LEAST_MOVES)
    own, other = faults * (remaining / whole), others * (count / whole)
    beyond = (
        own - moves * (own.sum() / max(count, _LEAST_MOVES)),
        other - rest * (other.sum() / max(remaining, _LEAST_MOVES)),
    )
    spread = count * remaining * float(faults.sum() + others.sum()) / whole**2
    return _sums(faults, own, other, spread, beyond)


def _sums(
    faults: Numbers, own: Numbers, other: Numbers, spread: float, residuals: tuple[Numbers, Numbers]
) -> Sums:
    first, second = residuals
    return Sums(
        float(faults.sum()),
        float(own.sum()),
        float(other.sum()),
        spread,
        float(first @ first),
        float(second @ second),
        float(first @ second),
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """The excess of faults in one part over the expected number, as the logarithm of a ratio."""

    effect: float
    error: float  # standard error
    freedom: float = math.inf  # degrees of freedom of the error

    @property
    def chance(self) -> float:
        """The one-sided p-value: the probability of at least this effect if there were none.

        It is that of Student's distribution, by Wallace's approximation.
        """
        score = self.effect / self.error
        if math.isfinite(self.freedom):
            wide = math.sqrt(self.freedom * math.log1p(score**2 / self.freedom))
            score = math.copysign(wide * (8 * self.freedom + 1) / (8 * self.freedom + 3), score)
        return max(_LEAST_CHANCE, _NORMAL.cdf(-score))


def difference(mine: Sums, usual: Sums, games: int, least: float = 1.0) -> Difference | None:
    """Return the excess of a player's faults in a part over that of players of the same rating.

    The ratios of the two parts are compared, so that the player's other moves also serve as a reference: a
    player who is worse everywhere has no particular weakness. The clustering of faults in games is estimated
    from the player and the table together, since thirty games alone say little about it.

    Args:
        mine: the player's sums.
        usual: the table's sums.
        games: the number of the player's games.
        least: the smallest clustering that is assumed.

    Returns:
        None if one of the parts has no faults.
    """
    if min(mine.own, mine.other, usual.own, usual.other) <= 0:
        return None
    known = max(least, usual.clustering)
    freedom = games - 1
    clustering = (_TABLE_FREEDOM * known + freedom * mine.clustering) / (_TABLE_FREEDOM + freedom)
    effect = mine.ratio - usual.ratio
    rare = mine.other / (mine.own + mine.other)
    skew = rare * math.exp(effect / 2) + 1 - rare  # with few faults: halfway to the expected share
    variance = max(least, clustering) * skew * mine.variance + known * usual.variance
    return Difference(effect, math.sqrt(variance), _TABLE_FREEDOM + freedom)


def discoveries(chances: Sequence[float], rate: float) -> list[bool]:
    """Return for each hypothesis whether it survives the Benjamini-Hochberg procedure.

    The variant of Benjamini and Yekutieli is used, which also holds for dependent hypotheses, since dimensions
    overlap.

    Args:
        chances: the p-value of each hypothesis.
        rate: the accepted share of false discoveries among the survivors.
    """
    worst = largest_chance(len(chances), rate)
    ranked = enumerate(sorted(chances), 1)
    most = max((chance for rank, chance in ranked if chance <= worst * rank), default=-1.0)
    return [chance <= most for chance in chances]


def largest_chance(count: int, rate: float) -> float:
    """Return the largest p-value at which a single one of `count` hypotheses survives `discoveries`."""
    return rate / (count * sum(1 / rank for rank in range(1, count + 1))) if count else 0.0


@dataclass(frozen=True, slots=True)
class Shrunk:
    """An effect shrunk in the light of all others: its mean and the bounds of INTERVAL."""

    mean: float
    low: float
    high: float


def shrunk(found: Sequence[Difference]) -> list[Shrunk]:
    """Return effects shrunk towards zero, the more strongly the less they vary beyond their errors.

    This is empirical Bayes with a minimum spread, since one player's effects are too few to estimate it well.
    """
    if not found:
        return []
    effects = np.array([each.effect for each in found])
    variances = np.array([each.error**2 for each in found])
    prior = max(_LEAST_SPREAD**2, prior_variance(effects, variances))
    factors = prior / (prior + variances)
    reach = _NORMAL.inv_cdf((1 + INTERVAL) / 2)
    means, widths = effects * factors, reach * np.sqrt(factors * variances)
    return [
        Shrunk(mean, mean - width, mean + width)
        for mean, width in zip(means.tolist(), widths.tolist(), strict=True)
    ]


def prior_variance(effects: Numbers, variances: Numbers) -> float:
    """Return the variance of true effects around zero that explains those found (Paule and Mandel).

    It is 0 if the errors alone explain them.
    """

    def excess(prior: float) -> float:
        return float((effects**2 / (variances + prior)).sum()) - len(effects)

    low, high = 0.0, float((effects**2).max())
    if excess(low) <= 0:
        return 0.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return (low + high) / 2


def as_normal(chance: float) -> float:
    """Return the value that a standard normal variable exceeds with this probability."""
    return -_NORMAL.inv_cdf(min(max(chance, _LEAST_CHANCE), 1 - _LEAST_CHANCE))
