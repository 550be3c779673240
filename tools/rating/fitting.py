"""Computes the figures of exercises.figures: how often each level chooses moves of each class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from tools.rating.games import RatedGame
from xiangqi.exercises.likelihood import (
    CHOICE_CLASSES,
    CONTEXTS,
    LOSS_CLASSES,
    RUNGS,
    between_rungs,
    choice_class,
    context_of,
    loss_class,
)

Array = npt.NDArray[np.float64]

_STEPS: Final = 60
_NEIGHBOURS: Final = 10.0  # moves that are added to those of each level, chosen as its neighbours choose
_WHOLE: Final = 10_000


def fitted(games: Iterable[RatedGame]) -> tuple[list[Array], list[Array]]:
    """Return the frequencies by loss, for each context, and by choice, in decided positions and in others.

    Each is float64, shape (classes, levels).
    """
    by_loss: list[list[tuple[int, int]]] = [[] for _ in range(CONTEXTS)]
    by_choice: tuple[list[tuple[int, int]], ...] = ([], [])
    for game in games:
        for move in game.evidence.moves:
            context, choice = context_of(move), choice_class(move)
            if context is not None:
                by_loss[context].append((game.rating, loss_class(move)))
            if choice is not None:
                by_choice[context is not None].append((game.rating, choice))
    return (
        [_frequencies(seen, LOSS_CLASSES) for seen in by_loss],
        [_frequencies(seen, CHOICE_CLASSES) for seen in by_choice],
    )


def _frequencies(seen: Sequence[tuple[int, int]], classes: int) -> Array:
    """Return the frequency of each class at each level, by expectation maximisation.

    A player between two levels chooses sometimes like one of them and sometimes like the other.
    """
    ratings, chosen = np.array(seen).T
    shares = between_rungs(ratings.astype(float))
    average = (np.bincount(chosen, minlength=classes) + 1.0) / (len(chosen) + classes)
    found: Array = np.tile(average[:, None], len(RUNGS))
    for _ in range(_STEPS):
        levels = shares * found[chosen]
        levels /= levels.sum(axis=1, keepdims=True)
        seen_by_level = np.stack([np.bincount(chosen, share, classes) for share in levels.T], axis=1)
        beside = np.pad(found, ((0, 0), (1, 1)), mode="reflect")
        counts = seen_by_level + _NEIGHBOURS * (beside[:, :-2] + beside[:, 2:]) / 2 + average[:, None]
        found = counts / counts.sum(axis=0)
    return found


def as_source(by_loss: Sequence[Array], by_choice: Sequence[Array]) -> str:
    """Return the figures as source text for exercises.figures, in parts of 10,000."""
    return f"LOST: Final = (\n{_tables(by_loss)})\n\nCHOSEN: Final = (\n{_tables(by_choice)})\n"


def _tables(tables: Sequence[Array]) -> str:
    return "".join(f"    (\n{_rows(table)}    ),\n" for table in tables)


def _rows(table: Array) -> str:
    counts = np.maximum(np.rint(table * _WHOLE).astype(int), 1)
    return "".join(f"        ({', '.join(map(str, row))}),\n" for row in counts)
