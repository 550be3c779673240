"""The journal: the worker that saves the game and drafts, its orders and its reports."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.job_thread import JobThread
from xiangqi.app.outbox import Outbox
from xiangqi.app.session.replay import ResumeOffer, damage
from xiangqi.app.session.transcript import from_journal
from xiangqi.app.worker import Closing, Service, Site, performs
from xiangqi.i18n.message import Message
from xiangqi.records.revision import Revision
from xiangqi.storage.journal import Journal


@dataclass(frozen=True)
class JournalFound(Event):
    """An unfinished game of an earlier run was found at the start."""

    offer: ResumeOffer  # the game
    set_aside: Path | None = None  # the new path of a damaged journal; None if it was intact


@dataclass(frozen=True)
class DraftRecovered(Event):
    """The unsaved changes of an earlier run have been found in this file."""

    path: Path


@dataclass(frozen=True)
class WriteJournal(Effect):
    """Write the current game to the journal, durably."""

    document_id: int  # the game's document
    game: Revision  # its present state, with the tags needed to resume it


@dataclass(frozen=True)
class GameUnkept(Event):
    """A game could not be written to the disk, and would be lost if this program ended."""

    document_id: int
    detail: str  # the reason


@dataclass(frozen=True)
class GameOnDisk(Event):
    """The present state of a game is on the disk: in the journal, or in the library."""

    document_id: int


@dataclass(frozen=True)
class KeepGame(Effect):
    """Add a finished game, or one that was left after some moves, to the library."""

    document_id: int  # the game's document; given again if the game has changed
    game: Revision  # its current state, as it would be written
    # the mover's remaining time after each move, in milliseconds, -1 if unknown; empty without a clock
    clocks: tuple[int, ...] = ()
    before: int = 0  # the number of the stored game that it continues and replaces, 0 for none


@dataclass(frozen=True)
class DeleteJournal(Effect):
    """Delete the journal of a game that is over or was left, unless the library does not accept the game."""

    is_last: bool = False  # whether the program ends, so that the slot need not be free for another game


@dataclass(frozen=True)
class KeepJournal(Effect):
    """Rename the journal of an unfinished game, so that it is kept."""


@dataclass(frozen=True)
class DeleteDraft(Effect):
    """Delete the draft, since all documents have been saved or discarded."""


@dataclass(frozen=True)
class WriteDraft(Effect):
    """Save the unsaved documents as a draft, durably."""

    games: tuple[Revision, ...]  # the present state of the documents, the topmost first
    awaited: bool  # whether it must be written before the change is shown, as a move of a game is


_JOURNAL: Final = "journal"
_DRAFT: Final = "draft"

_GLANCE_S: Final = 0.01
"""The seconds for which a frame waits for the journal, which takes a few milliseconds on a quiet machine."""

_PATIENCE: Final = 120
"""The most frames for which a move, or a change to a record, is not shown until it is saved: two seconds on a
quiet machine. Frames are counted, since a program that is suspended does not wait for the disk."""


class JournalTaker(Service):
    """Takes over the journals of games that are over, and keeps each until the library has its game."""

    @abstractmethod
    def let_go(self, document_id: int | None, journal: Path) -> None:
        """Delete a journal, once the library has its game.

        Args:
            document_id: the id of the game, for which `KeepGame` was performed before; None for a game of an
                earlier run.
            journal: the file, whose slot belongs to another game from now on.
        """

    @abstractmethod
    def take_in(self, journal: Path) -> None:
        """Store the game of an earlier run in the library unless it already exists, and delete its file."""


class JournalService(Service):
    """Writes the journal and the draft in the writer's thread, and recovers those of earlier runs.

    Use it from a single thread.
    """

    closing = Closing.WRITES

    def __init__(self, outbox: Outbox, writer: JobThread, taker: Callable[[], JournalTaker]) -> None:
        """Reserve the first free slot for a journal; nothing is written yet.

        Args:
            outbox: receives reports of failures.
            writer: the thread that writes.
            taker: returns the service that takes over the journals of games that are over.
        """
        self._outbox = outbox
        self._writer = writer
        self._taker = taker
        self._journal = Journal()
        self._journalled: int | None = None  # the document whose game this run wrote there last
        self._refused = False  # whether the disk refused the game last; known to the writer's thread only
        self._patience = dict.fromkeys((_JOURNAL, _DRAFT), 0)  # for each, how many frames may still wait

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, site.writer, lambda: site.one(JournalTaker))

    def begun(self) -> list[Event]:
        """Find the journals of earlier runs and return events about them; finished games go to the library."""
        found = self._journal.find()
        others: list[Event] = [_kept(path) for path in self._journal.keep_others()]
        for path in self._journal.unstored():
            self._taker().take_in(path)
        if found is None:
            return others
        if found.game is None:
            return [*others, Notify(damage(found.set_aside, 0), Tone.ERROR)]
        return [*others, JournalFound(from_journal(found.game, found.damaged), found.set_aside)]

    def recover_drafts(self) -> list[Path]:
        """Rename or copy the drafts that earlier runs have left, and return their new paths."""
        return self._journal.recover_drafts()

    def may_show(self, tell: Callable[[Event], None]) -> bool:
        """Wait briefly until the last move, or change to a record, is on disk.

        Args:
            tell: called with an event if what is shown from now on is not saved yet.

        Returns:
            Whether it may be shown: it is on disk, or the disk took too long, which has been reported.
        """
        for kind, left in self._patience.items():
            if left and not self._writer.wait(kind, _GLANCE_S):
                self._patience[kind] = left - 1
                if left == 1:
                    tell(Notify(Message("toast.journal_delayed"), Tone.ERROR))
                return False
        return True

    @performs(WriteJournal)
    def write(self, order: WriteJournal) -> None:
        """Write a game to the journal, after freeing its slot if an earlier game's journal still has it."""
        self._let_wait(_JOURNAL)
        if self._journalled not in (None, order.document_id):
            self._leave(is_last=False)
        self._journalled = order.document_id

        def write() -> None:
            self._journal.write(order.game.to_game())
            if self._refused:
                self._refused = False
                self._outbox.put(GameOnDisk(order.document_id))

        def failed(detail: str) -> None:
            self._refused = True
            self._outbox.put(GameUnkept(order.document_id, detail))

        self._writer.submit(write, failed, _JOURNAL)

    @performs(DeleteJournal)
    def delete(self, order: DeleteJournal) -> None:
        """Have the journal deleted once the library has the game; free its slot now unless it is the last."""
        self._leave(is_last=order.is_last)

    def _leave(self, *, is_last: bool) -> None:
        """Hand the journal over, to be deleted once the library has the game.

        Unless `is_last`, it is renamed first, so that its slot is free for another game.
        """
        journalled = self._journalled

        def leave() -> None:
            path = self._journal.path if is_last else self._journal.leave()
            self._taker().let_go(journalled, path)

        self._submit("", leave)

    @performs(KeepJournal)
    def keep(self, _order: KeepJournal) -> None:
        """Rename the journal, so that it is kept."""

        def keep() -> None:
            path = self._journal.keep()
            if path is not None:
                self._outbox.put(_kept(path))

        self._submit("keep", keep)

    @performs(WriteDraft)
    def write_draft(self, order: WriteDraft) -> None:
        """Save unsaved documents as a draft, for which `may_show` waits if the order says so."""
        if order.awaited:
            self._let_wait(_DRAFT)
        self._submit(_DRAFT, lambda: self._journal.write_draft([game.to_game() for game in order.games]))

    @performs(DeleteDraft)
    def delete_draft(self, _order: DeleteDraft) -> None:
        """Delete the draft, since the documents have been saved or discarded."""
        self._submit(_DRAFT, self._journal.delete_draft)

    def _let_wait(self, kind: str) -> None:
        """Make `may_show` wait for the jobs of this kind."""
        self._patience[kind] = _PATIENCE

    def _submit(self, kind: str, job: Callable[[], None]) -> None:
        self._writer.submit(job, lambda detail: self._outbox.put(unwritable(detail)), kind)

    def close(self, _seconds: float = 0.0) -> None:
        """Release the journal's slot for other programs."""
        self._journal.close()


def unwritable(detail: str) -> Notify:
    """Return the message that the game cannot be saved; it is not shown twice at once if saving fails again."""
    return Notify(Message("toast.journal_unwritable", detail=detail), Tone.ERROR)


def _kept(path: Path) -> Notify:
    return Notify(Message("toast.journal_kept", name=str(path)))
