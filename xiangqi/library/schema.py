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
import sys
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
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

_STEPS: Final = 100_000  # of SQLite's machine between two looks at signals: some milliseconds
_NAME: Final = 60  # characters of a strange name that are told
_LIMITS: Final = ((3, 100), (4, 4), (7, 0), (10, 1))
"""By SQLite's numbers: depth of expressions, SELECTs that are joined, databases attached, triggers nested."""
_STATISTICS: Final = frozenset(
    {
        ("table", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
        ("table", "sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
    }
)
"""What SQLite itself adds where somebody lets it look at how its tables are filled."""

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
        patience_s: how long another program that has the library is waited for.
        patient_until: when to wait no longer for one that writes, in seconds of ``time.monotonic``.
    """

    path = Path()
    # the file as it was when it was opened; None until then, and where the system tells nothing
    file: os.stat_result | None = None
    patience_s = WAIT_SECONDS
    patient_until = math.inf
    _checked = -1  # SQLite's number of the schema that was compared last

    def secure(self, *, defensive: bool = True) -> None:
        """Let nothing that a file brings along act by itself, and Ctrl+C end whatever takes long.

        Args:
            defensive: let nothing be changed that SQLite keeps for itself; a damaged schema is not read then.
        """
        self.execute("PRAGMA trusted_schema = OFF")
        if sys.version_info >= (3, 12):
            self.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, defensive)
            self.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
            self.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)
        if sys.version_info >= (3, 11):
            for category, most in _LIMITS:
                self.setlimit(category, most)
        self.set_progress_handler(_carry_on, _STEPS)  # Python hears signals only where it gets a turn

    def insist_on_schema(self) -> int:
        """Let nothing be read or written where tables and the like are not those of a known version.

        Returns:
            The version.

        Raises:
            LibraryError: they are not.
        """
        cookie = _number(self, "schema_version")
        application = _number(self, "application_id")
        if application not in (0, APPLICATION_ID) or (application == 0 and cookie != 0):
            raise self._fault(Message("detail.no_library"))
        version = _number(self, "user_version")
        if version > VERSION:
            raise self._fault(Message("detail.newer_library", version=version, known=VERSION))
        if cookie == self._checked:
            return version
        for entry in self.execute("SELECT type, name, sql FROM sqlite_schema"):
            if normal(entry) not in known_schema(version):
                raise self._fault(
                    Message("detail.foreign_schema", kind=str(entry[0]), name=str(entry[1])[:_NAME])
                )
        self._checked = cookie
        return version

    def _fault(self, reason: Message) -> LibraryError:
        return LibraryError(Message("detail.of_file", file=str(self.path), reason=reason))

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
        raise self._fault(Message("detail.library_gone"))


def _carry_on() -> int:
    return 0


@lru_cache
def known_schema(version: int) -> frozenset[tuple[str, str, str]]:
    """Kind, name and definition of all that a library of a version consists of, as `normal` gives them."""
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        add_functions(database)
        for script in MIGRATIONS[:version]:
            for statement in statements(script):
                database.execute(statement)
        found = database.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    return frozenset(map(normal, found)) | _STATISTICS


def normal(entry: Sequence[object]) -> tuple[str, str, str]:
    """Kind, name and definition, whatever quotes and blanks a version of SQLite writes into the last."""
    kind, name, sql = map(str, entry)
    return kind, name, " ".join(sql.replace('"', "").replace("'", "").split())


def connect(path: Path, patience_s: float = WAIT_SECONDS) -> Connection:
    """Open a library, made or brought up to date if need be; where nothing can be written, only to be read.

    Args:
        path: of the library.
        patience_s: how long another program that has it is waited for, now and later.

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
            timeout=patience_s,
            isolation_level=None,
            check_same_thread=False,
            factory=Connection,
            uri=read_only,
        )
        try:
            add_functions(database)
            database.path, database.patience_s = path.absolute(), patience_s
            _prepare(database)
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


def _prepare(database: Connection) -> None:
    database.secure()
    with _snapshot(database):
        version = database.insist_on_schema()
    with contextlib.suppress(sqlite3.OperationalError):  # some file systems have no shared memory
        database.execute("PRAGMA journal_mode = WAL")
    # What is committed is on the disk: without a WAL, only EXTRA flushes the removal of the rollback journal.
    database.execute("PRAGMA synchronous = EXTRA")
    database.execute("PRAGMA fullfsync = ON")
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


@contextlib.contextmanager
def _snapshot(database: Connection) -> Iterator[None]:
    """What is read inside is of one moment, whatever another program writes."""
    database.execute("BEGIN")
    try:
        yield
    finally:
        database.execute("ROLLBACK")


def _number(database: sqlite3.Connection, pragma: str) -> int:
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])


def statements(script: str) -> list[str]:
    """The statements of an SQL script that has no semicolon within one."""
    return [statement for part in script.split(";") if (statement := part.strip())]


@contextlib.contextmanager
def transaction(database: Connection, patience_s: float | None = None) -> Iterator[None]:
    """All that is written inside is there afterwards, on the disk, or none of it.

    Args:
        database: the library.
        patience_s: how long another program that writes is waited for; None for that of the connection.

    Raises:
        LibraryError: the library's file is no longer in its place, or is one of a newer version by now.
    """
    _begin(database, time.monotonic() + (database.patience_s if patience_s is None else patience_s))
    try:
        database.insist_on_file()
        database.insist_on_schema()
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
        database.execute(f"PRAGMA busy_timeout = {round(1000 * database.patience_s)}")


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into LibraryError."""
    try:
        yield
    except sqlite3.Error as error:
        if _was_interrupted(error):
            raise KeyboardInterrupt from None
        raise LibraryError(Message("detail.of_file", file=str(path), reason=_reason(error))) from error


def _was_interrupted(error: sqlite3.Error) -> bool:
    """Whether Ctrl+C was heard while SQLite was at work, which ends that with an error of its own."""
    return str(error) == "interrupted"


def _reason(error: sqlite3.Error) -> str:
    text = str(error)
    if "malformed" in text or "not a database" in text or "decode" in text:
        return Message("detail.damaged_library", reason=text)
    if "locked" in text:
        return Message("detail.library_locked")
    return text
