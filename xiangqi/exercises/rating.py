"""The player's strength as a distribution over ratings, from the results of games and the moves played in them.

A game is played by the player as he is that day, which is his strength and a normal error round it. Given that,
its result follows from the difference to the opponent (Davidson 1970, with draws), and what a move loses of the
winning chances falls into classes that players of each rating meet with known frequency. So a game is worth one
game, however many moves it has. The figures come from `tools/rating_trial.py`.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.engine.common.levels import FULL_STRENGTH, RATINGS

Grid = npt.NDArray[np.float64]

GRID: Final = np.arange(400.0, 3201.0, 10.0)
"""The ratings considered, float64, rising."""

INTERVAL: Final = 0.90

_PRIOR: Final = NormalDist(1500.0, 500.0)
_FORM: Final = 260.0  # Elo: how much a player's strength in one game differs from his strength
_WEIGHT: Final = 0.6  # of a move: those of one game resemble each other more than days differ
_DRAWS: Final = 0.17  # Davidson's parameter: 8 % draws between equals, as the levels had
_LEAST_OPPONENT: Final = RATINGS[1]
_MOST_OPPONENT: Final = RATINGS[FULL_STRENGTH - 1]


_BOUNDS: Final = np.array([1e-9, 0.004, 0.012, 0.03, 0.06, 0.12, 0.25])
"""The losses between the classes: the first class lost nothing."""

_CONTEXTS: Final = (0.06, 0.35, 0.65, 0.94)
"""The chances of winning before a move between its contexts; outside nothing is at stake any more."""

CLASSES: Final = len(_BOUNDS) + 1
CONTEXTS: Final = len(_CONTEXTS) - 1

_MIDDLE, _SPAN = 1600.0, 800.0
_FITTED: Final = (700.0, 2600.0)  # beyond these ratings the figures stay as they are there

_FIGURES: Final = (
    (
        (1.27, 0.78, -0.22),
        (-0.90, 0.57, -0.09),
        (0.02, 0.40, -0.29),
        (0.58, 0.00, -0.00),
        (0.30, -0.09, 0.03),
        (0.12, -0.59, 0.00),
        (-0.67, -0.61, 0.39),
        (-1.92, -0.69, -0.35),
    ),
    (
        (1.26, 0.98, -0.28),
        (-1.09, 0.89, -0.90),
        (-0.54, 0.86, -0.17),
        (0.40, 0.47, -0.25),
        (0.36, 0.05, 0.20),
        (-0.02, -0.56, 0.35),
        (-0.60, -1.31, 0.37),
        (-0.91, -1.65, -0.29),
    ),
    (
        (1.38, 1.03, 0.09),
        (-0.87, 0.74, -0.28),
        (-0.08, 0.19, -0.46),
        (0.34, 0.41, -0.23),
        (0.05, 0.02, 0.09),
        (-0.12, -0.19, 0.32),
        (-0.65, -0.84, 0.33),
        (-0.60, -1.37, -0.15),
    ),
)


@dataclass(frozen=True)
class WeighedMove:
    """What counts of one move.

    Attributes:
        phase: of the game, one of coach.reviewing.PHASES.
        before: the mover's chance of winning before it, 0.0 to 1.0.
        loss: of that chance.
    """

    phase: str
    before: float
    loss: float


@dataclass(frozen=True)
class GameEvidence:
    """What one game says about the player's strength.

    Attributes:
        opponent: his rating; None where it is not known, then the result says nothing.
        score: 1.0 for a win, 0.5 for a draw, 0.0 for a loss; None for an unfinished game.
        moves: the player's moves.
    """

    opponent: int | None
    score: float | None
    moves: tuple[WeighedMove, ...] = ()


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
    return _summary(_prior() + sum((_likelihood(game, phase) for game in games), np.zeros_like(GRID)))


def curve(games: Sequence[GameEvidence]) -> list[StrengthEstimate]:
    """The estimate after each game, from the results and moves up to it."""
    found, posterior = [], _prior()
    for game in games:
        posterior = posterior + _likelihood(game, "")
        found.append(_summary(posterior))
    return found


def next_opponent(games: Sequence[GameEvidence]) -> int:
    """The rating of an opponent against whom the score should be one half, within those of the levels."""
    return round(min(max(estimate(games).mean, _LEAST_OPPONENT), _MOST_OPPONENT))


def _prior() -> Grid:
    """The logarithm of the distribution before any game."""
    return -(((GRID - _PRIOR.mean) / _PRIOR.stdev) ** 2) / 2


def _summary(posterior: Grid) -> StrengthEstimate:
    weights = np.exp(posterior - posterior.max())
    weights /= weights.sum()
    below = np.cumsum(weights) - weights / 2
    tail = (1 - INTERVAL) / 2
    low, high = np.interp([tail, 1 - tail], below, GRID)
    return StrengthEstimate(float(weights @ GRID), float(low), float(high))


def _likelihood(game: GameEvidence, phase: str) -> Grid:
    """The logarithm of the likelihood of a game for each rating of the GRID."""
    on_the_day = np.zeros_like(GRID)
    if game.opponent is not None and game.score is not None and not phase:
        on_the_day += _of_result(game.score, game.opponent)
    for move in game.moves:
        context = context_of(move)
        if context is not None and phase in ("", move.phase):
            on_the_day += _WEIGHT * _OF_CLASSES[context, class_of(move)]
    return np.log(_blurred(np.exp(on_the_day - on_the_day.max())) + 1e-12)


def context_of(move: WeighedMove) -> int | None:
    """Where the mover stood, from 0 for badly to CONTEXTS - 1; None where nothing was at stake."""
    number = bisect(_CONTEXTS, move.before) - 1
    return number if 0 <= number < CONTEXTS else None


def class_of(move: WeighedMove) -> int:
    """What a move lost, from 0 for nothing to CLASSES - 1."""
    return int(np.searchsorted(_BOUNDS, move.loss))


def features(ratings: Grid) -> Grid:
    """What the logarithm of a frequency is linear in. float64, shape (len(ratings), 3)."""
    scaled = (np.clip(ratings, *_FITTED) - _MIDDLE) / _SPAN
    return np.stack([np.ones_like(scaled), scaled, scaled**2], axis=1)


def _of_classes() -> Grid:
    """The logarithm of the frequency of each class. float64, shape (CONTEXTS, CLASSES, len(GRID))."""
    scores = np.einsum("gf,xcf->xcg", features(GRID), np.array(_FIGURES))
    scores -= scores.max(axis=1, keepdims=True)
    return np.asarray(scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)))


def _of_result(score: float, opponent: int) -> Grid:
    """The logarithm of the likelihood of a result for each rating on the day."""
    strength = (GRID - opponent) * np.log(10) / 400
    whole = np.log(np.exp(strength / 2) + np.exp(-strength / 2) + _DRAWS)
    if score == 0.5:
        return np.asarray(np.log(_DRAWS) - whole)
    return np.asarray((strength if score > 0.5 else -strength) / 2 - whole)


def _blurred(likelihood: Grid) -> Grid:
    """A likelihood of the day's strength as one of the player's: averaged over what his day may be."""
    reach = int(4 * _FORM // 10)
    kernel = np.exp(-((np.arange(-reach, reach + 1) * 10.0 / _FORM) ** 2) / 2)
    padded = np.pad(likelihood, reach, mode="edge")
    return np.convolve(padded, kernel / kernel.sum(), mode="valid")


_OF_CLASSES: Final = _of_classes()

PRIOR: Final = estimate([])
"""What is thought of a player of whom nothing is known."""
