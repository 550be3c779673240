"""Exercises, courses and the rating in the palette."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.action import Action
from xiangqi.app.exercises.practice import Train
from xiangqi.app.exercises.puzzles import GuessMoves
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.coach.facts import PATTERN, FactKind, theme_key
from xiangqi.coach.patterns import PATTERNS
from xiangqi.i18n.message import Message
from xiangqi.ui.parts.findable import Act, Findable, FindableKind, finds
from xiangqi.ui.parts.guessing import can_guess, winner
from xiangqi.ui.parts.keys import always

_PAGES = {
    "exercises.title": (Panel.EXERCISES, "threat"),
    "courses.title": (Panel.COURSES, "edit"),
    "rating.title": (Panel.RATING, "trophy"),
}
_SETS = {
    "exercise.today": ExerciseSet.TODAY,
    "exercise.due": ExerciseSet.DUE,
    "exercise.mixed": ExerciseSet.MIXED,
    "exercise.deck": ExerciseSet.DECK,
}


@finds
def exercises() -> Iterator[Findable]:
    """Yield the palette's entries for the exercise pages, the sets, the themes, guessing and the courses."""
    for key, (page, icon) in _PAGES.items():
        yield Findable(FindableKind.PLACE, Message(key), always(OpenPanel(page)), icon)
    for key, chosen in _SETS.items():
        train = always(Train(TrainingRequest(chosen)))
        yield Findable(FindableKind.LESSON, Message(key), train, "threat", Message("exercises.title"))
    for theme in (*(kind.value for kind in FactKind), *(f"{PATTERN}{name}" for name in PATTERNS)):
        group = Message("exercises.by_theme")
        yield Findable(FindableKind.COMMAND, Message(theme_key(theme)), _of_theme(theme), "threat", group)
    yield Findable(FindableKind.COMMAND, Message("exercise.guess"), _guess, "help")
    for course in ("four_mates", "endings", "repetition", "openings"):
        train = always(Train(TrainingRequest(ExerciseSet.LESSON, course)))
        yield Findable(
            FindableKind.LESSON, Message(f"course.{course}"), train, "edit", Message("courses.title")
        )


def _of_theme(theme: str) -> Act:
    """Return a function that gives the action for a theme's exercises, or None if the theme has none."""
    train = Train(TrainingRequest(ExerciseSet.THEME, theme))

    def begun(state: AppState) -> Action | None:
        known = state.practice
        return train if known is not None and any(theme == name for name, _ in known.themes) else None

    return begun


def _guess(state: AppState) -> Action | None:
    """Return the action for guessing the winner's moves from the shown position on, or None."""
    return GuessMoves(winner(state)) if can_guess(state) else None
