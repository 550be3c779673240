"""Tests of the command `print`: files are written whole or not at all, and no other file is overwritten."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from command_line import called, start

from xiangqi.board import Move
from xiangqi.notation import Style
from xiangqi.records.files import write_games
from xiangqi.records.tree import Game

MOVES = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return written(tmp_path / "games.pgn", 1)


def written(path: Path, count: int) -> Path:
    games = []
    for number in range(count):
        game = Game(headers={"Red": f"Red {number}", "Black": "Black"}, result="1-0")
        node = game.root
        for move in MOVES.split():
            node = node.add(Move.from_iccs(move))
        games.append(game)
    write_games(path, games, "pgn", Style.ICCS)
    return path


@pytest.mark.parametrize(
    ("ending", "start_of"),
    [("pdf", b"%PDF-"), ("html", b"<!DOCTYPE html>"), ("svg", b"<svg "), ("png", b"\x89PNG")],
)
def test_the_ending_says_what_is_written(record: Path, ending: str, start_of: bytes) -> None:
    output = record.with_name(f"out.{ending}")
    done = called("print", str(record), "--language", "en", "--diagrams", "every", "2", "-o", str(output))
    assert (done.code, done.out) == (0, "")
    assert output.read_bytes().startswith(start_of)
    assert str(output) in done.err


def test_words_behind_the_diagrams_are_files(record: Path) -> None:
    for words in (("every", "3"), ("comments",), ("mistakes",)):
        output = record.with_name(f"{words[0]}.pdf")
        done = called("print", "--nodes", "100", "--diagrams", *words, str(record), "-o", str(output))
        assert done.code == 0, done.err
        assert output.exists()


def test_positions_and_exercises_are_printed(tmp_path: Path) -> None:
    for words in (
        ("startpos",),
        ("4k4/9/9/9/9/9/9/9/4A4/3RK4 w", "--flip"),
        ("--exercises", "--count", "3", "--theme", "fork", "--upside-down", "--paper", "letter"),
    ):
        done = called("print", *words, "-o", str(tmp_path / "out.pdf"))
        assert done.code == 0, done.err


def test_games_of_a_library_become_a_book(tmp_path: Path) -> None:
    library = tmp_path / "some.db"
    called("library", "import", str(written(tmp_path / "many.pgn", 4)), "--library", str(library))
    output = tmp_path / "book.html"
    done = called("print", "--library", str(library), "--player", "Red 2", "--title", "Ours", "-o", str(output))
    assert done.code == 0, done.err
    assert "Red 2" in output.read_text("utf-8")
    assert "Red 1" not in output.read_text("utf-8")
    assert called("print", "--library", str(library), "--player", "nobody", "-o", str(output)).code == 2


def test_reviews_are_the_same_in_one_process_in_two_and_in_a_cluster(tmp_path: Path) -> None:
    record = written(tmp_path / "many.pgn", 3)
    pages = []
    for words in (("--processes", "1"), ("--processes", "2"), ("--cluster", "local:1")):
        output = tmp_path / "book.html"
        done = called("print", str(record), "--review", "--nodes", "300", *words, "-o", str(output))
        assert done.code == 0, done.err
        pages.append(output.read_bytes())
    assert b"accuracy" in pages[0]
    assert pages[0] == pages[1] == pages[2]


def test_courses_are_printed_for_a_class(tmp_path: Path) -> None:
    for name, words in (
        ("four_mates", ("Four essential mates", "mates in", "<details>")),
        ("endings", ("to move and win", "to move and save")),
        ("pattern.two_chariots", ("mates in",)),
        ("repetition", ("Which side must change?", "wins: perpetual check is forbidden")),
        ("openings", ("Screen Horses", 'data-move="h2e2"')),
    ):
        output = tmp_path / f"{name}.html"
        done = called("print", "--course", name, "--language", "en", "-o", str(output))
        assert done.code == 0, done.err
        page = output.read_text("utf-8")
        assert all(word in page for word in words), name
    assert "<details>" not in (tmp_path / "endings.html").read_text("utf-8"), "there is no single solution"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("{record}", "-o", "x.doc"), ".pdf, .html, .svg or .png"),
        (("-o", "{folder}/x.pdf"), "FILE, --exercises, --library or --course"),
        (("{record}", "--library", "x.db", "-o", "{folder}/x.pdf"), "cannot be combined"),
        (("{record}", "--diagrams", "every", "-o", "{folder}/x.pdf"), "every N"),
        (("{record}", "--diagrams", "often", "-o", "{folder}/x.pdf"), "every N"),
        (("{folder}/none.pgn", "-o", "{folder}/x.pdf"), "none.pgn"),
        (("{record}", "--game", "7", "-o", "{folder}/x.pdf"), "7"),
        (("{record}", "-o", "{record}.pdf/x.pdf"), "x.pdf"),
        (("--exercises", "--theme", "nonsense", "-o", "{folder}/x.pdf"), "nonsense"),
        (("--exercises", "-o", "{folder}/x.png"), ".pdf or .html"),
        (("--course", "nonsense", "-o", "{folder}/x.pdf"), "four_mates"),
        (("--course", "endings", "startpos", "-o", "{folder}/x.pdf"), "--course"),
        (("9/9/9/9/9/9/9/9/9 w", "-o", "{folder}/x.pdf"), ""),
    ],
)
def test_what_cannot_be_printed_is_told_in_one_line(record: Path, words: tuple[str, ...], reason: str) -> None:
    places = {"record": str(record), "folder": str(record.parent)}
    done = called("print", "--language", "en", *(word.format(**places) for word in words))
    assert done.code == 2
    assert reason in done.err.splitlines()[-1]
    assert "Traceback" not in done.err
    assert not list(record.parent.glob("x.*"))


def test_inputs_and_own_files_are_not_overwritten(record: Path) -> None:
    before = record.read_bytes()
    alias = record.with_suffix(".pdf")
    alias.symlink_to(record)
    assert called("print", str(record), "-o", str(alias)).code == 2
    assert record.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_book_that_is_given_up_leaves_the_old_one(tmp_path: Path) -> None:
    record, output = written(tmp_path / "many.pgn", 400), tmp_path / "book.pdf"
    record.write_text(record.read_text("utf-8") + "\n1. a0a9 *\n", "utf-8")
    output.write_bytes(b"the old book")
    with start("print", str(record), "--review", "--nodes", "2000", "-o", str(output)) as process:
        try:
            assert process.stderr is not None
            assert "a0a9" in process.stderr.readline()  # everything has been read, and the first review begins
            process.send_signal(signal.SIGTERM)
            assert process.wait(300) == 128 + signal.SIGTERM
        finally:
            process.kill()
    assert output.read_bytes() == b"the old book"
    assert {path.name for path in tmp_path.iterdir()} == {"many.pgn", "book.pdf"}


def test_faults_of_a_record_are_listed(record: Path) -> None:
    record.write_text('[Red "A"]\n\n1. h2e2 h9g7 2. h0h9 *\n', "utf-8")
    done = called("print", str(record), "--language", "en", "-o", str(record.with_name("out.pdf")))
    assert done.code == 1
    assert "h0h9" in done.err


def test_the_help_names_every_option() -> None:
    done = called("print", "--help", "--language", "en")
    assert done.code == 0
    for option in (
        "--diagrams",
        "--exercises",
        "--theme",
        "--count",
        "--library",
        "--flip",
        "--notation",
        "-o",
    ):
        assert option in done.out


def test_a_document_is_not_written_to_standard_output(tmp_path: Path) -> None:
    record = tmp_path / "game.pgn"
    record.write_text("1. h2e2 *\n", encoding="utf-8")
    done = called("print", str(record), "-o", "-")
    assert (done.code, done.out) == (2, "")
    assert "stdout" in done.err
