"""Tests that progress in the first lessons is kept across restarts."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.lessons.going_through import StartLesson, TurnStep
from xiangqi.app.lessons.state import Learning
from xiangqi.app.runner import Runner
from xiangqi.board import Move
from xiangqi.lessons.lesson import find_lesson


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XIANGQI_HOME", str(tmp_path))
    return tmp_path


def test_stars_are_there_at_the_next_start() -> None:
    lesson = find_lesson("chariot")
    task = lesson.tasks[0]
    with Runner() as runner:
        assert runner.state.stars == {}
        runner.send(StartLesson(lesson.key))
        runner.send(TurnStep(len(lesson.pages)))
        for text in task.solution:
            move = Move.from_iccs(text)
            runner.send(ClickSquare(move.from_square))
            runner.send(ClickSquare(move.to_square))
    with Runner() as runner:
        assert runner.state.stars == {task.key: 3}
        runner.send(StartLesson(lesson.key))
        assert runner.state.mode(Learning) is not None
        assert runner.state.mode(Learning).step == lesson.tasks[1]
        runner.step(time.monotonic())


def test_a_damaged_file_is_told_and_what_can_be_read_is_kept(home: Path) -> None:
    (home / "lessons.json").write_text('{\n  "version": 1,\n  "stars": {\n    "chariot.1": 2,\n    "char')
    with Runner() as runner:
        assert runner.state.stars == {"chariot.1": 2}
        assert [toast.message.key for toast in runner.state.toasts] == ["toast.lessons_damaged"]


def test_stars_that_cannot_be_kept_are_told(home: Path) -> None:
    (home / "lessons.json").mkdir()
    with Runner() as runner:
        assert [toast.message.key for toast in runner.state.toasts] == ["toast.lessons_unwritable"]
