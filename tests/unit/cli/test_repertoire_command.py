"""Tests of `xiangqi repertoire`: adding lines of records, listing, finding gaps, checking and exporting."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from xiangqi.cli import main
from xiangqi.core.constants import RED
from xiangqi.library import Library, Played
from xiangqi.records.files import read_games
from xiangqi.repertoire.store import RepertoireStore

LINES = """\
1. h2e2 h9g7 (1... h7e7 2. h0g2 h9g7 3. i0h0) 2. h0g2 i9h9 3. i0h0 *
"""
GAME = "1. b2e2 b9c7 2. b0c2 a9b9 3. a0a1 *\n"


class Desk:
    """Runs the command on a library."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.library = folder / "l.db"
        self._capsys = capsys

    def run(self, *words: str, code: int = 0) -> list[dict[str, Any]]:
        """Run the command and return the objects that it prints."""
        assert main(["repertoire", *words, "--library", str(self.library), "--json"]) == code
        return [json.loads(line) for line in self._capsys.readouterr().out.splitlines()]

    def file(self, name: str, text: str) -> str:
        """Write a file and return its name."""
        (self.folder / name).write_text(text, encoding="utf-8")
        return str(self.folder / name)


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    made = Desk(tmp_path, capsys)
    made.run("add", made.file("lines.pgn", LINES), "--side", "red")
    return made


def test_lines_are_added_once(desk: Desk) -> None:
    (again,) = desk.run("add", desk.file("lines.pgn", LINES), "--side", "red")
    assert again == {"cards": 0, "moves": 0, "gone": 0, "left_out": 0, "preview": False}
    (more,) = desk.run("add", desk.file("x.pgn", "1. h2e2 b9c7 2. h0g2 *"), "--side", "red", "--preview")
    assert (more["cards"], more["moves"], more["preview"]) == (1, 2, True)
    assert len(desk.run("list")) == 5, "a preview changes nothing"


def test_answers_without_room_are_told_and_replaced_on_demand(desk: Desk) -> None:
    desk.run("add", desk.file("a.pgn", "1. c3c4 *"), "--side", "red")
    third = desk.file("b.pgn", "1. g0e2 *")
    assert desk.run("add", third, "--side", "red")[0]["left_out"] == 1
    assert desk.run("add", third, "--side", "red", "--replace")[0]["gone"] == 2
    assert desk.run("list")[0]["moves"] == ["g0e2"]


def test_positions_are_listed_with_their_lines(desk: Desk) -> None:
    found = desk.run("list", "--side", "red")
    assert len(found) == 5
    assert found[0]["line"] == []
    assert not found[0]["seen"]
    assert found[0]["due"]
    (last,) = (
        one for one in found if len(one["line"]) == 4 and one["line"][3][1] == "9" and one["line"][1][1] == "9"
    )
    assert last["moves"] in (["i0h0"], ["a0b0"])


def test_gaps_are_listed_by_probability(desk: Desk) -> None:
    found = desk.run("gaps", "--least", "0.02")
    chances = [one["probability"] for one in found]
    assert chances == sorted(chances, reverse=True)
    assert all(0.02 <= chance < 1 for chance in chances)
    assert len(found[0]["line"]) % 2 == 0
    assert found[0]["masters"]
    assert len(desk.run("gaps", "--least", "0")) > len(found)


def test_gaps_count_ones_own_opponents_on_demand(desk: Desk) -> None:
    (game,) = read_games(desk.file("own.pgn", "1. h2e2 e6e5 *"))
    with Library(desk.library) as library:
        library.keep(game, Played("2026-01-01", RED))
    (gap,) = desk.run("gaps", "--games")
    assert gap["probability"] == pytest.approx(1.0)
    assert gap["line"][1] == "e6e5"
    assert not Path(f"{desk.library}-wal").exists(), "the library has been closed"


