"""Every game of a library has the code of its opening; libraries of earlier versions get it when opened."""

from __future__ import annotations

import contextlib
import sqlite3
import zlib
from pathlib import Path

import numpy as np
import pytest

from xiangqi.board import Board, Move
from xiangqi.library import Library, Played, Query, schema
from xiangqi.library.chunks import COLUMNS, read_chunk
from xiangqi.library.salvage import salvage
from xiangqi.records.tree import Game

LINES = {
    "C30": "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6",
    "D20": "b2e2 b7e7 b0c2 b9c7 a0b0 a9a8",
    "E10": "c3c4 b7c7",
}


def game(moves: str, **headers: str) -> Game:
    made = Game(headers=dict(headers))
    node = made.root
    for move in moves.split():
        node = node.add(Move.from_iccs(move))
    return made


GAMES = [
    *(game(moves, Red=code) for code, moves in LINES.items()),
    game("h2e2 h9g7", ECCO="E38", Red="E38"),  # the record knows better
    game("h2e2", ECCO="X99", Red="B00"),  # no code
    Game(headers={"Red": "none"}),
    Game(headers={"Red": "none, too"}, start_fen="4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1"),
]


def keep(path: Path) -> None:
    with Library(path) as library:
        for number, one in enumerate(GAMES):
            library.keep(one, Played(f"2026-01-0{number + 1}"))


def openings(path: Path) -> dict[str, str | None]:
    with Library(path) as library:
        return {hit.headers["Red"]: hit.opening for hit in library.search(Query())}


NAMED = {code: code for code in (*LINES, "E38", "B00")} | {"none": None, "none, too": None}


def age(path: Path) -> None:
    """Turn a library into one of version 4, in which an opening was one byte with another meaning."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        for table in ("repertoire_move", "repertoire_card", "repertoire_recall", "counted", "star"):
            database.execute(f"DROP TABLE {table}")
        row = database.execute("SELECT number, codes, columns, headers, checksum FROM chunk").fetchone()
        chunk = read_chunk(row)
        columns = b"".join(
            (np.full(len(chunk.columns), 7, "u1") if name == "opening" else chunk.columns[name]).tobytes()
            for name in COLUMNS.names or ()
        )
        packed = zlib.compress(columns)
        checksum = 0
        for part in (chunk.codes, packed, chunk.packed_headers):
            checksum = zlib.crc32(part, checksum)
        database.execute("UPDATE chunk SET columns = ?, checksum = ?", (packed, checksum))
        database.execute("PRAGMA user_version = 4")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.db"
    keep(path)
    age(path)
    return path


def test_games_are_named_when_they_are_added(tmp_path: Path) -> None:
    keep(tmp_path / "new.db")
    assert openings(tmp_path / "new.db") == NAMED


def test_an_old_library_is_named_when_it_is_opened(old: Path) -> None:
    assert openings(old) == NAMED
    with contextlib.closing(sqlite3.connect(old)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
    with Library(old) as library:
        assert not library.damage()
        assert library.load(1).main_line() == GAMES[0].main_line()


def test_a_salvaged_old_library_is_named(old: Path, tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(old, isolation_level=None)) as database:
        database.execute("UPDATE chunk SET checksum = checksum + 1")
    assert salvage(old, tmp_path / "saved.db")[0] == len(GAMES)
    assert openings(tmp_path / "saved.db") == NAMED


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("C30", {"C30"}),
        ("C", {"C30"}),
        ("B00", {"C30", "D20", "B00"}),  # what grows from it as well
        ("顺炮", {"D20"}),
        ("Cannon behind the Soldier", {"E10", "E38"}),
    ],
)
def test_games_are_found_by_opening(tmp_path: Path, wanted: str, found: set[str]) -> None:
    keep(tmp_path / "new.db")
    with Library(tmp_path / "new.db") as library:
        assert {hit.headers["Red"] for hit in library.search(Query(opening=wanted))} == found


def test_own_games_count_by_family(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with Library(path) as library:
        for code, line in LINES.items():
            one = game(line, Red="me")
            one.result = "1-0"
            library.keep(one, Played(f"2026-02-0{len(code)}", side=Board().turn))
        assert set(library.statistics().by_opening) == {"C00", "D00", "E10"}
