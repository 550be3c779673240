"""Questions to the library, its answers, and the worker that opens it when it is first needed."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from typing import Final

from xiangqi import openings
from xiangqi.app.effect import Effect
from xiangqi.app.event import Event, Notify
from xiangqi.app.job_thread import LAST_JOBS_S
from xiangqi.app.library.state import (
    DailyGames,
    DailyReason,
    ExampleGame,
    Exploration,
    MastersMove,
    NamedGame,
    own_query,
)
from xiangqi.app.library_holder import LibraryHolder
from xiangqi.app.outbox import Outbox
from xiangqi.app.records.asks_reading import GamesFinder, LoadFound
from xiangqi.app.records.asks_writing import SaveFailed
from xiangqi.app.records.background_work.reading import Batches, GamesBatch
from xiangqi.app.session.document import Stored
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.worker import Answers, Closing, Worker, answers
from xiangqi.board import Board
from xiangqi.disk import is_in_the_way
from xiangqi.errors import CancelledError, FenError, LibraryError, RecordError, ResourceError, StorageError
from xiangqi.i18n.message import Message, cause_of, system_reason
from xiangqi.library import Hit, Library, OwnGame, PlayedMove, Query, Statistics
from xiangqi.library.daily import games_of_day
from xiangqi.library.dates import date_number
from xiangqi.library.masters import OWN_LIBRARY, Libraries, Script, made_masters
from xiangqi.library.masters_names import masters_called
from xiangqi.library.own_files import insist_on_foreign
from xiangqi.library.played import statistics
from xiangqi.library.searching import merged
from xiangqi.notation import Style
from xiangqi.openings import practice
from xiangqi.records.files import WRITERS, format_of, write_games
from xiangqi.records.losses import LOSSES, losses
from xiangqi.records.packed import pack


@dataclass(frozen=True)
class AskExplorer(Effect):
    """Count the moves played in a position; a question that is still waiting is dropped."""

    ask_id: int  # identifies the answer
    query: Query  # the question
    libraries: Libraries = OWN_LIBRARY  # the libraries that are asked


@dataclass(frozen=True)
class Explored(Event):
    """The moves played in a position have been counted."""

    ask_id: int  # the question
    answer: Exploration  # its answer


@dataclass(frozen=True)
class AskDaily(Effect):
    """Choose masters' games for a day, by openings; a question that is still waiting is dropped."""

    day: str  # the date
    codes: tuple[str, ...]  # the openings; empty for that of the player's last game, or a well-known one
    script: Script  # how names are written


@dataclass(frozen=True)
class DailyChosen(Event):
    """The games of a day have been chosen."""

    daily: DailyGames


@dataclass(frozen=True)
class PrepareSearch(Effect):
    """Load the names of openings in advance, so that the first search does not hold up the window."""


@dataclass(frozen=True)
class ListOwnGames(Effect):
    """List the player's own games, with statistics."""

    ask_id: int  # identifies the answer


@dataclass(frozen=True)
class OwnGamesListed(Event):
    """The player's own games have been listed."""

    ask_id: int  # the question
    games: tuple[OwnGame, ...] = ()  # the latest first
    statistics: Statistics | None = None  # statistics of these games
    failure: str = ""  # why the list is empty; "" if nothing went wrong
    total: int = 0  # the number of all games of the library
    stars: frozenset[int] = frozenset()  # the numbers of the games with a star


@dataclass(frozen=True)
class PutStar(Effect):
    """Give a game of the library a star, or remove its star."""

    number: int
    starred: bool


@dataclass(frozen=True)
class StarsChanged(Event):
    """Games have received or lost a star, or the attempt has failed."""

    stars: frozenset[int]  # the numbers of all games with a star


@dataclass(frozen=True)
class FindNamed(Effect):
    """Find games by player or event, and masters by name; a question that is still waiting is dropped."""

    text: str  # part of a name
    script: Script = Script.SIMPLIFIED  # how masters' names are written


