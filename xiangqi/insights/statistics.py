"""Statistics of claims: differences with games as the units, shrinking, and many comparisons at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

_NORMAL: Final = NormalDist()
_STEPS: Final = 2000  # of an integral
_LEAST_TAIL: Final = 1e-12
_SPREADS: Final = np.geomspace(0.5, 8.0, 9)  # of true effects, in standard errors
_ROUNDS: Final = 60  # of the fit of a prior
_DOUBT: Final = 10.0  # dimensions without any effect that are thought of as known beforehand


@dataclass(frozen=True, slots=True)
class Sums:
    """Costs and numbers of moves, summed over some games, with how they vary from game to game.

    The first of two parts is the dimension's, the second what it is compared with.
    """

    cost: float
    moves: float
    other_cost: float
    other_moves: float
    # sums over games of products of the parts' residuals: what a game cost beyond its moves' average
    variance: float = 0.0
    other_variance: float = 0.0
    covariance: float = 0.0

    def scaled(self, weight: float) -> Sums:
        """Return the sums with every game weighted."""
        square = weight * weight
        return Sums(
            self.cost * weight,
            self.moves * weight,
            self.other_cost * weight,
            self.other_moves * weight,
            self.variance * square,
            self.other_variance * square,
            self.covariance * square,
        )

    def __add__(self, other: Sums) -> Sums:
        return Sums(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


def sums_of(games: Numbers) -> Sums:
    """Return the sums of some games.

    Args:
        games: a row a game: cost, moves, other cost, other moves.
    """
    cost, moves, other_cost, other_moves = games.sum(axis=0).tolist() if len(games) else (0.0,) * 4
    own, other = residuals(games)
    return Sums(
        cost,
        moves,
        other_cost,
        other_moves,
        float(own @ own),
        float(other @ other),
        float(own @ other),
    )


def residuals(games: Numbers) -> tuple[Numbers, Numbers]:
    """Return what both parts of each game cost beyond what as many moves cost on average."""
    parts = []
    for cost, moves in ((games[:, 0], games[:, 1]), (games[:, 2], games[:, 3])):
        parts.append(cost - moves * (cost.sum() / max(moves.sum(), 1.0)))
    return parts[0], parts[1]


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more a part of the moves costs than was to be expected."""

    effect: float  # by game
    error: float  # its standard error, games being the units
    freedom: float  # about how many games it rests upon


def difference(games: Numbers, usual: Sums) -> Difference | None:
    """Return how much more a part of a player's moves costs, by game, than the other part lets one expect.

    What is expected is what the other part costs, times how the parts compare with the players of the table.
    Both are the player's references at once: who plays worse everywhere has no weakness anywhere.

    Args:
        games: a row a game: cost, moves, other cost, other moves.
        usual: the same of players of that rating.

    Returns:
        None where one of the two has no moves, or the table no costs.
    """
    own = sums_of(games)
    if min(own.moves, own.other_moves, usual.cost, usual.other_cost) <= 0:
        return None
    ratio = (usual.cost / usual.moves) / (usual.other_cost / usual.other_moves)
    rate = own.other_cost / own.other_moves
    scale = own.moves / len(games)
    effect = own.cost / own.moves - ratio * rate
    mine, others = residuals(games)
    parts = mine / own.moves - ratio * others / own.other_moves
    squares = parts * parts
    whole = float(squares.sum())
    count = int(((games[:, 1] > 0) & (games[:, 3] > 0)).sum())
    if whole <= 0 or count < 2:
        return None
    doubt = (
        usual.variance / usual.cost**2
        + usual.other_variance / usual.other_cost**2
        - 2 * usual.covariance / (usual.cost * usual.other_cost)
    )
    error = math.sqrt(whole * len(games) / (len(games) - 1) + max(0.0, doubt) * (ratio * rate) ** 2)
    freedom = max(1.0, whole**2 / float((squares * squares).sum()) - 1)
    return Difference(effect * scale, error * scale, freedom)


