"""Libraries with bytes changed in the file or in one column: nothing but LibraryError may be raised.

Games read from a library with a wrong value are right, left out or refused. Whatever is salvaged is sound.
"""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from functools import cache
from pathlib import Path
from typing import Final

from tools.fuzzing.unsound import UnsoundError
from xiangqi.board import Board, Move
from xiangqi.coach.summary import PHASES
from xiangqi.core.constants import BLACK, CANNON, RED
from xiangqi.errors import LibraryError
from xiangqi.exercises.deck import Mistake, Recall, remembered
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.exercises.rating import GameEvidence
from xiangqi.insights.claims import claims
from xiangqi.insights.dossier import dossier
from xiangqi.insights.games import games_in
from xiangqi.insights.moves import STANDINGS, CountedMove, packed
from xiangqi.insights.rates import shipped_rates
from xiangqi.insights.reviews import counted_moves
from xiangqi.library import CountedSide, Library, Person, Played, Query, ReviewLimits
from xiangqi.library.played import Review
from xiangqi.library.players import SET_UP
from xiangqi.library.salvage import salvage
from xiangqi.records.tree import Game
from xiangqi.repertoire.lines import Repertoire, moves_of_line
from xiangqi.repertoire.store import RepertoireStore

_NOW: Final = datetime(2026, 3, 2, 12, tzinfo=timezone.utc)
_LINE: Final = tuple(map(Move.from_iccs, ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4"]))
_START: Final = "4k4/9/9/9/9/9/9/9/R8/5K3 w - - 0 1"
_COUNTED: Final = CountedMove(
    2, 1, RED, Board().fen(), _LINE[0], Move.from_iccs("b2e2"), 0.5, PHASES[0], STANDINGS[1], "C00", CANNON
)
_CHUNK: Final = ("codes", "columns", "headers")
_KINDS: Final = 4  # of values
_VALUE: Final = zlib.decompress(packed([_COUNTED]))


@cache
def _whole() -> bytes:
    """Return the bytes of a library with rows in every table."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, "library.db")
        source = Path(folder, "club.pgn")
        source.write_text(
            '[Red "Mei"]\n[Black "李"]\n\n1. h2e2 h9g7 2. h0g2 {good} (2. i0i1 i9i8) *\n', "utf-8"
        )
        with Library(path) as library:
            library.import_files([source])
            plain = Game(headers={"Red": "Mei", "Black": "Li", "Event": "Cup", "Date": "2026.01.02"})
            plain.root.extend(_LINE)
            other = Game(headers={"Red": "Mei"}, start_fen=_START, result="1-0")
            other.root.extend([Move.from_iccs("a1a9")])
            for game, clocks in ((plain, (1000, 2000)), (other, ())):
                library.keep(game, Played("2026-03-02T10:00", RED, "mate", 3, None, clocks=clocks))
            library.add_review(2, Review("2026-03-02", 90.0, None, ({"best": {"cp": 3, "pv": ["h2e2"]}}, None)))
            terms = ReviewLimits("an engine", "nodes")
            library.keep_counted(CountedSide(2, RED, terms, "2026-03-02", packed([_COUNTED])))
            library.star(2, starred=True)
        with ExerciseLog(path) as log:
            log.add_mistakes([Mistake(Board().fen(), _LINE[0], (_LINE[0],), 0.5)], _NOW)
            log.note_recall(remembered(log.cards()[0], Recall.GOOD, _NOW), Recall.GOOD, _NOW, 4000)
            log.add_evidence(GameEvidence(1500, 0.5), _NOW)
        repertoire = Repertoire(RED).with_moves(moves_of_line(_LINE, RED))
        with RepertoireStore(path) as store:
            store.put(repertoire, now=_NOW)
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
        return path.read_bytes()


def samples() -> Sequence[bytes]:
    """Return the bytes of a sound library."""
    return [_whole()]


def any_file(data: bytes) -> None:
    """Salvage and read a library with these bytes."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, "library.db")
        path.write_bytes(data)
        _salvage(path)
        _read(path)


@cache
def _places() -> tuple[tuple[str, str], ...]:
    """Return the tables and names of a library's columns."""
    with _library() as path, contextlib.closing(sqlite3.connect(path)) as database:
        tables = database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'comment%'"
        ).fetchall()
        return tuple(
            (str(table), str(column[1]))
            for (table,) in sorted(tables)
            for column in database.execute(f"PRAGMA table_info({table})")
        )


@contextlib.contextmanager
def _library() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, "library.db")
        path.write_bytes(_whole())
        yield path


