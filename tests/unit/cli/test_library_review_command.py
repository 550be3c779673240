"""`xiangqi library review`: what was not reviewed yet, each game kept as soon as it is done."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest
from command_line import called, start

from tests.unit.library.test_library import random_game
from xiangqi.cli import main
from xiangqi.core.constants import RED
from xiangqi.insights.reviews import counted_moves, standing_of
from xiangqi.library import Library, Played

NODES = 100
LONG = 4000
"""Nodes by which a game takes long enough to be interrupted: doubtful moves take up to twenty times as many."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "club.db"
    with Library(path) as library:
        for seed in range(4):
            game = random_game(
                seed, 20, Red="吕钦" if seed < 2 else "Player", Black="呂欽" if seed == 3 else "Li"
            )
            library.keep(game, Played(f"2026-01-0{seed + 1}", RED if seed > 1 else None))
    return path


def review(path: Path, *words: str) -> int:
    return main(
        ["library", "review", "--library", str(path), "--nodes", str(NODES), "--processes", "1", *words]
    )


def objects(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_everything_is_reviewed_once(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert review(path, "--json") == 0
    found = objects(capsys)
    assert [one["id"] for one in found] == [4, 3, 2, 1]
    assert all(one["sides"] == ["red", "black"] for one in found)
    assert review(path, "--json") == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert "already reviewed: 4" in told.err
    assert review(path, "--json", "--player", "Li") == 0
    assert objects(capsys) == []


def test_a_player_is_reviewed_however_the_name_is_written(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert review(path, "--json", "--player", "呂钦") == 0
    assert [(one["id"], one["sides"]) for one in objects(capsys)] == [
        (4, ["black"]),
        (2, ["red"]),
        (1, ["red"]),
    ]
    assert review(path, "--json", "--mine") == 0
    assert [(one["id"], one["sides"]) for one in objects(capsys)] == [(4, ["red"]), (3, ["red"])]


def test_words_for_a_reader(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert review(path, "--player", "Li") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert all("moves were costly" in line for line in lines)


def test_help_and_other_positions_are_left_out_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.db"
    with Library(path) as library:
        library.keep(random_game(1, 20, Red="Mei", Unrated="take-back"), Played("2026-01-01"))
    assert review(path, "--player", "Mei") == 0
    assert "left out because of hints, takebacks or a different starting position: 1" in capsys.readouterr().err
    assert review(path, "--player", "Mei", "--all", "--json") == 0
    assert len(objects(capsys)) == 1


def test_a_library_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert review(tmp_path / "none.db") == 2
    assert "none.db" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is sent in another way there")
def test_an_interruption_loses_nothing_and_the_next_run_goes_on(path: Path) -> None:
    words = ["library", "review", "--library", str(path), "--nodes", str(LONG), "--processes", "1", "--json"]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
    try:
        process = start(*words)
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        rest = [json.loads(line) for line in process.stdout.read().splitlines()]
        assert process.wait(300) in (130, -signal.SIGINT)
    done = {one["id"] for one in (first, *rest)}
    with Library(path) as library:
        standing = standing_of(library, library.games_of(None), LONG)
        assert {sides[0].number for sides in standing.waiting} == {1, 2, 3, 4} - done
        assert {move.game for move in counted_moves(library, library.games_of(None))} == done
    again = called(*words)
    assert again.code == 0, again.err
    assert {json.loads(line)["id"] for line in again.out.splitlines()} == {1, 2, 3, 4} - done
