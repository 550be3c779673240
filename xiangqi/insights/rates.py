"""The rates of mistakes of players of each rating, measured in games between the levels.

The command `python -m tools.insights.rates` creates the table.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import lru_cache, reduce
from itertools import product
from operator import add
from typing import Final

import numpy as np

from xiangqi.coach.summary import PHASES
from xiangqi.disk import read_file
from xiangqi.engine.common.levels import RATINGS
from xiangqi.errors import ResourceError
from xiangqi.insights.dimensions import APART, DIMENSIONS, Dimension, DivisionKind
from xiangqi.insights.moves import STANDINGS, CountedMove
from xiangqi.insights.statistics import NOTHING, Numbers, Sums, between_games, within_games
from xiangqi.resources import DAMAGE, asset

ASSET: Final = "rates.json"
_LARGEST: Final = 16 << 20  # bytes of the asset
_REACH: Final = 500  # Elo distance within which levels count, the nearer the more
_DIGITS: Final = 7
_LEAST_SHARE: Final = 0.01  # lower limit of the share of moves that are faults


Cell = tuple[str, str]
"""A phase and a standing; faults are more or less likely in them for every player."""


def cell_of(move: CountedMove) -> Cell:
    """Return the phase and standing of a move."""
    return move.phase, move.standing


@dataclass(frozen=True)
class LevelRates:
    """The fault rates of one level."""

    games: int
    loss: float  # average loss of winning chance per move
    # the share of moves that are faults, by phase and standing
    cells: Mapping[Cell, float]
    sums: Mapping[str, Sums]  # by the key of the dimension


@dataclass(frozen=True)
class Rates:
    """The fault rates of all levels."""

    levels: Mapping[int, LevelRates]

    def usual(self, dimension: Dimension, rating: float) -> Sums:
        """Return the usual sums of a dimension at a rating, as a weighted sum of the levels near it."""
        near = [
            rates.sums[dimension.key].scaled(weight)
            for rates, weight in self._near(rating)
            if dimension.key in rates.sums
        ]
        return reduce(add, near, NOTHING)

    def cells(self, rating: float) -> dict[Cell, float]:
        """Return the share of moves that are faults at a rating, at least 1%, by phase and standing."""
        near = self._near(rating)
        whole = sum(weight for _, weight in near)
        return {
            cell: max(_LEAST_SHARE, sum(weight * rates.cells.get(cell, 0.0) for rates, weight in near) / whole)
            for cell in product(PHASES, STANDINGS)
        }

    def _near(self, rating: float) -> list[tuple[LevelRates, float]]:
        """Return the levels near a rating with their weights, at least the nearest one."""
        away = {level: abs(RATINGS[level] - rating) for level in self.levels}
        beyond = max(0, min(away.values()) - _REACH / 2)
        weights = {level: 1 - (by - beyond) / _REACH for level, by in away.items()}
        return [(self.levels[level], weight) for level, weight in weights.items() if weight > 0]

    def rating_of(self, loss: float) -> float:
        """Return the rating of players who lose this much winning chance per move, within the levels' range."""
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
                "cells": {".".join(cell): _rounded(share) for cell, share in sorted(rates.cells.items())},
                "sums": {key: [_rounded(value) for value in astuple(sums)] for key, sums in rates.sums.items()},
            }
            for level, rates in sorted(self.levels.items())
        }
        return json.dumps(rows, indent=0) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Rates:
        """Parse the result of `to_json`.

        Raises:
            ValueError, KeyError, TypeError: the text is not such a result.
        """
        levels = {}
        for level, row in json.loads(text).items():
            sums = {key: Sums(*map(float, values)) for key, values in row["sums"].items()}
            cells = {_cell(name): float(share) for name, share in row["cells"].items()}
            levels[int(level)] = LevelRates(int(row["games"]), float(row["loss"]), cells, sums)
        if not levels:
            raise ValueError("no levels")
        return cls(levels)


