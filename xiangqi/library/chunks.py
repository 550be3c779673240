"""Chunks: thousands of games side by side, one byte a move, with columns for all that is searched.

A chunk is what is read and written at once. A game's number is its chunk's number times CHUNK_GAMES plus its
place, plus one, and stays when others are deleted.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import LibraryError
from xiangqi.folding import folded, mentions
from xiangqi.i18n.message import Message
from xiangqi.library.unpacking import unpacked
from xiangqi.openings import OPENINGS
from xiangqi.records.tree import RESULTS

CHUNK_GAMES: Final = 4096

DELETED: Final = 1
TWIN: Final = 2  # the moves of a game that came before, with other texts
UNCODED: Final = 4  # too many pieces for codes of a byte: no position of it is found
MINE: Final = 8  # played here
ANNOTATED: Final = 16  # has a row in `annotation`

SIDE_NAMES: Final = {RED: "red", BLACK: "black", None: ""}
"""Whom a person played, as `played` holds it."""

_ROW_END: Final = ",\n"  # inside a row there is no line end
_LARGEST_HEADERS: Final = 256 << 20  # bytes; what one file of records holds is a quarter of that at most
_LEVEL: Final = 1  # of compression; more costs time and gains little

COLUMNS: Final = np.dtype(
    [
        ("plies", "<u2"),
        ("result", "u1"),  # place in records.tree.RESULTS
        ("flags", "u1"),
        ("red", "<u4"),  # numbers of names, 0 for none
        ("black", "<u4"),
        ("event", "<u4"),
        ("date", "<u4"),  # year * 10000 + month * 100 + day
        ("opening", "u1"),  # place in openings.OPENINGS plus one, 0 for none
        ("start", "<u4"),  # number of the start position, 0 for the usual one
        ("source", "<u4"),
        ("place", "<u4"),  # in its source, from 0
        ("counts", "<i8"),  # pieces at the end, as core.values packs them
        ("digest", "<i8"),  # of start and moves: duplicates have the same
    ]
)
"""What is kept of every game in columns."""

_MOST: Final = {"result": len(RESULTS) - 1, "opening": len(OPENINGS)}
_MOST_CHUNKS: Final = 1 << 30

Columns = npt.NDArray[Any]  # structured, of COLUMNS


@dataclass(eq=False)
class Chunk:
    """Some games."""

    number: int  # of the chunk
    columns: Columns  # shape (games,), of COLUMNS
    codes: bytes  # the moves of all games, one after the other
    packed_headers: bytes  # of packed_headers

    @property
    def first_id(self) -> int:
        """Number of its first game."""
        return self.number * CHUNK_GAMES + 1

    def offsets(self) -> npt.NDArray[np.int64]:
        """Where each game's codes begin, shape (games,)."""
        ends = np.cumsum(self.columns["plies"], dtype=np.int64)
        return ends - self.columns["plies"]

    def headers(self) -> list[str]:
        """For each game what header_row makes.

        Raises:
            LibraryError: they are damaged.
        """
        try:
            text = unpacked(self.packed_headers, _LARGEST_HEADERS).decode()
            rows = text[1:-1].split(_ROW_END)
            if len(rows) != len(self.columns):  # none, or written before rows had lines of their own
                rows = [header_row(row) for row in json.loads(text)]
            if len(rows) != len(self.columns):
                raise ValueError(Message("detail.wrong_length"))
        except (ValueError, RecursionError) as error:
            raise _damaged(self.number, error) from None
        return rows


def header_row(row: list[object]) -> str:
    """What texts.rest_of gives of a game, as a line of JSON."""
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace").decode()


NO_HEADERS: Final = header_row([{}, "", ""])
"""Of a deleted game, or of one whose headers are lost."""


def packed_headers(rows: Sequence[str]) -> bytes:
    """The headers of a chunk's games, compressed: a list in JSON with a line for each game."""
    return zlib.compress(f"[{_ROW_END.join(rows)}]".encode(), _LEVEL)


