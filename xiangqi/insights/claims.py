"""What the numbers carry: claims about where a player loses more than players of that rating do.

Every dimension is tested against the player's other moves and players of the same rating at once. What does not
survive the correction for many comparisons, or shrinks to nothing beside all other effects, is not said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi.insights.dimensions import DIMENSIONS, Dimension
from xiangqi.insights.moves import CountedMove
from xiangqi.insights.rates import Rates, by_game
from xiangqi.insights.statistics import Difference, as_normal, difference, tail

FALSE_RATE: Final = 0.1
"""The share of false claims among all that is accepted."""

LEAST_GAMES: Final = 5
"""Fewer games say nothing."""


@dataclass(frozen=True)
class Tested:
    """A dimension with what the games say about it."""

    dimension: Dimension
    found: Difference
    chance: float  # of such an effect if there were none
    error: float  # the standard error that a normal distribution would have for that chance
    games: int
    moves: tuple[CountedMove, ...]


def tested(games: Sequence[Sequence[CountedMove]], rates: Rates, rating: float) -> list[Tested]:
    """Return all dimensions about which some games say anything."""
    results = []
    for dimension in DIMENSIONS:
        rows = by_game(games, dimension)
        found = difference(rows, rates.usual(dimension, rating)) if len(rows) >= LEAST_GAMES else None
        if found is None:
            continue
        chance = tail(found.effect / found.error, found.freedom)
        normal = as_normal(chance)
        error = found.effect / normal if found.effect * normal > 0 else found.error
        moves = tuple(move for game in games for move in game if dimension.test(move))
        results.append(
            Tested(dimension, found, chance, max(error, found.error), len({m.game for m in moves}), moves)
        )
    return results
