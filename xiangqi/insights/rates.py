"""Where players of a rating have their faults: the table made by the levels' games against each other.

`python -m tools.insights.rates` makes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache, reduce
from operator import add
from typing import Final

import numpy as np

from xiangqi.engine.common.levels import RATINGS
from xiangqi.errors import ResourceError
from xiangqi.insights.dimensions import DIMENSIONS, Dimension, Kind
from xiangqi.insights.moves import CountedMove
from xiangqi.insights.statistics import NOTHING, Sums, between_games, within_games
from xiangqi.resources import asset

ASSET: Final = "rates.json"
_REACH: Final = 500  # Elo from which levels are asked, the nearer the more
_DIGITS: Final = 7


@dataclass(frozen=True)
class LevelRates:
    """Where a level had its faults."""

    games: int
    loss: float  # of winning chance, by move
    sums: Mapping[str, Sums]  # by the key of the dimension


@dataclass(frozen=True)
class Rates:
    """Where levels have their faults."""

    levels: Mapping[int, LevelRates]

    def usual(self, dimension: Dimension, rating: float) -> Sums:
        """Return how the faults of players of a rating divide: of levels near it, the nearer the more."""
        nearest = min(abs(RATINGS[level] - rating) for level in self.levels)
        found = [
            rates.sums[dimension.key].scaled(weight)
            for level, rates in self.levels.items()
            if (weight := 1 - (abs(RATINGS[level] - rating) - min(nearest, _REACH)) / _REACH) > 0
            and dimension.key in rates.sums
        ]
        return reduce(add, found, NOTHING)

    def rating_of(self, loss: float) -> float:
        """Return the rating of players who lose so much of the winning chance by move, within the levels."""
        levels = sorted(self.levels)
        falling = np.minimum.accumulate([self.levels[level].loss for level in levels])
        ratings = [float(RATINGS[level]) for level in levels]
        return float(np.interp(-loss, -falling, ratings))

    def to_json(self) -> str:
        """Return the table as the content of the asset."""
        rows = {
            str(level): {
                "games": rates.games,
                "loss": _rounded(rates.loss),
                "sums": {key: [_rounded(value) for value in astuple(sums)] for key, sums in rates.sums.items()},
            }
            for level, rates in sorted(self.levels.items())
        }
        return json.dumps(rows, indent=0) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Rates:
        """Parse the result of `to_json`.

        Raises:
            ValueError, KeyError, TypeError: it is none.
        """
        levels = {}
        for level, row in json.loads(text).items():
            sums = {key: Sums(*map(float, values)) for key, values in row["sums"].items()}
            levels[int(level)] = LevelRates(int(row["games"]), float(row["loss"]), sums)
        if not levels:
            raise ValueError("no levels")
        return cls(levels)


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")


@lru_cache(maxsize=1)
def shipped_rates() -> Rates:
    """Return the table that comes with the program.

    Raises:
        ResourceError: it is missing or damaged.
    """
    try:
        return Rates.from_json(asset(ASSET).read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ResourceError(f"asset {ASSET}: {error}") from error


def level_rates(games: Sequence[Sequence[CountedMove]]) -> LevelRates:
    """Return where the players of some games had their faults."""
    moves = [move for game in games for move in game]
    sums = {dimension.key: sums_of(games, dimension) for dimension in DIMENSIONS}
    kept = {key: found for key, found in sums.items() if found.spread}
    return LevelRates(len(games), sum(move.loss for move in moves) / max(1, len(moves)), kept)


def sums_of(games: Iterable[Iterable[CountedMove]], dimension: Dimension) -> Sums:
    """Return how the faults of some games divide by a dimension."""
    rows = np.array([_row(moves, dimension) for moves in games], dtype=np.float64).reshape(-1, 4)
    return between_games(rows) if dimension.kind is Kind.BETWEEN else within_games(rows)


def _row(moves: Iterable[CountedMove], dimension: Dimension) -> tuple[int, int, int, int]:
    """Return faults and moves of a game, and those it is compared with.

    Of a cause all moves count on both sides, since any of them could have had it.
    """
    faults = count = other_faults = other_count = 0
    for move in moves:
        belongs = dimension.test(move)
        if belongs is None:
            continue
        is_cause = dimension.kind is Kind.CAUSE
        count += belongs or is_cause
        other_count += not belongs or is_cause
        faults += belongs and move.is_fault
        other_faults += not belongs and move.is_fault
    return faults, count, other_faults, other_count