def test_games_are_checked(desk: Desk) -> None:
    games = desk.file(
        "games.pgn", GAME + '\n[Event "b"]\n\n1. h2e2 h9g7 2. h0g2 *\n\n[Event "c"]\n\n1. h2e2 c9e7 *\n'
    )
    left, stayed, other = desk.run("check", games)
    assert left == {
        "file": games,
        "index": 0,
        "ply": 5,
        "played": "a0a1",
        "line": ["a0b0"],
        "by": "you",
        "side": "red",
    }
    assert (stayed["ply"], stayed["line"]) == (None, [])
    assert (other["ply"], other["played"], other["by"]) == (2, "c9e7", "opponent")


@pytest.mark.parametrize("name", ["out.pgn", "out.xqf"])
def test_what_is_exported_can_be_added_again(desk: Desk, name: str) -> None:
    out = desk.folder / name
    assert main(["repertoire", "export", "-o", str(out), "--library", str(desk.library)]) == 0
    other = desk.folder / "other.db"
    assert main(["repertoire", "add", str(out), "--side", "red", "--library", str(other)]) == 0
    with RepertoireStore(desk.library) as one, RepertoireStore(other) as two:
        assert one.repertoire(RED) == two.repertoire(RED)


OTHER_LINE = "1. h2e2 h9g7 2. h0g2 i9h9 3. b0c2 b9c7 4. a0b0 *"


def test_lines_are_removed(desk: Desk) -> None:
    before = desk.run("list")
    other = desk.file("other.pgn", OTHER_LINE)
    desk.run("add", other, "--side", "red")
    (told,) = desk.run("remove", other, "--side", "red", "--preview")
    (change,) = desk.run("remove", other, "--side", "red")
    assert told == change | {"preview": True}
    assert change == {"cards": 0, "moves": 0, "gone": 3, "left_out": 0, "preview": False}
    assert desk.run("list") == before
    (change,) = desk.run("remove", desk.file("lines.pgn", LINES), "--side", "red")
    assert change["gone"] == 9
    desk.run("list", code=2)


@pytest.mark.parametrize(
    "line",
    [
        "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. c3c4 *",  # longer than the repertoire's
        "1. h2e2 h7e7 2. h0g2 *",  # the beginning of one of its lines
        "1. h2e2 h9g7 *",
        "1. h2e2 b9c7 2. h0g2 *",
        "1. c3c4 *",
    ],
)
def test_a_line_that_the_repertoire_does_not_have_removes_nothing(
    desk: Desk, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    before = desk.run("list")
    file = desk.file("r.pgn", line)
    assert desk.run("remove", file, "--side", "red", "--preview")[0]["gone"] == 0
    assert main(["repertoire", "remove", file, "--side", "red", "--library", str(desk.library)]) == 0
    assert "nothing removed" in capsys.readouterr().err
    assert desk.run("list") == before


def test_a_refused_file_changes_nothing_and_promises_nothing(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert desk.run("add", str(desk.folder / "none.pgn"), "--side", "red", code=2) == []
    junk = desk.file("junk.pgn", "no game at all")
    words = ["repertoire", "add", junk, "--side", "red", "--library", str(desk.library)]
    assert main([*words, "--language", "en"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert junk in said.err


def test_answers_left_out_are_named_up_to_a_few(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    firsts = "a0a1 b0c2 b0a2 c0e2 c0a2 d0e1 b2c2 b2d2 c3c4"
    many = desk.file("many.pgn", "\n\n".join(f"1. {move} e6e5 *" for move in firsts.split()))
    words = ["repertoire", "add", many, "--side", "red", "--library", str(desk.library), "--language", "en"]
    assert main(words) == 0
    said = capsys.readouterr()
    assert "answers left out: 8" in said.out
    assert len(said.err.splitlines()) == 6
    assert said.err.endswith("3 more answers are left out\n")


def test_without_a_repertoire_it_is_told_how_to_make_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with RepertoireStore(tmp_path / "l.db"):
        pass
    assert main(["repertoire", "gaps", "--library", str(tmp_path / "l.db")]) == 2
    assert "repertoire add FILE --side red" in capsys.readouterr().err
    assert main(["repertoire", "list", "--library", str(tmp_path / "none.db")]) == 2
    assert main(["repertoire", "gaps", "--least", "2", "--library", str(tmp_path / "l.db")]) == 2
    assert "0 to 1" in capsys.readouterr().err
