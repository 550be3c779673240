"""The database of a library: its tables, its versions, and how it is opened.

Games are stored in chunks of CHUNK_GAMES: moves as one byte each in one blob, searchable data in columns,
headers as JSON. A scan of a million games reads some 250 rows. Data that only some games have (variations,
comments, how one of the player's games was played, a review) has tables of its own with a row per game.
"""

from __future__ import annotations

import contextlib
import errno
import math
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from xiangqi.disk import is_there, make_folder, rename
from xiangqi.errors import LibraryError
from xiangqi.folding import folded
from xiangqi.i18n.message import Message, system_reason
from xiangqi.library.naming import name_openings

APPLICATION_ID: Final = 0x58514C42  # "XQLB": distinguishes a library from other databases
WAIT_SECONDS: Final = 30.0  # how long to wait for another program that is writing
_GLANCE_S: Final = 0.02  # between two attempts

ENDINGS: Final = ("", "-wal", "-shm", "-journal")
"""Suffixes of the library's file and of SQLite's files beside it."""

_STEPS: Final = 100_000  # SQLite instructions between two checks for signals: some milliseconds
_NAME: Final = 60  # the most characters of an unknown name in a message
_LIMITS: Final = ((3, 100), (4, 4), (7, 0), (10, 1))
"""Limits by SQLite's numbers: expression depth, compound SELECTs, attached databases, trigger depth."""
NOT_WRITTEN: Final = "disk I/O error"
"""SQLite's message if data cannot be written, unless it knows that the disk is full."""

_LEAST_ROOM: Final = 64 << 10  # bytes: what SQLite needs to open a library

UNREADABLE: Final = (sqlite3.Error, UnicodeDecodeError)
"""The errors that reading a library may raise. SQLite's messages quote damaged names, which may not be text."""

_ALONE: Final = "vfs=unix-excl"
"""Opens a library with its index of the WAL in this process's memory, since a full disk has no room for it.

Other programs cannot use the library meanwhile.
"""

