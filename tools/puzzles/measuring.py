"""Measures the difficulty of an exercise by how often the engine's fitted levels find its first move."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from math import log10
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.engine.common.levels import RATINGS
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine
from xiangqi.exercises.likelihood import FITTED_LEVELS
from xiangqi.exercises.pack import Exercise

TRIES: Final = 4
"""Tries of each level, since its oversights vary from game to game."""

_GRID: Final = range(400, 3001, 10)
_USUAL: Final = (1500.0, 600.0)  # mean and spread expected before any level has tried
_NODES: Final = 5000  # more than any of these levels may search


@lru_cache(maxsize=1)
def _engine() -> Engine:
    return Engine(hash_mb=1)


def solvers(exercise: Exercise, tries: int = TRIES, good: Collection[Move] = ()) -> dict[int, int]:
    """Return the number of times that each level finds a good first move; equal calls have equal results.

    Args:
        exercise: the exercise.
        tries: the number of tries of each level.
        good: the moves that count; only that of the solution if there are none.
    """
    engine, wanted = _engine(), good or exercise.solution[:1]
    engine.set_board(Board(exercise.fen))
    found = {}
    for level in FITTED_LEVELS:
        engine.set_option("Level", str(level))
        hits = 0
        for seed in range(1, tries + 1):
            engine.set_option("Seed", str(seed))
            engine.clear()
            hits += engine.search(Limits(nodes=_NODES)).best_move in wanted
        found[level] = hits
    return found


def rating_of(found: dict[int, int], tries: int = TRIES) -> int:
    """Return the rating at which half of the players find the move, given the levels' results.

    Args:
        found: level -> the number of times that it found the move.
        tries: the number of tries of each level.
    """
    mean, spread = _USUAL

    def likelihood(rating: int) -> float:
        total = -(((rating - mean) / spread) ** 2) / 2 * log10(2.718281828)
        for level, hits in found.items():
            chance = 1 / (1 + 10 ** ((rating - RATINGS[level]) / 400))
            total += hits * log10(chance) + (tries - hits) * log10(1 - chance)
        return total

    return max(_GRID, key=likelihood)


def measured(exercise: Exercise) -> Exercise:
    """Return the exercise with its rating."""
    return replace(exercise, rating=rating_of(solvers(exercise)))
