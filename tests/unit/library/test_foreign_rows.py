"""Tests that bad rows of a foreign library are refused with a message before a kernel uses them."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path

import numpy as np
import pytest

from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.errors import LibraryError
from xiangqi.exercises.deck import Mistake
from xiangqi.exercises.entries import Attempt
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.exercises.likelihood import WeighedMove
from xiangqi.exercises.rating import GameEvidence
from xiangqi.fen import START_FEN
from xiangqi.library import Library, Played, Query, Review
from xiangqi.library.chunks import COLUMNS, Chunk, packed_headers, read_chunk, write_chunk
from xiangqi.library.coding import START_BYTES
from xiangqi.library.salvage import salvage
from xiangqi.records.tree import RecordFault

ENDING = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
RECORDS = f"""[Game "Chinese Chess"]
[Event "Club"]
[Date "2020.01.02"]
[Red "Wang"]
[Black "Li"]
[Result "1-0"]

1. h2e2 {{a comment on the cannon}} h9g7 (1... b9c7 2. h0g2) 2. h0g2 $1 i9h9 1-0

[Game "Chinese Chess"]
[Red "Li"]
[Black "Wang"]
[Result "0-1"]
[FEN "{ENDING}"]

1. a0a9 d9d8 0-1

[Game "Chinese Chess"]
[Event "Cup"]
[Red "Li"]
[Black "Chen"]
[Result "*"]

1. c3c4 c6c5 2. xxxx *
"""
OWN = 4  # number of the game that was played here
NOW = datetime(2024, 1, 2, 3, 4, 5, tzinfo=timezone.utc)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with a row in every table; to be copied, not changed."""
    folder = tmp_path_factory.mktemp("sound")
    (folder / "games.pgn").write_text(RECORDS, encoding="utf-8")
    path = folder / "library.db"
    with Library(path) as library:
        library.import_files([folder / "games.pgn"])
        played = Played("2024-01-02T03:04:05", RED, "checkmate", None, 3, "", "", "check", (1000, 900))
        assert library.keep(library.load(1), played) == OWN
        library.add_review(OWN, Review("2024-01-02T03:04:05", 80.0, 70.5, ({"turn": "red"}, None)))
    with ExerciseLog(path) as log:
        mistake = Mistake(START_FEN, Move.from_iccs("a0a1"), (Move.from_iccs("h2e2"),), 0.3, ("pin",))
        log.add_attempt(Attempt(NOW, "key", "pack", True, themes=("pin",)))
        log.add_mistakes([mistake], NOW)
        log.add_evidence(GameEvidence(3, 1.0, (WeighedMove("opening", 0.5, 0.1, 1, None),)), NOW, OWN)
        log.note_lesson("course", "lesson", NOW)
    return path


