"""The command that lists the exercises."""

from __future__ import annotations

import json

import pytest

from xiangqi.board import Board, Move
from xiangqi.cli import main
from xiangqi.exercises.pack import load_pack, themes_of


def test_exercises_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "--json", "--theme", "mate", "--limit", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    for line in lines:
        found = json.loads(line)
        assert "mate" in found["themes"]
        assert found["kind"] == "mate"
        board = Board(found["fen"])
        for move in found["solution"]:
            board.push(Move.from_iccs(move))
        assert not board.legal_moves()
        assert found["mate"] == (len(found["solution"]) + 1) // 2


def test_a_limit_of_nought_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    counts = {}
    for limit in ("0", "3"):
        assert main(["puzzles", "--kind", "save", "--limit", limit]) == 0
        counts[limit] = len(capsys.readouterr().out.splitlines())
    assert counts == {"0": sum(one.kind.value == "save" for one in load_pack()), "3": 3}
    assert main(["puzzles", "--limit", "-1"]) == 2


def test_exercises_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "--kind", "mate", "--least", "1000", "--most", "1400", "--notation", "wxf"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines
    for line in lines:
        assert 1000 <= int(line.split()[0]) <= 1400
        assert ("win by stalemate in" if line.endswith("stalemate") else "  mate in") in line
    assert any(line.endswith("stalemate") for line in lines)
    ratings = [exercise.rating for exercise in load_pack() if exercise.mate]
    assert len(lines) == sum(1000 <= rating <= 1400 for rating in ratings)


def test_themes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "--themes"]) == 0
    listed = [line.split(maxsplit=2) for line in capsys.readouterr().out.splitlines()]
    assert {theme: int(count) for count, theme, _ in listed} == themes_of(load_pack())
    assert ["mate", "mate"] in [line[1:] for line in listed]


def test_an_unknown_theme_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "--theme", "nonsense"]) == 2
    assert "no exercise has the theme 'nonsense'; choose from" in capsys.readouterr().err
