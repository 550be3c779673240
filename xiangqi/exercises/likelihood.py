"""What a move says of the strength of whoever chose it: how much more often some ratings choose so than others.

There are two ways of looking at it. By losses: what a move loses of the winning chances, as a judge who plays
unlike the levels sees it. By choices: whether the levels' own short searches would play it, and what it loses
as they see it two plies deep; that tells much more, of players who choose as the levels do, and misleads about
all others. Both are odds against the average player, so that they can be held against each other.
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
"""The ratings considered, float64, rising."""

FITTED_LEVELS: Final = range(1, 10)
"""The levels whose moves the figures were counted from: these alone, however many others there are."""

RUNGS: Final = tuple(RATINGS[level] for level in FITTED_LEVELS)
"""The ratings of which frequencies are known: between two, players choose now as the one, now as the other;
beyond the ends they stay as they are there."""

_CONTEXTS: Final = (0.06, 0.35, 0.65, 0.94)  # chances of winning; outside nothing is at stake any more
_LOSSES: Final = (1e-9, 0.004, 0.012, 0.03, 0.06, 0.12, 0.25)  # the first class lost nothing
_SLIPS: Final = (1, 10, 25, 50, 100, 200, 400)  # centipawns, of moves that no search found

CONTEXTS: Final = len(_CONTEXTS) - 1
LOSS_CLASSES: Final = len(_LOSSES) + 1
CHOICE_CLASSES: Final = (1 << 3) - 1 + len(_SLIPS) + 1


@dataclass(frozen=True)
class WeighedMove:
    """What counts of one move."""

    phase: str  # of the game, one of coach.reviewing.PHASES
    before: float  # the mover's chance of winning before it, 0.0 to 1.0
    loss: float  # of that chance
    found: int = 0  # which of the three short searches of `weighing` choose it, a bit each
    # what it loses two plies deep as levels judge, in centipawns; None where only the loss is known
    slip: int | None = None


def context_of(move: WeighedMove) -> int | None:
    """Where the mover stood, from 0 for badly to CONTEXTS - 1; None where nothing was at stake."""
    number = bisect(_CONTEXTS, move.before) - 1
    return number if 0 <= number < CONTEXTS else None


def loss_class(move: WeighedMove) -> int:
    """What a move lost, from 0 for nothing to LOSS_CLASSES - 1."""
    return bisect(_LOSSES, move.loss)


def choice_class(move: WeighedMove) -> int | None:
    """Which searches found a move, from 0; from 7, what it slips where none did; None where nobody knows."""
    if move.slip is None:
        return None
    return move.found - 1 if move.found else 7 + bisect(_SLIPS, move.slip)


def odds(moves: Iterable[WeighedMove]) -> tuple[Grid, Grid]:
    """The logarithm of how much likelier each rating of the GRID makes the moves: by losses, and by choices."""
    by_losses, by_choices = np.zeros_like(GRID), np.zeros_like(GRID)
    for move in moves:
        context, choice = context_of(move), choice_class(move)
        if context is not None:
            by_losses += _BY_LOSS[context, loss_class(move)]
        if choice is not None:
            by_choices += _BY_CHOICE[int(context is not None), choice]
    return by_losses, by_choices


def between_rungs(ratings: Grid) -> Grid:
    """The share of each level in ratings. float64, shape (len(ratings), len(RUNGS))."""
    return np.stack([np.interp(ratings, RUNGS, share) for share in np.eye(len(RUNGS))], axis=1)


def _odds_of(figures: tuple[tuple[int, ...], ...]) -> Grid:
    """The same for each class. float64, shape (classes, len(GRID))."""
    frequency = np.array(figures) @ between_rungs(GRID).T
    ladder = slice(*np.searchsorted(GRID, (RUNGS[0], RUNGS[-1])))
    average = frequency[:, ladder].mean(axis=1, keepdims=True)
    return np.asarray(np.log(frequency / average))


_BY_LOSS: Final = np.stack([_odds_of(context) for context in LOST])
_BY_CHOICE: Final = np.stack([_odds_of(context) for context in CHOSEN])