@dataclass(frozen=True)
class GamesNamed(Event):
    """The games and masters found for a text in the palette."""

    text: str  # as in the question
    games: tuple[NamedGame, ...] = ()
    masters: tuple[str, ...] = ()  # masters, those with the most games first


@dataclass(frozen=True)
class LoadReview(Effect):
    """Read the review of a game."""

    document_id: int  # the game's document; stamps the answer
    number: int  # the game's number in the library


@dataclass(frozen=True)
class ReviewLoaded(Event):
    """The review of a library game has been read."""

    # document_id, number: as in the request
    document_id: int
    number: int
    # the judgements of all positions from the start, as JSON values; empty if there is no review
    judgements: tuple[object, ...] = ()


@dataclass(frozen=True)
class DeleteStored(Effect):
    """Delete games from the library permanently, with their reviews; practice cards made from them stay."""

    numbers: tuple[int, ...]


@dataclass(frozen=True)
class ExportStored(Effect):
    """Write library games in the format given by the file name."""

    numbers: tuple[int, ...]  # the games' numbers
    path: Path  # the file
    notation: str  # the notation, if the format has a choice
    overwrite: bool  # whether an existing file may be replaced


@dataclass(frozen=True)
class StoredExported(Event):
    """Games have been written to a file."""

    path: Path  # the file
    count: int  # the number of games
    missing: tuple[str, ...] = ()  # what the format cannot represent, as named by `records.losses`


@dataclass(frozen=True)
class ExportInTheWay(Event):
    """Games were not written because the file exists."""

    path: Path
    numbers: tuple[int, ...]


_BATCH: Final = 20


_PAUSE_S: Final = 0.004
"""The pause between two batches in seconds, so that the thread that draws gets its turn."""


_MOST_EXAMPLES: Final = 24


_MOST_NAMED: Final = 8


_MOST_MASTERS: Final = 4


_WELL_KNOWN: Final = "C00"
"""The opening of the day for those who have none: the central cannon against the screen horses."""


_MOST_LISTED: Final = 20_000
"""The most games that a search lists: each takes half a kilobyte, and half a millisecond to read."""