def tail(value: float, freedom: float) -> float:
    """Return the probability that Student's t with some degrees of freedom exceeds a value."""
    if value < 0:
        return 1 - tail(-value, freedom)
    # t = tan(angle) * sqrt(freedom) makes the density a power of the cosine, on a finite range
    start = math.atan(value / math.sqrt(freedom))
    angles = np.linspace(0, math.pi / 2, _STEPS + 1)
    whole = _integral(np.cos(angles) ** (freedom - 1), angles)
    above = np.linspace(start, math.pi / 2, _STEPS + 1)
    return max(_LEAST_TAIL, _integral(np.cos(above) ** (freedom - 1), above) / whole / 2)


def _integral(values: Numbers, places: Numbers) -> float:
    """Return an integral by Simpson's rule; the number of steps is even."""
    step = (places[-1] - places[0]) / (len(places) - 1)
    return float(step / 3 * (values[0] + values[-1] + 4 * values[1:-1:2].sum() + 2 * values[2:-1:2].sum()))


def discoveries(chances: Sequence[float], rate: float) -> list[bool]:
    """Return which hypotheses survive the procedure of Benjamini and Hochberg.

    Args:
        chances: the probability of each result if there were nothing.
        rate: the share of false ones among the survivors that is accepted.
    """
    ranked = sorted(chances)
    most = max(
        (chance for rank, chance in enumerate(ranked, 1) if chance <= rate * rank / len(ranked)), default=-1.0
    )
    return [chance <= most for chance in chances]


@dataclass(frozen=True, slots=True)
class Shrunk:
    """An effect in the light of all others: its mean, and the bounds that hold with nine chances in ten."""

    mean: float
    low: float
    high: float


def shrunk(effects: Sequence[float], errors: Sequence[float], share: float = 0.9) -> list[Shrunk]:
    """Return effects shrunk by an empirical prior: most have none, the others are spread normally.

    Which share has none and how far the others spread is fitted to all effects; ten more without any are
    thought of as known beforehand, so that the doubt remains where there are few.
    """
    if not effects:
        return []
    values, sigma = np.array(effects), np.array(errors)
    scaled = values / sigma
    none, spread = max(_fits(scaled), key=lambda fit: fit[0])[1:]
    factor = spread**2 / (1 + spread**2)
    alive = (1 - none) * _density(scaled, math.sqrt(1 + spread**2))
    dead = none * _density(scaled, 1.0)
    weights = alive / (alive + dead)
    tails = (1 - share) / 2
    found = []
    for weight, centre, error in zip(weights.tolist(), (scaled * factor).tolist(), sigma.tolist(), strict=True):
        slab = NormalDist(centre, math.sqrt(factor))
        low, high = (_quantile(at, weight, slab) for at in (tails, 1 - tails))
        found.append(Shrunk(weight * centre * error, low * error, high * error))
    return found


def _fits(scaled: Numbers) -> list[tuple[float, float, float]]:
    """Return for each spread the plausibility of the best prior, the share without effects, and the spread."""
    found = []
    for spread in _SPREADS.tolist():
        none = 0.9
        slab, spike = _density(scaled, math.sqrt(1 + spread**2)), _density(scaled, 1.0)
        for _ in range(_ROUNDS):
            dead = none * spike / (none * spike + (1 - none) * slab)
            none = float((dead.sum() + _DOUBT) / (len(scaled) + _DOUBT))
        plausible = float(np.log(none * spike + (1 - none) * slab).sum() + _DOUBT * math.log(none))
        found.append((plausible, none, spread))
    return found


def _density(values: Numbers, spread: float) -> Numbers:
    return np.asarray(np.exp(-((values / spread) ** 2) / 2) / spread)


def _quantile(at: float, weight: float, slab: NormalDist) -> float:
    """Return a quantile of a mixture: zero, and with some weight a normal distribution."""
    below = weight * slab.cdf(0)
    if at < below:
        return slab.inv_cdf(at / weight)
    if at <= below + 1 - weight:
        return 0.0
    return slab.inv_cdf(1 - (1 - at) / weight)


def as_normal(chance: float) -> float:
    """Return the value that a standard normal variable exceeds with a probability."""
    return _NORMAL.inv_cdf(1 - min(max(chance, _LEAST_TAIL), 1 - _LEAST_TAIL))
