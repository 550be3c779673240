"""The figures of exercises.rating: how often players of each rating lose how much by a move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from tools.rating.games import RatedGame
from xiangqi.exercises.rating import CLASSES, CONTEXTS, class_of, context_of, features

Array = npt.NDArray[np.float64]

_STEPS: Final = 60
_DAMPING: Final = 0.5  # of each step, which is Newton's for one class at a time
_SHRINKAGE: Final = 1.0  # keeps the figures of rare classes near those of the others


def fitted(games: Iterable[RatedGame]) -> Array:
    """The figures, by maximum likelihood. float64, shape (CONTEXTS, CLASSES, 3)."""
    rows = [
        (context, class_of(move), game.rating)
        for game in games
        for move in game.evidence.moves
        if (context := context_of(move)) is not None
    ]
    table = np.zeros((CONTEXTS, CLASSES, 3))
    data = np.array(rows)
    for context in range(CONTEXTS):
        chosen = data[data[:, 0] == context]
        table[context] = _softmax_regression(features(chosen[:, 2].astype(float)), chosen[:, 1])
    return table


def _softmax_regression(inputs: Array, classes: npt.NDArray[np.int64]) -> Array:
    wanted = np.eye(CLASSES)[classes]
    weights = np.zeros((CLASSES, inputs.shape[1]))
    for _ in range(_STEPS):
        scores = inputs @ weights.T
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        slope = (wanted - chances).T @ inputs - _SHRINKAGE * weights
        for number in range(CLASSES):
            share = chances[:, number]
            bend = (inputs * (share * (1 - share))[:, None]).T @ inputs + _SHRINKAGE * np.eye(inputs.shape[1])
            weights[number] += _DAMPING * np.linalg.solve(bend, slope[number])
    return weights


def as_source(table: Array) -> str:
    """The figures as they stand in exercises.rating."""
    rows = (
        "    (\n"
        + "".join(f"        ({', '.join(f'{figure:.2f}' for figure in row)}),\n" for row in context)
        + "    ),\n"
        for context in table
    )
    return f"_FIGURES: Final = (\n{''.join(rows)})"