def value_samples() -> Sequence[bytes]:
    """Return inputs that put a harmless value of each kind into each column."""
    return [bytes([place, kind, 10]) + _VALUE for place in range(len(_places())) for kind in range(_KINDS)]


def any_value(data: bytes) -> None:
    """Salvage and read a library with one column overwritten; the first line chooses it and the new values."""
    table, column = _places()[data[0] % len(_places())]
    with _library() as path:
        with contextlib.closing(sqlite3.connect(path)) as database:
            try:
                database.execute(
                    f"UPDATE {table} SET {column} = ?", (_value(data[1:2], data.partition(b"\n")[2]),)
                )
            except sqlite3.IntegrityError:  # it is a key, or no value at all
                return
            if table == "chunk" and column in _CHUNK:
                _seal(database)
            database.commit()
        _salvage(path)
        _read(path)


def _value(kind: bytes, rest: bytes) -> object:
    number = int.from_bytes(rest[:8], "little", signed=True)
    ways = (rest, rest.decode("utf-8", "replace"), number, zlib.compress(rest))
    return ways[kind[0] % _KINDS if kind else 0]


def _seal(database: sqlite3.Connection) -> None:
    """Give chunks the checksum of their values."""
    for number, *values in database.execute(f"SELECT number, {', '.join(_CHUNK)} FROM chunk").fetchall():
        if all(isinstance(value, bytes) for value in values):
            checksum = zlib.crc32(b"".join(values))
            database.execute("UPDATE chunk SET checksum = ? WHERE number = ?", (checksum, number))


def _salvage(path: Path) -> None:
    saved = path.with_name("saved.db")
    try:
        salvage(path, saved)
    except LibraryError:
        return
    with Library(saved) as library:
        if found := library.damage():
            raise UnsoundError(f"salvaged with damage: {found[0]}")


def _read(path: Path) -> None:
    """Read everything in a library."""
    for read in (_games, _exercises, _repertoire):
        with contextlib.suppress(LibraryError):
            read(path)


def _games(path: Path) -> None:
    with Library(path) as library:
        library.damage()
        for number in (1, 2, 3):
            for read in (library.load, library.review, library.clocks, library.describe):
                with contextlib.suppress(LibraryError):
                    read(number)
        people = [game for game in library.games_of(None) if game.left_out != SET_UP]
        claims(counted_moves(library, people), shipped_rates())
        dossier(list(games_in(library, people)))
        library.own_games(), library.players(), library.statistics(), library.stars()
        library.games_of(Person(("Mei",)))
        for query in (Query(words="good"), Query(position=Board().fen()), Query(player="mei", mine=True)):
            with contextlib.suppress(LibraryError):
                list(library.search(query))
                library.explore(Query(position=Board().fen()))


def _exercises(path: Path) -> None:
    with ExerciseLog(path) as log:
        log.attempts(), log.solved(), log.evidence(), log.lessons_done()
        for card in log.cards():
            remembered(card, Recall.GOOD, _NOW)


def _repertoire(path: Path) -> None:
    with RepertoireStore(path) as store:
        for side in (RED, BLACK):
            list(store.repertoire(side).moves())
            store.cards(side)
            store.standing(side, _NOW)
        store.last_recalls()
