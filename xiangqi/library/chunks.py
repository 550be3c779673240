"""Chunks of thousands of games: moves of one byte each, and columns for everything searchable.

A chunk is the unit of reading and writing. A game's number is its chunk's number times CHUNK_GAMES plus its
index plus one; it never changes.
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
from xiangqi.openings import CODES, number_of
from xiangqi.pinyin import letters_of, sounds, spells
from xiangqi.records.tree import RESULTS

CHUNK_GAMES: Final = 4096

DELETED: Final = 1
TWIN: Final = 2  # repeats the moves of an earlier game, with other texts
UNCODED: Final = 4  # too many pieces for one-byte codes: its positions cannot be searched
MINE: Final = 8  # played in this program
ANNOTATED: Final = 16  # has a row in `annotation`

SIDE_NAMES: Final = {RED: "red", BLACK: "black", None: ""}
"""The names of a person's side, as stored in the table `played`."""

_ROW_END: Final = ",\n"  # rows contain no line breaks
_LARGEST_HEADERS: Final = 256 << 20  # bytes; a file of records has at most a quarter of that
_LEVEL: Final = 1  # compression level; higher ones cost time and gain little

COLUMNS: Final = np.dtype(
    [
        ("plies", "<u2"),
        ("result", "u1"),  # index into records.tree.RESULTS
        ("flags", "u1"),
        ("red", "<u4"),  # ids of names, 0 for none
        ("black", "<u4"),
        ("event", "<u4"),
        ("date", "<u4"),  # year * 10000 + month * 100 + day
        ("opening", "<u2"),  # openings.number_of the code, 0 for none
        ("start", "<u4"),  # id of the start position, 0 for the usual one
        ("source", "<u4"),
        ("place", "<u4"),  # index of the game in its source
        ("counts", "<i8"),  # piece counts of the final position, packed as in core.values
        ("digest", "<i8"),  # hash of start and moves; equal for duplicates
    ]
)
"""The columns with the searchable data of each game."""

_FORM: Final = b"2"  # the beginning of a chunk's columns, which no zlib stream has
_OLD_OPENING: Final = "u1"  # before, openings were numbered in another way and took one byte

_MOST: Final = {"result": len(RESULTS) - 1, "opening": number_of(CODES[-1])}
_MOST_CHUNKS: Final = 1 << 30

Columns = npt.NDArray[Any]  # structured, dtype COLUMNS


@dataclass(eq=False)
class Chunk:
    """Up to CHUNK_GAMES games."""

    number: int
    columns: Columns  # shape (games,), dtype COLUMNS
    codes: bytes  # the moves of all games, concatenated
    packed_headers: bytes  # a result of packed_headers

    @property
    def first_id(self) -> int:
        """The number of the first game in the chunk."""
        return self.number * CHUNK_GAMES + 1

    def offsets(self) -> npt.NDArray[np.int64]:
        """Return the offset of each game's codes, as an array of shape (games,)."""
        ends = np.cumsum(self.columns["plies"], dtype=np.int64)
        return ends - self.columns["plies"]

    def headers(self) -> list[str]:
        """Return the `header_row` of each game.

        Raises:
            LibraryError: the headers are damaged.
        """
        try:
            text = unpacked(self.packed_headers, _LARGEST_HEADERS).decode()
            rows = text[1:-1].split(_ROW_END)
            if len(rows) != len(self.columns):  # empty, or written before each row had its own line
                rows = [header_row(row) for row in json.loads(text)]
            if len(rows) != len(self.columns):
                raise ValueError(Message("detail.wrong_length"))
        except (ValueError, RecursionError) as error:
            raise _damaged(self.number, error) from None
        return rows


def header_row(row: list[object]) -> str:
    """Return the result of texts.rest_of as a line of JSON."""
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace").decode()


NO_HEADERS: Final = header_row([{}, "", ""])
"""The header row of a game that was deleted or whose headers are lost."""


