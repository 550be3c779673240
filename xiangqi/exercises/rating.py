"""The player's strength as a distribution over ratings, given the results and the moves of games.

In each game the player has a form that differs from the player's strength by a normally distributed error.
Given the form, the result follows from the rating difference (Davidson 1970, with draws), and the moves have
the likelihood of `likelihood`. Whether the player chooses moves as the levels do is unknown as well: both
hypotheses are followed through all games and weighted by how well they explain them. `tools/rating_trial.py`
tests the model.
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
_FORM: Final = (160.0, 100.0)  # Elo: standard deviation of form around strength, by losses and by choices
_MISFIT: Final = 28.0  # Elo: error of the fitted figures, which does not shrink with more games
_ROUNDED: Final = 10  # ratings are shown rounded to this, since the estimate is no more precise
_DRAWS: Final = 0.5  # Davidson's parameter: 20% draws between equals, as observed among the levels
_LEAST_OPPONENT: Final = RATINGS[1]
_MOST_OPPONENT: Final = RATINGS[FULL_STRENGTH - 1]


@dataclass(frozen=True)
class GameEvidence:
    """The evidence that one game gives of the player's strength."""

    opponent: int | None  # the opponent's rating; None if unknown, so that the result is ignored
    score: float | None  # 1.0 for a win, 0.5 for a draw, 0.0 for a loss; None for an unfinished game
    moves: tuple[WeighedMove, ...] = ()  # the player's moves


@dataclass(frozen=True)
class StrengthEstimate:
    """A strength on the scale of engine.common.levels.RATINGS: the mean and the bounds of the INTERVAL."""

    mean: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """The width of the interval."""
        return self.high - self.low


def rounded(value: float) -> int:
    """Return a rating as it is shown everywhere: rounded to the precision of an estimate."""
    return round(value / _ROUNDED) * _ROUNDED


def estimate(games: Sequence[GameEvidence], phase: str = "") -> StrengthEstimate:
    """Estimate the strength from some games.

    Args:
        games: the games; without any, the estimate is the prior.
        phase: restricts the estimate to the moves of one phase and ignores results.
    """
    ways = sum((_likelihood(game, phase) for game in games), _NOTHING)
    return _summary(ways)


def curve(games: Sequence[GameEvidence]) -> list[StrengthEstimate]:
    """Return the estimate after each game, based on that game and all before it."""
    found, ways = [], _NOTHING
    for game in games:
        ways = ways + _likelihood(game, "")
        found.append(_summary(ways))
    return found


def next_opponent(games: Sequence[GameEvidence]) -> int:
    """Return the rating, within the range of the levels, at which the expected score is one half."""
    return round(min(max(estimate(games).mean, _LEAST_OPPONENT), _MOST_OPPONENT))


def _summary(ways: Grid) -> StrengthEstimate:
    """Return the posterior's mean and interval, marginalised over both ways of choosing moves."""
    posterior = _blurred(np.logaddexp(*ways), _MISFIT) - ((GRID - _PRIOR.mean) / _PRIOR.stdev) ** 2 / 2
    weights = np.exp(posterior - posterior.max())
    weights /= weights.sum()
    below = np.cumsum(weights) - weights / 2
    tail = (1 - INTERVAL) / 2
    low, high = np.interp([tail, 1 - tail], below, GRID)
    return StrengthEstimate(float(weights @ GRID), float(low), float(high))


def _likelihood(game: GameEvidence, phase: str) -> Grid:
    """Return the log-likelihood of a game at each rating of the GRID, as float64 of shape (2, len(GRID)).

    The first row assumes that the losses of the moves characterise the player, the second that the player
    chooses moves as the levels do.
    """
    result = np.zeros_like(GRID)
    if game.opponent is not None and game.score is not None and not phase:
        result = _of_result(game.score, game.opponent)
    moves = [move for move in game.moves if phase in ("", move.phase)]
    return np.stack([_blurred(result + found, form) for found, form in zip(odds(moves), _FORM, strict=True)])


def _of_result(score: float, opponent: int) -> Grid:
    """Return the log-likelihood of a result at each rating of the GRID."""
    strength = (GRID - opponent) * np.log(10) / 400
    whole = np.log(np.exp(strength / 2) + np.exp(-strength / 2) + _DRAWS)
    if score == 0.5:
        return np.asarray(np.log(_DRAWS) - whole)
    return np.asarray((strength if score > 0.5 else -strength) / 2 - whole)


def _blurred(likelihood: Grid, error: float) -> Grid:
    """Return a log-likelihood averaged over a normal error of the strength."""
    reach = int(4 * error // 10)
    kernel = np.exp(-((np.arange(-reach, reach + 1) * 10.0 / error) ** 2) / 2)
    most = likelihood.max()
    padded = np.pad(np.exp(likelihood - most), reach, mode="edge")
    return np.asarray(most + np.log(np.convolve(padded, kernel / kernel.sum(), mode="valid") + 1e-12))


_NOTHING: Final = np.zeros((2, len(GRID)))
