"""The palette's entries for the first lessons."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.i18n.message import Message
from xiangqi.lessons.lesson import load_lessons
from xiangqi.ui.parts.findable import Findable, FindableKind, finds
from xiangqi.ui.parts.keys import always


@finds
def lessons() -> Iterator[Findable]:
    """Yield the palette's entries for the page of lessons and for each lesson."""
    yield Findable(FindableKind.PLACE, Message("first.title"), always(OpenPanel(Panel.LESSONS)), "star")
    for lesson in load_lessons():
        begin = always(StartLesson(lesson.key))
        yield Findable(
            FindableKind.LESSON, Message(f"first.{lesson.key}"), begin, "star", Message("first.title")
        )