def _cell(name: str) -> Cell:
    phase, standing = name.split(".")
    return phase, standing


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")


@lru_cache(maxsize=1)
def shipped_rates() -> Rates:
    """Return the table shipped with the program.

    Raises:
        ResourceError: the asset is missing or damaged.
    """
    try:
        return Rates.from_json(read_file(asset(ASSET), _LARGEST).decode())
    except DAMAGE as error:
        raise ResourceError(f"asset {ASSET}: {error}") from error


class Games:
    """The moves of some games as arrays, ready to be divided by many dimensions.

    Attributes:
        moves: the moves of all games.
    """

    def __init__(self, games: Sequence[Sequence[CountedMove]]) -> None:
        self.moves = [move for game in games for move in game]
        self._count = len(games)
        self._game = np.repeat(np.arange(len(games)), [len(game) for game in games])
        self._fault = np.array([move.is_fault for move in self.moves], dtype=np.float64)
        self._loss = np.array([move.loss for move in self.moves], dtype=np.float64)

    def cells(self) -> dict[Cell, float]:
        """Return the share of moves that are faults, at least 1%, by phase and standing."""
        counts = Counter(map(cell_of, self.moves))
        faults = Counter(cell_of(move) for move in self.moves if move.is_fault)
        return {cell: max(_LEAST_SHARE, faults[cell] / count) for cell, count in counts.items()}

    def weights(self, cells: Mapping[Cell, float]) -> Numbers:
        """Return the probability that each move is a fault for any player, given its phase and standing."""
        return np.array([cells.get(cell_of(move), _LEAST_SHARE) for move in self.moves], dtype=np.float64)

    def sums(self, dimension: Dimension, weights: Numbers) -> Sums:
        """Return the sums of faults divided by a dimension.

        Moves are weighted, so that nobody's endgames look better because most of them were already lost. For a
        cause, all moves count in both parts, since any of them could have had it. Where losses are compared,
        all moves count alike, since the standing is a result of the moves before.
        """
        verdicts = [dimension.test(move) for move in self.moves]
        own, other = (np.array([verdict is wanted for verdict in verdicts], float) for wanted in (True, False))
        if dimension.kind is DivisionKind.LOSSES:
            found = between_games(self._rows((own * self._loss, own, other * self._loss, other)))
            cost, square = (float((own + other) @ self._loss**power) for power in (1, 2))
            return replace(found, faults=float(own @ self._fault), spread=found.spread * square / (cost or 1))
        parts = (np.ones_like(own),) * 2 if dimension.kind is DivisionKind.CAUSE else (own, other)
        columns = (own * self._fault, parts[0] * weights, other * self._fault, parts[1] * weights)
        if dimension.kind is DivisionKind.BETWEEN:
            return between_games(self._rows(columns))
        return within_games(self._rows(columns, dimension.given))

    def _rows(
        self, columns: Sequence[Numbers], given: Callable[[CountedMove], object] | None = None
    ) -> Numbers:
        """Return sums over the games, or over the moves of each game with the same `given` value."""
        values = [given(move) if given else None for move in self.moves]
        places = {value: place for place, value in enumerate(dict.fromkeys(values))}
        at = self._game * len(places) + np.array([places[value] for value in values], dtype=np.int64)
        size = self._count * len(places)
        rows = np.stack([np.bincount(at, column, size) for column in columns], axis=-1, dtype=np.float64)
        return rows if given is None else rows.reshape(self._count, len(places), len(columns))


def level_rates(games: Sequence[Sequence[CountedMove]]) -> LevelRates:
    """Return the fault rates of the players of some games."""
    table = Games(games)
    cells = table.cells()
    weights = table.weights(cells)
    sums = {dimension.key: table.sums(dimension, weights) for dimension in (*DIMENSIONS, *APART.values())}
    kept = {key: found for key, found in sums.items() if found.spread}
    loss = sum(move.loss for move in table.moves) / max(1, len(table.moves))
    return LevelRates(len(games), loss, cells, kept)
