"""Tests of `xiangqi library insights` and `library player`: claims and dossiers as text and as JSON."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.unit.insights.players import game
from tests.unit.library.test_library import random_game
from xiangqi.board import Board, Move
from xiangqi.cli import main
from xiangqi.engine.book import Book
from xiangqi.insights.moves import CountedMove, packed
from xiangqi.insights.reviews import terms_of
from xiangqi.library import CountedSide, Library, Person

NAME = "吕钦"


def weak_endings(move: CountedMove) -> float:
    return 6.0 if move.phase == "endgame" else 1.0


def in_file(path: Path, games: int, *, reviewed: bool = True) -> Path:
    """Make a library with games of a player whose reviews show weak endings."""
    chance = random.Random(5)
    with Library(path) as library:
        file = path.with_suffix(".pgn")
        file.write_text("\n".join(map(record, range(games))), "utf-8")
        library.import_files([file])
        for one in library.games_of(Person((NAME,))) if reviewed else ():
            moves = game(chance, 2 * one.number + (one.side == 8), weak_endings)
            content = packed([move for move in moves if move.side == one.side])
            library.keep_counted(CountedSide(one.number, one.side, terms_of(), "2026-01-01", content))
    return path


def record(number: int) -> str:
    made = random_game(number, 30)
    red, black = (NAME, f"Wang {number}") if number % 2 else (f"Wang {number}", "呂欽")
    tags = {"Red": red, "Black": black, "Date": f"202{number % 3}.05.01", "RedElo": "1900", "BlackElo": "1700"}
    tags["Result"] = ("1-0", "0-1", "1/2-1/2")[number % 3]
    head = "\n".join(f'[{name} "{value}"]' for name, value in tags.items())
    return f"{head}\n\n{' '.join(move.iccs for move in made.main_line())} {tags['Result']}\n"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return in_file(tmp_path_factory.mktemp("club") / "club.db", 30)


def ask(path: Path, *words: str) -> int:
    return main(["library", *words, "--library", str(path)])


def objects(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_claim_is_an_object(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(path, "insights", "--player", NAME, "--json") == 0
    first, *_ = objects(capsys)
    assert first["dimension"] == "phase.endgame"
    assert 1 < first["low"] < first["effect"] < first["high"]
    assert first["games"] == 30
    assert 30 * 5 < first["moves"] < 30 * 15  # moves in lost positions are not counted
    assert 3 <= len(first["positions"]) <= 5
    for position in first["positions"]:
        assert Board(position["fen"]).is_legal(Move.from_iccs(position["move"]))
        assert position["loss"] > 0.05
    assert NAME in first["text"]
    assert "in the endgame" in first["text"]


def test_claims_in_words_of_every_language(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for language, words in (("en", "in the endgame"), ("zh-Hans", "残局"), ("zh-Hant", "殘局")):
        assert ask(path, "insights", "--player", NAME, "--language", language) == 0
        told = capsys.readouterr().out
        assert words in told
        assert "30" in told.splitlines()[0]
        assert "rnbakabnr/9/1c5c1" in told


def test_every_spelling_is_the_same_player(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ask(path, "insights", "--player", NAME, "--json")
    one = objects(capsys)
    ask(path, "insights", "--player", "呂欽", "--json")
    other = objects(capsys)
    assert [claim["effect"] for claim in one] == [claim["effect"] for claim in other]


@pytest.mark.parametrize("typed", ["Lü Qin", "lu qin", "LvQin"])
def test_a_player_is_found_by_the_letters_of_the_name(
    path: Path, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    assert ask(path, "player", NAME, "--json") == 0
    [known] = objects(capsys)
    assert ask(path, "player", typed, "--json") == 0
    assert objects(capsys) == [known | {"player": "呂欽"}], "its commonest spelling"
    assert ask(path, "player", typed) == 0
    assert "Lü Qin" in capsys.readouterr().out


def test_nobody_nothing_and_no_reviews_are_told_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unread = in_file(tmp_path / "unread.db", 4, reviewed=False)
    empty = tmp_path / "empty.db"
    Library(empty).close()
    for asked, told in (
        ((unread, "insights", "--player", "Nobody"), "no games by Nobody"),
        ((unread, "player", "Nobody", "--json"), "no games by Nobody"),
        ((empty, "insights", "--player", NAME), f"no games by {NAME}"),
        ((unread, "insights"), "no games of your own"),
        ((unread, "insights", "--player", NAME, "--json"), "No reviewed games"),
    ):
        assert ask(*asked) == 0
        found = capsys.readouterr()
        assert (found.out, told in found.err) == ("", True), found.err
    assert ask(unread, "insights", "--player", NAME) == 0
    assert "No reviewed games" in capsys.readouterr().out
    assert ask(tmp_path / "none.db", "insights") == 2


def test_few_games_say_how_many_would_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(in_file(tmp_path / "few.db", 3), "insights", "--player", NAME) == 0
    assert "3 games are not enough" in capsys.readouterr().out


def test_a_dossier_is_an_object(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(path, "player", NAME, "--json") == 0
    [found] = objects(capsys)
    assert (found["player"], found["games"], found["plies"]) == (NAME, 30, 30)
    assert sum(one["games"] for one in found["openings"] if one["year"] is None) == 30
    assert sum(one["games"] for one in found["openings"] if one["year"] is not None) == 30
    assert {one["year"] for one in found["openings"]} == {None, 2020, 2021, 2022}
    assert [(one["low"], one["games"]) for one in found["against"]] == [(1600, 30)]
    low, high = found["rating"][1:]
    assert low <= found["rating"][0] <= high
    for aim in found["aims"]:
        assert aim["side"] in ("red", "black")
        assert 0 < aim["likely"] <= 1


def test_a_dossier_in_words_and_the_book_of_first_moves(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "book.txt"
    assert ask(path, "player", "呂欽", NAME, "--book", str(book)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Lü Qin: 30 games, usually 15 moves long"
    assert any(line.startswith("strength estimated from the reviewed games") for line in lines)
    assert any(", where masters play " in line for line in lines)
    known = Book.read(book)
    assert len(known) > 30
    assert known.moves(Board())


def test_a_book_replaces_nothing_of_the_programs_own(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = path.read_bytes()
    assert ask(path, "player", NAME, "--book", str(path)) == 2
    assert capsys.readouterr().err
    assert path.read_bytes() == before
