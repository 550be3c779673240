"""Orders for reviews in idle time, their reports, and the worker, which has a process do the reviews."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from xiangqi.app.answering_process import AnsweringProcess
from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.insights.background_work import review_process
from xiangqi.app.insights.background_work.review_process import Word
from xiangqi.app.job_thread import LAST_JOBS_S
from xiangqi.app.library_holder import LibraryHolder
from xiangqi.app.outbox import Outbox
from xiangqi.app.worker import Closing, Service, Site, performs
from xiangqi.errors import LibraryError, XiangqiError
from xiangqi.i18n.message import system_reason
from xiangqi.library import Library, Person, PlayerGame

if TYPE_CHECKING:
    from xiangqi.insights.reviews import Counted, CountOrder


@dataclass(frozen=True)
class GoOnReviewing(Effect):
    """Review a person's games that have not been reviewed yet, in a process with the lowest priority."""

    review_id: int  # stamps the reports; a new one makes the service look up the person's games again
    person: Person
    all_games: bool  # whether games with help and from other positions also count


@dataclass(frozen=True)
class PauseReviewing(Effect):
    """Stop reviewing at once until the next `GoOnReviewing`."""

    goes_first = True  # whoever needs the engine or the library must not have to wait


@dataclass(frozen=True)
class ReviewingStands(Event):
    """The progress of the reviews."""

    review_id: int  # as in the order
    counted: int = 0
    waiting: int = 0
    left_out: int = 0
    failure: str = ""  # why the reviews have stopped; "" if they have not


_MOST_DEATHS: Final = 3
"""The number of unexpected ends of the process after which reviewing stops."""


class ReviewService(Service):
    """Reviews the games of one person at a time. No method blocks but `close`."""

    closing = Closing.WRITES

    def __init__(self, outbox: Outbox, library: Callable[[], Library]) -> None:
        """Create the service; nothing is opened or started before the first order.

        Args:
            outbox: receives the progress.
            library: returns the library, opening it if necessary.
        """
        self._outbox = outbox
        self._library = library
        self._turn = threading.Condition()
        self._order: GoOnReviewing | None = None  # None during a pause
        self._closed = False
        self._process = AnsweringProcess(review_process.__name__)
        self._thread = threading.Thread(target=self._work, name="reviews", daemon=True)
        self._stands = ReviewingStands(0)
        self._waiting: deque[Sequence[PlayerGame]] = deque()
        self._deaths = 0

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, lambda: site.one(LibraryHolder).library())

    @performs(GoOnReviewing)
    def go_on(self, order: GoOnReviewing) -> None:
        """Continue reviewing the games of a person."""
        with self._turn:
            self._order = order
            self._process.tell(Word.GO)
            self._turn.notify_all()
            if self._thread.ident is None:
                self._thread.start()

    @performs(PauseReviewing)
    def pause(self, _order: PauseReviewing | None = None) -> None:
        """Stop at once; a game in progress stays in the process."""
        with self._turn:
            self._order = None
            self._process.tell(Word.PAUSE)

    def close(self, seconds: float = LAST_JOBS_S) -> None:
        """End the process and the thread within a time limit in seconds. A game in progress is lost."""
        with self._turn:
            self._closed = True
            self._order = None
            self._process.kill()
            self._turn.notify_all()
        if self._thread.ident is not None:
            self._thread.join(seconds)

    # ---- In the thread ----

    def _work(self) -> None:
        while (order := self._next_order()) is not None:
            try:
                self._do(order)
            except XiangqiError as error:
                self._give_up(order, str(error))
            except OSError as error:
                self._give_up(order, system_reason(error))
            except Exception as error:  # the window shows the reason
                self._give_up(order, f"{type(error).__name__}: {error}")
        self._process.end()

    def _next_order(self) -> GoOnReviewing | None:
        """Wait for an order; return None when the service closes."""
        with self._turn:
            self._turn.wait_for(lambda: self._closed or self._order is not None)
            return None if self._closed else self._order

    def _do(self, order: GoOnReviewing) -> None:
        """Look up the games to be reviewed, or review one of them."""
        from xiangqi.insights.reviews import standing_of

        library = self._library()
        if order.review_id != self._stands.review_id:
            standing = standing_of(library, library.games_of(order.person), all_games=order.all_games)
            self._waiting = deque(standing.waiting)
            self._stands = ReviewingStands(order.review_id, standing.counted, 0, standing.left_out)
        elif self._waiting and self._review(library, self._waiting[0]):
            self._waiting.popleft()
            self._stands = ReviewingStands(order.review_id, self._stands.counted + 1, 0, self._stands.left_out)
        self._tell(order)

    def _tell(self, order: GoOnReviewing, failure: str = "") -> None:
        stands = self._stands
        waiting = len(self._waiting)
        self._outbox.put(ReviewingStands(order.review_id, stands.counted, waiting, stands.left_out, failure))
        if failure or not waiting:
            with self._turn:
                if self._order == order:
                    self._order = None
            self._process.end()

    def _give_up(self, order: GoOnReviewing, failure: str) -> None:
        self._stands = ReviewingStands(0)
        self._tell(order, failure)

    def _review(self, library: Library, sides: Sequence[PlayerGame]) -> bool:
        """Review one game, unless it is damaged; return False if the process ended before that.

        Raises:
            LibraryError: the library cannot be read or written.
            XiangqiError: the process has ended too often.
        """
        from xiangqi.insights.reviews import keep, order_of

        try:
            order = order_of(library, sides)
        except LibraryError:  # the library reports damaged games itself
            return True
        found = self._ask(order)
        if found is None:
            return False
        if library.holds(order.number):  # it may have been deleted meanwhile
            keep(library, order, found)
        return True

    def _ask(self, order: CountOrder) -> Counted | None:
        """Have the process review a game; return None if the process ended first or the service is closing.

        Raises:
            XiangqiError: the process has ended too often.
        """
        from xiangqi.insights.reviews import Counted

        try:
            if not self._is_ready():
                return None
            (found,) = self._process.ask(order)
        except XiangqiError:
            self._deaths += 1
            if self._deaths >= _MOST_DEATHS and not self._closed:
                self._deaths = 0
                raise
            return None
        self._deaths = 0
        assert isinstance(found, Counted)
        return found

    def _is_ready(self) -> bool:
        """Start the process unless the service is closed; return whether it is running.

        Raises:
            XiangqiError: it cannot be started.
        """
        with self._turn:
            if self._closed:
                return False
            self._process.start()
            if self._order is None:  # paused in the meantime
                self._process.tell(Word.PAUSE)
            return True
