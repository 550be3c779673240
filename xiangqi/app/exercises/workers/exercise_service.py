"""Exercises beside the session: threads of their own choose, judge and keep; nothing is loaded before that."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from xiangqi.app.event import Notify, Tone
from xiangqi.app.exercises.effects import (
    AnswerJudged,
    DropCard,
    JudgeAnswer,
    KeepMistakes,
    KeepSolving,
    LoadPractice,
    LoadTraining,
    PracticeRead,
    SaveSolved,
    SolvedLoaded,
)
from xiangqi.app.job_thread import LAST_JOBS_S, Job, JobThread
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.disk import rename
from xiangqi.errors import LibraryError, StorageError
from xiangqi.i18n.message import Message
from xiangqi.library.library import default_path
from xiangqi.local_time import utc_now
from xiangqi.storage.solved import solved_path
from xiangqi.storage.waiting_file import WaitingFile

if TYPE_CHECKING:
    from xiangqi.exercises.entries import EntryTaker
    from xiangqi.exercises.exercise_log import ExerciseLog
    from xiangqi.exercises.rating import GameEvidence
    from xiangqi.records.tree import Game


_PATIENCE_S: Final = 2.0
"""How long another program that has the library is waited for, before what is to be kept goes into a file."""

_BETWEEN_TRIES_S: Final = 2.0


class ExerciseService:
    """Chooses exercises, judges moves and keeps results. What comes of it goes to the outbox.

    What the library does not take soon, as another program has it, waits in a file, and is tried again.
    """

    def __init__(self, outbox: Outbox, clock: Callable[[], datetime] | None = None) -> None:
        """Nothing is loaded or opened before it is needed.

        Args:
            outbox: takes the events.
            clock: tells the time, with its zone; None for that of the system.
        """
        self._outbox = outbox
        self._clock = clock or utc_now
        self._keeper = JobThread("exercises")
        self._weigher = JobThread("game weigher")
        self._judging = JobThread("exercise judge")
        self._log: ExerciseLog | None = None
        self._waiting = WaitingFile("practice")
        self._waits = self._waiting.exists()
        self._next_try = 0.0
        self._solved: frozenset[str] = frozenset()  # keys of the puzzles known to be stored
        self._judge: Callable[[JudgeAnswer], AnswerJudged] | None = None

    @property
    def is_keeping(self) -> bool:
        """Whether something is still on its way to the disk."""
        return not self._keeper.is_idle

    def hurry(self, seconds: float) -> None:
        """Let nothing wait longer than so many seconds from now on for another program that writes."""
        log = self._log
        if log is not None:
            log.hurry(seconds)

    def close(self, seconds: float = LAST_JOBS_S) -> None:
        """Write what waits, unless the disk does not answer for so long, and end."""
        until = time.monotonic() + seconds
        self._judging.close(0.0)
        self._weigher.close(seconds)
        self._submit(self._keeper, self._close_log)
        self._keeper.close(max(0.0, until - time.monotonic()))

    def retry(self, now: float) -> None:
        """Try once more to give the library what it did not take, from time to time.

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

    # ---- What is kept ----

    def declare(self, performers: Performers) -> None:
        """Declare the effects that this worker performs."""
        performers.declare(LoadPractice, self.load_practice)
        performers.declare(LoadTraining, self.load_training)
        performers.declare(JudgeAnswer, self.judge)
        performers.declare(KeepSolving, self.keep)
        performers.declare(KeepMistakes, self.keep_mistakes)
        performers.declare(DropCard, self.drop_card)
        performers.declare(SaveSolved, self.keep_solved)

    def load_practice(self, _order: LoadPractice) -> None:
        """Tell what has been done so far."""
        self._submit(self._keeper, self._tell_practice)

    def load_training(self, order: LoadTraining) -> None:
        """Choose exercises."""

        def job() -> None:
            from xiangqi.app.exercises.workers.choice import Practised, chosen

            self._outbox.put(chosen(order.request, Practised.read(self._opened(), self._now())))

        self._submit(self._keeper, job)

    def keep(self, order: KeepSolving) -> None:
        """Keep what came of an exercise, and tell what is known then."""

        def job() -> None:
            from xiangqi.app.exercises.workers.choice import keep_solving

            now = self._now()
            self._keep(lambda taker: keep_solving(taker, order, now))

        self._submit(self._keeper, job)

    def keep_mistakes(self, order: KeepMistakes) -> None:
        """Put mistakes into the deck, and tell what is known then."""

        def job() -> None:
            from xiangqi.app.exercises.workers.choice import keep_slips

            now = self._now()
            self._keep(lambda taker: keep_slips(taker, order.slips, now))

        self._submit(self._keeper, job)

    def drop_card(self, order: DropCard) -> None:
        """Take a card out of the deck, and tell what is known then."""

        self._submit(self._keeper, lambda: self._keep(lambda taker: taker.remove_card(order.number)))

    # ---- Solved puzzles ----

    def take_over_solved(self, positions: frozenset[str]) -> None:
        """Take solved puzzles that another file held into the library, once, and tell of all that are there.

        Args:
            positions: of that file, which gets another name once they are kept.
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

    def keep_solved(self, order: SaveSolved) -> None:
        """Keep which puzzles have been solved."""

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
        """Keep something, and tell what is known then."""
        try:
            if self._write(what):
                self._tell_practice()
        except StorageError as error:
            self._notify(Message("toast.practice_lost", detail=str(error)))

    def _write(self, what: Callable[[EntryTaker], object]) -> bool:
        """Keep something; whether the library has it.

        Raises:
            StorageError: it cannot be kept in the file either.
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
        """Give the library what waits for it.

        Raises:
            XiangqiError: it does not take it, or the file cannot be read or written.
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
        return self._log

    def _now(self) -> datetime:
        return self._clock()

    # ---- Games weighed ----

    def weigh(self, number: int, game: Game, side: int | None) -> None:
        """Weigh a game that a person has finished, and tell what is known then.

        Args:
            number: of the game in the library.
            game: with its tags.
            side: RED or BLACK, of the person; nothing is weighed where nobody, or both, are, nor a game
                that was given up before it was played.
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

    def judge(self, order: JudgeAnswer) -> None:
        """Look at a move; the answer comes in any case."""

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
