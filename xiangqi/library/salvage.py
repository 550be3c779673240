"""Saves what can be read of a damaged library."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from xiangqi.errors import LibraryError
from xiangqi.i18n.message import Message
from xiangqi.library.chunks import DELETED, read_chunk
from xiangqi.library.schema import connect, rewrite, transaction, translated

_BY_ID: Final = ("name", "start", "source", "attempt", "card", "recall", "evidence", "lesson_done")
_BY_GAME: Final = ("annotation", "played", "review")
_KEYS: Final = dict.fromkeys(_BY_ID, "id") | dict.fromkeys(_BY_GAME, "game")
_MOST_HOLES: Final = 100_000
"""Row numbers that are tried one by one where a table cannot be read in one go."""


def salvage(damaged: Path, saved: Path) -> tuple[int, list[str]]:
    """Copy what can be read into a new library; the damaged one stays as it is.

    Returns:
        How many games were saved, and what was lost, in words.

    Raises:
        LibraryError: the new one is there already or cannot be written, or nothing at all can be read.
    """
    with contextlib.suppress(OSError):  # a name that no system takes, which opening it will say
        if saved.exists():
            reason = Message("detail.file_exists")
            raise LibraryError(Message("detail.of_file", file=str(saved), reason=reason))
    with translated(damaged):
        source = sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True)
    lost: list[str] = []
    with contextlib.closing(source):
        with translated(damaged):
            source.execute("PRAGMA writable_schema = ON")  # else a file that was cut short is not read at all
            (version,) = source.execute("PRAGMA user_version").fetchone()
            there = {row[0] for row in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        with contextlib.closing(connect(saved)) as target, translated(saved), transaction(target):
            games = _chunks(source, target, lost)
            for table in [name for name in _KEYS if name in there]:  # an older library lacks some
                _copy(source, target, table, lost)
            rewrite(target, version)
            _index_comments(source, target, lost)
    return games, lost


def _chunks(source: sqlite3.Connection, target: sqlite3.Connection, lost: list[str]) -> int:
    games = 0
    for row in _rows(source, "chunk", "number", lost):
        try:
            chunk = read_chunk(row)
            chunk.headers()
        except LibraryError as error:
            lost.append(str(error))
            continue
        target.execute("INSERT INTO chunk VALUES (?, ?, ?, ?, ?)", row)
        games += int((chunk.columns["flags"] & DELETED == 0).sum())
    return games


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, table: str, lost: list[str]) -> None:
    for row in _rows(source, table, _KEYS[table], lost):
        marks = ", ".join("?" * len(row))
        try:
            target.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)
        except sqlite3.IntegrityError as error:  # damaged values
            lost.append(Message("detail.lost_row", table=table, reason=str(error)))


def _index_comments(source: sqlite3.Connection, target: sqlite3.Connection, lost: list[str]) -> None:
    try:
        rows = source.execute("SELECT rowid, text FROM comment").fetchall()
        target.executemany("INSERT INTO comment (rowid, text) VALUES (?, ?)", rows)
    except sqlite3.DatabaseError as error:
        lost.append(Message("detail.lost_index", reason=str(error)))


def _rows(source: sqlite3.Connection, table: str, key: str, lost: list[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of a table: in one go as far as that leads, then one by one."""
    last = -1
    try:
        for row in source.execute(f"SELECT * FROM {table} ORDER BY {key}"):
            last = int(row[0])
            yield row
        return
    except (sqlite3.DatabaseError, ValueError, TypeError) as error:
        lost.append(Message("detail.lost_part", table=table, reason=str(error)))
    for number in range(last + 1, last + 1 + _MOST_HOLES):
        with contextlib.suppress(sqlite3.DatabaseError):
            row = source.execute(f"SELECT * FROM {table} WHERE {key} = ?", (number,)).fetchone()
            if row is not None:
                yield row
