"""Reading and writing of games in the database, with the columns of all games in memory."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from xiangqi.board import Move
from xiangqi.core.constants import BOARD_SQUARES
from xiangqi.errors import LibraryError
from xiangqi.folding import folded
from xiangqi.i18n.message import Message
from xiangqi.ladder import renamed
from xiangqi.library import texts
from xiangqi.library.chunks import (
    ANNOTATED,
    CHUNK_GAMES,
    COLUMNS,
    DELETED,
    NO_HEADERS,
    UNCODED,
    Chunk,
    Names,
    header_row,
    packed_headers,
    read_chunk,
    write_chunk,
)
from xiangqi.library.coding import Coded, Coder, pack_start
from xiangqi.library.dates import date_number, date_text
from xiangqi.library.schema import WAIT_SECONDS, connect, transaction, translated
from xiangqi.library.starts import Starts
from xiangqi.openings import number_of
from xiangqi.records.openings import opening_code
from xiangqi.records.tree import RESULTS, Game

_LONGEST_LINE: Final = 0xFFFF
_UNPACKED_CHUNKS: Final = 32  # whose headers are cached as text, half a megabyte each


@dataclass(eq=False)
class NewEntry:
    """A game to be added to the library."""

    game: Game  # with headers, comments and variations
    start: bytes  # its start position, packed by coding.pack_start
    coded: Coded  # its main line
    flags: int = 0  # as in chunks
    file: str = ""  # the file it comes from, "" for none
    source: int = 0  # the id of that file, 0 for none
    place: int = 0  # its index in that file


class Store:
    """The file of a library. Not thread-safe, but several programs may open the same file."""

    def __init__(self, path: Path) -> None:
        """Open a library, creating it if necessary.

        Raises:
            LibraryError: the library cannot be opened.
        """
        self.path = path
        self.database = connect(path)
        self.names = Names(self.database)
        self.coder = Coder()
        self.damage: list[str] = []
        self._chunks: dict[int, Chunk] = {}
        self.starts = Starts()
        self._unpacked: OrderedDict[Chunk, list[str]] = OrderedDict()
        self._seen = -1  # SQLite's data version of the chunks in memory
        self.changes = 0
        """Incremented when games are added or deleted here, and when `chunks` reads the file anew."""

    def close(self) -> None:
        """Close the file; the store cannot be used afterwards."""
        self.database.close()

    def chunks(self) -> list[Chunk]:
        """Return all readable chunks, up to date. Damage is reported in `damage`.

        Raises:
            LibraryError: the file cannot be read.
        """
        with translated(self.path):
            seen = int(self.database.execute("PRAGMA data_version").fetchone()[0])
            if seen != self._seen:
                self.database.insist_on_schema()
                self._read_all()
                self._seen = seen
        return list(self._chunks.values())

    def _read_all(self) -> None:
        self._chunks.clear()
        self.damage.clear()
        self.names.forget()
        self.changes += 1
        self.starts = Starts()
        self.damage.extend(
            self.starts.read(self.database.execute("SELECT id, fen, board FROM start ORDER BY id"))
        )
        for row in self.database.execute(
            "SELECT number, codes, columns, headers, checksum FROM chunk ORDER BY number"
        ):
            try:
                self._chunks[row[0]] = read_chunk(row)
            except LibraryError as error:
                self.damage.append(str(error))

    def prepare(self, game: Game) -> NewEntry:
        """Encode a game without writing anything, as UNCODED if its moves have no codes or are too many."""
        known = self.starts.number(game.start_fen)
        start = pack_start(game.start_fen) if known is None else self.starts.board(known)
        moves = game.main_line()
        coded = self.coder.encode(start, moves)
        if len(coded.codes) < len(moves) or len(moves) > _LONGEST_LINE:
            coded = coded._replace(codes=b"", sound=False)
        return NewEntry(game, start, coded, 0 if coded.sound else UNCODED)

    def append(self, games: Sequence[NewEntry]) -> list[int]:
        """Add games at the end and return their numbers. Must be called inside `writing`."""
        numbers: list[int] = []
        chunk = self._chunks.get(self._last_number())
        waiting = list(games)
        while waiting:
            if chunk is None or len(chunk.columns) == CHUNK_GAMES:
                chunk = Chunk(self._last_number() + 1, np.zeros(0, COLUMNS), b"", packed_headers([]))
            room = CHUNK_GAMES - len(chunk.columns)
            first = chunk.first_id + len(chunk.columns)
            batch, waiting = waiting[:room], waiting[room:]
            chunk = self._longer(chunk, batch, first)
            write_chunk(self.database, chunk)
            self._chunks[chunk.number] = chunk
            numbers.extend(range(first, first + len(batch)))
        self.changes += 1
        return numbers

    def _last_number(self) -> int:
        """Return the number of the last chunk, including damaged ones; -1 if there is none."""
        row = self.database.execute("SELECT max(number) FROM chunk").fetchone()
        return -1 if row[0] is None else int(row[0])

    def _longer(self, chunk: Chunk, games: Sequence[NewEntry], first: int) -> Chunk:
        """Return a chunk with more games appended, and write their annotations."""
        rows = np.zeros(len(games), COLUMNS)
        for place, new in enumerate(games):
            self._annotate(first + place, new)
            rows[place] = self._row(new)
        columns = np.concatenate((chunk.columns, rows))
        codes = chunk.codes + b"".join(new.coded.codes for new in games)
        headers = self._headers_of(chunk) + [header_row(texts.rest_of(new.game)) for new in games]
        longer = Chunk(chunk.number, columns, codes, packed_headers(headers))
        self._remember(longer, headers)
        return longer

    def _annotate(self, number: int, new: NewEntry) -> None:
        content = texts.annotation(new.game, uncoded=not new.coded.sound)
        if content:
            new.flags |= ANNOTATED
            self.database.execute("INSERT OR REPLACE INTO annotation VALUES (?, ?)", (number, content))
            if words := texts.comments_of(new.game):
                self.database.execute(
                    "INSERT INTO comment (rowid, text) VALUES (?, ?)", (number, folded(words))
                )

    def _row(self, new: NewEntry) -> tuple[int, ...]:
        game = new.game
        headers = game.headers
        return (
            len(new.coded.codes),
            RESULTS.index(game.result) if game.result in RESULTS else RESULTS.index("*"),
            new.flags,
            *(self.names.number(headers.get(name)) for name in texts.IN_COLUMNS),
            date_number(headers.get("Date", "")),
            number_of(opening_code(game)),
            self._start_number(game.start_fen, new.start),
            new.source,
            new.place,
            new.coded.counts,
            new.coded.digest,
        )

    def _start_number(self, fen: str, board: bytes) -> int:
        number = self.starts.number(fen)
        if number is None:
            done = self.database.execute(
                "INSERT OR REPLACE INTO start (fen, board) VALUES (?, ?)", (fen, board)
            )
            number = int(done.lastrowid or 0)
            self.starts.add(number, fen, board)
        return number

    def holds(self, number: int) -> bool:
        """Return whether there is a game with this number; False if the library cannot be read."""
        try:
            self.row(number)
        except LibraryError:
            return False
        return True

    def row(self, number: int) -> tuple[Chunk, int]:
        """Return the chunk of a game and its index there.

        Raises:
            LibraryError: there is no such game, it is deleted or damaged, or the library cannot be read.
        """
        chunks = self.chunks()
        chunk = self._chunks.get((number - 1) // CHUNK_GAMES) if chunks else None
        place = (number - 1) % CHUNK_GAMES
        if (
            number < 1
            or chunk is None
            or place >= len(chunk.columns)
            or int(chunk.columns["flags"][place]) & DELETED
        ):
            raise self._fault(Message("detail.no_game", number=number))
        return chunk, place

    def load(self, number: int, *, bare: bool = False) -> Game:
        """Load a game as it was when it was added.

        Args:
            number: the game's number.
            bare: omit variations, comments and faults, which may be damaged although the moves are not.

        Raises:
            LibraryError: there is no such game, or it is damaged.
        """
        chunk, place = self.row(number)
        game = self.header(number)
        content = b"" if bare else self._annotation(number)
        try:
            has_tree = bool(content) and texts.annotate(game, content)
        except (ValueError, RecursionError) as error:
            reason = Message("detail.damaged_comments", number=number, reason=str(error))
            raise self._fault(reason) from None
        if not has_tree:
            if int(chunk.columns["flags"][place]) & UNCODED:  # its moves are stored only in the annotation
                reason = Message("detail.damaged_game", number=number, reason=Message("detail.moves_missing"))
                raise self._fault(reason)
            start = self.starts.board(int(chunk.columns["start"][place]))
            game.root.extend(self.coder.decode(start, self._codes(chunk, place)))
        return game

    def name(self, number: int) -> str | None:
        """Return the interned string with this id; None for id 0.

        Raises:
            LibraryError: the library is damaged or cannot be read.
        """
        with translated(self.path):
            return self.names.text(number)

    def line(self, number: int) -> tuple[bytes, tuple[Move, ...]]:
        """Return the piece on each of the 90 points at a game's start, 0 for none, in FEN order, and its moves.

        Both are empty if the moves have no codes or the start position is damaged.

        Raises:
            LibraryError: there is no such game, or it is deleted or damaged.
        """
        chunk, place = self.row(number)
        column = chunk.columns[place]
        start = int(column["start"])
        if int(column["flags"]) & UNCODED or not self.starts.knows(start):
            return b"", ()
        board = self.starts.board(start)
        return board[: len(BOARD_SQUARES)], tuple(self.coder.decode(board, self._codes(chunk, place)))

    def _codes(self, chunk: Chunk, place: int) -> bytes:
        begin = int(chunk.offsets()[place])
        return chunk.codes[begin : begin + int(chunk.columns["plies"][place])]

    def header(self, number: int) -> Game:
        """Load a game without its moves: headers, start position, result, format and encoding.

        Raises:
            LibraryError: there is no such game, or it is damaged.
        """
        chunk, place = self.row(number)
        column = chunk.columns[place]
        try:
            start_fen = self.starts.fen(int(column["start"]))
            rest, form, encoding = texts.read_rest(self._headers_of(chunk)[place])
        except (ValueError, RecursionError) as error:
            reason = Message("detail.damaged_game", number=number, reason=str(error))
            raise self._fault(reason) from None
        headers = {}
        for name in texts.IN_COLUMNS:
            text = self.name(int(column[name.lower()]))
            if text is not None:
                headers[name] = text
        if "Date" not in rest and (date := date_text(int(column["date"]))):
            headers["Date"] = date
        return Game(
            headers=renamed(headers | rest),
            start_fen=start_fen,
            result=RESULTS[int(column["result"])],
            format=form,
            encoding=encoding,
        )

    def _fault(self, reason: str) -> LibraryError:
        return LibraryError(Message("detail.of_file", file=str(self.path), reason=reason))

    def _headers_of(self, chunk: Chunk) -> list[str]:
        """Return a chunk's headers, cached for the most recently used chunks."""
        rows = self._unpacked.get(chunk)
        if rows is None:
            rows = chunk.headers()
        self._remember(chunk, rows)
        return rows

    def _remember(self, chunk: Chunk, rows: list[str]) -> None:
        self._unpacked[chunk] = rows
        self._unpacked.move_to_end(chunk)
        if len(self._unpacked) > _UNPACKED_CHUNKS:
            self._unpacked.popitem(last=False)

    def repeats(self, number: int, new: NewEntry) -> bool:
        """Return whether a game with the same moves as a stored one would be stored identically.

        Raises:
            LibraryError: there is no game with that number, or it is damaged.
        """
        chunk, place = self.row(number)
        column, headers = chunk.columns[place], new.game.headers
        date = headers.get("Date", "")
        return (
            self._headers_of(chunk)[place] == header_row(texts.rest_of(new.game))
            and all(self.name(int(column[name.lower()])) == headers.get(name) for name in texts.IN_COLUMNS)
            and (not texts.is_in_column(date) or int(column["date"]) == date_number(date))
            and RESULTS[int(column["result"])] == new.game.result
            and self._annotation(number) == texts.annotation(new.game, uncoded=not new.coded.sound)
        )

    def _annotation(self, number: int) -> bytes:
        """Return the stored annotation of a game, b"" if there is none."""
        with translated(self.path):
            found = self.database.execute("SELECT content FROM annotation WHERE game = ?", (number,)).fetchone()
        return found[0] if found else b""

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete games and everything that belongs to them. Must be called inside `writing`.

        Raises:
            LibraryError: there is no such game.
        """
        for number in numbers:
            chunk, place = self.row(number)
            begin = int(chunk.offsets()[place])
            columns = chunk.columns.copy()
            codes = chunk.codes[:begin] + chunk.codes[begin + int(columns["plies"][place]) :]
            columns[place] = np.zeros((), COLUMNS)
            columns["flags"][place] = DELETED
            headers = chunk.headers()
            headers[place] = NO_HEADERS
            left = Chunk(chunk.number, columns, codes, packed_headers(headers))
            write_chunk(self.database, left)
            self._chunks[chunk.number] = left
            for table in ("annotation", "played", "review", "counted", "evidence", "star"):
                self.database.execute(f"DELETE FROM {table} WHERE game = ?", (number,))
            self.database.execute("DELETE FROM comment WHERE rowid = ?", (number,))
        self.changes += 1

    @contextlib.contextmanager
    def writing(self, patience_s: float = WAIT_SECONDS) -> Iterator[None]:
        """Run the block as a transaction: either all that it writes is stored, or none of it.

        Args:
            patience_s: how long to wait for another program that is writing.

        Raises:
            LibraryError: the library cannot be written; it is unchanged.
        """
        try:
            with translated(self.path), transaction(self.database, patience_s):
                self.chunks()
                yield
        except BaseException:
            self._seen = -1  # the memory may be ahead of the file
            raise
