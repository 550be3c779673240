"""A learner's progress in the first lessons: tasks done, stars of whole lessons, and tasks that lack stars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xiangqi.lessons.attempt import MOST_STARS
from xiangqi.lessons.lesson import Lesson


def tasks_done(lesson: Lesson, known: Mapping[str, int]) -> int:
    """Return the number of tasks of a lesson that have been done; `known` has the stars by task."""
    return sum(task.key in known for task in lesson.tasks)


def is_done(lesson: Lesson, known: Mapping[str, int]) -> bool:
    """Return whether all tasks of a lesson have been done."""
    return tasks_done(lesson, known) == len(lesson.tasks)


def lesson_stars(lesson: Lesson, known: Mapping[str, int]) -> int:
    """Return the stars of a lesson: 0 before all its tasks are done, 3 if each was done for three."""
    if not is_done(lesson, known):
        return 0
    return sum(known[task.key] for task in lesson.tasks) // len(lesson.tasks)


def imperfect(lesson: Lesson, known: Mapping[str, int]) -> list[int]:
    """Return the numbers, from 1, of the tasks that have not yet earned all three stars."""
    numbered = enumerate(lesson.tasks, 1)
    return [number for number, task in numbered if known.get(task.key, 0) < MOST_STARS]


def lessons_done(lessons: Sequence[Lesson], known: Mapping[str, int]) -> int:
    """Return the number of lessons that are done."""
    return sum(is_done(lesson, known) for lesson in lessons)
