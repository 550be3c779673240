"""The stars of whole lessons, and what is missing for three."""

from __future__ import annotations

import pytest

from xiangqi.lessons.lesson import find_lesson, load_lessons
from xiangqi.lessons.progress import imperfect, lesson_stars, lessons_done

TASKS = [task.key for task in find_lesson("chariot").tasks]


@pytest.mark.parametrize(
    ("stars", "whole", "missing"),
    [
        ((), 0, [1, 2, 3, 4]),
        ((3, 3, 3), 0, [4]),
        ((1, 1, 1, 1), 1, [1, 2, 3, 4]),
        ((3, 3, 2, 3), 2, [3]),
        ((3, 1, 3, 3), 2, [2]),
        ((3, 3, 3, 3), 3, []),
    ],
)
def test_three_stars_take_three_in_every_task(stars: tuple[int, ...], whole: int, missing: list[int]) -> None:
    assert len(TASKS) == 4
    lesson, known = find_lesson("chariot"), dict(zip(TASKS, stars, strict=False))
    assert (lesson_stars(lesson, known), imperfect(lesson, known)) == (whole, missing)
    assert lessons_done(load_lessons(), known) == int(whole > 0)
