"""Recovery of whatever can be read from a damaged library."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from xiangqi.errors import LibraryError
from xiangqi.i18n.message import Message, cause_of, system_reason
from xiangqi.library.chunks import (
    ANNOTATED,
    DELETED,
    NO_HEADERS,
    UNCODED,
    Chunk,
    packed_headers,
    read_chunk,
    read_columns,
    write_chunk,
)
from xiangqi.library.coding import digest
from xiangqi.library.naming import name_openings
from xiangqi.library.schema import (
    ENDINGS,
    NAMED,
    NOT_WRITTEN,
    UNREADABLE,
    VERSION,
    Connection,
    connect,
    is_settled,
    known_schema,
    normal,
    put_in_place,
    rewrite,
    transaction,
    translated,
)
from xiangqi.library.starts import Starts
from xiangqi.library.store import Store

_PART: Final = ".part"
_TABLES: Final = (
    *("name", "start", "source", "attempt", "card", "recall", "evidence", "lesson_done"),
    *("repertoire_move", "repertoire_card", "repertoire_recall"),
    *("annotation", "played", "review", "counted", "star"),
)
_ACTS: Final = re.compile(r"\b(virtual|generated|as|check)\b", re.IGNORECASE)
"""Keywords that do not occur in the definition of a table of plain columns."""
_LONGEST_REASON: Final = 120
_MOST_HOLES: Final = 100_000
"""The most row numbers that are tried one by one if a table cannot be read sequentially."""
_SMALLEST_ROW: Final = 8  # bytes


def salvage(damaged: Path, saved: Path) -> tuple[int, list[str]]:
    """Copy everything readable into a new library, which appears once complete; the damaged one is unchanged.

    Returns:
        The number of games saved, and messages about what was lost.

    Raises:
        LibraryError: the new library exists or cannot be written, or the damaged file is no
            library or cannot be read at all.
    """
    with contextlib.suppress(OSError):  # an invalid name, which is reported when it is opened
        if saved.exists():
            reason = Message("detail.file_exists")
            raise LibraryError(Message("detail.of_file", file=str(saved), reason=reason))
    lost: list[str] = []
    with contextlib.closing(_opened(damaged)) as source, _made_whole(saved) as part:
        with translated(damaged):
            (version,) = source.execute("PRAGMA user_version").fetchone()
            found = source.execute("SELECT type, name, sql FROM sqlite_schema WHERE type = 'table'").fetchall()
            there = {entry[1] for entry in found if _is_copied(entry, version)}
        if "chunk" not in there:
            raise LibraryError(
                Message("detail.of_file", file=str(damaged), reason=Message("detail.no_library"))
            )
        if version > VERSION:
            lost.append(Message("detail.newer_library", version=version, known=VERSION))
        with contextlib.closing(connect(part)) as target, translated(saved), transaction(target):
            for table in [name for name in _TABLES if name in there]:  # an older library lacks some
                _copy(source, target, table, lost)
            _chunks(source, target, lost)
            rewrite(target, version)
            if version < NAMED:
                name_openings(target)
            _index_comments(source, target, lost)
        with contextlib.closing(Store(part)) as store, store.writing():
            return _leave_out_unreadable(store, lost), lost


def _is_copied(entry: tuple[str, str, str], version: int) -> bool:
    """Return whether a table belongs to this program, or to a newer version and is free of active content."""
    return normal(entry) in known_schema(VERSION) or (version > VERSION and not _ACTS.search(str(entry[2])))


@contextlib.contextmanager
def _made_whole(saved: Path) -> Iterator[Path]:
    """Yield the path of a new library that is put in its place after the block; nothing is left if it fails.

    Raises:
        LibraryError: it cannot be put there.
    """
    part = saved.with_name(f"{saved.name}{_PART}")
    _remove(part)  # of an attempt that was killed
    try:
        yield part
        put_in_place(part, saved)
    except OSError as error:
        raise LibraryError(Message("detail.of_file", file=str(saved), reason=system_reason(error))) from None
    finally:
        _remove(part)


def _remove(library: Path) -> None:
    """Delete all files of a library, as far as possible."""
    for end in ENDINGS:
        with contextlib.suppress(OSError, ValueError):
            Path(f"{library}{end}").unlink()


def _opened(damaged: Path) -> sqlite3.Connection:
    """Open a damaged library for reading.

    Raises:
        LibraryError: the file is not a database, or nothing in it can be read.
    """
    try:
        try:
            return _connected(damaged, "mode=ro")
        except LibraryError as error:  # on a full disk, a library can only be read as one that nobody changes
            if str(error.__cause__) != NOT_WRITTEN or not is_settled(damaged):
                raise
            with contextlib.suppress(LibraryError):
                return _connected(damaged, "immutable=1")
            raise
    except LibraryError as error:
        reason = error.__cause__
        if isinstance(reason, sqlite3.OperationalError):  # the file is missing or locked
            raise
        told = Message("detail.nothing_to_salvage", reason=str(reason))
        raise LibraryError(Message("detail.of_file", file=str(damaged), reason=told)) from None


def _connected(damaged: Path, way: str) -> sqlite3.Connection:
    with translated(damaged):
        source = sqlite3.connect(f"{damaged.absolute().as_uri()}?{way}", uri=True, factory=Connection)
        try:
            source.secure(defensive=False)
            source.execute("PRAGMA writable_schema = ON")  # otherwise a truncated file is not read at all
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except BaseException:
            source.close()
            raise
    return source


def _chunks(source: sqlite3.Connection, target: sqlite3.Connection, lost: list[str]) -> None:
    starts = Starts()
    starts.read(target.execute("SELECT id, fen, board FROM start"))
    for row in _rows(source, "chunk", _columns(target, "chunk"), lost):
        try:
            chunk = read_chunk(row)
            chunk.headers()
        except LibraryError as error:
            told: list[str] = []
            try:
                chunk = _mended(row, starts, told)
            except ValueError:  # its columns are damaged, so the start of each game is unknown
                lost.append(str(error))
                continue
            lost += [Message("detail.saved_in_part", reason=str(error)), *told]
        write_chunk(target, chunk)


def _mended(row: tuple[Any, ...], starts: Starts, lost: list[str]) -> Chunk:
    """Return the undamaged part of a chunk.

    Games with damaged codes lose them and are marked as UNCODED; damaged headers are replaced by empty ones.

    Raises:
        ValueError: the chunk's columns are damaged.
    """
    number, codes, packed, headers, _ = row
    chunk = Chunk(number, read_columns(number, packed), b"", headers)
    columns = chunk.columns
    try:
        chunk.headers()
    except LibraryError:
        first = chunk.first_id
        lost.append(Message("detail.lost_headers", first=first, last=first + len(columns) - 1))
        chunk.packed_headers = packed_headers([NO_HEADERS] * len(columns))
    lines = []
    for place, begin in enumerate(chunk.offsets().tolist()):
        line = codes[begin : begin + int(columns["plies"][place])] if isinstance(codes, bytes) else b""
        if not columns["flags"][place] & (DELETED | UNCODED) and not _is_sound(columns[place], line, starts):
            columns["flags"][place] |= UNCODED
            columns["plies"][place] = 0
            line = b""
        lines.append(line)
    chunk.codes = b"".join(lines)
    return chunk


def _is_sound(column: Any, line: bytes, starts: Starts) -> bool:
    """Return whether a game's start position is known and its codes match its stored digest."""
    try:
        starts.fen(int(column["start"]))
    except ValueError:
        return False
    return digest(starts.board(int(column["start"])), line) == int(column["digest"])


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, table: str, lost: list[str]) -> None:
    columns = _columns(target, table)
    for row in _rows(source, table, columns, lost):
        if table == "start" and not _is_readable(row):
            lost.append(Message("detail.damaged_start", number=row[0]))
            continue
        marks = ", ".join("?" * len(row))
        try:
            target.execute(f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})", row)
        except sqlite3.IntegrityError as error:  # damaged values
            lost.append(Message("detail.lost_row", table=table, reason=_on_a_line(error)))