@pytest.fixture
def crafted(sound: Path, tmp_path: Path) -> Iterator[tuple[Path, sqlite3.Connection]]:
    """A copy of it, and its database, whose checks are off."""
    path = tmp_path / "crafted.db"
    shutil.copy(sound, path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        yield path, database


def use(path: Path, saved: Path) -> list[str]:
    """Do with a library all that reads it; what was refused, in words."""
    told: list[str] = []

    def attempt(work: Callable[[], object]) -> None:
        try:
            work()
        except LibraryError as error:
            told.append(str(error))

    with Library(path) as library:
        attempt(lambda: told.extend(library.damage()))
        attempt(library.own_games)
        attempt(library.statistics)
        attempt(lambda: len(library))
        questions = (
            Query(),
            Query(player="li"),
            Query(words="cannon"),
            Query(own=RED),
            Query(position=START_FEN),
            Query(position=ENDING),
            Query(material="KRKAABB"),
        )
        for query in questions:
            attempt(lambda query=query: list(library.search(query)))
            attempt(lambda query=query: library.count(query))
        attempt(lambda: library.explore(Query(position=START_FEN)))
        attempt(lambda: library.explore(Query(position=ENDING)))
        for number in range(1, OWN + 1):
            attempt(lambda number=number: library.load(number).final_board())
            attempt(lambda number=number: library.review(number))
    with ExerciseLog(path) as log:
        for read in (log.attempts, log.solved, log.cards, log.evidence, log.lessons_done):
            attempt(read)
    attempt(lambda: told.extend(salvage(path, saved)[1]))
    return told


BAD_VALUES = {
    "text": "text",
    "number": 1 << 40,
    "negative": -1,
    "fraction": 1e300,
    "infinite": float("inf"),
    "bytes": b"\xff\x00",
    "nothing": b"",
    "list": zlib.compress(b"[1]"),
    "deep": zlib.compress(b"[" * 100_000),
    "deep text": "[" * 100_000,
    "no card": "{}",
    "no list": "null",
}
TABLES = {
    "name": ("text", "folded"),
    "start": ("fen", "board"),
    "source": ("size", "changed", "games", "refused"),
    "chunk": ("codes", "columns", "headers", "checksum"),
    "annotation": ("content",),
    "played": ("ended", "side", "reason", "red_level", "black_level", "red_engine", "rules", "clocks"),
    "review": ("made", "red_accuracy", "black_accuracy", "content"),
    "attempt": ("made", "exercise", "source", "solved", "wrong", "hints", "milliseconds", "rating", "themes"),
    "card": ("mistake", "memory", "due"),
    "evidence": ("ended", "opponent", "score", "moves"),
    "lesson_done": ("course", "lesson"),
}


def test_a_sound_library_is_read_without_complaint(sound: Path, tmp_path: Path) -> None:
    assert use(sound, tmp_path / "saved.db") == []


@pytest.mark.parametrize("value", BAD_VALUES.values(), ids=BAD_VALUES.keys())
@pytest.mark.parametrize("table", TABLES)
def test_other_values_are_refused_in_words(
    crafted: tuple[Path, sqlite3.Connection], tmp_path: Path, table: str, value: object
) -> None:
    path, database = crafted
    for number, column in enumerate(TABLES[table]):
        before = database.execute(f"SELECT rowid, {column} FROM {table}").fetchall()
        assert before
        database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, before[0][0]))
        use(path, tmp_path / f"saved-{number}.db")
        database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (before[0][1], before[0][0]))


def rewritten(database: sqlite3.Connection, change: Callable[[Chunk], Chunk]) -> None:
    """Change the only chunk, with a checksum that is right."""
    row = database.execute("SELECT number, codes, columns, headers, checksum FROM chunk").fetchone()
    write_chunk(database, change(read_chunk(row)))


@pytest.mark.parametrize("value", [1, 2, 7, 1 << 20, 0xFFFFFFFF])
@pytest.mark.parametrize("name", [name for name in COLUMNS.names or () if name != "plies"])
def test_any_number_in_a_column_is_borne(
    crafted: tuple[Path, sqlite3.Connection], tmp_path: Path, name: str, value: int
) -> None:
    path, database = crafted

    def change(chunk: Chunk) -> Chunk:
        chunk.columns[name] = np.array(value).astype(chunk.columns.dtype[name])
        return chunk

    rewritten(database, change)
    use(path, tmp_path / "saved.db")


def test_a_start_position_that_is_not_there_is_told(
    crafted: tuple[Path, sqlite3.Connection], tmp_path: Path
) -> None:
    path, database = crafted

    def change(chunk: Chunk) -> Chunk:
        chunk.columns["start"][1] = 0xFFFFFFFF
        return chunk

    rewritten(database, change)
    assert any("starting position 4294967295" in text for text in use(path, tmp_path / "saved.db"))
    with Library(path) as library:
        assert library.places(Query(position=ENDING)) == []
        assert library.places(Query(position=START_FEN)) == [(1, 0), (3, 0), (OWN, 0)]


@pytest.mark.parametrize(
    "board",
    [
        bytes([15] * 90 + [8]),  # seven kinds, every point: more pieces than there is room for
        bytes([9, 9] + [0] * 88 + [8]),  # two kings
        bytes([24] + [0] * 89 + [8]),  # of both colours
        bytes([200] + [0] * 89 + [8]),
        bytes([9] + [0] * 89 + [77]),  # nobody to move
    ],
)
def test_a_start_position_without_room_is_told(
    crafted: tuple[Path, sqlite3.Connection], tmp_path: Path, board: bytes
) -> None:
    path, database = crafted
    database.execute("UPDATE start SET board = ?", (board.ljust(START_BYTES, b"\0"),))
    assert any("starting position 1 is damaged" in text for text in use(path, tmp_path / "saved.db"))