_STATISTICS: Final = frozenset(
    {
        ("table", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
        ("table", "sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
    }
)
"""Tables that SQLite itself adds when it analyses a database."""

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

# Exercises: attempts, the deck's cards with every recall, the evidence of strength from each game, and lessons
# done. Values that are not queried in SQL are JSON.
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

# There are two more levels: full strength, formerly level 10, is level 12.
_VERSION_3: Final = """
UPDATE played SET red_level = 12 WHERE red_level = 10;
UPDATE played SET black_level = 12 WHERE black_level = 10;
UPDATE OR IGNORE name SET text = 'Computer, level 12', folded = 'computer, level 12'
    WHERE text = 'Computer, level 10';
"""

# Searches do not distinguish simplified and traditional characters.
_VERSION_4: Final = """
UPDATE name SET folded = fold(text);
UPDATE comment SET text = fold(text);
"""

# Openings have the codes that players use; `naming` finds them for all games. A repertoire is moves in
# positions, the player's and those of the opponent that it covers; the player's positions are cards.
_VERSION_5: Final = """
CREATE TABLE repertoire_move (
    id INTEGER PRIMARY KEY, side TEXT NOT NULL, position TEXT NOT NULL, move TEXT NOT NULL,
    own INTEGER NOT NULL, rank INTEGER NOT NULL, UNIQUE (side, position, move)
);
CREATE TABLE repertoire_card (
    id INTEGER PRIMARY KEY, side TEXT NOT NULL, position TEXT NOT NULL, memory TEXT NOT NULL, due TEXT NOT NULL,
    UNIQUE (side, position)
);
CREATE TABLE repertoire_recall (
    id INTEGER PRIMARY KEY, card INTEGER NOT NULL, made TEXT NOT NULL, grade INTEGER NOT NULL,
    milliseconds INTEGER
);
"""

# There are four more levels: full strength, formerly level 12 and rated 3,500, is level 16.
_VERSION_6: Final = """
UPDATE played SET red_level = 16 WHERE red_level = 12;
UPDATE played SET black_level = 16 WHERE black_level = 12;
UPDATE evidence SET opponent = 3925 WHERE opponent = 3500;
UPDATE OR IGNORE name SET text = 'Computer, level 16', folded = 'computer, level 16'
    WHERE text = 'Computer, level 12';
"""

# The results of a review for one side's moves, with its engine and limits: with equal ones no game is reviewed
# twice.
_VERSION_7: Final = """
CREATE TABLE counted (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL, side TEXT NOT NULL, engine TEXT NOT NULL,
    limits TEXT NOT NULL, made TEXT NOT NULL, moves BLOB NOT NULL, UNIQUE (game, side, engine, limits)
);
"""

# Games that the player wants to find again.
_VERSION_8: Final = """
CREATE TABLE star (game INTEGER PRIMARY KEY);
"""

MIGRATIONS: Final = (
    *(_VERSION_1, _VERSION_2, _VERSION_3, _VERSION_4),
    *(_VERSION_5, _VERSION_6, _VERSION_7, _VERSION_8),
)
"""The scripts that lead from each version to the next."""

VERSION: Final = len(MIGRATIONS)

NAMED: Final = 5
"""The first version whose games have the codes of their openings."""


class Connection(sqlite3.Connection):
    """An open library that remembers its file, since SQLite would keep writing to a deleted one.

    Attributes:
        path: the file's path.
        patience_s: how long to wait for another program that has locked the library.
        patient_until: the end of all waiting for another writer, in seconds of ``time.monotonic``.
    """

    path = Path()
    # the file's status when it was opened; None if unknown
    file: os.stat_result | None = None
    patience_s = WAIT_SECONDS
    patient_until = math.inf
    _checked = -1  # SQLite's schema version at the last check

    def secure(self, *, defensive: bool = True) -> None:
        """Prevent active content of a file from running, and let Ctrl+C interrupt long queries.

        Args:
            defensive: whether to protect SQLite's internal tables; if so, a damaged schema cannot be read.
        """
        self.execute("PRAGMA trusted_schema = OFF")
        if sys.version_info >= (3, 12):
            self.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, defensive)
            self.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
            self.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)
        if sys.version_info >= (3, 11):
            for category, most in _LIMITS:
                self.setlimit(category, most)
        self.set_progress_handler(_carry_on, _STEPS)  # Python handles signals only when it gets control

    def insist_on_schema(self) -> int:
        """Check that the schema has only entries of its version, which must be known.

        Returns:
            The version.

        Raises:
            LibraryError: the file is not a library, is of a newer version, or its schema has other entries.
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
        """Check that the file is still where it was opened, so that nothing is written to a deleted one.

        Raises:
            LibraryError: the file was removed or replaced.
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
    """Return the entries of a version's schema and SQLite's statistics tables, normalised by `normal`."""
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        add_functions(database)
        for script in MIGRATIONS[:version]:
            for statement in statements(script):
                database.execute(statement)
        found = database.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    return frozenset(map(normal, found)) | _STATISTICS


def normal(entry: Sequence[object]) -> tuple[str, str, str]:
    """Return an entry of the schema in normal form: its quotes and spaces depend on the version of SQLite."""
    kind, name, sql = map(str, entry)
    return kind, name, " ".join(sql.replace('"', "").replace("'", "").split())


def connect(path: Path, patience_s: float = WAIT_SECONDS) -> Connection:
    """Open a library, creating or migrating it if necessary; read-only if it cannot be written.

    Args:
        path: the library's file.
        patience_s: how long to wait for another program that has locked it, now and later.

    Raises:
        LibraryError: the file cannot be opened, or it is damaged, of a newer version, or not a library.
    """
    with translated(path):
        with contextlib.suppress(OSError):  # SQLite's own message about an unwritable folder says more
            make_folder(path.parent)
        try:
            return _connected(path, patience_s, "immutable=1" if _is_read_only(path) else "")
        except sqlite3.OperationalError as error:
            if str(error) != NOT_WRITTEN or not is_there(path):
                raise
            with contextlib.suppress(sqlite3.OperationalError):  # such as that the system has no such way
                return _connected(path, patience_s, _ALONE)
            raise