def _is_readable(row: tuple[Any, ...]) -> bool:
    """Return whether the start position in a row can be used."""
    starts = Starts()
    try:
        return not starts.read([(row[0], row[1], row[2])]) and bool(starts.fen(row[0]))
    except ValueError:
        return False


def _leave_out_unreadable(store: Store, lost: list[str]) -> int:
    """Delete games from the new library whose start or moves are lost, and comments that are damaged.

    Returns:
        The number of remaining games.
    """
    gone: list[int] = []
    for chunk in store.chunks():
        flags, starts = chunk.columns["flags"], chunk.columns["start"]
        doubtful = (flags & DELETED == 0) & ((starts != 0) | (flags & (ANNOTATED | UNCODED) != 0))
        for number in (chunk.first_id + np.flatnonzero(doubtful)).tolist():
            try:
                store.load(number)
            except LibraryError as error:
                lost.append(cause_of(error))
                if _is_readable_without_comments(store, number):
                    store.database.execute("DELETE FROM annotation WHERE game = ?", (number,))
                else:
                    gone.append(number)
    store.delete(gone)
    return sum(int((chunk.columns["flags"] & DELETED == 0).sum()) for chunk in store.chunks())


def _is_readable_without_comments(store: Store, number: int) -> bool:
    """Return whether a game can be read if its comments are left out."""
    try:
        store.load(number, bare=True)
    except LibraryError:
        return False
    return True


def _index_comments(source: sqlite3.Connection, target: sqlite3.Connection, lost: list[str]) -> None:
    try:
        rows = source.execute("SELECT rowid, text FROM comment").fetchall()
        target.executemany("INSERT INTO comment (rowid, text) VALUES (?, fold(?))", rows)
    except UNREADABLE as error:
        lost.append(Message("detail.lost_index", reason=_on_a_line(error)))


def _columns(target: sqlite3.Connection, table: str) -> str:
    """Return the columns of a table to copy, its key first; a newer version may have more."""
    return ", ".join(str(row[1]) for row in target.execute(f"PRAGMA table_info({table})"))


def _rows(source: sqlite3.Connection, table: str, columns: str, lost: list[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table: sequentially as far as possible, then one by one."""
    last, key = -1, columns.partition(",")[0]
    try:
        for row in source.execute(f"SELECT {columns} FROM {table} ORDER BY {key}"):
            last = int(row[0])
            yield row
        return
    except (*UNREADABLE, ValueError, TypeError) as error:
        lost.append(Message("detail.lost_part", table=table, reason=_on_a_line(error)))
    for number in range(last + 1, last + 1 + _holes(source)):
        with contextlib.suppress(*UNREADABLE):
            row = source.execute(f"SELECT {columns} FROM {table} WHERE {key} = ?", (number,)).fetchone()
            if row is not None:
                yield row


def _holes(source: sqlite3.Connection) -> int:
    """Return the number of row numbers to try one by one: no more than there is room for in the file."""
    (file,) = (path for _, name, path in source.execute("PRAGMA database_list") if name == "main")
    return min(_MOST_HOLES, Path(file).stat().st_size // _SMALLEST_ROW)


def _on_a_line(error: Exception) -> str:
    """Return SQLite's message on one line, shortened since it may quote damaged pages."""
    text = " ".join(str(error).split())
    return text if len(text) <= _LONGEST_REASON else f"{text[:_LONGEST_REASON]}…"
