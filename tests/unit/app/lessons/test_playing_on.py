"""A game that goes on from where the lessons end."""

from __future__ import annotations

import pytest
from app_session import Session

from xiangqi.app.lessons.going_through import PlayOn, StartLesson
from xiangqi.lessons.lesson import Lesson, load_lessons

LESSONS = load_lessons()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_the_last_lesson_alone_leads_into_a_game(lesson: Lesson) -> None:
    session = Session()
    session.send(StartLesson(lesson.key))
    taught, known = session.state.document, session.state.current_game.id
    session.send(PlayOn())
    if lesson is LESSONS[-1]:
        assert session.state.current_game.id != known
        assert session.state.play.setup.human_side is not None
    else:
        assert session.state.document is taught
        assert session.state.current_game.id == known