class LibraryService(Worker, LibraryHolder, GamesFinder):
    """Opens the player's library and the masters' games for all threads of a session, when first needed."""

    name, failure = "library", "toast.library_refused"
    closing = Closing.WRITES

    def __init__(self, outbox: Outbox) -> None:
        """Create the worker, which reports to the outbox."""
        super().__init__(outbox)
        self._library: Library | None = None
        self._masters: tuple[Script, Library] | None = None
        self._opening = threading.Lock()
        self._is_closing = False
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
        """Return the library of masters' games, opened if necessary; one in another script is closed.

        Raises:
            LibraryError: it has not been made.
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
        self._is_closing = True
        super().close(seconds)
        if self._opening.acquire(timeout=max(0.0, until - time.monotonic())):
            try:
                for library in (self._library, *(self._masters or ())[1:]):
                    if library is not None:
                        library.close()
                self._library = self._masters = None
            finally:
                self._opening.release()

    def failed(self, question: Effect, detail: str) -> Answers:
        """Answer a question with the reason for its failure, report that in a toast, or ignore it."""
        if isinstance(question, AskExplorer):
            masters, asked = masters_moves(question.query.position), question.libraries
            answer = Exploration(question.query, failure=detail, masters=masters, libraries=asked)
            yield Explored(question.ask_id, answer)
        elif isinstance(question, ListOwnGames):
            yield OwnGamesListed(question.ask_id, failure=detail)
        elif isinstance(question, FindNamed):  # what cannot be read is not found
            yield GamesNamed(question.text)
        elif isinstance(question, AskDaily):  # a day without games is no loss
            yield DailyChosen(DailyGames(question.day, question.codes, DailyReason.MINE, "", ()))
        elif isinstance(question, ExportStored):
            yield SaveFailed(question.path, detail)
        elif not isinstance(question, PrepareSearch):  # whose failure is reported by the search itself
            yield from self.complaint(detail)
        if isinstance(question, LoadReview):
            yield ReviewLoaded(question.document_id, question.number)
        elif isinstance(question, DeleteStored):
            yield LibraryChanged()  # a game may be gone that is still listed

    # ---- The explorer and the search ----

    @answers(AskExplorer, newest=True)
    def explore(self, question: AskExplorer) -> Answers:
        """Count the moves played in a position, unless a newer question overtakes this one."""
        with contextlib.suppress(CancelledError):
            yield Explored(question.ask_id, self._exploration(question))

    def _exploration(self, order: AskExplorer) -> Exploration:
        query = order.query

        def is_old() -> bool:
            return self._is_closing or self.is_overtaken(order)

        found = [(library, library.explore(query, is_old)) for library in self._each(order.libraries)]
        moves = found[0][1] if len(found) == 1 else merged(*(moves for _, moves in found)) if found else ()
        own = self.library().explore(own_query(query), is_old) if order.libraries.own and moves else ()
        share = _MOST_EXAMPLES // max(1, len(found))
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

    @answers(AskDaily, newest=True)
    def choose_daily(self, question: AskDaily) -> Answers:
        """Choose the games of a day among those of masters, whose library must exist."""
        masters = self.masters(question.script)
        why, choice = DailyReason.MINE, None
        if question.codes:
            choice = games_of_day(masters, question.codes, question.day)
        if choice is None:
            last = next((game.opening for game in self.library().own_games() if game.opening), None)
            why = DailyReason.LAST_GAME if last is not None else DailyReason.WELL_KNOWN
            choice = games_of_day(masters, [last or _WELL_KNOWN], question.day)
        hits = [] if choice is None else [masters.describe(number) for number in choice.numbers]
        code = "" if choice is None else choice.opening
        games = tuple(map(_named_game, hits))
        yield DailyChosen(DailyGames(question.day, question.codes, why, code, games))

    @answers(PrepareSearch, newest=True)
    def prepare_search(self, _question: PrepareSearch) -> Answers:
        """Load the names of openings."""
        openings.prepare_search()
        yield from ()

    @answers(FindNamed, newest=True)
    def find_named(self, question: FindNamed) -> Answers:
        """Find games by a player's or an event's name, and masters by theirs."""
        masters: tuple[str, ...] = ()
        with contextlib.suppress(ResourceError):  # a copy without their games still finds the player's
            masters = tuple(masters_called(question.text, question.script, _MOST_MASTERS))
        yield GamesNamed(question.text, tuple(_named(self.library(), question.text)), masters)

    # ---- One's own games ----

    @answers(ListOwnGames, newest=True)
    def list_own_games(self, question: ListOwnGames) -> Answers:
        """List the player's own games, with statistics."""
        library = self.library()
        games = tuple(library.own_games())
        listed = statistics(games), "", len(library), library.stars()
        yield OwnGamesListed(question.ask_id, games, *listed)

    @answers(PutStar)
    def put_star(self, question: PutStar) -> Answers:
        """Give a game a star, or remove it; the answer lists the stars in the library after that."""
        library = self.library()
        try:
            library.star(question.number, starred=question.starred)
        except LibraryError as error:
            yield from self.complaint(str(error))
        yield StarsChanged(library.stars())

    @answers(LoadReview, newest=True)
    def load_review(self, question: LoadReview) -> Answers:
        """Read the review of a game; the answer is empty if there is none."""
        found = self.library().review(question.number)
        yield ReviewLoaded(question.document_id, question.number, () if found is None else tuple(found.moves))

    @answers(DeleteStored)
    def delete(self, question: DeleteStored) -> Answers:
        """Delete either all the games or none."""
        self.library().delete(question.numbers)
        yield LibraryChanged()

    @answers(ExportStored)
    def export(self, question: ExportStored) -> Answers:
        """Write games to a file; an existing file is replaced only if the question says so."""
        try:
            yield from self._exported(question)
        except LibraryError as error:
            yield from self.complaint(str(error))
        except StorageError as error:
            yield SaveFailed(question.path, cause_of(error))
        except OSError as error:
            yield SaveFailed(question.path, system_reason(error))

    def _exported(self, order: ExportStored) -> Answers:
        path, style = order.path, Style(order.notation)
        insist_on_foreign(path)
        if is_in_the_way(path) and not order.overwrite:
            yield ExportInTheWay(path, order.numbers)
            return
        damaged: list[LibraryError] = []
        library = self.library()
        loaded = (library.load_undamaged(number, damaged) for number in order.numbers)
        games = [game for game in loaded if game is not None]
        yield from self._damage(damaged, some_left=bool(games))
        write_games(path, games, style=style)
        writer = WRITERS[format_of(path)]
        doubtful = (game for game in games if not writer.holds(game, "utf-8"))
        lost = {name for game in doubtful for name in losses(game, writer.write(game, style, "utf-8"))}
        yield StoredExported(path, len(games), tuple(name for name in LOSSES if name in lost))

    def _damage(self, found: Sequence[LibraryError], *, some_left: bool) -> Answers:
        """Report that some of the requested games are damaged.

        Raises:
            LibraryError: all the games are damaged.
        """
        if not found:
            return
        reason = Message("detail.damaged_with", reason=str(found[0]), count=len(found))
        if not some_left:
            raise LibraryError(reason)
        yield from self.complaint(reason)

    # ---- Games for the board ----

    def batches(self, order: LoadFound) -> Batches:
        """Yield at most _MOST_LISTED of the requested games, in batches; leave out and report damaged ones.

        The games of a query come latest first, so that the oldest are cut off, which is reported, too.

        Raises:
            RecordError: the library cannot be read, or all of the games are damaged.
        """
        try:
            found = [
                (library, Stored(*place, of_masters=library is not self._library))
                for library in self._each(order.libraries or OWN_LIBRARY)
                for place in order.games or library.latest(order.query or Query())
            ]
            wanted = found[:_MOST_LISTED]
            if len(found) > _MOST_LISTED:
                more = Message("toast.more_found", listed=_MOST_LISTED, count=len(found))
                self._outbox.put(Notify(more))
            damaged: list[LibraryError] = []
            read = False
            for begin in range(0, len(wanted), _BATCH):
                some = wanted[begin : begin + _BATCH]
                games = [
                    (library, stored, library.load_undamaged(stored.number, damaged))
                    for library, stored in some
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
            for told in self._damage(damaged, some_left=read):
                self._outbox.put(told)
        except LibraryError as error:
            raise RecordError(str(error)) from None


def _named(library: Library, text: str) -> Iterator[NamedGame]:
    """Yield at most _MOST_NAMED of the latest games of a player, then of an event, without damaged ones."""
    places = [*library.latest(Query(player=text)), *library.latest(Query(event=text))]
    numbers = dict.fromkeys(number for number, _ in islice(places, 2 * _MOST_NAMED))
    for number in islice(numbers, _MOST_NAMED):
        with contextlib.suppress(LibraryError):
            yield _named_game(library.describe(number))


def _named_game(hit: Hit) -> NamedGame:
    red, black, event, date = (hit.headers.get(name, "") for name in ("Red", "Black", "Event", "Date"))
    return NamedGame(hit.number, red, black, event, date, hit.result)


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
    """Return the masters' moves in a position, and the openings they lead to; () for an impossible position."""
    try:
        board, found = Board(fen), []
    except FenError:
        return ()
    for played in practice.lookup(board):
        after = board.copy()
        after.push(played.move)
        found.append(MastersMove(played, practice.opening_at(after)))
    return tuple(found)
