"""The database behind a library: its tables, its versions, and how it is opened.

Games are kept in chunks of CHUNK_GAMES: one byte a move in one blob, what can be searched in columns, headers
as JSON. A scan of a million games reads some 250 rows. What only some games have (variations, comments, how one
of the player's games was played, a review) has tables of its own with a row a game.
"""

from __future__ import annotations

import contextlib
import math
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from xiangqi.disk import is_there, make_folder
from xiangqi.errors import LibraryError
from xiangqi.folding import folded
from xiangqi.i18n.message import Message

APPLICATION_ID: Final = 0x58514C42  # "XQLB": tells a library from another program's database
WAIT_SECONDS: Final = 30.0
_GLANCE_S: Final = 0.02
"""How long to wait for another program that is writing."""

ENDINGS: Final = ("", "-wal", "-shm", "-journal")
"""Of the names of a library's file and of those that SQLite has beside it."""

_VERSION_1: Final = """
CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, folded TEXT NOT NULL);
CREATE TABLE start (id INTEGER PRIMARY KEY, fen TEXT NOT NULL UNIQUE, board BLOB NOT NULL);
CREATE TABLE source (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, changed INTEGER NOT NULL,
    games INTEGER NOT NULL, refused TEXT NOT NULL
);
CREATE TABLE chunk (
    number INTEGER PRIMARY KEY, codes BLOB NOT NULL, columns BLOB NOT NULL, headers BLOB NOT NULL,
    checksum INTEGER NOT NULL
);
CREATE TABLE annotation (game INTEGER PRIMARY KEY, content BLOB NOT NULL);
CREATE VIRTUAL TABLE comment USING fts5 (text, tokenize = 'trigram');
CREATE TABLE played (
    game INTEGER PRIMARY KEY, ended TEXT NOT NULL, side TEXT NOT NULL, reason TEXT NOT NULL,
    red_level INTEGER, black_level INTEGER, red_engine TEXT NOT NULL, black_engine TEXT NOT NULL,
    rules TEXT NOT NULL, clocks TEXT NOT NULL
);
CREATE TABLE review (
    game INTEGER PRIMARY KEY, made TEXT NOT NULL, red_accuracy REAL, black_accuracy REAL, content BLOB NOT NULL
);
"""

# Exercises: attempts at them, the cards of mistakes with every look at one, what each game says about
# one's strength, and what is done of the courses. Texts are JSON where nothing is asked of them in SQL.
_VERSION_2: Final = """
CREATE TABLE attempt (
    id INTEGER PRIMARY KEY, made TEXT NOT NULL, exercise TEXT NOT NULL, source TEXT NOT NULL,
    solved INTEGER NOT NULL, wrong INTEGER NOT NULL, hints INTEGER NOT NULL, milliseconds INTEGER,
    rating INTEGER, themes TEXT NOT NULL
);
CREATE INDEX attempt_exercise ON attempt (exercise);
CREATE TABLE card (
    id INTEGER PRIMARY KEY, position TEXT NOT NULL UNIQUE, mistake TEXT NOT NULL, memory TEXT NOT NULL,
    due TEXT NOT NULL, removed INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE recall (
    id INTEGER PRIMARY KEY, card INTEGER NOT NULL, made TEXT NOT NULL, grade INTEGER NOT NULL,
    milliseconds INTEGER
);
CREATE TABLE evidence (
    id INTEGER PRIMARY KEY, game INTEGER UNIQUE, ended TEXT NOT NULL, opponent INTEGER, score REAL,
    moves TEXT NOT NULL
);
CREATE TABLE lesson_done (
    id INTEGER PRIMARY KEY, course TEXT NOT NULL, lesson TEXT NOT NULL, made TEXT NOT NULL,
    UNIQUE (course, lesson)
);
"""

# Two levels more: full strength, which was level 10, is level 12.
_VERSION_3: Final = """
UPDATE played SET red_level = 12 WHERE red_level = 10;
UPDATE played SET black_level = 12 WHERE black_level = 10;
UPDATE OR IGNORE name SET text = 'Computer, level 12', folded = 'computer, level 12'
    WHERE text = 'Computer, level 10';
"""

# What is searched is compared without regard to simplified and traditional characters.
_VERSION_4: Final = """
UPDATE name SET folded = fold(text);
UPDATE comment SET text = fold(text);
"""

MIGRATIONS: Final = (_VERSION_1, _VERSION_2, _VERSION_3, _VERSION_4)
"""What leads from each version to the next; a library's version is how many of them it has seen."""

VERSION: Final = len(MIGRATIONS)


