"""Threads that choose exercises, judge moves and save results; nothing is loaded before it is needed."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.exercises.effects import (
    AnswerJudged,
    DropCard,
    JudgeAnswer,
    KeepImprovement,
    KeepSolving,
    PracticeRead,
    SaveSolved,
    SolvedLoaded,
)
from xiangqi.app.job_thread import LAST_JOBS_S, Job, JobThread
from xiangqi.app.outbox import Outbox
from xiangqi.app.session.orders import KeepMistakes, LoadPractice, LoadTraining
from xiangqi.app.session.weighing import GameWeigher
from xiangqi.app.worker import Closing, Service, Site, performs
from xiangqi.disk import rename
from xiangqi.errors import LibraryError, StorageError
from xiangqi.i18n.message import Message
from xiangqi.library.library import default_path
from xiangqi.local_time import utc_now
from xiangqi.storage.solved import load_solved, solved_path
from xiangqi.storage.waiting_file import WaitingFile

if TYPE_CHECKING:
    from xiangqi.exercises.entries import EntryTaker
    from xiangqi.exercises.exercise_log import ExerciseLog
    from xiangqi.exercises.rating import GameEvidence
    from xiangqi.records.tree import Game


_PATIENCE_S: Final = 2.0
"""How long to wait for another program that has locked the library before results go into a file."""

_BETWEEN_TRIES_S: Final = 2.0


class ExerciseService(GameWeigher):
    """Chooses exercises, judges moves and saves results, reporting to the outbox.

    What the library does not accept soon, because another program has locked it, waits in a file and is
    retried.
    """

    closing = Closing.WRITES

    def __init__(self, outbox: Outbox, clock: Callable[[], datetime] | None = None) -> None:
        """Create the service; nothing is loaded or opened before it is needed.

        Args:
            outbox: receives the events.
            clock: returns the time with its zone; None for the system's clock.
        """
        self._outbox = outbox
        self._clock = clock or utc_now
        self._keeper = JobThread("exercises")
        self._weigher = JobThread("game weigher")
        self._judging = JobThread("exercise judge")
        self._log: ExerciseLog | None = None
        self._patient_until: float | None = None  # the time until which to wait for other programs that write
        self._waiting = WaitingFile("practice")
        self._waits = self._waiting.exists()
        self._next_try = 0.0
        self._solved: frozenset[str] = frozenset()  # keys of the puzzles known to be stored
        self._judge: Callable[[JudgeAnswer], AnswerJudged] | None = None

    @property
    def is_keeping(self) -> bool:
        """Whether something is still waiting to be written to disk."""
        return not self._keeper.is_idle

    def hurry(self, seconds: float) -> None:
        """Limit further waiting for other programs' writes to `seconds` from now."""
        self._patient_until = time.monotonic() + seconds  # before checking whether the log is open
        log = self._log
        if log is not None:
            log.hurry(seconds)

    def close(self, seconds: float = LAST_JOBS_S) -> None:
        """Drop what is being judged, write everything else that is queued, within `seconds`, and stop."""
        until = time.monotonic() + seconds
        self._judging.close(0.0)
        self._weigher.close(seconds)
        self._submit(self._keeper, self._close_log)
        self._keeper.close(max(0.0, until - time.monotonic()))

    def retry(self, now: float) -> None:
        """Retry, at intervals, to write the entries that the library did not accept.

        Args:
            now: seconds of ``time.monotonic``.
        """
        if self._waits and now >= self._next_try:
            self._next_try = now + _BETWEEN_TRIES_S
            self._keeper.submit(self._move_waiting, lambda _detail: None, "retry")

    def _close_log(self) -> None:
        if self._log is not None:
            self._log.close()

    def _submit(self, thread: JobThread, job: Job) -> None:
        thread.submit(job, lambda detail: self._notify(Message("toast.practice_failed", detail=detail)))

    def _notify(self, message: Message) -> None:
        self._outbox.put(Notify(message, Tone.ERROR))

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, site.clock)

    # ---- What is kept ----

    @performs(LoadPractice)
    def load_practice(self, _order: LoadPractice) -> None:
        """Report the progress so far."""
        self._submit(self._keeper, self._tell_practice)

    @performs(LoadTraining)
    def load_training(self, order: LoadTraining) -> None:
        """Choose the requested exercises, and report them."""

        def job() -> None:
            from xiangqi.app.exercises.workers.choice import Practised, chosen

            self._outbox.put(chosen(order.request, Practised.read(self._opened(), self._now())))

        self._submit(self._keeper, job)

    @performs(KeepSolving)
    def keep(self, order: KeepSolving) -> None:
        """Save the outcome of an exercise, and report the new progress once it is in the library."""

        def job() -> None:
            from xiangqi.app.exercises.workers.choice import keep_solving

            now = self._now()
            self._keep(lambda taker: keep_solving(taker, order, now))

        self._submit(self._keeper, job)

    @performs(KeepMistakes)
    def keep_mistakes(self, order: KeepMistakes) -> None:
        """Add mistakes to the deck, and report the new progress once they are in the library."""

        def job() -> None:
            from xiangqi.app.exercises.workers.choice import keep_slips

            now = self._now()
            self._keep(lambda taker: keep_slips(taker, order.slips, now))

        self._submit(self._keeper, job)

    @performs(KeepImprovement)
    def keep_improvement(self, order: KeepImprovement) -> None:
        """Schedule a mistake's card again after an attempt to improve on it; do nothing unless it is due."""

        def job() -> None:
            from xiangqi.exercises.deck import Recall, card_to_ask, remembered

            now = self._now()
            card = card_to_ask(self._opened().cards(), order.position, now)
            if card is not None:
                recall = Recall.GOOD if order.found else Recall.AGAIN
                after = remembered(card, recall, now)
                self._keep(lambda taker: taker.note_recall(after, recall, now))

        self._submit(self._keeper, job)

    @performs(DropCard)
    def drop_card(self, order: DropCard) -> None:
        """Remove a card from the deck, and report the new progress once the library has done so."""

        self._submit(self._keeper, lambda: self._keep(lambda taker: taker.remove_card(order.number)))

    # ---- Solved puzzles ----

    def begun(self) -> list[Event]:
        """Return events with the solved puzzles of an older file, and with any problem of that file."""
        told: list[Event] = []
        positions: frozenset[str] = frozenset()
        try:
            positions, aside = load_solved()
        except StorageError as error:
            told.append(Notify(Message("toast.solved_unwritable", detail=str(error)), Tone.ERROR))
        else:
            told.append(SolvedLoaded(positions))
            if aside is not None:
                told.append(Notify(Message("toast.solved_damaged", name=str(aside)), Tone.ERROR))
        self.take_over_solved(positions)
        return told

    def take_over_solved(self, positions: frozenset[str]) -> None:
        """Move solved puzzles from an older file into the library, once, and report all solved ones.

        Args:
            positions: the puzzles in that file, which is renamed once they are saved.
        """
        if not positions and not default_path().exists():
            return  # there is nothing yet, and no reason to make a library

        def job() -> None:
            with contextlib.suppress(LibraryError):
                self._solved = self._opened().solved()
            self._keep_solved(positions)
            with contextlib.suppress(OSError):
                rename(solved_path(), solved_path().with_suffix(".taken.json"))
            self._outbox.put(SolvedLoaded(self._solved))

        self._submit(self._keeper, job)

    @performs(SaveSolved)
    def keep_solved(self, order: SaveSolved) -> None:
        """Save which puzzles have been solved."""

        def job() -> None:
            try:
                self._keep_solved(order.positions)
            except StorageError as error:
                self._notify(Message("toast.solved_unwritable", detail=str(error)))

        self._submit(self._keeper, job)

    def _keep_solved(self, positions: frozenset[str]) -> None:
        now, new = self._now(), sorted(positions - self._solved)
        if new:
            self._write(lambda taker: taker.add_solved(new, now))
            self._solved |= positions

    # ---- In the library, or in a file until it is free ----

    def _keep(self, what: Callable[[EntryTaker], object]) -> None:
        """Save something by calling `what`, and report the new progress if the library has accepted it."""
        try:
            if self._write(what):
                self._tell_practice()
        except StorageError as error:
            self._notify(Message("toast.practice_lost", detail=str(error)))

    def _write(self, what: Callable[[EntryTaker], object]) -> bool:
        """Call `what` to save something in the library, or else in the waiting file; True means the library.

        Raises:
            StorageError: it cannot be written to the waiting file either.
        """
        from xiangqi.exercises.waiting_entries import WaitingEntries

        if not self._waits:
            try:
                what(self._opened())
                return True
            except LibraryError:
                pass
        what(WaitingEntries(self._waiting))
        self._waits = True
        return False

    def _move_waiting(self) -> None:
        """Write the waiting entries to the library.

        Raises:
            XiangqiError: the library does not accept them, or the file cannot be read or written.
        """
        from xiangqi.exercises.waiting_entries import WaitingEntries

        aside = WaitingEntries(self._waiting).move_to(self._opened())
        self._waits = False
        if aside is not None:
            self._notify(Message("toast.waiting_damaged", name=str(aside)))
        self._tell_practice()

    def _tell_practice(self) -> None:
        from xiangqi.app.exercises.workers.choice import Practised, summary

        log = self._opened()
        self._outbox.put(PracticeRead(summary(Practised.read(log, self._now()), log)))

    def _opened(self) -> ExerciseLog:
        from xiangqi.exercises.exercise_log import ExerciseLog

        if self._log is None:
            self._log = ExerciseLog(patience_s=_PATIENCE_S)
            if self._patient_until is not None:
                self._log.hurry(self._patient_until - time.monotonic())
        return self._log

    def _now(self) -> datetime:
        return self._clock()

    # ---- Games weighed ----

    def weigh(self, number: int, game: Game, side: int | None) -> None:
        """Estimate the player's strength from a finished game, and report the new progress.

        Args:
            number: the number of the game in the library.
            game: the game with its tags.
            side: the person's side, RED or BLACK. Games of two people or none are ignored, and so are those
                that are unfinished, had help, began in another position or were resigned early.
        """
        if side is None or game.result == "*" or not game.main_line():
            return

        def job() -> None:
            from xiangqi.app.exercises.workers.choice import evidence_of, is_telling

            if not is_telling(game, side):
                return
            evidence = evidence_of(game, side)
            self._submit(self._keeper, lambda: self._keep_evidence(evidence, number))

        self._submit(self._weigher, job)

    def _keep_evidence(self, evidence: GameEvidence, number: int) -> None:
        now = self._now()
        self._keep(lambda taker: taker.add_evidence(evidence, now, number))

    # ---- The judge ----

    @performs(JudgeAnswer)
    def judge(self, order: JudgeAnswer) -> None:
        """Judge a move, and report an answer even if judging fails."""

        def job() -> None:
            answer = AnswerJudged(order.document_id, order.played, order.move, None)
            try:
                if self._judge is None:
                    from xiangqi.app.exercises.workers.judge import ExerciseJudge

                    self._judge = ExerciseJudge()
                answer = self._judge(order)
            finally:
                self._outbox.put(answer)

        self._submit(self._judging, job)
