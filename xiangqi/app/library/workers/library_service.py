"""The library service: opens the library when first needed, and queries it in its own thread."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from itertools import islice, zip_longest
from typing import Final

from xiangqi import openings
from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.job_thread import LAST_JOBS_S, JobThread
from xiangqi.app.library.effects import (
    AskExplorer,
    DeleteStored,
    Explored,
    ExportInTheWay,
    ExportStored,
    ListOwnGames,
    LoadReview,
    OwnGamesListed,
    PrepareSearch,
    ReviewLoaded,
    StoredExported,
)
from xiangqi.app.library.state import ExampleGame, Exploration, MastersMove, own_query
from xiangqi.app.library_holder import LibraryHolder
from xiangqi.app.outbox import Outbox
from xiangqi.app.records.asks_reading import GamesFinder, LoadFound
from xiangqi.app.records.asks_writing import SaveFailed
from xiangqi.app.records.workers.reading import GamesBatch
from xiangqi.app.session.document import Stored
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.worker import Closing, Service, Site, performs
from xiangqi.board import Board
from xiangqi.disk import is_in_the_way
from xiangqi.errors import CancelledError, FenError, LibraryError, RecordError, StorageError
from xiangqi.i18n.message import Message, cause_of, system_reason
from xiangqi.library import Library, PlayedMove, Query
from xiangqi.library.dates import date_number
from xiangqi.library.masters import OWN_LIBRARY, Libraries, Script, made_masters
from xiangqi.library.own_files import insist_on_foreign
from xiangqi.library.played import statistics
from xiangqi.library.searching import merged
from xiangqi.notation import Style
from xiangqi.openings import practice
from xiangqi.records.files import WRITERS, format_of, write_games
from xiangqi.records.losses import LOSSES, losses
from xiangqi.records.packed import pack

_BATCH: Final = 20
_PAUSE_S: Final = 0.004
"""The pause between two batches in seconds, so that the thread that draws gets its turn."""

_MOST_EXAMPLES: Final = 24
_MOST_LISTED: Final = 20_000
"""The most games that a search lists: each takes half a kilobyte, and half a millisecond to read."""


class LibraryService(LibraryHolder, GamesFinder):
    """The user's library, for all threads of a session."""

    closing = Closing.WRITES

    def __init__(self, outbox: Outbox) -> None:
        """Create the service, which answers through the outbox. Nothing is opened before the first question."""
        self._outbox = outbox
        self._library: Library | None = None
        self._masters: tuple[Script, Library] | None = None
        self._opening = threading.Lock()
        self._worker = JobThread("library")
        self._latest_ask = 0
        self._patient_until: float | None = None  # the time until which to wait for other programs that write

    def library(self) -> Library:
        """Return the library, opened if necessary.

        Raises:
            LibraryError: it cannot be opened.
        """
        with self._opening:
            if self._library is None:
                self._library = Library()
                if self._patient_until is not None:
                    self._library.hurry(self._patient_until - time.monotonic())
            return self._library

    def masters(self, script: Script) -> Library:
        """Return the library of masters' games, opened if necessary.

        Raises:
            LibraryError: it is not there.
        """
        with self._opening:
            if self._masters is not None and self._masters[0] is script:
                return self._masters[1]
            found = made_masters(script)
            if found is None:
                raise LibraryError(Message("detail.masters_gone"))
            if self._masters is not None:
                self._masters[1].close()
            self._masters = script, found
            return found

    def _each(self, libraries: Libraries) -> list[Library]:
        """Return the libraries that a question is about, the player's first.

        Raises:
            LibraryError: one cannot be opened.
        """
        found = [self.library()] if libraries.own else []
        return found if libraries.masters is None else [*found, self.masters(libraries.masters)]

    def hurry(self, seconds: float) -> None:
        """Limit further waiting for other programs' writes to `seconds` from now."""
        self._patient_until = time.monotonic() + seconds  # before checking whether the library is open
        library = self._library
        if library is not None:
            library.hurry(seconds)

    def close(self, seconds: float = LAST_JOBS_S) -> None:
        """Abandon the explorer's query, finish others, and close the library, waiting at most `seconds`."""
        until = time.monotonic() + seconds
        self._latest_ask = 0
        self._worker.close(seconds)
        if self._opening.acquire(timeout=max(0.0, until - time.monotonic())):
            try:
                for library in (self._library, *(self._masters or ())[1:]):
                    if library is not None:
                        library.close()
                self._library = self._masters = None
            finally:
                self._opening.release()

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox)

    # ---- The explorer and the search ----

    @performs(AskExplorer)
    def explore(self, order: AskExplorer) -> None:
        """Count the moves played in a position; an earlier question that is still waiting is dropped."""
        self._latest_ask = order.ask_id

        def work() -> None:
            with contextlib.suppress(CancelledError):
                self._outbox.put(Explored(order.ask_id, self._exploration(order)))

        def failed(detail: str) -> None:
            masters = masters_moves(order.query.position)
            answer = Exploration(order.query, failure=detail, masters=masters, libraries=order.libraries)
            self._outbox.put(Explored(order.ask_id, answer))

        self._worker.submit(work, failed, "explore")

    def _exploration(self, order: AskExplorer) -> Exploration:
        query = order.query

        def is_old() -> bool:
            return self._latest_ask != order.ask_id

        found = [(library, library.explore(query, is_old)) for library in self._each(order.libraries)]
        moves = found[0][1] if len(found) == 1 else merged(*(moves for _, moves in found))
        own = self.library().explore(own_query(query), is_old) if order.libraries.own and moves else ()
        share = _MOST_EXAMPLES // len(found)
        return Exploration(
            query,
            tuple(moves),
            tuple((played.move, played.games) for played in own),
            tuple(
                example
                for library, played in found
                for example in islice(_examples(library, played, library is not self._library), share)
            ),
            masters_moves(query.position),
            libraries=order.libraries,
        )

    @performs(PrepareSearch)
    def prepare_search(self, _order: PrepareSearch) -> None:
        """Load the names of openings; a failure is reported by the search itself."""
        self._worker.submit(openings.prepare_search, lambda _detail: None, "names")

    # ---- One's own games ----

    @performs(ListOwnGames)
    def list_own_games(self, order: ListOwnGames) -> None:
        """List the player's own games, with statistics."""

        def work() -> None:
            games = tuple(self.library().own_games())
            self._outbox.put(OwnGamesListed(order.ask_id, games, statistics(games)))

        def failed(detail: str) -> None:
            self._outbox.put(OwnGamesListed(order.ask_id, failure=detail))

        self._worker.submit(work, failed, "own games")

    @performs(LoadReview)
    def load_review(self, order: LoadReview) -> None:
        """Read the review of a game; the answer is empty if there is none."""

        def work() -> None:
            found = self.library().review(order.number)
            loaded(() if found is None else tuple(found.moves))

        def loaded(judgements: tuple[object, ...]) -> None:
            self._outbox.put(ReviewLoaded(order.document_id, order.number, judgements))

        def failed(detail: str) -> None:
            self._outbox.put(_refused(detail))
            loaded(())

        self._worker.submit(work, failed, "review")

    @performs(DeleteStored)
    def delete(self, order: DeleteStored) -> None:
        """Delete either all the games or none."""

        def work() -> None:
            self.library().delete(order.numbers)
            self._outbox.put(LibraryChanged())

        def failed(detail: str) -> None:
            self._outbox.put(_refused(detail))
            self._outbox.put(LibraryChanged())  # a game may be gone that is still listed

        self._worker.submit(work, failed)

    @performs(ExportStored)
    def export(self, order: ExportStored) -> None:
        """Write games to a file; an existing file is replaced only if the order requests it."""

        def work() -> None:
            try:
                event = self._exported(order)
            except LibraryError as error:
                event = _refused(str(error))
            except StorageError as error:
                event = SaveFailed(order.path, cause_of(error))
            except OSError as error:
                event = SaveFailed(order.path, system_reason(error))
            self._outbox.put(event)

        self._worker.submit(work, lambda detail: self._outbox.put(SaveFailed(order.path, detail)))

    def _exported(self, order: ExportStored) -> Event:
        path, style = order.path, Style(order.notation)
        insist_on_foreign(path)
        if is_in_the_way(path) and not order.overwrite:
            return ExportInTheWay(path, order.numbers)
        told: list[LibraryError] = []
        library = self.library()
        games = [game for number in order.numbers if (game := library.load_undamaged(number, told)) is not None]
        self._tell_damage(told, some_left=bool(games))
        write_games(path, games, style=style)
        writer = WRITERS[format_of(path)]
        doubtful = (game for game in games if not writer.holds(game, "utf-8"))
        lost = {name for game in doubtful for name in losses(game, writer.write(game, style, "utf-8"))}
        return StoredExported(path, len(games), tuple(name for name in LOSSES if name in lost))

    def _tell_damage(self, told: Sequence[LibraryError], *, some_left: bool) -> None:
        """Report that some of the requested games are damaged.

        Raises:
            LibraryError: all of them are.
        """
        if not told:
            return
        reason = Message("detail.damaged_with", reason=str(told[0]), count=len(told))
        if not some_left:
            raise LibraryError(reason)
        self._outbox.put(_refused(reason))

    # ---- Games for the board ----

    def batches(self, order: LoadFound) -> Generator[GamesBatch, None, None]:
        """Yield the requested games in batches, at most _MOST_LISTED; report damaged ones, which are left out.

        Raises:
            RecordError: the library cannot be read, or all of the games are damaged.
        """
        try:
            found = [
                (library, Stored(*place, of_masters=library is not self._library))
                for library in self._each(order.libraries or OWN_LIBRARY)
                for place in order.games or library.places(order.query or Query())
            ]
            wanted = found[:_MOST_LISTED]
            if len(found) > _MOST_LISTED:
                more = Message("toast.more_found", listed=_MOST_LISTED, count=len(found))
                self._outbox.put(Notify(more))
            told: list[LibraryError] = []
            read = False
            for begin in range(0, len(wanted), _BATCH):
                some = wanted[begin : begin + _BATCH]
                games = [
                    (library, stored, library.load_undamaged(stored.number, told)) for library, stored in some
                ]
                readable = [
                    (stored._replace(clocks=library.clocks(stored.number)), pack(game))
                    for library, stored, game in games
                    if game is not None
                ]
                if readable:
                    places, packed = zip(*readable, strict=True)
                    yield GamesBatch(packed, (begin + len(some)) / len(wanted), places)
                    read = True
                time.sleep(_PAUSE_S)
            self._tell_damage(told, some_left=read)
        except LibraryError as error:
            raise RecordError(str(error)) from None


def _refused(detail: str) -> Notify:
    return Notify(Message("toast.library_refused", detail=detail), Tone.ERROR)


def _examples(library: Library, moves: Sequence[PlayedMove], of_masters: bool) -> Iterator[ExampleGame]:
    """Yield a game for each of the moves in turn, then a second for each, and so on, without deleted ones."""
    places = (
        [(played.move, *place) for place in zip(played.examples, played.plies, strict=True)] for played in moves
    )
    chosen = (example for turn in zip_longest(*places) for example in turn if example is not None)
    for move, number, ply in chosen:
        with contextlib.suppress(LibraryError):
            hit = library.describe(number)
            tags = hit.headers
            year = date_number(tags.get("Date", "")) // 10000
            names = tags.get("Red", ""), tags.get("Black", "")
            yield ExampleGame(number, *names, hit.result, year, ply, move, of_masters)


def masters_moves(fen: str) -> tuple[MastersMove, ...]:
    """Return the masters' moves in a position, and the openings they lead to; none if it is impossible."""
    try:
        board, found = Board(fen), []
    except FenError:
        return ()
    for played in practice.lookup(board):
        after = board.copy()
        after.push(played.move)
        found.append(MastersMove(played, practice.opening_at(after)))
    return tuple(found)
