"""The player's strength as a distribution over ratings, from the results of games and the moves played in them.

A game is played by the player as he is that day, which is his strength and a normal error round it. Given that,
its result follows from the difference to the opponent (Davidson 1970, with draws), and the moves have the
likelihood of `likelihood`. Whether the player chooses as the levels do, or otherwise, is not known either: both
are followed through all games, and what explains them better counts more. `tools/rating_trial.py` tries it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import numpy as np

from xiangqi.engine.common.levels import RATINGS
from xiangqi.exercises.likelihood import GRID, Grid, WeighedMove, odds
from xiangqi.ladder import FULL_STRENGTH

INTERVAL: Final = 0.90

_PRIOR: Final = NormalDist(1500.0, 500.0)
_FORM: Final = (160.0, 100.0)  # Elo: how much a game differs from the strength, by losses and by choices
_MISFIT: Final = 28.0  # Elo: how much the figures may be off, however many games there are
_DRAWS: Final = 0.5  # Davidson's parameter: 20 % draws between equals, as the levels had
_LEAST_OPPONENT: Final = RATINGS[1]
_MOST_OPPONENT: Final = RATINGS[FULL_STRENGTH - 1]


@dataclass(frozen=True)
class GameEvidence:
    """What one game says about the player's strength."""

    opponent: int | None  # his rating; None where it is not known, then the result says nothing
    score: float | None  # 1.0 for a win, 0.5 for a draw, 0.0 for a loss; None for an unfinished game
    moves: tuple[WeighedMove, ...] = ()  # the player's moves


@dataclass(frozen=True)
class StrengthEstimate:
    """A strength on the scale of engine.common.levels.RATINGS: mean, and bounds of the INTERVAL round it."""

    mean: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """From bound to bound."""
        return self.high - self.low


def estimate(games: Sequence[GameEvidence], phase: str = "") -> StrengthEstimate:
    """The strength that games show.

    Args:
        games: any number of them; without one it is the prior.
        phase: of the game: then the moves of that phase are counted alone, and no results.
    """
    ways = sum((_likelihood(game, phase) for game in games), _NOTHING)
    return _summary(ways)


def curve(games: Sequence[GameEvidence]) -> list[StrengthEstimate]:
    """The estimate after each game, from the results and moves up to it."""
    found, ways = [], _NOTHING
    for game in games:
        ways = ways + _likelihood(game, "")
        found.append(_summary(ways))
    return found


def next_opponent(games: Sequence[GameEvidence]) -> int:
    """The rating of an opponent against whom the score should be one half, within those of the levels."""
    return round(min(max(estimate(games).mean, _LEAST_OPPONENT), _MOST_OPPONENT))


def _summary(ways: Grid) -> StrengthEstimate:
    """What is left of the prior, whichever way the player chooses his moves."""
    posterior = _blurred(np.logaddexp(*ways), _MISFIT) - ((GRID - _PRIOR.mean) / _PRIOR.stdev) ** 2 / 2
    weights = np.exp(posterior - posterior.max())
    weights /= weights.sum()
    below = np.cumsum(weights) - weights / 2
    tail = (1 - INTERVAL) / 2
    low, high = np.interp([tail, 1 - tail], below, GRID)
    return StrengthEstimate(float(weights @ GRID), float(low), float(high))


def _likelihood(game: GameEvidence, phase: str) -> Grid:
    """The logarithm of the likelihood of a game for each rating of the GRID. float64, shape (2, len(GRID)).

    First for somebody who is known by what his moves lose, then for one who chooses as the levels do.
    """
    result = np.zeros_like(GRID)
    if game.opponent is not None and game.score is not None and not phase:
        result = _of_result(game.score, game.opponent)
    moves = [move for move in game.moves if phase in ("", move.phase)]
    return np.stack([_blurred(result + found, form) for found, form in zip(odds(moves), _FORM, strict=True)])


def _of_result(score: float, opponent: int) -> Grid:
    """The logarithm of the likelihood of a result for each rating on the day."""
    strength = (GRID - opponent) * np.log(10) / 400
    whole = np.log(np.exp(strength / 2) + np.exp(-strength / 2) + _DRAWS)
    if score == 0.5:
        return np.asarray(np.log(_DRAWS) - whole)
    return np.asarray((strength if score > 0.5 else -strength) / 2 - whole)


def _blurred(likelihood: Grid, error: float) -> Grid:
    """The logarithm of a likelihood, averaged over strengths that differ by a normal error."""
    reach = int(4 * error // 10)
    kernel = np.exp(-((np.arange(-reach, reach + 1) * 10.0 / error) ** 2) / 2)
    most = likelihood.max()
    padded = np.pad(np.exp(likelihood - most), reach, mode="edge")
    return np.asarray(most + np.log(np.convolve(padded, kernel / kernel.sum(), mode="valid") + 1e-12))


_NOTHING: Final = np.zeros((2, len(GRID)))
