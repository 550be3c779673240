"""Names the openings of all games of a library that was written before games had codes."""

from __future__ import annotations

import contextlib
import sqlite3

from xiangqi.errors import LibraryError
from xiangqi.library.chunks import DELETED, UNCODED, Chunk, read_chunk, write_chunk
from xiangqi.library.coding import STANDARD, Coder
from xiangqi.library.texts import read_rest
from xiangqi.openings import LONGEST, number_of, opening_of
from xiangqi.records.openings import recorded_code


def name_openings(database: sqlite3.Connection) -> None:
    """Store the opening of every game; must be called inside a transaction. Damaged chunks are unchanged."""
    coder = Coder()
    for (number,) in database.execute("SELECT number FROM chunk").fetchall():
        row = database.execute(
            "SELECT number, codes, columns, headers, checksum FROM chunk WHERE number = ?", (number,)
        ).fetchone()
        with contextlib.suppress(LibraryError):
            chunk = read_chunk(row)
            _name_games(chunk, coder)
            write_chunk(database, chunk)


def _name_games(chunk: Chunk, coder: Coder) -> None:
    columns, headers = chunk.columns, chunk.headers()
    usual = (columns["start"] == 0) & (columns["flags"] & (DELETED | UNCODED) == 0)
    for place, (begin, named) in enumerate(zip(chunk.offsets().tolist(), usual.tolist(), strict=True)):
        code = _recorded(headers[place])
        if code is None and named:
            plies = min(LONGEST, int(columns["plies"][place]))
            found = opening_of(coder.decode(STANDARD, chunk.codes[begin : begin + plies]))
            code = found.code if found is not None else None
        columns["opening"][place] = number_of(code)


def _recorded(row: str) -> str | None:
    """Return the code that the headers of a game give, or None."""
    if '"ECCO"' not in row:
        return None
    with contextlib.suppress(ValueError, RecursionError):  # damaged, which is reported when the game is opened
        return recorded_code(read_rest(row)[0])
    return None
