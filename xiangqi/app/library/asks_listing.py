"""Orders to list games of the library, their answers, and the worker that reads the games.

It has a thread of its own, since a long list must not keep the explorer waiting.
"""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.outbox import Outbox
from xiangqi.app.records.asks_reading import GamesFinder, LoadFound
from xiangqi.app.session.document import Stored
from xiangqi.app.worker import Answers, Service, Site, Worker, answers, performs
from xiangqi.library import Query
from xiangqi.library.masters import OWN_LIBRARY, Libraries
from xiangqi.records.packed import PackedGame


@dataclass(frozen=True)
class ListFound(Effect):
    """Read the games that a query finds; an earlier query that is still being answered is dropped."""

    ask_id: int  # identifies the answers
    query: Query
    numbers: tuple[int, ...] = ()  # the numbers of the games to read instead; () for what the query finds
    libraries: Libraries = OWN_LIBRARY  # the libraries that are asked


@dataclass(frozen=True)
class StopListing(Effect):
    """Stop reading games for lists."""


@dataclass(frozen=True)
class FoundRead(Event):
    """More of the games that a query finds have been read."""

    ask_id: int  # the question
    games: tuple[PackedGame, ...] = ()
    stored: tuple[Stored, ...] = ()  # the place of each in the library
    complete: bool = False  # whether these are the last
    share: float = 0.0  # the share that has been read, up to 1
    failure: str = ""  # why there are no more; "" if nothing went wrong


class GamesLister(Worker):
    """Reads games for lists, in batches."""

    name, failure = "lister", "toast.library_refused"

    def __init__(self, outbox: Outbox, site: Site) -> None:
        """Create the worker, which reports to the outbox and reads through the site's finder of games."""
        super().__init__(outbox)
        self._site = site

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, site)

    @answers(ListFound, alone=True)
    def list_found(self, order: ListFound) -> Answers:
        """Read the games in batches."""
        wanted = tuple((number, 0) for number in order.numbers)
        question = LoadFound(order.ask_id, wanted, order.query, order.libraries)
        for batch in self._site.one(GamesFinder).batches(question):
            yield FoundRead(order.ask_id, batch.games, batch.stored, share=batch.share)
        yield FoundRead(order.ask_id, complete=True, share=1.0)

    @performs(StopListing)
    def stop_listing(self, _order: StopListing) -> None:
        """Abandon the list that is being read."""
        self.drop()

    def failed(self, question: Effect, detail: str) -> Answers:
        """Answer that there are no more games, and why."""
        assert isinstance(question, ListFound)
        yield FoundRead(question.ask_id, complete=True, failure=detail)
