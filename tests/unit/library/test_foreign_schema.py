"""Tests that a foreign or manipulated library is not read, and that Ctrl+C ends long queries."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from xiangqi.errors import LibraryError
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.library import Library, Query, schema
from xiangqi.library.salvage import _rows, salvage

ROOT = Path(__file__).parents[3]
_ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT "

ADDITIONS = (
    f"DROP TABLE start; CREATE VIEW start AS {_ENDLESS} i AS id, 'x' AS fen, x'00' AS board FROM n",
    f"DROP TABLE name; CREATE VIEW name AS {_ENDLESS} i AS id, 'x' AS text, 'x' AS folded FROM n",
    f"DROP TABLE chunk; CREATE VIEW chunk AS {_ENDLESS} i AS number, x'' AS codes, x'' AS columns, "
    "x'' AS headers, 0 AS checksum FROM n",
    "CREATE VIEW mine AS SELECT 1",
    "CREATE TRIGGER grow AFTER INSERT ON chunk BEGIN INSERT INTO source VALUES (NULL, '', 0, 0, 0, ''); END",
    "CREATE TRIGGER loop AFTER UPDATE ON played BEGIN DELETE FROM chunk; END",
    "CREATE TABLE more (id INTEGER PRIMARY KEY)",
    "CREATE INDEX huge ON chunk (codes || codes || codes)",
    "CREATE INDEX attempt_made ON attempt (made)",
    "CREATE UNIQUE INDEX one ON chunk (checksum)",
    "CREATE VIRTUAL TABLE words USING fts5 (text)",
    "DROP TABLE annotation; CREATE VIRTUAL TABLE annotation USING fts5 (game, content)",
    "DROP TABLE source; CREATE TABLE source (id INTEGER PRIMARY KEY, path TEXT, size INTEGER, changed INTEGER, "
    "games INTEGER, refused TEXT AS (hex(zeroblob(9999999))))",
    "ALTER TABLE played ADD COLUMN more TEXT DEFAULT (randomblob(99))",
    "ALTER TABLE chunk ADD COLUMN more AS (hex(codes)) VIRTUAL",
    "DROP TABLE comment; CREATE VIRTUAL TABLE comment USING fts5 (text, content = 'chunk')",
    "DROP TABLE start; CREATE TABLE start (id INTEGER PRIMARY KEY, fen TEXT, board BLOB CHECK (fen < 'x'))",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A library with a game."""
    path = tmp_path / "club.db"
    (tmp_path / "game.pgn").write_text("1. h2e2 h9g7 *\n")
    with Library(path) as library:
        assert library.import_files([tmp_path / "game.pgn"]).games == 1
    return path


