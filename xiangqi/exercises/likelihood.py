"""The likelihood of a move at each rating, relative to the average player.

There are two models. The model by losses uses the winning chance that a move loses according to a judge that
plays unlike the levels. The model by choices uses whether the levels' own short searches would play the move,
and its loss at two plies according to them; this is far more informative about players who choose as the
levels do, and misleading about all others. Both give odds against the average player, so they can be compared.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.engine.common.levels import RATINGS
from xiangqi.exercises.figures import CHOSEN, LOST

Grid = npt.NDArray[np.float64]

GRID: Final = np.arange(400.0, 3201.0, 10.0)
"""The ratings considered, float64, ascending."""

FITTED_LEVELS: Final = range(1, 10)
"""The levels from whose moves the figures were counted, however many others there are."""

RUNGS: Final = tuple(RATINGS[level] for level in FITTED_LEVELS)
"""The ratings of the fitted levels, between which frequencies are interpolated."""

_CONTEXTS: Final = (0.06, 0.35, 0.65, 0.94)  # bounds of winning chances; outside them the game is decided
_LOSSES: Final = (1e-9, 0.004, 0.012, 0.03, 0.06, 0.12, 0.25)  # moves of the first class lose nothing
_SLIPS: Final = (1, 10, 25, 50, 100, 200, 400)  # centipawns, for moves that no search chose

CONTEXTS: Final = len(_CONTEXTS) - 1
LOSS_CLASSES: Final = len(_LOSSES) + 1
CHOICE_CLASSES: Final = (1 << 3) - 1 + len(_SLIPS) + 1


@dataclass(frozen=True)
class WeighedMove:
    """The measurements of one move."""

    phase: str  # of the game, one of coach.summary.PHASES
    before: float  # the mover's winning chance before it, 0.0 to 1.0
    loss: float  # the loss of that chance
    found: int = 0  # bit set of the three short searches of `weighing` that choose it
    # its loss at two plies by the levels' evaluation, in centipawns; None if only `loss` is known
    slip: int | None = None


def context_of(move: WeighedMove) -> int | None:
    """Return the class of the mover's winning chance, from 0 for the worst; None if the game was decided."""
    number = bisect(_CONTEXTS, move.before) - 1
    return number if 0 <= number < CONTEXTS else None


def loss_class(move: WeighedMove) -> int:
    """Return the class of the move's loss, 0 (none) to LOSS_CLASSES - 1."""
    return bisect(_LOSSES, move.loss)


def choice_class(move: WeighedMove) -> int | None:
    """Return the class of a move by the searches that chose it, or by its slip from 7; None if unknown."""
    if move.slip is None:
        return None
    return move.found - 1 if move.found else 7 + bisect(_SLIPS, move.slip)


def odds(moves: Iterable[WeighedMove]) -> tuple[Grid, Grid]:
    """Return the log-odds of the moves against the average player for each rating: by losses, by choices."""
    by_losses, by_choices = np.zeros_like(GRID), np.zeros_like(GRID)
    for move in moves:
        context, choice = context_of(move), choice_class(move)
        if context is not None:
            by_losses += _BY_LOSS[context, loss_class(move)]
        if choice is not None:
            by_choices += _BY_CHOICE[int(context is not None), choice]
    return by_losses, by_choices


def between_rungs(ratings: Grid) -> Grid:
    """Return the weights of the levels for some ratings. float64, shape (len(ratings), len(RUNGS))."""
    return np.stack([np.interp(ratings, RUNGS, share) for share in np.eye(len(RUNGS))], axis=1)


def _odds_of(figures: tuple[tuple[int, ...], ...]) -> Grid:
    """Return the log-odds of each class for each rating. float64, shape (classes, len(GRID))."""
    frequency = np.array(figures) @ between_rungs(GRID).T
    ladder = slice(*np.searchsorted(GRID, (RUNGS[0], RUNGS[-1])))
    average = frequency[:, ladder].mean(axis=1, keepdims=True)
    return np.asarray(np.log(frequency / average))


_BY_LOSS: Final = np.stack([_odds_of(context) for context in LOST])
_BY_CHOICE: Final = np.stack([_odds_of(context) for context in CHOSEN])
