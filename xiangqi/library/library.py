"""The library's Python interface."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import TracebackType

import numpy as np

from xiangqi.board import Board, Move
from xiangqi.core.constants import RED
from xiangqi.errors import LibraryError
from xiangqi.library import counted as _counted
from xiangqi.library import played as _played
from xiangqi.library import players as _players
from xiangqi.library import stars as _stars
from xiangqi.library.counted import CountedSide, ReviewLimits
from xiangqi.library.importing import Filter, Importer, ImportReport, Progress, ignore
from xiangqi.library.played import OwnGame, Played, Review, Statistics
from xiangqi.library.players import LibraryPlayer, Person, PlayerGame
from xiangqi.library.query import Query
from xiangqi.library.schema import WAIT_SECONDS
from xiangqi.library.searching import LibrarySearcher, PlayedMove
from xiangqi.library.store import Store
from xiangqi.openings import code_of
from xiangqi.records.tree import Game
from xiangqi.resources import LIBRARY_NAME, data_folder


def default_path() -> Path:
    """Return the path of this user's library."""
    return data_folder() / LIBRARY_NAME


def scores_in(path: Path, board: Board) -> dict[Move, tuple[int, float]]:
    """Return the moves of a library in a position, with the number of games and the mover's score, 0 to 1.

    Games without a result do not count, and moves played only in such games are left out. If the file is
    missing, there are no moves, and it is not created. The file stays open for later calls.

    Raises:
        LibraryError: the file cannot be read.
    """
    if not path.exists():
        return {}
    found = {}
    for played in _kept_open(path).explore(Query(position=board.fen())):
        games = played.red_wins + played.draws + played.black_wins
        won = played.red_wins if board.turn == RED else played.black_wins
        if games:
            found[played.move] = (games, (won + played.draws / 2) / games)
    return found


@lru_cache(maxsize=1)
def _kept_open(path: Path) -> Library:
    return Library(path)


@dataclass(frozen=True)
class Hit:
    """A game that was found."""

    number: int  # the game's number, which never changes
    headers: dict[str, str]  # as in records.tree.Game
    result: str  # one of records.tree.RESULTS
    plies: int  # length of the main line
    ply: int | None  # the ply at which the position occurs, 0 for the start; None if the query has no position
    opening: str | None = None  # one of openings.CODES, None without one