def _connected(path: Path, patience_s: float, way: str) -> Connection:
    database = sqlite3.connect(
        f"{path.absolute().as_uri()}?{way}" if way else path,
        timeout=patience_s,
        isolation_level=None,
        check_same_thread=False,
        factory=Connection,
        uri=bool(way),
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
    """Register the SQL function that migrations call: ``fold(text)``, which normalises a text."""
    database.create_function("fold", 1, _fold, deterministic=True)


def _fold(text: str | bytes | None) -> str | bytes | None:
    return folded(text) if isinstance(text, str) else text


def _is_read_only(path: Path) -> bool:
    """Return whether a library lies in a read-only folder and has no pending changes in a WAL file."""
    return not os.access(path.parent, os.W_OK) and is_there(path) and is_settled(path)


def is_settled(path: Path) -> bool:
    """Return whether a library has no pending changes in a WAL file."""
    try:
        return Path(f"{path}-wal").stat().st_size == 0
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False


def put_in_place(part: Path, path: Path) -> None:
    """Rename a closed library durably, replacing any that has the new name.

    Raises:
        LibraryError, OSError: changes wait in its WAL file, since the disk is full; or it cannot be renamed.
    """
    if not is_settled(part):  # closing a library tells nothing of that
        with translated(part), contextlib.closing(connect(part)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if not is_settled(part):
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
    rename(part, path)


def _prepare(database: Connection) -> None:
    database.secure()
    with _snapshot(database):
        version = database.insist_on_schema()
    with contextlib.suppress(sqlite3.OperationalError):  # some file systems have no shared memory
        database.execute("PRAGMA journal_mode = WAL")
    # Commits must be durable: without a WAL, only EXTRA flushes the removal of the rollback journal.
    database.execute("PRAGMA synchronous = EXTRA")
    database.execute("PRAGMA fullfsync = ON")
    if version < VERSION:
        with transaction(database):
            for number in range(_number(database, "user_version"), VERSION):
                for statement in statements(MIGRATIONS[number]):
                    database.execute(statement)
            if version < NAMED:
                name_openings(database)
            database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            database.execute(f"PRAGMA user_version = {VERSION}")


def rewrite(database: sqlite3.Connection, version: int) -> None:
    """Migrate rows copied from a library of an earlier version; must be called inside a transaction."""
    for script in MIGRATIONS[version:]:
        for statement in statements(script):
            if statement.startswith("UPDATE"):
                database.execute(statement)


@contextlib.contextmanager
def _snapshot(database: Connection) -> Iterator[None]:
    """Make all reads in the block see one state, whatever other programs write."""
    database.execute("BEGIN")
    try:
        yield
    finally:
        if database.in_transaction:  # SQLite has rolled back by itself after some errors
            database.execute("ROLLBACK")


def _number(database: sqlite3.Connection, pragma: str) -> int:
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])


def statements(script: str) -> list[str]:
    """Split an SQL script, whose statements contain no semicolons, into statements."""
    return [statement for part in script.split(";") if (statement := part.strip())]


@contextlib.contextmanager
def transaction(database: Connection, patience_s: float | None = None) -> Iterator[None]:
    """Make all writes in the block durable together, or roll all of them back.

    Args:
        database: the library.
        patience_s: how long to wait for another program that is writing; None for the connection's value.

    Raises:
        LibraryError: the file was removed, replaced, or migrated to a newer version.
        sqlite3.Error: the library is locked or cannot be written (see `translated`).
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
    """Begin a write transaction, waiting for other writers. SQLite's own waiting could not be cut short."""
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
    """Convert SQLite's errors to LibraryError, and its interruption by Ctrl+C to KeyboardInterrupt."""
    try:
        yield
    except UNREADABLE as error:
        if _was_interrupted(error):
            raise KeyboardInterrupt from None
        raise LibraryError(Message("detail.of_file", file=str(path), reason=_reason(error, path))) from error


def _was_interrupted(error: Exception) -> bool:
    """Return whether an error was caused by Ctrl+C, which interrupts SQLite."""
    return str(error) == "interrupted"


def _reason(error: Exception, path: Path) -> str:
    text = str(error)
    if "full" in text or (text == NOT_WRITTEN and _is_full(path.parent)):
        return system_reason(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    if "malformed" in text or "not a database" in text or "decode" in text:
        return Message("detail.damaged_library", reason=text)
    if "locked" in text:
        return Message("detail.library_locked")
    return text


def _is_full(folder: Path) -> bool:
    """Return whether a disk has no room for a library."""
    with contextlib.suppress(OSError, ValueError):
        return shutil.disk_usage(folder).free < _LEAST_ROOM
    return False
