"""Grades of moves by their loss of winning chances."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final


class Grade(str, Enum):
    """The quality of a move, by the winning chances it gives away."""

    EXCELLENT = "excellent"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


FAULTS: Final = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
"""The grades that are annotated."""

MOST_LOSS: Final = {
    Grade.EXCELLENT: 0.02,
    Grade.GOOD: 0.05,
    Grade.INACCURACY: 0.10,
    Grade.MISTAKE: 0.20,
    Grade.BLUNDER: 1.0,
}
"""The largest loss of winning chances of each grade.

In an equal game a soldier across the river is worth 0.04, a horse or cannon 0.17.
"""

SIGNS: Final = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
"""Annotation symbols of the faults."""

GLYPHS: Final = {Grade.INACCURACY: 6, Grade.MISTAKE: 2, Grade.BLUNDER: 4}
"""Numeric annotation glyphs (NAGs) of the faults in PGN."""

_HALVING_LOSS: Final = 0.08  # a move with this loss counts half


def grade_of(loss: float) -> Grade:
    """Return the grade of a move that loses this much of the winning chances, 0.0 to 1.0."""
    return next((grade for grade, most in MOST_LOSS.items() if loss <= most), Grade.BLUNDER)


def fault_of(loss: float) -> Grade | None:
    """Return the grade of a loss if it is annotated, otherwise None."""
    grade = grade_of(loss)
    return grade if grade in FAULTS else None


def loss_of(before: float, after: float, *, is_best: bool) -> float:
    """Return the loss of winning chance of a move, 0.0 to 1.0.

    Args:
        before, after: the mover's winning chance before and after it.
        is_best: whether the engine would have played it; if so, the loss is 0 whatever a later search says.
    """
    return 0.0 if is_best else max(0.0, before - after)


def accuracy_of(losses: Sequence[float]) -> float | None:
    """Return the accuracy of some moves, 0 to 100, or None without moves.

    It is the mean over all moves of 100, halved for every 0.08 of winning chance that the move loses.
    """
    worth = [100 * 0.5 ** (loss / _HALVING_LOSS) for loss in losses]
    return sum(worth) / len(worth) if worth else None