class Library:
    """Games in one file. Threads may share a library, and several programs may open the same file."""

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        """Open a library, creating it if necessary.

        Args:
            path: its file; defaults to this user's library.

        Raises:
            LibraryError: the library cannot be opened.
        """
        self._store = Store(Path(path) if path is not None else default_path())
        self._searcher = LibrarySearcher(self._store)
        self._turn = threading.RLock()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self._turn:
            self._store.close()

    @property
    def path(self) -> Path:
        """The path of the library's file."""
        return self._store.path

    def __len__(self) -> int:
        """Return the number of games, including those that repeat the moves of others."""
        with self._turn:
            return len(self._searcher.find(Query(twins=True)).numbers)

    def damage(self) -> list[str]:
        """Return messages about start positions and chunks of games that cannot be read; empty without any.

        Comments, reviews and anything else about single games are not checked.

        Raises:
            LibraryError: the file cannot be read at all.
        """
        with self._turn:
            self._store.chunks()
            return list(self._store.damage)

    def import_files(
        self,
        paths: Iterable[str | os.PathLike[str]],
        wanted: Filter | None = None,
        progress: Progress = ignore,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> ImportReport:
        """Import files and all files in folders; those that cannot be read are listed in the report.

        A game that adds nothing to a known one is not stored; one with the same moves but other texts is.

        Args:
            paths: files and folders.
            wanted: the games to import; all by default.
            progress: called several times a second with the report, the current file and a share from 0 to 1.
            cancelled: polled before each game.

        Raises:
            LibraryError: the library cannot be written; completed batches stay in it.
            CancelledError: the import was cancelled; the games read before stay in it.
        """
        with self._turn:
            return Importer(self._store, wanted or Filter(), progress, cancelled).run(paths)

    def search(
        self, query: Query, limit: int | None = None, cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[Hit]:
        """Yield the games that match a query, in the order they were added: the first `limit`, or all.

        Those deleted since the search began are left out.

        Raises:
            LibraryError: the query is invalid, the library cannot be read, or a game that was found is damaged.
            CancelledError: the search was cancelled.
        """
        with self._turn:
            found = self._searcher.find(query, cancelled)
        asked = query.looks_at_boards
        for number, ply in zip(found.numbers[:limit].tolist(), found.plies[:limit].tolist(), strict=True):
            with self._turn:
                if not self._store.holds(number):  # deleted since it was found
                    continue
                hit = self._hit(number, ply if asked else None)
            yield hit

    def places(self, query: Query) -> list[tuple[int, int]]:
        """Return each matching game's number and the ply of the position, 0 if the query has none.

        The games are in the order they were added.

        Raises:
            LibraryError: the query is invalid, or the library cannot be read.
        """
        with self._turn:
            found = self._searcher.find(query)
        return list(zip(found.numbers.tolist(), found.plies.tolist(), strict=True))

    def latest(self, query: Query) -> list[tuple[int, int]]:
        """Return the result of `places` with the latest dates first and, on the same date, those added last.

        Games without a date come after all others.

        Raises:
            LibraryError: the query is invalid, or the library cannot be read.
        """
        with self._turn:
            found = self._searcher.find(query)
        order = np.lexsort((found.numbers, found.dates))[::-1]
        return list(zip(found.numbers[order].tolist(), found.plies[order].tolist(), strict=True))

    def describe(self, number: int) -> Hit:
        """Return a game's headers and other data except its moves.

        Raises:
            LibraryError: there is no such game, or it is damaged.
        """
        with self._turn:
            return self._hit(number, None)

    def count(self, query: Query) -> int:
        """Return the number of games that match a query.

        Raises:
            LibraryError: the query is invalid, or the library cannot be read.
        """
        with self._turn:
            return len(self._searcher.find(query).numbers)

    def _hit(self, number: int, ply: int | None) -> Hit:
        game = self._store.header(number)
        chunk, place = self._store.row(number)
        column = chunk.columns[place]
        return Hit(
            number, game.headers, game.result, int(column["plies"]), ply, code_of(int(column["opening"]))
        )

    def explore(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> list[PlayedMove]:
        """Return the moves played from a query's position, the most frequent first.

        Raises:
            LibraryError: the query is invalid or has no position, or the library cannot be read.
            CancelledError: the search was cancelled.
        """
        with self._turn:
            return self._searcher.explore(query, cancelled)

    def holds(self, number: int) -> bool:
        """Return whether a game exists and is not deleted or damaged; False if the library cannot be read."""
        with self._turn:
            return self._store.holds(number)

    def load(self, number: int, *, bare: bool = False) -> Game:
        """Load a game as it was when it was added.

        Args:
            number: the game's number.
            bare: omit variations, comments and faults, which may be damaged although the moves are not.

        Raises:
            LibraryError: there is no such game, or it is damaged.
        """
        with self._turn:
            return self._store.load(number, bare=bare)

    def load_undamaged(self, number: int, told: list[LibraryError]) -> Game | None:
        """Load the undamaged part of a game: all of it, or its headers, result and moves, or None.

        Args:
            number: the game's number.
            told: the error is appended to it if the whole game cannot be loaded.
        """
        try:
            return self.load(number)
        except LibraryError as error:
            told.append(error)
        with contextlib.suppress(LibraryError):
            return self.load(number, bare=True)
        return None

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete games and everything stored about them.

        This includes their comments, reviews and stars, how they were played, and the findings and evidence
        from them.

        Raises:
            LibraryError: a game does not exist, or the library cannot be written; no game is deleted then.
        """
        with self._turn, self._store.writing():
            self._store.delete(numbers)

    def keep(
        self, game: Game, played: Played, before: int | None = None, patience_s: float = WAIT_SECONDS
    ) -> int:
        """Add one of the player's own games durably, and return its number. A star of `before` is kept.

        Args:
            game: the game.
            played: how it was played.
            before: the number of an earlier version of the game, which is deleted if there is one.
            patience_s: how long to wait for another program that is writing.

        Raises:
            LibraryError: the library cannot be written.
        """
        with self._turn:
            return _played.keep(self._store, game, played, before, patience_s)

    def same_own_game(self, game: Game, since: str) -> int | None:
        """Return the number of the latest own game with the same result, moves and tags, or None.

        Empty tags and those of the clocks are not compared.

        Args:
            game: the game to look for.
            since: local time in ISO 8601; games that ended earlier are ignored.

        Raises:
            LibraryError: the library, or a game with the same result and length, cannot be read.
        """
        with self._turn:
            return _played.same_own_game(self._store, game, since)

    def stars(self) -> frozenset[int]:
        """Return the numbers of the games with a star.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn:
            return _stars.stars(self._store)

    def star(self, number: int, *, starred: bool) -> None:
        """Give a game a star, or remove its star.

        Raises:
            LibraryError: there is no such game, or the library cannot be written.
        """
        with self._turn, self._store.writing():
            _stars.put_star(self._store, number, starred=starred)

    def hurry(self, seconds: float) -> None:
        """Stop waiting for other programs' writes `seconds` from now."""
        self._store.database.patient_until = time.monotonic() + seconds

    def own_games(self) -> list[OwnGame]:
        """Return the player's own games, the latest first; damaged ones are left out.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn:
            return _played.own_games(self._store)

    def statistics(self) -> Statistics:
        """Return statistics of the player's own games that are finished and were played by a single person.

        Raises:
            LibraryError: the library cannot be read.
        """
        return _played.statistics(self.own_games())

    def add_review(self, number: int, review: Review) -> None:
        """Store the review of a game, replacing an earlier one.

        Raises:
            LibraryError: there is no such game, or the library cannot be written.
        """
        with self._turn:
            _played.add_review(self._store, number, review)

    def review(self, number: int) -> Review | None:
        """Return the review of a game, or None.

        Raises:
            LibraryError: the review is damaged, or the library cannot be read.
        """
        with self._turn:
            return _played.review_of(self._store, number)

    def clocks(self, number: int) -> tuple[int, ...]:
        """Return the mover's remaining milliseconds after each move of a game; empty if unknown or damaged.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn:
            return _played.clocks_of(self._store, number)

    def players(self) -> list[LibraryPlayer]:
        """Return the players of all games, except nameless ones, those with the most games first.

        All spellings of a name are one player.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn:
            return _players.players_in(self._store)

    def games_of(self, person: Person | None) -> list[PlayerGame]:
        """Return a person's games in the order they were added, without duplicates and unreadable ones.

        None means everybody: each game is included once for each side.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn:
            return _players.games_of(self._store, person)

    def uncounted(self, games: Iterable[PlayerGame], terms: ReviewLimits) -> list[PlayerGame]:
        """Return the games of two or more plies without findings for these limits, the last added first.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn:
            return _counted.uncounted(self._store, games, terms)

    def keep_counted(self, found: CountedSide) -> None:
        """Store what a review found about one side's moves, replacing earlier findings with the same limits.

        Raises:
            LibraryError: there is no such game, or the library cannot be written.
        """
        with self._turn:
            _counted.keep_counted(self._store, found)

    def counted(self, games: Iterable[PlayerGame]) -> list[CountedSide]:
        """Return the latest findings about each of the games, unless it has none or they are damaged.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn:
            return _counted.counted_in(self._store, games)

    def forget_counted(self, games: Iterable[PlayerGame]) -> int:
        """Delete all findings about the games, and return their number: one for each side and set of limits.

        Raises:
            LibraryError: the library cannot be written.
        """
        with self._turn:
            return _counted.forget_counted(self._store, games)
