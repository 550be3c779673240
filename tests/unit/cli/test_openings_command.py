"""Tests of `xiangqi openings`, which names games and shows masters' moves, and of names in converted PGN."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from xiangqi.cli import main
from xiangqi.records.files import read_games

GAMES = """\
[Event "a"]

1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. c3c4 g6g5 5. h0h6 h7i7 6. h6g6 i7i8 *

[ECCO "D20"]

1. h2e2 h7e7 *

[FEN "3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1"]

1. e1d2 *

[Opening "My own name"]

1. c3c4 *
"""


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, encoding="utf-8")
    return str(path)


def objects(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_games_are_named(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["openings", "name", record, "--json", "--language", "zh-Hans"]) == 0
    first, second, third, fourth = objects(capsys)
    assert (first["file"], first["index"], first["code"], first["ply"]) == (record, 0, "C41", 12)
    assert first["name"] == "中炮过河车互进七兵对屏风马平炮兑车 黑退边炮"
    assert first["names"]["zh-Hant"] == "中炮過河車互進七兵對屏風馬平炮兌車 黑退邊炮"
    assert first["names"]["en"].endswith(": Black Retreating Edge Cannon")
    assert (second["code"], second["ply"]) == ("D20", None), "the record says so, not its moves"
    assert (third["code"], third["name"], third["names"], third["ply"]) == (None, None, {}, None)
    assert fourth["code"] == "E00"


def test_names_are_printed(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["openings", "name", record]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == f"{record}, 2: D20  Same Direction Cannons with Filed Chariot against Ranked Chariot"
    assert lines[2] == f"{record}, 3: -"


def test_a_file_that_cannot_be_read_is_told(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["openings", "name", "nowhere.pgn", record, "--json"]) == 2
    found = capsys.readouterr()
    assert found.err.startswith("xiangqi openings: nowhere.pgn:")
    assert len(found.out.splitlines()) == 4


def test_masters_are_explored(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["openings", "explore", "startpos", "--json"]) == 0
    moves = objects(capsys)
    assert moves[0]["move"] == "h2e2"
    assert moves[0]["games"] == moves[0]["red_wins"] + moves[0]["draws"] + moves[0]["black_wins"] == 16008
    assert moves[0]["opening"] == "B00"
    assert moves == sorted(moves, key=lambda move: -int(move["games"]))
    assert main(["openings", "explore", "startpos", "--notation", "chinese", "--language", "zh-Hans"]) == 0
    found = capsys.readouterr()
    assert found.out.splitlines()[1].startswith("兵七进一 ")
    assert found.out.splitlines()[1].endswith("  E00 仙人指路")
    assert "CC BY 4.0" in found.err


@pytest.mark.parametrize(
    ("fen", "code", "told"),
    [("3k5/9/9/9/9/9/9/9/9/4K4 w", 0, "no games found"), ("3k5 w", 2, "xiangqi openings: ")],
)
def test_where_masters_know_nothing(fen: str, code: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["openings", "explore", fen, "--json"]) == code
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.startswith(told)


@pytest.mark.parametrize(
    ("words", "opening"),
    [
        ([], "中炮过河车互进七兵对屏风马平炮兑车"),
        (["--notation", "chinese-traditional"], "中炮過河車互進七兵對屏風馬平炮兌車"),
        (
            ["--notation", "iccs"],
            "Central Cannon with Cross-River Chariot and Mutual 7th Soldiers against",
        ),
    ],
)
def test_conversions_to_pgn_name_openings(record: str, tmp_path: Path, words: list[str], opening: str) -> None:
    out = tmp_path / "out.pgn"
    assert main(["convert", record, "-o", str(out), *words]) == 0
    first, second, third, fourth = (game.headers for game in read_games(out))
    assert first["ECCO"] == "C41"
    assert first["Opening"].startswith(opening)
    assert first["Variation"]
    assert (second["ECCO"], "Variation" in second) == ("D20", False)
    assert second["Opening"]
    assert "ECCO" not in third
    assert (fourth["Opening"], "ECCO" in fourth) == ("My own name", False)


def test_what_has_its_names_is_converted_as_it_is(record: str, tmp_path: Path) -> None:
    once, twice = tmp_path / "once.pgn", tmp_path / "twice.pgn"
    assert main(["convert", record, "-o", str(once), "--notation", "iccs"]) == 0
    assert main(["convert", str(once), "-o", str(twice), "--notation", "iccs"]) == 0
    assert once.read_bytes() == twice.read_bytes()