class Connection(sqlite3.Connection):
    """An open library that knows its file: SQLite goes on writing to one that has been removed.

    Attributes:
        path: of the file.
        file: the file as it was when it was opened; None until then, and where the system tells nothing.
        patient_until: when to wait no longer for another program that writes, in seconds of ``time.monotonic``.
    """

    path = Path()
    file: os.stat_result | None = None
    patient_until = math.inf

    def insist_on_file(self) -> None:
        """Let nothing be written where nobody would find it.

        Raises:
            LibraryError: the file has been removed, or another one is in its place.
        """
        if self.file is None:
            return
        with contextlib.suppress(OSError):
            if os.path.samestat(self.file, self.path.stat()):
                return
        raise LibraryError(
            Message("detail.of_file", file=str(self.path), reason=Message("detail.library_gone"))
        )


def connect(path: Path) -> Connection:
    """Open a library, made or brought up to date if need be; where nothing can be written, only to be read.

    Raises:
        LibraryError: it cannot be opened, is damaged, of a newer version, or another program's database.
    """
    with translated(path):
        with contextlib.suppress(OSError):  # SQLite says more about a folder that cannot be written to
            make_folder(path.parent)
        read_only = _is_read_only(path)
        name = f"{path.absolute().as_uri()}?immutable=1" if read_only else path
        database = sqlite3.connect(
            name,
            timeout=WAIT_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            factory=Connection,
            uri=read_only,
        )
        try:
            add_functions(database)
            _prepare(database, path)
            database.path = path.absolute()
            with contextlib.suppress(OSError):
                database.file = path.stat()
        except BaseException:
            database.close()
            raise
    return database


def add_functions(database: sqlite3.Connection) -> None:
    """Give a connection what the migrations call: ``fold(text)``, a text as it is compared."""
    database.create_function("fold", 1, _fold, deterministic=True)


def _fold(text: str | bytes | None) -> str | bytes | None:
    return folded(text) if isinstance(text, str) else text


def _is_read_only(path: Path) -> bool:
    """Whether SQLite can make no file beside a library, and none there has changes still to be read."""
    return not os.access(path.parent, os.W_OK) and is_there(path) and not is_there(Path(f"{path}-wal"))


def _prepare(database: Connection, path: Path) -> None:
    with contextlib.suppress(sqlite3.OperationalError):  # some file systems have no shared memory
        database.execute("PRAGMA journal_mode = WAL")
    # What is committed is on the disk: without a WAL, only EXTRA flushes the removal of the rollback journal.
    database.execute("PRAGMA synchronous = EXTRA")
    database.execute("PRAGMA fullfsync = ON")
    if _number(database, "application_id") not in (0, APPLICATION_ID) or (
        _number(database, "application_id") == 0 and _number(database, "schema_version") != 0
    ):
        raise LibraryError(Message("detail.of_file", file=str(path), reason=Message("detail.no_library")))
    version = _number(database, "user_version")
    if version > VERSION:
        raise LibraryError(
            Message(
                "detail.of_file",
                file=str(path),
                reason=Message("detail.newer_library", version=version, known=VERSION),
            )
        )
    if version < VERSION:
        with transaction(database):
            for number in range(_number(database, "user_version"), VERSION):
                for statement in statements(MIGRATIONS[number]):
                    database.execute(statement)
            database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            database.execute(f"PRAGMA user_version = {VERSION}")


def rewrite(database: sqlite3.Connection, version: int) -> None:
    """Bring rows that were copied from a library of an earlier version up to date; inside a transaction."""
    for script in MIGRATIONS[version:]:
        for statement in statements(script):
            if statement.startswith("UPDATE"):
                database.execute(statement)


def _number(database: sqlite3.Connection, pragma: str) -> int:
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])


def statements(script: str) -> list[str]:
    """The statements of an SQL script that has no semicolon within one."""
    return [statement for part in script.split(";") if (statement := part.strip())]


@contextlib.contextmanager
def transaction(database: Connection, patience_s: float = WAIT_SECONDS) -> Iterator[None]:
    """All that is written inside is there afterwards, on the disk, or none of it.

    Args:
        database: the library.
        patience_s: how long another program that writes is waited for.

    Raises:
        LibraryError: the library's file is no longer in its place.
    """
    _begin(database, time.monotonic() + patience_s)
    try:
        database.insist_on_file()
        yield
    except BaseException:
        if database.in_transaction:  # SQLite has rolled back by itself when the disk is full
            database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def _begin(database: Connection, until: float) -> None:
    """Wait for the turn to write. SQLite's own waiting could not be called off."""
    database.execute("PRAGMA busy_timeout = 0")
    try:
        while True:
            try:
                database.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > min(until, database.patient_until):
                    raise
            time.sleep(_GLANCE_S)
    finally:
        database.execute(f"PRAGMA busy_timeout = {round(1000 * WAIT_SECONDS)}")


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into LibraryError."""
    try:
        yield
    except sqlite3.Error as error:
        raise LibraryError(Message("detail.of_file", file=str(path), reason=_reason(error))) from error


def _reason(error: sqlite3.Error) -> str:
    text = str(error)
    if "malformed" in text or "not a database" in text or "decode" in text:
        return Message("detail.damaged_library", reason=text)
    if "locked" in text:
        return Message("detail.library_locked")
    return text
