"""The first lessons in words."""

from __future__ import annotations

from xiangqi.lessons.lesson import Lesson, load_lessons
from xiangqi.ui.parts.context import PanelContext


def lesson_name(scene: PanelContext, lesson: Lesson) -> str:
    """Return the number and the name of a lesson."""
    number = load_lessons().index(lesson) + 1
    return scene.texts("first.name", number=number, name=scene.texts(f"first.{lesson.key}"))