def add(path: Path, script: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript(script)


@pytest.mark.parametrize("script", ADDITIONS)
def test_what_is_not_of_this_program_is_refused(path: Path, script: str) -> None:
    add(path, script)
    before = path.read_bytes()
    for opening in (Library, ExerciseLog):
        with pytest.raises(LibraryError, match="that this program did not create") as told:
            opening(path)
        assert str(told.value).startswith(f"{path}: ")
    assert path.read_bytes() == before
    assert not Path(f"{path}-wal").exists() or Path(f"{path}-wal").stat().st_size == 0


@pytest.mark.parametrize("script", ADDITIONS)
def test_nor_is_it_salvaged(path: Path, tmp_path: Path, script: str) -> None:
    add(path, script)
    with contextlib.suppress(LibraryError):
        games, _lost = salvage(path, tmp_path / "saved.db")
        assert games in (0, 1)
        with Library(tmp_path / "saved.db") as saved:
            assert len(saved) == games


def test_a_table_that_acts_by_itself_is_not_salvaged(path: Path, tmp_path: Path) -> None:
    columns = "id INTEGER PRIMARY KEY, path TEXT, size INTEGER, changed INTEGER, games INTEGER, refused TEXT"
    row = "INSERT INTO source (id, path, size, changed, games) VALUES (7, 'a.pgn', 1, 1, 1)"
    add(path, f"DROP TABLE source; CREATE TABLE source ({columns} AS (upper(path))); {row}")
    assert salvage(path, tmp_path / "saved.db") == (1, [])
    with contextlib.closing(sqlite3.connect(tmp_path / "saved.db")) as saved:
        assert saved.execute("SELECT count(*) FROM source").fetchone() == (0,)


@pytest.mark.parametrize("version", range(1, schema.VERSION))
def test_a_table_of_a_later_version_is_foreign_to_an_earlier_one(tmp_path: Path, version: int) -> None:
    path = tmp_path / "old.db"
    with contextlib.closing(sqlite3.connect(path)) as database:
        schema.add_functions(database)
        for script in schema.MIGRATIONS[:version]:
            database.executescript(script)
        database.executescript(
            f"CREATE TABLE strange (x); PRAGMA application_id = {schema.APPLICATION_ID};"
            f"PRAGMA user_version = {version}"
        )
    with pytest.raises(LibraryError, match="strange"):
        Library(path)


def test_statistics_of_sqlite_do_no_harm(path: Path) -> None:
    add(path, "ANALYZE; VACUUM")
    with Library(path) as library:
        assert len(library) == 1


def test_another_programs_database_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    add(path, "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)")
    before = path.read_bytes()
    with pytest.raises(LibraryError, match="not a game library"):
        Library(path)
    assert path.read_bytes() == before, "also how it keeps its journal"


def test_what_comes_while_it_is_open_is_not_used(path: Path) -> None:
    with Library(path) as library:
        assert len(library) == 1
        add(path, "CREATE TRIGGER grow AFTER INSERT ON chunk BEGIN DELETE FROM played; END")
        with pytest.raises(LibraryError, match="grow"):
            library.delete([1])
        add(path, "INSERT INTO source VALUES (NULL, 'x', 0, 0, 0, '')")
        with pytest.raises(LibraryError, match="grow"):
            list(library.search(Query()))


def test_an_upgraded_library_is_written_to_no_more(path: Path) -> None:
    with Library(path) as library, ExerciseLog(path) as log:
        assert len(library) == 1
        add(path, f"CREATE TABLE new (x); PRAGMA user_version = {schema.VERSION + 1}")
        before = path.read_bytes()
        for write in (
            lambda: library.delete([1]),
            lambda: library.import_files([path.with_name("game.pgn")]),
            lambda: log.remove_card(1),
        ):
            with pytest.raises(LibraryError, match="newer version of the program"):
                write()
        assert path.read_bytes() == before


def test_strange_words_are_not_trusted(path: Path) -> None:
    with Library(path) as library:
        database = library._store.database
        assert database.execute("PRAGMA trusted_schema").fetchone() == (0,)
        if sys.version_info >= (3, 12):
            assert database.getconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE)
        with pytest.raises(sqlite3.Error):
            database.execute("ATTACH ':memory:' AS other")


@pytest.mark.skipif(os.name == "nt", reason="signals of one's own are another thing there")
def test_ctrl_c_ends_what_takes_long(path: Path) -> None:
    with Library(path) as library:
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        interrupt = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        interrupt.start()
        try:
            with pytest.raises(KeyboardInterrupt), schema.translated(path):
                library._store.database.execute(_ENDLESS + "count(*) FROM n").fetchone()
        finally:
            interrupt.join()
            signal.signal(signal.SIGINT, before)
        assert len(library) == 1, "it can be used all the same"


@pytest.mark.parametrize("script", ADDITIONS[:5])
def test_a_command_ends_at_once(path: Path, script: str) -> None:
    add(path, script)
    done = subprocess.run(
        [sys.executable, "-m", "xiangqi", "library", "stats", "--library", str(path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"XIANGQI_HOME": str(path.parent)},
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "did not create" in done.stderr


@pytest.mark.parametrize("name", [b"course", b"lesson", b"attempt", b"exercise", b"star", b"repertoire_card"])
def test_a_name_that_is_no_text_is_damage(path: Path, name: bytes) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    data = path.read_bytes()
    place = data.rindex(b"(" + name) if b"(" + name in data else data.rindex(b"TABLE " + name) + 5
    path.write_bytes(data[: place + 1] + b"\x80" + data[place + 2 :])
    with pytest.raises(LibraryError):
        Library(path)
    with contextlib.suppress(LibraryError):
        salvage(path, path.with_name("saved.db"))


def test_no_more_rows_are_looked_for_than_a_small_file_can_have(path: Path) -> None:
    """A file of which no table can be read took sixteen seconds, whatever its size."""
    looked: list[str] = []
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        (root,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'card'").fetchone()
        (page,) = database.execute("PRAGMA page_size").fetchone()
    data = bytearray(path.read_bytes())
    data[(root - 1) * page : root * page] = bytes([7]) * page
    path.write_bytes(data)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.set_trace_callback(looked.append)
        assert list(_rows(database, "card", "id, memory", [])) == []
    assert 1000 < len(looked) < len(data) // 4
