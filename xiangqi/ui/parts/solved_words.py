"""The words for an exercise that has been solved: at once, after wrong tries, or with a hint."""

from __future__ import annotations

from xiangqi.app.exercises.modes import Challenge
from xiangqi.ui.parts.context import PanelContext


def solved_words(scene: PanelContext, challenge: Challenge) -> str:
    """Return the words for a solved exercise and the help it took; a hint counts for more than wrong tries."""
    if challenge.hints:
        return scene.texts("exercise.solved_helped")
    if challenge.wrong:
        return scene.texts("exercise.solved_later", count=challenge.wrong)
    return scene.texts("exercise.solved")
