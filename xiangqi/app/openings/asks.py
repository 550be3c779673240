"""Questions and orders about the player's repertoire, their answers, and the worker that serves them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.openings.state import SideView
from xiangqi.app.outbox import Outbox
from xiangqi.app.worker import Answers, Closing, Service, Site, Worker, answers
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.i18n.message import Message
from xiangqi.insights.figures import FamilyResults
from xiangqi.library import Library, OwnGame
from xiangqi.library.library import default_path
from xiangqi.library.played import DRAWN, LOST, WON
from xiangqi.local_time import utc_now
from xiangqi.openings import family_of, opening_of, practice
from xiangqi.records.revision import Revision
from xiangqi.records.tree import Game
from xiangqi.repertoire.departures import Departure, departure
from xiangqi.repertoire.gaps import gaps
from xiangqi.repertoire.lines import Growth, Repertoire, RepertoireMove, game_of
from xiangqi.repertoire.store import RepertoireChange, RepertoireStore, change_between

LEAST: Final = 0.005
"""The lowest probability at which a gap is shown."""

_PATIENCE_S: Final = 2.0  # seconds to wait for another program that has locked the library


@dataclass(frozen=True)
class LoadRepertoire(Effect):
    """Read both sides' repertoires."""


@dataclass(frozen=True)
class RepertoireRead(Event):
    """The repertoires have been read."""

    sides: dict[int, SideView]  # the repertoires by side, RED and BLACK


@dataclass(frozen=True)
class AddMoves(Effect):
    """Add moves to a repertoire."""

    side: int
    moves: tuple[RepertoireMove, ...]


@dataclass(frozen=True)
class RemoveMoves(Effect):
    """Remove moves from a repertoire, along with moves that only they lead to."""

    side: int
    moves: tuple[RepertoireMove, ...]


@dataclass(frozen=True)
class PreviewRecord(Effect):
    """Find the moves that the lines of a record would add to a repertoire."""

    side: int
    tree: Revision


@dataclass(frozen=True)
class RecordPreviewed(Event):
    """The moves that the lines of a record would add."""

    side: int
    moves: tuple[RepertoireMove, ...]  # the new ones, then the answers for which there is no room
    change: RepertoireChange


@dataclass(frozen=True)
class MakeRecord(Effect):
    """Write a repertoire as a record with variations."""

    side: int
    name: str  # the record's title


@dataclass(frozen=True)
class RecordMade(Event):
    """A repertoire has been written as a record."""

    game: Game


@dataclass(frozen=True)
class CompareGame(Effect):
    """Find where a finished game left the lines of the repertoire."""

    document_id: int
    side: int
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class GameCompared(Event):
    """A finished game has been compared with the lines of the repertoire."""

    document_id: int
    side: int
    departure: Departure | None


class Repertoires(Worker):
    """Reads and changes both sides' repertoires; nothing is opened until it is needed."""

    name, failure = "repertoire", "toast.repertoire_failed"
    closing = Closing.WRITES

    def __init__(self, outbox: Outbox, clock: Callable[[], datetime] = utc_now) -> None:
        """Create the worker, with a clock that returns the current time with its zone."""
        super().__init__(outbox)
        self._clock = clock
        self._opened: RepertoireStore | None = None
        self._patient_until: float | None = None  # the time until which to wait for other programs that write

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, site.clock)

    def hurry(self, seconds: float) -> None:
        """Limit further waiting for other programs' writes to `seconds` from now."""
        self._patient_until = time.monotonic() + seconds  # before checking whether the store is open
        store = self._opened
        if store is not None:
            store.hurry(seconds)

    def finish(self) -> None:
        """Close the store."""
        if self._opened is not None:
            self._opened.close()

    def _store(self) -> RepertoireStore:
        if self._opened is None:
            self._opened = RepertoireStore(patience_s=_PATIENCE_S)
            if self._patient_until is not None:
                self._opened.hurry(self._patient_until - time.monotonic())
        return self._opened

    @answers(LoadRepertoire)
    def load(self, _question: LoadRepertoire) -> Answers:
        """Report the repertoires."""
        store = self._store()
        now = self._clock()
        with Library(store.path) as library:
            games = library.own_games()
        sides = {}
        for side in (RED, BLACK):
            kept = store.repertoire(side)
            open_gaps = gaps(kept, practice.weights, LEAST) if kept.answers else []
            known = store.standing(side, now)
            sides[side] = SideView(kept, known, tuple(open_gaps), family_scores(kept, games))
        yield RepertoireRead(sides)

    @answers(AddMoves)
    def add(self, question: AddMoves) -> Answers:
        """Add moves, and report the resulting repertoires."""
        growth = Growth(self._store().repertoire(question.side))
        for known in question.moves:
            growth.take(known)
        return self._put(growth.repertoire(), len(growth.left_out))

    @answers(RemoveMoves)
    def remove(self, question: RemoveMoves) -> Answers:
        """Remove moves, along with those that only they lead to, and report the resulting repertoires."""
        return self._put(self._store().repertoire(question.side).without(question.moves))

    def _put(self, repertoire: Repertoire, left_out: int = 0) -> Answers:
        change = self._store().put(repertoire, left_out, self._clock())
        if change.gone:
            message = Message("toast.repertoire_smaller", gone=change.gone)
        else:
            key = "toast.repertoire_full" if change.left_out else "toast.repertoire_kept"
            message = Message(key, moves=change.moves, cards=change.cards)
        yield Notify(message, Tone.ERROR if change.left_out else Tone.NORMAL)
        yield from self.load(LoadRepertoire())

    @answers(PreviewRecord)
    def preview(self, question: PreviewRecord) -> Answers:
        """Report the moves that a record would add."""
        kept = self._store().repertoire(question.side)
        growth = Growth(kept)
        growth.take_game(question.tree.to_game())
        after = growth.repertoire()
        before = set(kept.moves())
        fresh = (known for known in after.moves() if known not in before)
        change = change_between(kept, after, len(growth.left_out))
        yield RecordPreviewed(question.side, (*fresh, *growth.left_out), change)

    @answers(MakeRecord)
    def make_record(self, question: MakeRecord) -> Answers:
        """Write a repertoire as a record."""
        yield RecordMade(game_of(self._store().repertoire(question.side), question.name))

    @answers(CompareGame)
    def compare(self, question: CompareGame) -> Answers:
        """Report where a game left the repertoire's lines; do nothing if no library exists."""
        if default_path().exists():
            found = departure(self._store().repertoire(question.side), question.moves)
            yield GameCompared(question.document_id, question.side, found)


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
