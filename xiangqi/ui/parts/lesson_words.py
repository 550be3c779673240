"""The first lessons in words and pictures."""

from __future__ import annotations

from typing import Final

from xiangqi.core.constants import BISHOP, BLACK, CANNON, KING, KNIGHT, PAWN, RED, ROOK
from xiangqi.lessons.lesson import Lesson, load_lessons
from xiangqi.ui.parts.context import PanelContext

_PIECES: Final = {
    "board": RED | KING,
    "chariot": RED | ROOK,
    "soldier": RED | PAWN,
    "horse": RED | KNIGHT,
    "guards": RED | BISHOP,
    "general": RED | KING,
    "cannon": RED | CANNON,
    "check": RED | KING,
    "mate": BLACK | KING,
    "opening": RED | CANNON,
}


def lesson_number(lesson: Lesson) -> int:
    """Return the number of a lesson, from 1."""
    return load_lessons().index(lesson) + 1


def lesson_name(scene: PanelContext, lesson: Lesson) -> str:
    """Return the number and the name of a lesson."""
    name = scene.texts(f"first.{lesson.key}")
    return scene.texts("first.name", number=lesson_number(lesson), name=name)


def lesson_piece(lesson: Lesson) -> int:
    """Return the piece that illustrates a lesson."""
    return _PIECES[lesson.key]