def write_chunk(database: sqlite3.Connection, chunk: Chunk) -> None:
    """Write a chunk, in place of the one with its number."""
    columns = b"".join(chunk.columns[name].tobytes() for name in _names())
    packed = zlib.compress(columns, _LEVEL)
    checksum = _checksum(chunk.codes, packed, chunk.packed_headers)
    database.execute(
        "INSERT OR REPLACE INTO chunk VALUES (?, ?, ?, ?, ?)",
        (chunk.number, chunk.codes, packed, chunk.packed_headers, checksum),
    )


def _checksum(*parts: bytes) -> int:
    checksum = 0
    for part in parts:
        checksum = zlib.crc32(part, checksum)
    return checksum


def read_chunk(row: tuple[int, bytes, bytes, bytes, int]) -> Chunk:
    """A chunk from its row.

    Raises:
        LibraryError: it is damaged.
    """
    number, codes, packed, headers, checksum = row
    try:
        if _checksum(codes, packed, headers) != checksum:
            raise ValueError(Message("detail.checksum"))
        columns = read_columns(number, packed)
        if int(columns["plies"].sum()) != len(codes):
            raise ValueError(Message("detail.moves_missing"))
    except (ValueError, TypeError) as error:
        raise _damaged(number, error) from None
    return Chunk(number, columns, codes, headers)


def read_columns(number: int, packed: bytes) -> Columns:
    """The columns of the chunk of a number, compressed.

    Raises:
        ValueError: they are damaged.
    """
    data = unpacked(packed, CHUNK_GAMES * COLUMNS.itemsize)
    size, rest = divmod(len(data), COLUMNS.itemsize)
    if rest:
        raise ValueError(Message("detail.wrong_length"))
    columns = np.zeros(size, COLUMNS)
    place = 0
    for name in _names():
        width = size * columns[name].itemsize
        columns[name] = np.frombuffer(data, columns[name].dtype, size, place)
        place += width
    if not 0 <= number < _MOST_CHUNKS or any((columns[name] > most).any() for name, most in _MOST.items()):
        raise ValueError(Message("detail.senseless_number"))
    return columns


def _damaged(number: int, error: Exception) -> LibraryError:
    first = number * CHUNK_GAMES + 1
    return LibraryError(
        Message("detail.damaged_games", first=first, last=first + CHUNK_GAMES - 1, reason=str(error))
    )


def _names() -> tuple[str, ...]:
    return cast("tuple[str, ...]", COLUMNS.names)


class Names:
    """Numbers of players and events; number 0 stands for none."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._numbers: dict[str, int] = {}
        self._texts: dict[int, str] = {}

    def forget(self) -> None:
        """Read numbers anew: after a transaction that was rolled back."""
        self._numbers.clear()
        self._texts.clear()

    def number(self, text: str | None) -> int:
        """The number of a text, a new one if need be; inside a transaction."""
        if text is None:
            return 0
        known = self._numbers.get(text)
        if known is None:
            row = self._database.execute("SELECT id FROM name WHERE text = ?", (text,)).fetchone()
            if row is None:
                done = self._database.execute(
                    "INSERT INTO name (text, folded) VALUES (?, ?)", (text, folded(text))
                )
                row = (done.lastrowid,)
            known = self._numbers[text] = int(row[0])
        return known

    def text(self, number: int) -> str | None:
        """The text of a number, None for 0."""
        if number == 0:
            return None
        if number not in self._texts:
            row = self._database.execute("SELECT text FROM name WHERE id = ?", (number,)).fetchone()
            self._texts[number] = str(row[0]) if row else ""
        return self._texts[number]

    def containing(self, part: str) -> npt.NDArray[np.int64]:
        """The numbers of all texts that mention another, as they are compared."""
        part = folded(part)
        rows = self._database.execute("SELECT id, folded FROM name WHERE instr(folded, ?)", (part,))
        return np.array([number for number, text in rows if mentions(str(text), part)], dtype=np.int64)
