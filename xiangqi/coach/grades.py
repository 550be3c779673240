"""How bad a move is: what it costs of the winning chances, as a number and as a grade."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final


class Grade(str, Enum):
    """How good a move is, by the winning chances it gives away."""

    EXCELLENT = "excellent"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


FAULTS: Final = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
"""The grades of moves that are marked."""

MOST_LOSS: Final = {
    Grade.EXCELLENT: 0.02,
    Grade.GOOD: 0.05,
    Grade.INACCURACY: 0.10,
    Grade.MISTAKE: 0.20,
    Grade.BLUNDER: 1.0,
}
"""The greatest loss of winning chances with which a move still has a grade: in a level game a soldier across
the river is worth 0.04, a horse or cannon 0.17."""

SIGNS: Final = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
"""The faults as they are annotated."""

GLYPHS: Final = {Grade.INACCURACY: 6, Grade.MISTAKE: 2, Grade.BLUNDER: 4}
"""The same as numeric annotation glyphs of PGN."""

_HALVING_LOSS: Final = 0.08  # of winning chances: such a move counts half


def grade_of(loss: float) -> Grade:
    """The grade of a move that gives away so much of the winning chances, 0.0 to 1.0."""
    return next((grade for grade, most in MOST_LOSS.items() if loss <= most), Grade.BLUNDER)


def fault_of(loss: float) -> Grade | None:
    """The same for moves that are marked, None for one that is good enough."""
    grade = grade_of(loss)
    return grade if grade in FAULTS else None


def loss_of(before: float, after: float, *, is_best: bool) -> float:
    """What a move costs, 0.0 to 1.0.

    Args:
        before, after: the mover's chance of winning in the positions before and after it.
        is_best: whether the engine would have played it as well; then it costs nothing, whatever is seen later.
    """
    return 0.0 if is_best else max(0.0, before - after)


def accuracy_of(losses: Sequence[float]) -> float | None:
    """How well some moves were played, 0 to 100: the mean of 100 for each that gives nothing away, half for
    every 0.08 of the winning chances that it does; None without moves.
    """
    worth = [100 * 0.5 ** (loss / _HALVING_LOSS) for loss in losses]
    return sum(worth) / len(worth) if worth else None
