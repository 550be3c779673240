"""Tests that the stars of the first lessons are stored durably, with two windows and with a damaged file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from xiangqi.errors import StorageError
from xiangqi.storage.star_file import CLASSICS, LESSONS, best_of

STARS = {"board.1": 3, "chariot.10": 1, "horse.2": 2}


def test_what_was_kept_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "new" / "lessons.json"
    assert LESSONS.load(path) == ({}, None)
    assert LESSONS.keep(STARS, path) == STARS
    assert LESSONS.load(path) == (STARS, None)


def test_a_file_of_classics_takes_positions_and_nothing_else(tmp_path: Path) -> None:
    path, key = tmp_path / "classics.json", "4k4/9/9/9/9/9/9/9/R8/5K3 w"
    assert CLASSICS.keep({key: 2}, path) == {key: 2}
    assert CLASSICS.load(path) == ({key: 2}, None)
    path.write_bytes(path.read_bytes().replace(b"}", b"", 1))
    assert CLASSICS.load(path)[0] == {key: 2}, "intact lines of a damaged file"
    LESSONS.keep({"board.1": 3}, path)
    assert CLASSICS.load(path)[0] == {}


def test_the_most_stars_count_and_those_of_another_window_stay(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    LESSONS.keep({"board.1": 3, "board.2": 1}, path)
    assert LESSONS.keep({"board.2": 2, "board.1": 1, "mate.1": 1}, path) == {
        "board.1": 3,
        "board.2": 2,
        "mate.1": 1,
    }
    assert best_of({"a": 1}, {"a": 2, "b": 1}) == {"a": 2, "b": 1}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"version": 2, "stars": {}}',
        '{"version": 1}',
        '{"version": 1, "stars": {"board.1": 4}}',
        '{"version": 1, "stars": {"board.1": true}}',
        '{"version": 1, "stars": {"../x": 1}}',
        "\xff",
    ],
)
def test_a_damaged_file_or_one_of_a_newer_version_is_put_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lessons.json"
    path.write_bytes(text.encode("latin-1"))
    stars, aside = LESSONS.load(path)
    assert stars == {}
    assert aside is not None
    assert aside.read_bytes() == text.encode("latin-1")
    assert not path.exists()


def test_of_a_damaged_file_whole_lines_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    LESSONS.keep(STARS, path)
    torn = path.read_bytes().replace(b'"chariot.10": 1', b'"chari\x00.10": 1')[:-4]
    path.write_bytes(torn)
    stars, aside = LESSONS.load(path)
    assert stars == {"board.1": 3, "horse.2": 2}
    assert aside is not None
    assert LESSONS.load(path) == (stars, None), "a player who earns none now has them tomorrow"


def test_a_file_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    path.mkdir()
    with pytest.raises(StorageError):
        LESSONS.load(path)


_KEEPER = """
import sys
from pathlib import Path
from xiangqi.storage.star_file import LESSONS
path = Path(sys.argv[1])
for number in range(1, 100):
    for stars in (1, 2, 3):
        LESSONS.keep({f"{sys.argv[2]}.{number}": stars}, path)
        print(f"{number} {stars}", flush=True)
"""


def test_what_was_said_to_be_kept_is_there_after_a_kill_and_beside_another_window(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    keepers = {
        name: subprocess.Popen(
            [sys.executable, "-c", _KEEPER, str(path), name], stdout=subprocess.PIPE, text=True
        )
        for name in ("board", "mate")
    }
    said = {name: [keeper.stdout.readline() for _ in range(20)] for name, keeper in keepers.items()}  # type: ignore[union-attr]
    for name, keeper in keepers.items():
        os.kill(keeper.pid, signal.SIGKILL)
        said[name] += (keeper.communicate()[0] or "").splitlines()
    stars, aside = LESSONS.load(path)
    assert aside is None
    for name, lines in said.items():
        for line in lines:
            if len(line.split()) == 2:
                number, count = line.split()
                assert stars[f"{name}.{number}"] >= int(count)
    assert json.loads(path.read_text())["version"] == 1
