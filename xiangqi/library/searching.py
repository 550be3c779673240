"""Search for games, and statistics of the moves played from a position."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.board import Move
from xiangqi.core.constants import mirror_square
from xiangqi.errors import CancelledError
from xiangqi.folding import folded
from xiangqi.i18n.message import Message
from xiangqi.library import replay
from xiangqi.library.chunks import SIDE_NAMES, Chunk, Columns
from xiangqi.library.dates import date_number
from xiangqi.library.players import ids_of
from xiangqi.library.query import Query, Scan, check, chosen_by_columns, needs_its_month, one_wing_of, scan_of
from xiangqi.library.schema import translated
from xiangqi.library.store import Store
from xiangqi.library.texts import read_rest
from xiangqi.records.tree import RESULTS

_KEPT_ANSWERS: Final = 64
_THREADS: Final = 2
_EXAMPLES: Final = 3


@dataclass(frozen=True, eq=False)
class GamesFound:
    """The games that match a query, in the order of their numbers."""

    # all of shape (n,)
    numbers: npt.NDArray[np.int64]  # the numbers of the games
    # the ply at which the position occurs, 0 for the start; 0 if the query has no position
    plies: npt.NDArray[np.int64]
    # the move played in the position, mirrored back to the query's position; 0 for none
    moves: npt.NDArray[np.int64]
    results: npt.NDArray[np.int64]  # indices into records.tree.RESULTS
    dates: npt.NDArray[np.int64]  # year * 10000 + month * 100 + day


@dataclass(frozen=True)
class PlayedMove:
    """Statistics of a move played in a position."""

    move: Move
    games: int
    # the results of these games; the rest have none
    red_wins: int
    draws: int
    black_wins: int
    year: float | None  # the average, None if no game has a date
    level: float | None  # the average level of the built-in engine in these games, None if it played none
    examples: tuple[int, ...]  # numbers of some games, the latest first
    plies: tuple[int, ...] = ()  # the ply at which the position occurs in each example


class LibrarySearcher:
    """Answers queries, and caches the latest answers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._answers: OrderedDict[Query, GamesFound] = OrderedDict()
        self._tables: OrderedDict[Query, list[PlayedMove]] = OrderedDict()
        self._changes = -1

    def find(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> GamesFound:
        """Return the games that match a query.

        Args:
            query: the query.
            cancelled: polled during the search.

        Raises:
            LibraryError: the query is invalid, or the library cannot be read.
            CancelledError: the search was cancelled.
        """
        check(query)
        chunks = self._store.chunks()
        if self._changes != self._store.changes:
            self._answers.clear()
            self._tables.clear()
            self._changes = self._store.changes
        if query in self._answers:
            self._answers.move_to_end(query)
            return self._answers[query]
        with translated(self._store.path):
            answer = self._look(query, chunks, cancelled)
        self._answers[query] = answer
        if len(self._answers) > _KEPT_ANSWERS:
            self._answers.popitem(last=False)
        return answer

    def _look(self, query: Query, chunks: Sequence[Chunk], cancelled: Callable[[], bool]) -> GamesFound:
        chosen = self._chosen_by_rows(query)
        scan = scan_of(query) if query.looks_at_boards else None
        starts = self._store.starts.packed()
        known: dict[str, npt.NDArray[np.int64]] = {}

        def numbers_of(text: str) -> npt.NDArray[np.int64]:
            if text not in known:
                known[text] = self._names(text, query.whole_names)
            return known[text]

        masks = [chosen_by_columns(query, _dated(query, chunk), numbers_of) for chunk in chunks]
        for numbers in chosen:
            masks = [
                mask & np.isin(chunk.first_id + np.arange(len(mask)), numbers)
                for chunk, mask in zip(chunks, masks, strict=True)
            ]

        def one(chunk: Chunk, mask: npt.NDArray[np.bool_]) -> GamesFound:
            if cancelled():
                raise CancelledError(Message("detail.search_cancelled"))
            return _scanned(chunk, mask, scan, starts) if scan else _taken(chunk, np.flatnonzero(mask))

        if scan is None:
            parts = [one(chunk, mask) for chunk, mask in zip(chunks, masks, strict=True)]
        else:
            with ThreadPoolExecutor(_THREADS) as pool:
                parts = list(pool.map(one, chunks, masks))
        return _with_its_moves(_joined(parts), query)

    def _names(self, text: str, whole: bool) -> npt.NDArray[np.int64]:
        """Return the numbers of the names that contain a text or, with `whole`, equal it in any spelling."""
        return np.array(ids_of(self._store, (text,)), np.int64) if whole else self._store.names.containing(text)

    def _chosen_by_rows(self, query: Query) -> list[npt.NDArray[np.int64]]:
        """Return, for each condition on tables other than the columns, the numbers of the matching games."""
        chosen = [self._commented(query.words)] if query.words else []
        if query.own is not None:
            side = SIDE_NAMES[query.own]
            rows = self._store.database.execute("SELECT game FROM played WHERE side = ?", (side,))
            chosen.append(np.array([row[0] for row in rows], np.int64))
        return chosen

    def _commented(self, words: str) -> npt.NDArray[np.int64]:
        """Return the row ids of games whose comments contain a text; three characters or more use the index."""
        words = folded(words)
        if len(words) >= 3:
            phrase = '"' + words.replace('"', '""') + '"'
            rows = self._store.database.execute("SELECT rowid FROM comment WHERE text MATCH ?", (phrase,))
        else:
            rows = self._store.database.execute("SELECT rowid FROM comment WHERE instr(text, ?)", (words,))
        return np.array([row[0] for row in rows], np.int64)

    def explore(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> list[PlayedMove]:
        """Return the moves played from the query's position, the most frequent first.

        Raises:
            LibraryError, CancelledError: as in `find`.
        """
        found = self.find(query, cancelled)
        if query not in self._tables:
            with translated(self._store.path):
                self._tables[query] = _table(found, self._levels(found.numbers))
            if len(self._tables) > _KEPT_ANSWERS:
                self._tables.popitem(last=False)
        return self._tables[query]

    def _levels(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the built-in engine's level in each game, the higher of two, 0 for none."""
        rows = self._store.database.execute(
            "SELECT game, max(coalesce(CAST(red_level AS INTEGER), 0),"
            " coalesce(CAST(black_level AS INTEGER), 0)) FROM played ORDER BY game"
        ).fetchall()
        levels = np.zeros(len(numbers), np.int64)
        if rows and len(numbers):
            games, known = np.array(rows, np.int64).T
            places = np.minimum(np.searchsorted(games, numbers), len(games) - 1)
            levels = np.where(games[places] == numbers, known[places], 0)
        return levels


def _dated(query: Query, chunk: Chunk) -> Columns:
    """Return a chunk's columns, with months that the query needs and the column of dates lacks."""
    places = np.flatnonzero(needs_its_month(query, chunk.columns))
    if not len(places):
        return chunk.columns
    columns, rows = chunk.columns.copy(), chunk.headers()
    for place in places:
        with contextlib.suppress(
            ValueError, RecursionError
        ):  # damaged, which is reported when the game is opened
            rest, _, _ = read_rest(rows[place])
            columns["date"][place] = date_number(rest.get("Date", "")) or columns["date"][place]
    return columns


def _table(found: GamesFound, levels: npt.NDArray[np.int64]) -> list[PlayedMove]:
    """Return statistics of the moves played in the games found."""
    went_on = found.moves > 0
    by_move = np.bincount(found.moves[went_on])
    moves = np.flatnonzero(by_move)
    which = (np.cumsum(by_move > 0) - 1)[found.moves[went_on]]  # indices into `moves`
    results, dates, numbers = found.results[went_on], found.dates[went_on], found.numbers[went_on]
    games = by_move[moves]
    by_result = [np.bincount(which, results == place) for place in range(len(RESULTS))]
    years, average_levels = _averages(which, dates // 10000), _averages(which, levels[went_on])
    latest = np.argsort(-dates, kind="stable")
    ordered = which[latest]
    examples = [latest[np.flatnonzero(ordered == place)[:_EXAMPLES]] for place in range(len(moves))]
    plies = found.plies[went_on]
    table = [
        PlayedMove(
            Move(move),
            int(games[place]),
            red_wins=int(by_result[RESULTS.index("1-0")][place]),
            draws=int(by_result[RESULTS.index("1/2-1/2")][place]),
            black_wins=int(by_result[RESULTS.index("0-1")][place]),
            year=years[place],
            level=average_levels[place],
            examples=tuple(numbers[examples[place]].tolist()),
            plies=tuple(plies[examples[place]].tolist()),
        )
        for place, move in enumerate(moves.tolist())
    ]
    return sorted(table, key=lambda played: (-played.games, played.move))


def merged(one: Sequence[PlayedMove], other: Sequence[PlayedMove]) -> list[PlayedMove]:
    """Return the statistics of two libraries together, without examples, since each is a number in one library.

    The level is that of `other`, or of `one` where `other` has none.
    """
    found: dict[Move, PlayedMove] = {}
    for played in (*one, *other):
        before = found.get(played.move, PlayedMove(played.move, 0, 0, 0, 0, None, None, ()))
        found[played.move] = PlayedMove(
            played.move,
            before.games + played.games,
            before.red_wins + played.red_wins,
            before.draws + played.draws,
            before.black_wins + played.black_wins,
            _average_of((before.year, before.games), (played.year, played.games)),
            before.level if played.level is None else played.level,
            (),
        )
    return sorted(found.values(), key=lambda played: (-played.games, played.move))


def _average_of(*parts: tuple[float | None, int]) -> float | None:
    """Return the average of averages, each weighted by its number of games; None if none is known."""
    known = [(value, games) for value, games in parts if value is not None]
    games = sum(count for _, count in known)
    return sum(value * count for value, count in known) / games if games else None


def _averages(which: npt.NDArray[np.int64], values: npt.NDArray[np.int64]) -> list[float | None]:
    """Return for each move the average of its known values, i.e. those other than 0."""
    sums, counts = np.bincount(which, values), np.bincount(which, values > 0)
    return [float(total / count) if count else None for total, count in zip(sums, counts, strict=True)]


def _joined(parts: Sequence[GamesFound]) -> GamesFound:
    none = np.zeros(0, np.int64)
    return GamesFound(
        *(
            np.concatenate([none, *(getattr(part, column.name) for part in parts)])
            for column in fields(GamesFound)
        )
    )


def _with_its_moves(found: GamesFound, query: Query) -> GamesFound:
    """Return the games in which the query's move was played, or all of them if it has none.

    In a symmetrical position searched with its mirror image, `found.moves` is changed so that a move and its
    image are one.
    """
    wing = one_wing_of(query)
    if wing is not None:
        usual = {move: wing(Move(move)) for move in np.unique(found.moves).tolist() if move}
        for move, instead in usual.items():
            found.moves[found.moves == move] = instead
    if query.move is None:
        return found
    wanted = query.move if wing is None else wing(Move(query.move))
    played = found.moves == wanted
    return GamesFound(*(getattr(found, column.name)[played] for column in fields(GamesFound)))


def _taken(
    chunk: Chunk,
    places: npt.NDArray[np.int64],
    plies: npt.NDArray[np.int64] | None = None,
    moves: npt.NDArray[np.int64] | None = None,
) -> GamesFound:
    """Return the games of a chunk at the given indices, with the plies and moves found in them."""
    nothing = np.zeros(len(places), np.int64)
    return GamesFound(
        chunk.first_id + places,
        nothing if plies is None else plies,
        nothing if moves is None else moves,
        chunk.columns["result"][places].astype(np.int64),
        chunk.columns["date"][places].astype(np.int64),
    )


def _scanned(
    chunk: Chunk,
    mask: npt.NDArray[np.bool_],
    scan: Scan,
    starts: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]],
) -> GamesFound:
    """Return the games of a chunk in which the position occurs; `starts` has the numbers and the boards."""
    numbers, boards = starts
    wanted = chunk.columns["start"].astype(np.int64)
    begun = np.minimum(np.searchsorted(numbers, wanted), len(numbers) - 1)
    places = np.flatnonzero(mask & scan.may_hold(chunk.columns) & (numbers[begun] == wanted))
    games = np.zeros((len(places), replay.ROW), np.int64)
    games[:, replay.OFFSET] = chunk.offsets()[places]
    games[:, replay.LENGTH] = chunk.columns["plies"][places]
    games[:, replay.START] = begun[places]
    flat = games.reshape(-1)
    if len(places):
        codes = np.frombuffer(chunk.codes.ljust(-(-len(chunk.codes) // 8) * 8 + 8, b"\0"), np.int64)
        replay.scan(replay.new_replay(), codes.copy(), flat, boards, scan.query)
    found = games[:, replay.PLY] >= 0
    hits = games[found]
    moves = hits[:, replay.NEXT].copy()
    turned = hits[:, replay.TURNED] == 1
    moves[turned] = [_mirrored(move) for move in moves[turned].tolist()]
    return _taken(chunk, places[found], hits[:, replay.PLY].copy(), moves)


def _mirrored(move: int) -> int:
    return mirror_square(move >> 8) << 8 | mirror_square(move & 255) if move else 0
