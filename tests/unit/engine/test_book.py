"""The opening book: mirrored positions are one, weights count, and a damaged book is refused with its line."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from xiangqi.board import START_FEN, Board, Move
from xiangqi.engine import masters
from xiangqi.engine.book import NAME, Book, own_book
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine
from xiangqi.errors import ResourceError
from xiangqi.openings import practice
from xiangqi.openings.places import mirrored, place_of
from xiangqi.resources import asset

ROOT = Path(__file__).parents[3]
GAME = '[Event "club"]\n\n1. H2E2 H9G7 2. H0G2 I9H9 1-0\n'


def after(text: str) -> Board:
    board = Board()
    for move in text.split():
        board.push(Move.from_iccs(move))
    return board


def moves(text: str) -> dict[Move, int]:
    words = text.split()
    return {Move.from_iccs(move): int(weight) for move, weight in zip(words[::2], words[1::2], strict=True)}


def test_a_position_and_its_mirror_image_are_one_entry() -> None:
    book = Book()
    book.add(after("h2e2"), Move.from_iccs("h9g7"), 3)
    book.add(after("b2e2"), Move.from_iccs("b9c7"), 4)
    book.add(after("b2e2"), Move.from_iccs("h7e7"), 1)
    assert len(book) == 1
    assert book.moves(after("h2e2")) == moves("h9g7 7 b7e7 1")
    assert book.moves(after("b2e2")) == moves("b9c7 7 h7e7 1")
    assert book.moves(after("h2e2 h9g7")) == {}


def test_where_both_wings_are_alike_a_move_stands_for_both() -> None:
    book = Book()
    book.add(Board(), Move.from_iccs("h2e2"), 2)
    book.add(Board(), Move.from_iccs("e3e4"), 1)
    assert book.moves(Board()) == moves("h2e2 2 b2e2 2 e3e4 1")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    book = Book()
    for move, weight in moves("h9g7 70 b7e7 20").items():
        book.add(after("h2e2"), move, weight)
    text = "\n".join(["# a remark", "", *book.lines({place_of(after("h2e2")): "中炮局"})])
    (tmp_path / NAME).write_text(text, encoding="utf-8")
    again = Book.read(tmp_path / NAME)
    assert "# 中炮局" in text
    assert again.moves(after("b2e2")) == moves("b9c7 70 h7e7 20")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("start w h2e2 3", "line 2"),
        (START_FEN.split()[0] + " w h2e2", "pairs"),
        (START_FEN.split()[0] + " w h2e9 3", "h2e9 is not legal"),
        (START_FEN.split()[0] + " b h2e2 3", "h2e2 is not legal"),
        (START_FEN.split()[0] + " w h2e2 0", "weight '0'"),
        (START_FEN.split()[0] + " w h2e2 much", "weight 'much'"),
    ],
)
def test_a_damaged_book_is_refused_with_its_line(line: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_text(f"# heading\n{line}\n", encoding="utf-8")
    with pytest.raises(ResourceError, match="line 2") as found:
        Book.read(path)
    assert reason in str(found.value)


def test_moves_are_played_by_their_weight_and_only_where_allowed() -> None:
    book, chance = Book(), random.Random(1)
    for move, weight in moves("h9g7 90 b7e7 10").items():
        book.add(after("h2e2"), move, weight)
    board = after("h2e2")
    every = board.legal_moves()
    played = Counter(str(book.pick(board, every, chance)) for _ in range(500))
    assert played.keys() == {"h9g7", "b7e7"}
    assert played["h9g7"] > 400
    assert book.pick(board, [Move.from_iccs("b7e7")], chance) == Move.from_iccs("b7e7")
    assert book.pick(board, [Move.from_iccs("a9a8")], chance) is None


def test_the_book_that_is_shipped_knows_the_standard_openings() -> None:
    book = Book.read(asset(NAME))
    assert len(book) > 300
    assert asset(NAME).stat().st_size < 100_000
    for text in (
        "",
        "h2e2",
        "h2e2 h9g7 h0g2",
        "g0e2",
        "c3c4",
        "h2d2",
        "h2f2",
        "h0g2",
        "h2e2 h7e7",
        "h2e2 b7e7",
    ):
        board = after(text)
        known = book.moves(board)
        assert known, text
        assert all(board.is_legal(move) for move in known)
        mirror = Board()
        for move in board.move_stack:
            mirror.push(mirrored(move))
        assert book.moves(mirror) == {mirrored(move): weight for move, weight in known.items()}


def test_the_engine_plays_from_the_book_when_it_is_told_to() -> None:
    engine = Engine(hash_mb=1)
    engine.set_option("OwnBook", "true")
    known = Book.read(asset(NAME)).moves(Board())
    results = [engine.search(Limits(depth=1)) for _ in range(12)]
    assert {result.best_move for result in results} <= known.keys()
    assert all(result.info is None for result in results)
    allowed = Move.from_iccs("a3a4")
    assert engine.search(Limits(depth=1, search_moves=(allowed,))).info is not None
    engine.set_option("OwnBook", "false")
    assert engine.search(Limits(depth=1)).info is not None


def test_another_book_takes_the_place_of_the_one_that_is_shipped(home: Path, tmp_path: Path) -> None:
    line = f"{' '.join(START_FEN.split()[:2])} a3a4 1\n"
    assert own_book() == asset(NAME)
    home.mkdir()
    (home / NAME).write_text(line, encoding="utf-8")
    assert own_book() == home / NAME
    (tmp_path / "other.txt").write_text(line.replace("a3a4", "i0i1"), encoding="utf-8")
    engine = Engine(hash_mb=1)
    engine.set_option("OwnBook", "true")
    assert str(engine.search(Limits(depth=1)).best_move) in ("a3a4", "i3i4")
    engine.set_option("Book File", str(tmp_path / "other.txt"))
    assert str(engine.search(Limits(depth=1)).best_move) in ("i0i1", "a0a1")
    with pytest.raises(ResourceError, match="nowhere"):
        engine.set_option("Book File", str(tmp_path / "nowhere.txt"))
    assert str(engine.search(Limits(depth=1)).best_move) in ("i0i1", "a0a1")


def test_a_book_can_be_made_of_game_records(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAME + "\n" + GAME.replace("H9G7", "B9C7"), encoding="utf-8")
    target = tmp_path / NAME
    command = [
        sys.executable,
        "tools/build_book.py",
        "--games",
        str(tmp_path / "games.pgn"),
        "--to",
        str(target),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    book = Book.read(target)
    assert book.moves(Board()) == moves("h2e2 2 b2e2 2")
    assert book.moves(after("h2e2")) == moves("h9g7 1 b9c7 1")
    assert "# 中炮局" in target.read_text(encoding="utf-8")


# ---- As masters play ----


def chosen(level: int, moves: str, tries: int = 400) -> list[Move | None]:
    board, chance = after(moves), random.Random(1)
    return [masters.pick(board, level, board.legal_moves(), chance) for _ in range(tries)]


def test_levels_open_as_masters_do() -> None:
    counts = Counter(chosen(6, ""))
    assert {Move.from_iccs("h2e2"), Move.from_iccs("b2e2"), Move.from_iccs("c3c4")} <= set(counts)
    assert counts[Move.from_iccs("h2e2")] + counts[Move.from_iccs("b2e2")] > 0.3 * 400


def test_a_stronger_level_is_surer() -> None:
    main = Move.from_iccs("h0g2")
    assert chosen(12, "h2e2 h9g7").count(main) > chosen(1, "h2e2 h9g7").count(main) > 100
    assert len(set(chosen(1, ""))) > len(set(chosen(12, "")))


def test_a_weak_level_forgets_the_way_early() -> None:
    line = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5"
    assert set(chosen(1, line)) == {None}
    assert None not in chosen(12, line)


def test_the_engine_follows_masters_only_when_told_to() -> None:
    engine = Engine(hash_mb=1)
    engine.set_option("OwnBook", "true")
    engine.set_option("Level", "12")
    engine.set_option("Seed", "3")
    engine.set_position(START_FEN, after("g0e2 h7d7").move_stack)
    book = Book.read(asset(NAME)).moves(after("g0e2 h7d7"))
    assert {engine.search(Limits(depth=1)).best_move for _ in range(8)} <= set(book)
    engine.set_option("MastersBook", "true")
    found = Counter(engine.search(Limits(depth=1)).best_move for _ in range(40))
    known = practice.weights(after("g0e2 h7d7"))
    assert set(found) <= set(known)
    assert found.most_common(1)[0][0] == max(known, key=lambda move: known[move])
    engine.set_option("MastersBook", "false")
    assert {engine.search(Limits(depth=1)).best_move for _ in range(8)} <= set(book)


def test_ones_own_book_comes_before_the_masters(home: Path) -> None:
    home.mkdir()
    (home / NAME).write_text(f"{' '.join(START_FEN.split()[:2])} a3a4 1\n", encoding="utf-8")
    engine = Engine(hash_mb=1)
    for option in ("OwnBook", "MastersBook"):
        engine.set_option(option, "true")
    assert str(engine.search(Limits(depth=1)).best_move) in ("a3a4", "i3i4")