def packed_headers(rows: Sequence[str]) -> bytes:
    """Return the compressed headers of a chunk: a JSON list with one line per game."""
    return zlib.compress(f"[{_ROW_END.join(rows)}]".encode(), _LEVEL)


def write_chunk(database: sqlite3.Connection, chunk: Chunk) -> None:
    """Write a chunk, replacing the stored one with the same number, if any."""
    columns = b"".join(chunk.columns[name].tobytes() for name in _names())
    packed = _FORM + zlib.compress(columns, _LEVEL)
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
    """Return the chunk stored in a row.

    Raises:
        LibraryError: the row is damaged.
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
    """Return the columns of a chunk from their compressed form.

    Chunks of libraries before version 5 have no openings here: `naming` finds them.

    Raises:
        ValueError: the columns are damaged.
    """
    is_old = not (isinstance(packed, bytes) and packed.startswith(_FORM))  # a damaged row may hold anything
    data = unpacked(packed if is_old else packed[len(_FORM) :], CHUNK_GAMES * COLUMNS.itemsize)
    layout = {
        name: np.dtype(_OLD_OPENING) if is_old and name == "opening" else COLUMNS[name] for name in _names()
    }
    size, rest = divmod(len(data), sum(column.itemsize for column in layout.values()))
    if rest:
        raise ValueError(Message("detail.wrong_length"))
    columns = np.zeros(size, COLUMNS)
    place = 0
    for name, column in layout.items():
        columns[name] = np.frombuffer(data, column, size, place)
        place += size * column.itemsize
    if is_old:
        columns["opening"] = 0
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


def unpacked(content: bytes, most: int) -> bytes:
    """Decompress a value.

    Args:
        content: a result of zlib.compress.
        most: the largest size of the result in bytes.

    Raises:
        ValueError: the content is damaged, or the result would be too large.
    """
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(content, most)
    except (zlib.error, TypeError) as error:  # the value may be a text or a number instead
        raise ValueError(str(error)) from None
    if unpacker.unconsumed_tail:
        raise ValueError(Message("detail.too_large", size=f"{most >> 20} MiB"))
    if not unpacker.eof:
        raise ValueError(Message("detail.wrong_length"))
    return data


class Names:
    """Interned names of players and events; id 0 means no name."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._numbers: dict[str, int] = {}
        self._texts: dict[int, str] = {}
        self._syllables: dict[int, tuple[tuple[str, ...], ...]] = {}

    def forget(self) -> None:
        """Clear the cache after a rollback."""
        self._numbers.clear()
        self._texts.clear()
        self._syllables.clear()

    def number(self, text: str | None) -> int:
        """Return the id of a text, adding it if necessary; must be called inside a transaction."""
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
        """Return the interned string with this id; None for id 0, "" for an unknown id."""
        if number == 0:
            return None
        if number not in self._texts:
            row = self._database.execute("SELECT text FROM name WHERE id = ?", (number,)).fetchone()
            self._texts[number] = str(row[0]) if row else ""
        return self._texts[number]

    def containing(self, part: str) -> npt.NDArray[np.int64]:
        """Return the ids of all names that contain a text, after folding both.

        Chinese names are found by their syllables too, without tones.
        """
        part = folded(part)
        rows = self._database.execute("SELECT id, folded FROM name WHERE instr(folded, ?)", (part,))
        found = {int(number) for number, text in rows if mentions(str(text), part)}
        letters = letters_of(part)
        if letters:
            found |= {number for number, heard in self._heard().items() if spells(heard, letters)}
        return np.array(sorted(found), dtype=np.int64)

    def _heard(self) -> dict[int, tuple[tuple[str, ...], ...]]:
        """Return the syllables of all Chinese names by their ids, each read once."""
        last = max(self._syllables, default=0)
        rows = self._database.execute("SELECT id, text FROM name WHERE id > ?", (last,)).fetchall()
        self._syllables |= {int(number): sounds(str(text)) for number, text in rows}
        return self._syllables
