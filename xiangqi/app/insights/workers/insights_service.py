"""Reads insights into players' games in its own thread."""

from __future__ import annotations

import pickle
import subprocess
from collections.abc import Callable
from typing import Final

from xiangqi.app.event import Notify, Tone
from xiangqi.app.insights.effects import (
    AskInsights,
    ForgetReviews,
    InsightsRead,
    ListPlayers,
    PlayersListed,
    PrepareSparring,
    SparringReady,
)
from xiangqi.app.insights.workers.insights_process import COMMAND
from xiangqi.app.job_thread import LAST_JOBS_S, JobThread
from xiangqi.app.library_holder import LibraryHolder
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.worker import Closing, Service, Site
from xiangqi.disk import write_atomically
from xiangqi.i18n.message import Message
from xiangqi.launch import start_own
from xiangqi.library import Library, Person
from xiangqi.library.players import SET_UP
from xiangqi.resources import data_folder

_BOOK: Final = "sparring-book.txt"
"""The file with the sparring partner's first moves."""


class InsightsService(Service):
    """Answers questions about players. No method blocks but `close`."""

    closing = Closing.WRITES

    def __init__(self, outbox: Outbox, library: Callable[[], Library]) -> None:
        """Create the service; nothing is loaded before the first order.

        Args:
            outbox: receives the answers.
            library: returns the library, opening it if necessary.
        """
        self._outbox = outbox
        self._library = library
        self._worker = JobThread("insights")
        self._child: subprocess.Popen[bytes] | None = None

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, lambda: site.one(LibraryHolder).library())

    def declare(self, performers: Performers) -> None:
        """Declare the effects that this worker performs."""
        performers.declare(AskInsights, self.ask)
        performers.declare(ListPlayers, self.list_players)
        performers.declare(ForgetReviews, self.forget)
        performers.declare(PrepareSparring, self.prepare)

    def ask(self, order: AskInsights) -> None:
        """Read the insights into a player's games; an order that still waits is dropped."""

        def work() -> None:
            self._library()  # brings an old library up to date first
            self._outbox.put(self._answer(order))

        self._worker.submit(
            work, lambda detail: self._outbox.put(InsightsRead(order.ask_id, failure=detail)), "ask"
        )

    def _answer(self, order: AskInsights) -> InsightsRead:
        """Start the insights process and return its answer.

        Raises:
            OSError: the process cannot be started.
        """
        pipe = subprocess.PIPE
        with start_own(COMMAND, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as child:
            self._child = child
            assert child.stdin is not None
            assert child.stdout is not None
            try:
                pickle.dump(order, child.stdin)
                child.stdin.close()
                answer: InsightsRead = pickle.load(child.stdout)
            except (OSError, EOFError, pickle.UnpicklingError):  # the process was killed
                answer = InsightsRead(order.ask_id, failure=Message("detail.reader_ended"))
        return answer

    def list_players(self, _order: ListPlayers) -> None:
        """List the players of the library."""
        self._worker.submit(
            lambda: self._outbox.put(PlayersListed(tuple(self._library().players()))), self._failed, "players"
        )

    def forget(self, order: ForgetReviews) -> None:
        """Delete the results of all reviews of a person's games."""

        def work() -> None:
            library = self._library()
            library.forget_counted(library.games_of(order.person))
            self._outbox.put(LibraryChanged())

        self._worker.submit(work, self._failed)

    def prepare(self, order: PrepareSparring) -> None:
        """Write a player's first moves as an opening book."""
        self._worker.submit(lambda: self._outbox.put(_prepared(self._library(), order)), self._failed)

    def _failed(self, detail: str) -> None:
        self._outbox.put(Notify(Message("toast.library_refused", detail=detail), Tone.ERROR))

    def close(self, seconds: float = LAST_JOBS_S) -> None:
        """Finish the queued jobs within a time limit in seconds, and stop; pending answers are dropped."""
        child = self._child
        if child is not None:
            child.kill()
        self._worker.close(seconds)


def _prepared(library: Library, order: PrepareSparring) -> SparringReady:
    """Write an opening book of a player's first moves, and return the event that reports its path.

    Raises:
        LibraryError: the library cannot be read.
        StorageError: the book cannot be written.
    """
    from xiangqi.insights.claims import LEAST_GAMES, claims
    from xiangqi.insights.first_moves import FirstMoves
    from xiangqi.insights.games import games_in
    from xiangqi.insights.rates import shipped_rates
    from xiangqi.insights.reviews import counted_moves

    games = [game for game in library.games_of(Person((order.name,))) if game.left_out != SET_UP]
    said = claims(counted_moves(library, games), shipped_rates())
    lines = FirstMoves(games_in(library, games)).book().lines()
    path = data_folder() / _BOOK
    write_atomically(path, "".join(f"{line}\n" for line in lines).encode())
    rating = said.rating if said.games >= LEAST_GAMES else None
    return SparringReady(order.name, order.side, order.fen, path, rating)
