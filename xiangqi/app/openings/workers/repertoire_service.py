"""Reads and changes the repertoire in a separate thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from xiangqi.app.event import Notify, Tone
from xiangqi.app.job_thread import LAST_JOBS_S, Job, JobThread
from xiangqi.app.openings.effects import (
    AddMoves,
    CompareGame,
    GameCompared,
    LoadRepertoire,
    MakeRecord,
    PreviewRecord,
    RecordMade,
    RecordPreviewed,
    RemoveMoves,
    RepertoireRead,
)
from xiangqi.app.openings.state import SideView
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.app.worker import Closing, Service, Site
from xiangqi.core.constants import BLACK, RED
from xiangqi.i18n.message import Message
from xiangqi.insights.figures import FamilyResults
from xiangqi.library import Library, OwnGame
from xiangqi.library.library import default_path
from xiangqi.library.played import DRAWN, LOST, WON
from xiangqi.local_time import utc_now
from xiangqi.openings import family_of, opening_of, practice
from xiangqi.repertoire.departures import departure
from xiangqi.repertoire.gaps import gaps
from xiangqi.repertoire.lines import Growth, Repertoire, game_of
from xiangqi.repertoire.store import RepertoireStore, change_between
from xiangqi.repertoire.training import standing

LEAST: Final = 0.005
"""The lowest probability at which a gap is shown."""

_PATIENCE_S: Final = 2.0  # seconds to wait for another program that has locked the library


class RepertoireService(Service):
    """Reads and changes repertoires, and reports to the outbox."""

    closing = Closing.WRITES

    def __init__(self, outbox: Outbox, clock: Callable[[], datetime] | None = None) -> None:
        """Create the service; nothing is opened until it is needed.

        Args:
            outbox: receives the events.
            clock: returns the current time with its zone; None for the system's clock.
        """
        self._outbox = outbox
        self._clock = clock or utc_now
        self._thread = JobThread("repertoire")
        self._opened: RepertoireStore | None = None

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, site.clock)

    def declare(self, performers: Performers) -> None:
        """Declare the effects that this worker performs."""
        performers.declare(LoadRepertoire, self.load)
        performers.declare(AddMoves, self.add)
        performers.declare(RemoveMoves, self.remove)
        performers.declare(PreviewRecord, self.preview)
        performers.declare(MakeRecord, self.make_record)
        performers.declare(CompareGame, self.compare)

    @property
    def is_keeping(self) -> bool:
        """Whether something is still waiting to be written to disk."""
        return not self._thread.is_idle

    def hurry(self, seconds: float) -> None:
        """Limit further waiting for other programs' writes to `seconds` from now."""
        if self._opened is not None:
            self._opened.hurry(seconds)

    def close(self, seconds: float = LAST_JOBS_S) -> None:
        """Write everything in the queue within `seconds`, and stop."""
        self._submit(self._close_store)
        self._thread.close(seconds)

    def _close_store(self) -> None:
        if self._opened is not None:
            self._opened.close()

    def _submit(self, job: Job) -> None:
        def failed(detail: str) -> None:
            self._outbox.put(Notify(Message("toast.repertoire_failed", detail=detail), Tone.ERROR))

        self._thread.submit(job, failed)

    def _store(self) -> RepertoireStore:
        if self._opened is None:
            self._opened = RepertoireStore(patience_s=_PATIENCE_S)
        return self._opened

    def load(self, _order: LoadRepertoire) -> None:
        """Report the repertoires."""
        self._submit(self._tell)

    def _tell(self) -> None:
        store = self._store()
        last, now = store.last_recalls(), self._clock()
        games = self._own_games()
        sides = {}
        for side in (RED, BLACK):
            kept = store.repertoire(side)
            open_gaps = gaps(kept, practice.weights, LEAST) if kept.answers else []
            known = standing(store.cards(side), last, now)
            sides[side] = SideView(kept, known, tuple(open_gaps), family_scores(kept, games))
        self._outbox.put(RepertoireRead(sides))

    def _own_games(self) -> list[OwnGame]:
        with Library(self._store().path) as library:
            return library.own_games()

    def add(self, order: AddMoves) -> None:
        """Add moves, and report the resulting repertoires."""

        def job() -> None:
            growth = Growth(self._store().repertoire(order.side))
            for known in order.moves:
                growth.take(known)
            self._put(growth.repertoire(), len(growth.left_out))

        self._submit(job)

    def remove(self, order: RemoveMoves) -> None:
        """Remove moves, and report the resulting repertoires."""
        self._submit(lambda: self._put(self._store().repertoire(order.side).without(order.moves)))

    def _put(self, repertoire: Repertoire, left_out: int = 0) -> None:
        change = self._store().put(repertoire, left_out, self._clock())
        if change.gone:
            message = Message("toast.repertoire_smaller", gone=change.gone)
        else:
            key = "toast.repertoire_full" if change.left_out else "toast.repertoire_kept"
            message = Message(key, moves=change.moves, cards=change.cards)
        self._outbox.put(Notify(message, Tone.ERROR if change.left_out else Tone.NORMAL))
        self._tell()

    def preview(self, order: PreviewRecord) -> None:
        """Report what a record would add."""

        def job() -> None:
            kept = self._store().repertoire(order.side)
            growth = Growth(kept)
            growth.take_game(order.tree.to_game())
            after = growth.repertoire()
            before = set(kept.moves())
            fresh = (known for known in after.moves() if known not in before)
            change = change_between(kept, after, len(growth.left_out))
            self._outbox.put(RecordPreviewed(order.side, (*fresh, *growth.left_out), change))

        self._submit(job)

    def make_record(self, order: MakeRecord) -> None:
        """Write a repertoire as a record."""
        self._submit(
            lambda: self._outbox.put(RecordMade(game_of(self._store().repertoire(order.side), order.name)))
        )

    def compare(self, order: CompareGame) -> None:
        """Report where a game left the repertoire's lines; nothing is opened if there is no library."""
        if not default_path().exists():
            return

        def job() -> None:
            found = departure(self._store().repertoire(order.side), order.moves)
            self._outbox.put(GameCompared(order.document_id, order.side, found))

        self._submit(job)


def family_scores(repertoire: Repertoire, games: Iterable[OwnGame]) -> tuple[FamilyResults, ...]:
    """Return the results of finished games in each opening family of a repertoire, the most frequent first."""
    lines = ((*step.way, step.move) for step in repertoire.walk())
    families = {family_of(found.code) for line in lines if (found := opening_of(line)) is not None}
    ended: dict[str, list[str]] = {}
    for game in games:
        if game.played.side == repertoire.side and game.outcome and game.opening:
            ended.setdefault(family_of(game.opening), []).append(game.outcome)
    scores = (
        FamilyResults(family, outcomes.count(WON), outcomes.count(DRAWN), outcomes.count(LOST))
        for family, outcomes in ended.items()
        if family in families
    )
    return tuple(sorted(scores, key=lambda score: (-score.games, score.family)))
