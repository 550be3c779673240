"""Questions about players, their answers, and the worker that reads the players' games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.insights.state import PlayerInsights
from xiangqi.app.library_holder import LibraryHolder
from xiangqi.app.outbox import Outbox
from xiangqi.app.process_worker import ProcessWorker
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.worker import Answers, Closing, Service, Site, answers
from xiangqi.disk import write_atomically
from xiangqi.library import Library, LibraryPlayer, Person
from xiangqi.library.masters import Script, open_masters
from xiangqi.library.players import SET_UP, against_others
from xiangqi.line import Moves
from xiangqi.resources import data_folder

_BOOK: Final = "sparring-book.txt"
"""The file with the sparring partner's first moves."""


@dataclass(frozen=True)
class AskInsights(Effect):
    """Read the insights into a player's games."""

    ask_id: int  # stamps the answer
    person: Person
    all_games: bool  # whether games with help and from other positions also count
    name: str = ""  # the player, if an opponent asks for a dossier; "" for the person at this computer
    masters: Script | None = None  # the script of the masters' games if theirs are meant; None for the library


@dataclass(frozen=True)
class InsightsRead(Event):
    """The insights into a player's games have been read."""

    ask_id: int  # as in the order
    report: PlayerInsights | None = None
    failure: str = ""  # why there is no report; "" if there is one


@dataclass(frozen=True)
class ListPlayers(Effect):
    """List the players of the library, or of the masters' games."""

    masters: Script | None = None  # as in AskInsights


@dataclass(frozen=True)
class PlayersListed(Event):
    """The players of the library, or of the masters' games, have been listed."""

    players: tuple[LibraryPlayer, ...]  # the ones with the most games first
    masters: Script | None = None  # as in the order


@dataclass(frozen=True)
class ForgetReviews(Effect):
    """Delete the results of all reviews of a person's games."""

    person: Person


@dataclass(frozen=True)
class PrepareSparring(Effect):
    """Write a player's first moves as an opening book for the engine."""

    name: str  # the player
    side: int  # RED or BLACK, the computer's in the game to come
    moves: Moves  # the moves from the starting position after which that game begins
    masters: Script | None = None  # as in AskInsights


@dataclass(frozen=True)
class SparringReady(Event):
    """A player's first moves have been written as an opening book."""

    name: str
    side: int  # as in the order
    moves: Moves  # as in the order
    book: Path
    rating: int | None  # the player's; None if unknown


class InsightsReader(ProcessWorker):
    """Answers questions about players, the long ones in a process of its own; loads nothing until asked."""

    name, failure = "insights", "toast.library_refused"
    closing = Closing.WRITES
    module = __name__

    def __init__(self, outbox: Outbox, library: Callable[[], Library]) -> None:
        """Create the worker.

        Args:
            outbox: receives the answers.
            library: returns the library, opening it if necessary.
        """
        super().__init__(outbox)
        self._library = library

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, lambda: site.one(LibraryHolder).library())

    def failed(self, question: Effect, detail: str) -> Answers:
        """Answer with the reason in place of a report; other errors become a toast."""
        if isinstance(question, AskInsights):
            yield InsightsRead(question.ask_id, failure=detail)
        else:
            yield from super().failed(question, detail)

    @answers(AskInsights, newest=True)
    def ask(self, question: AskInsights) -> Answers:
        """Read the insights into a player's games."""
        if question.masters is None:
            self._library()  # brings an old library up to date first
        yield from self.in_process(question)

    @answers(ListPlayers, newest=True)
    def list_players(self, question: ListPlayers) -> Answers:
        """List the players of the library or, in a process, those of the masters' games."""
        if question.masters is not None:
            yield from self.in_process(question)
        else:
            yield PlayersListed(tuple(self._library().players()))

    @answers(ForgetReviews)
    def forget(self, question: ForgetReviews) -> Answers:
        """Delete the results of all reviews of a person's games."""
        library = self._library()
        library.forget_counted(library.games_of(question.person))
        yield LibraryChanged()

    @answers(PrepareSparring)
    def prepare(self, question: PrepareSparring) -> Answers:
        """Write a player's first moves as an opening book."""
        if question.masters is not None:
            yield from self.in_process(question)
        else:
            yield _prepared(self._library(), question)


def answer(question: AskInsights | ListPlayers | PrepareSparring) -> Answers:
    """Answer a question about players, in the process; the masters' games are unpacked if necessary.

    Raises:
        LibraryError: the library cannot be read or made.
        ResourceError: the levels' rates or the masters' games are missing or damaged.
        StorageError: the book of a sparring partner cannot be written.
    """
    with Library() if question.masters is None else open_masters(question.masters) as library:
        if isinstance(question, AskInsights):
            yield InsightsRead(question.ask_id, report_of(library, question))
        elif isinstance(question, ListPlayers):
            yield PlayersListed(tuple(library.players()), question.masters)
        else:
            yield _prepared(library, question)


def report_of(library: Library, order: AskInsights) -> PlayerInsights:
    """Return the insights into a player's games.

    Raises:
        LibraryError: the library cannot be read.
        ResourceError: the levels' rates are missing or damaged.
    """
    from xiangqi.insights.claims import claims
    from xiangqi.insights.dossier import dossier
    from xiangqi.insights.figures import figures
    from xiangqi.insights.first_moves import FirstMoves
    from xiangqi.insights.games import games_in
    from xiangqi.insights.rates import shipped_rates
    from xiangqi.insights.reviews import counted_moves

    games, rates = library.games_of(order.person), shipped_rates()
    games = against_others(games) if order.name else games
    wanted = [game for game in games if order.all_games or not game.left_out]
    moves, played = counted_moves(library, wanted), list(games_in(library, wanted))
    reviewed = len({move.game for move in moves})
    known = None
    if order.name:
        usual = {game.number for game in games if game.left_out != SET_UP}
        known = replace(dossier([game for game in played if game.number in usual]), first_moves=FirstMoves(()))
    said = claims(moves, rates, name=order.name)
    count = len({game.number for game in games})
    return PlayerInsights(said, figures(moves, played, rates), count, reviewed, known)


def _prepared(library: Library, order: PrepareSparring) -> SparringReady:
    """Write an opening book of a player's first moves, and return the event that reports its path.

    Raises:
        LibraryError: the library cannot be read.
        ResourceError: the levels' rates are missing or damaged.
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
    return SparringReady(order.name, order.side, order.moves, path, rating)
