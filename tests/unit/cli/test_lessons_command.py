"""Tests of the command that lists the first lessons."""

from __future__ import annotations

import json

import pytest

from xiangqi.board import Board, Move
from xiangqi.cli import main
from xiangqi.lessons.lesson import Goal, load_lessons


def test_tasks_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["lesson"], one["task"]) for one in found] == [
        (lesson.key, number) for lesson in load_lessons() for number in range(1, len(lesson.tasks) + 1)
    ]
    for one in found:
        assert one["goal"] in {goal.value for goal in Goal}
        assert len(one["solution"]) == one["moves"]
        board = Board(one["fen"])
        if one["goal"] == "place":
            assert all(text[1] == "@" for text in one["solution"])
        elif one["goal"] == "points":
            assert set(one["solution"]) < set(one["points"])
        else:
            board.push(Move.from_iccs(one["solution"][0]))
        assert ("replies" in one) == (one["lesson"] == "opening" and one["moves"] > 1)


@pytest.mark.parametrize(("language", "word"), [("en", "The horse"), ("zh-Hant", "馬和馬腳")])
def test_tasks_in_words(language: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "--language", language]) == 0
    out = capsys.readouterr().out
    assert f"4. {word}" in out
    assert all(task.fen in out for lesson in load_lessons() for task in lesson.tasks)