def test_a_start_position_with_a_large_number_takes_no_memory(
    crafted: tuple[Path, sqlite3.Connection], tmp_path: Path
) -> None:
    path, database = crafted
    database.execute("UPDATE start SET id = ?", (1 << 60,))
    assert any("starting position 1" in text for text in use(path, tmp_path / "saved.db"))


@pytest.mark.parametrize("number", [-1, 1 << 40, (1 << 63) - 1])
def test_a_chunk_with_a_senseless_number_is_told(
    crafted: tuple[Path, sqlite3.Connection], tmp_path: Path, number: int
) -> None:
    path, database = crafted
    database.execute("UPDATE chunk SET number = ?", (number,))
    assert any("a number is out of range" in text for text in use(path, tmp_path / "saved.db"))


@pytest.mark.parametrize("row", ["1", "[]", '[{},"",""', '["x","",""]', '[{"a":1},"",""]', "[" * 5000])
def test_headers_that_are_something_else_are_told(
    crafted: tuple[Path, sqlite3.Connection], tmp_path: Path, row: str
) -> None:
    path, database = crafted

    def change(chunk: Chunk) -> Chunk:
        packed = packed_headers([row, *chunk.headers()[1:]])
        return Chunk(chunk.number, chunk.columns, chunk.codes, packed)

    rewritten(database, change)
    told = use(path, tmp_path / "saved.db")
    if row == '[{"a":1},"",""]':
        with Library(path) as library:
            assert library.load(1).headers["a"] == "1"
    else:
        assert any("game 1 is damaged" in text for text in told)


def tree(*moves: str | int) -> list[int]:
    return [0xFFFF, *(move if isinstance(move, int) else Move.from_iccs(move) for move in moves)]


@pytest.mark.parametrize(
    "content",
    [
        [[], [tree("h2e2", "h2e2"), [[2, 0]], [], []]],  # an illegal move
        [[], [tree("e0e9"), [[1, 0]], [], []]],
        [[], [tree(1 << 40), [[1, 0]], [], []]],
        [[], [tree(-1), [[1, 0]], [], []]],
        [[], [tree(0xFFFF), [[1, 0]], [], []]],
        [[], [tree("h2e2"), [[0, 1 << 40]], [], []]],  # more children than there are moves
        [[], [tree("h2e2"), [[0, 2], [1, -1]], [], []]],
        [[], [tree("h2e2"), [[7, 0]], [], []]],
        [[], [tree("h2e2"), [], [], []]],
        [[], [tree("h2e2"), [[1, 0]], [[1]], []]],
        [[], [tree("h2e2"), [[1, 0]], [], [[1, ["x"]]]]],
        [[], [["x"], [[0, 0]], [], []]],
        [[["only a message"]], []],
        [[["m", "no ply", "", None, None]], []],
        [[["m", 1e999, "", None, None]], []],
        {"a": 1},
        [1],
        7,
    ],
)
def test_trees_that_cannot_be_played_are_told(
    crafted: tuple[Path, sqlite3.Connection], tmp_path: Path, content: object
) -> None:
    path, database = crafted
    packed = zlib.compress(json.dumps(content).encode())
    database.execute("UPDATE annotation SET content = ? WHERE game = 1", (packed,))
    told = use(path, tmp_path / "saved.db")
    assert any("the comments of game 1 are damaged" in text for text in told)


def test_a_tree_that_can_be_played_is_read(crafted: tuple[Path, sqlite3.Connection]) -> None:
    path, database = crafted
    content = [[["m", 3, "x", 4, None]], [tree("h2e2", "h9g7"), [[2, 0]], [[1, "good"]], [[2, [1]]]]]
    packed = zlib.compress(json.dumps(content).encode())
    database.execute("UPDATE annotation SET content = ? WHERE game = 1", (packed,))
    with Library(path) as library:
        game = library.load(1)
    assert [move.iccs for move in game.main_line()] == ["h2e2", "h9g7"]
    assert game.root.children[0].comment == "good"
    assert game.errors == [RecordFault("m", 3, "x", 4, None)]
