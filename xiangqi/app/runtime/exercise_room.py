"""Exercises beside the session: threads of their own choose, judge and keep; nothing is loaded before that."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from xiangqi.app.messages import effects, events
from xiangqi.app.runtime.background import Outbox
from xiangqi.app.runtime.job_thread import LAST_JOBS_S, Job, JobThread
from xiangqi.disk import rename
from xiangqi.errors import LibraryError
from xiangqi.library.library import default_path
from xiangqi.storage.solved import solved_path

if TYPE_CHECKING:
    from xiangqi.exercises.exercise_log import ExerciseLog
    from xiangqi.exercises.rating import GameEvidence
    from xiangqi.records.tree import Game


class ExerciseRoom:
    """Chooses exercises, judges moves and keeps results. What comes of it goes to the outbox."""

    def __init__(self, outbox: Outbox, clock: Callable[[], datetime] | None = None) -> None:
        """Nothing is loaded or opened before it is needed.

        Args:
            outbox: takes the events.
            clock: tells the time, with its zone; None for that of the system.
        """
        self._outbox = outbox
        self._clock = clock
        self._keeper = JobThread("exercises")
        self._weigher = JobThread("game weigher")
        self._judging = JobThread("exercise judge")
        self._log: ExerciseLog | None = None
        self._judge: Callable[[effects.JudgeAnswer], events.AnswerJudged] | None = None

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

    def _close_log(self) -> None:
        if self._log is not None:
            self._log.close()

    def _submit(self, thread: JobThread, job: Job) -> None:
        thread.submit(job, lambda detail: self._outbox.put(events.PracticeFailed(detail)))

    # ---- What is kept ----

    def load_practice(self, _order: effects.LoadPractice) -> None:
        """Tell what has been done so far."""
        self._submit(self._keeper, self._tell_practice)

    def load_training(self, order: effects.LoadTraining) -> None:
        """Choose exercises."""

        def job() -> None:
            from xiangqi.app.runtime.exercise_choice import Practised, chosen

            self._outbox.put(chosen(order.request, Practised.read(self._opened(), self._now())))

        self._submit(self._keeper, job)

    def keep(self, order: effects.KeepSolving) -> None:
        """Keep what came of an exercise, and tell what is known then."""

        def job() -> None:
            from xiangqi.app.runtime.exercise_choice import keep_solving

            keep_solving(self._opened(), order, self._now())
            self._tell_practice()

        self._submit(self._keeper, job)

    def keep_slips(self, order: effects.KeepSlips) -> None:
        """Put mistakes into the deck, and tell what is known then."""

        def job() -> None:
            from xiangqi.app.runtime.exercise_choice import keep_slips

            keep_slips(self._opened(), order.slips, self._now())
            self._tell_practice()

        self._submit(self._keeper, job)

    def drop_card(self, order: effects.DropCard) -> None:
        """Take a card out of the deck, and tell what is known then."""

        def job() -> None:
            self._opened().remove_card(order.number)
            self._tell_practice()

        self._submit(self._keeper, job)

    # ---- Solved puzzles ----

    def take_over_solved(self, positions: frozenset[str]) -> None:
        """Take solved puzzles that another file held into the library, once, and tell of all that are there.

        Args:
            positions: of that file, which gets another name once they are in the library.
        """
        if not positions and not default_path().exists():
            return  # there is nothing yet, and no reason to make a library

        def job() -> None:
            log = self._opened()
            self._add_solved(positions)
            with contextlib.suppress(OSError):
                rename(solved_path(), solved_path().with_suffix(".taken.json"))
            self._outbox.put(events.SolvedLoaded(log.solved()))

        self._submit(self._keeper, job)

    def keep_solved(self, order: effects.SaveSolved) -> None:
        """Keep which puzzles have been solved."""

        def job() -> None:
            try:
                self._add_solved(order.positions)
            except LibraryError as error:
                self._outbox.put(events.SolvedFailed(str(error)))

        self._submit(self._keeper, job)

    def _add_solved(self, positions: frozenset[str]) -> None:
        from xiangqi.exercises.exercise_log import Attempt

        log = self._opened()
        for key in sorted(positions - log.solved()):
            log.add_attempt(Attempt(self._now(), key, "file", solved=True))

    def _tell_practice(self) -> None:
        from xiangqi.app.runtime.exercise_choice import Practised, summary

        log = self._opened()
        self._outbox.put(events.PracticeRead(summary(Practised.read(log, self._now()), log)))

    def _opened(self) -> ExerciseLog:
        from xiangqi.exercises.exercise_log import ExerciseLog

        if self._log is None:
            self._log = ExerciseLog()
        return self._log

    def _now(self) -> datetime:
        from xiangqi.app.runtime.exercise_choice import utc_now

        return utc_now() if self._clock is None else self._clock()

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
            from xiangqi.app.runtime.exercise_choice import evidence_of, is_telling

            if not is_telling(game, side):
                return
            evidence = evidence_of(game, side)
            self._submit(self._keeper, lambda: self._keep_evidence(evidence, number))

        self._submit(self._weigher, job)

    def _keep_evidence(self, evidence: GameEvidence, number: int) -> None:
        self._opened().add_evidence(evidence, self._now(), number)
        self._tell_practice()

    # ---- The judge ----

    def judge(self, order: effects.JudgeAnswer) -> None:
        """Look at a move; the answer comes in any case."""

        def job() -> None:
            answer = events.AnswerJudged(order.document_id, order.played, order.move, None)
            try:
                if self._judge is None:
                    from xiangqi.app.runtime.exercise_judge import ExerciseJudge

                    self._judge = ExerciseJudge()
                answer = self._judge(order)
            finally:
                self._outbox.put(answer)

        self._submit(self._judging, job)
