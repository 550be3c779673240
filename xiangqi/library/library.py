"""The library as a Python user meets it."""

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
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import RED
from xiangqi.errors import LibraryError
from xiangqi.library import played as _played
from xiangqi.library.importing import Filter, Importer, Progress, Report, ignore
from xiangqi.library.played import OwnGame, Played, Review, Statistics
from xiangqi.library.query import Query
from xiangqi.library.schema import WAIT_SECONDS
from xiangqi.library.searching import LibrarySearcher, PlayedMove
from xiangqi.library.store import Store
from xiangqi.records.tree import Game
from xiangqi.resources import data_folder

NAME: Final = "library.db"


def default_path() -> Path:
    """The library of this user."""
    return data_folder() / NAME


def scores_in(path: Path, board: Board) -> dict[Move, tuple[int, float]]:
    """A library's moves of a position: how often each was played, and the mover's score, 0.0 to 1.0.

    Games without a result do not count. A file that is not there knows nothing, and is not made.

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

    number: int  # of the game; it stays when others are deleted
    headers: dict[str, str]  # as in records.tree.Game
    result: str  # one of records.tree.RESULTS
    plies: int  # length of the main line
    ply: int | None  # where the position stands, 0 for the start of the game; None where none was asked for


class Library:
    """Games in one file. Threads may share a library; they take turns. So may several programs."""

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        """Open a library, or make one.

        Args:
            path: its file; without it, the one of this user.

        Raises:
            LibraryError: it cannot be opened.
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
        """The file."""
        return self._store.path

    def __len__(self) -> int:
        """How many games there are."""
        with self._turn:
            return len(self._searcher.find(Query(twins=True)).numbers)

    def damage(self) -> list[str]:
        """What of the file cannot be read, in words; empty where all is well.

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
    ) -> Report:
        """Bring files, and all files in folders, into the library. Games that are there stay single.

        Args:
            paths: files and folders.
            wanted: which games to take; all without it.
            progress: called several times a second with what is done, the file at hand and a share from 0 to 1.
            cancelled: asked before each game.

        Raises:
            LibraryError: the library cannot be written; finished batches are in it.
            CancelledError: it was called off; finished batches are in it.
        """
        with self._turn:
            return Importer(self._store, wanted or Filter(), progress, cancelled).run(paths)

    def search(
        self, query: Query, limit: int | None = None, cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[Hit]:
        """The games that a question leaves, in the order in which they came.

        Raises:
            LibraryError: the question makes no sense, or the library cannot be read.
            CancelledError: the answer is not wanted any more.
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
        """Number of each game that a question leaves, and the ply of the position, 0 where none was asked for.

        Raises:
            LibraryError: as `search`.
        """
        with self._turn:
            found = self._searcher.find(query)
        return list(zip(found.numbers.tolist(), found.plies.tolist(), strict=True))

    def describe(self, number: int) -> Hit:
        """What is known of a game without its moves.

        Raises:
            LibraryError: there is no such game.
        """
        with self._turn:
            return self._hit(number, None)

    def count(self, query: Query) -> int:
        """How many games a question leaves.

        Raises:
            LibraryError: as `search`.
        """
        with self._turn:
            return len(self._searcher.find(query).numbers)

    def _hit(self, number: int, ply: int | None) -> Hit:
        game = self._store.header(number)
        chunk, place = self._store.row(number)
        return Hit(number, game.headers, game.result, int(chunk.columns["plies"][place]), ply)

    def explore(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> list[PlayedMove]:
        """The moves that were played from a query's position, the most frequent first.

        Raises:
            LibraryError, CancelledError: as `search`.
        """
        with self._turn:
            return self._searcher.explore(query, cancelled)

    def holds(self, number: int) -> bool:
        """Whether there is a game of that number, which is not deleted.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn:
            return self._store.holds(number)

    def load(self, number: int, *, bare: bool = False) -> Game:
        """A game as it was when it came in.

        Args:
            number: of the game.
            bare: without variations, comments and faults, which may be damaged where the moves are not.

        Raises:
            LibraryError: there is no such game, or it is damaged.
        """
        with self._turn:
            return self._store.load(number, bare=bare)

    def load_undamaged(self, number: int, told: list[LibraryError]) -> Game | None:
        """A game as far as it is not damaged: without comments and the like, or None.

        Args:
            number: of the game.
            told: the error of what is damaged, or not there, is added to it.
        """
        try:
            return self.load(number)
        except LibraryError as error:
            told.append(error)
        with contextlib.suppress(LibraryError):
            return self.load(number, bare=True)
        return None

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete games, with their reviews.

        Raises:
            LibraryError: one is not there, or the library cannot be written; then none is deleted.
        """
        with self._turn, self._store.writing():
            self._store.delete(numbers)

    def keep(
        self, game: Game, played: Played, before: int | None = None, patience_s: float = WAIT_SECONDS
    ) -> int:
        """Add one of the player's own games; its number. It is on the disk then.

        Args:
            game: as it was played.
            played: how.
            before: number of the same game as it was kept before; that one is deleted.
            patience_s: how long another program that writes is waited for.

        Raises:
            LibraryError: the library cannot be written.
        """
        with self._turn:
            return _played.keep(self._store, game, played, before, patience_s)

    def same_own_game(self, game: Game, since: str) -> int | None:
        """The number of an own game with the same moves, and tags but for the clocks; None where there is none.

        Args:
            game: what is looked for.
            since: only games that have ended then or later, in ISO 8601, local.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn:
            return _played.same_own_game(self._store, game, since)

    def hurry(self, seconds: float) -> None:
        """Let nothing wait longer than so many seconds from now on for another program that writes."""
        self._store.database.patient_until = time.monotonic() + seconds

    def own_games(self) -> list[OwnGame]:
        """One's own games, the latest first.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn:
            return _played.own_games(self._store)

    def statistics(self) -> Statistics:
        """Statistics of the player's own games.

        Raises:
            LibraryError: the library cannot be read.
        """
        return _played.statistics(self.own_games())

    def add_review(self, number: int, review: Review) -> None:
        """Keep the review of a game, in place of an earlier one.

        Raises:
            LibraryError: there is no such game, or the library cannot be written.
        """
        with self._turn:
            _played.add_review(self._store, number, review)

    def review(self, number: int) -> Review | None:
        """The review of a game, None where there is none.

        Raises:
            LibraryError: it is damaged.
        """
        with self._turn:
            return _played.review_of(self._store, number)
