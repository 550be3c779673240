"""Exercises beside the session: threads of their own choose, judge and keep; nothing is loaded before that."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from xiangqi.app.messages import effects, events
from xiangqi.app.runtime.background import Outbox
from xiangqi.errors import LibraryError, XiangqiError
from xiangqi.library.library import default_path
from xiangqi.storage.solved import solved_path

if TYPE_CHECKING:
    from xiangqi.exercises.exercise_log import ExerciseLog
    from xiangqi.exercises.rating import GameEvidence
    from xiangqi.records.tree import Game

Job = Callable[[], None]
_LAST_RESULT_SECONDS: Final = 10.0


class Desk:
    """One thread that does jobs in order; a job that fails is told about."""

    def __init__(self, name: str, failed: Callable[[str], None]) -> None:
        """Nothing is started before the first job.

        Args:
            name: of the thread.
            failed: called in the thread with what went wrong.
        """
        self._name = name
        self._failed = failed
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def submit(self, job: Job) -> None:
        """Add a job."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()
        self._jobs.put(job)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except XiangqiError as error:
                self._failed(str(error))
            except Exception as error:  # a fault must not leave the session waiting for ever
                self._failed(f"{type(error).__name__}: {error}")

    def close(self, seconds: float) -> None:
        """Finish the jobs that wait, for so long at most."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join(seconds)


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
        failed = lambda detail: outbox.put(events.PracticeFailed(detail))  # noqa: E731
        self._shelf = Desk("exercises", failed)
        self._scales = Desk("game scales", failed)
        self._judges = Desk("exercise judge", failed)
        self._log: ExerciseLog | None = None
        self._judge: Callable[[effects.JudgeAnswer], events.AnswerJudged] | None = None

    def close(self) -> None:
        """Write what waits, unless the disk does not answer, and end."""
        self._judges.close(0.0)
        self._scales.close(_LAST_RESULT_SECONDS)
        self._shelf.close(_LAST_RESULT_SECONDS)

    # ---- The shelf ----

    def load_practice(self, _order: effects.LoadPractice) -> None:
        """Tell what has been done so far."""
        self._shelf.submit(self._tell_practice)

    def load_training(self, order: effects.LoadTraining) -> None:
        """Choose exercises."""

        def job() -> None:
            from xiangqi.app.runtime.exercise_choice import Practised, chosen

            self._outbox.put(chosen(order.request, Practised.read(self._opened(), self._now())))

        self._shelf.submit(job)

    def keep(self, order: effects.KeepSolving) -> None:
        """Keep what came of an exercise, and tell what is known then."""

        def job() -> None:
            from xiangqi.app.runtime.exercise_choice import keep_solving

            keep_solving(self._opened(), order, self._now())
            self._tell_practice()

        self._shelf.submit(job)

    def keep_slips(self, order: effects.KeepSlips) -> None:
        """Put mistakes into the deck, and tell what is known then."""

        def job() -> None:
            from xiangqi.app.runtime.exercise_choice import keep_slips

            keep_slips(self._opened(), order.slips, self._now())
            self._tell_practice()

        self._shelf.submit(job)

    # ---- Solved puzzles ----

    def drop_card(self, order: effects.DropCard) -> None:
        """Take a card out of the deck, and tell what is known then."""

        def job() -> None:
            self._opened().remove_card(order.number)
            self._tell_practice()

        self._shelf.submit(job)

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
                solved_path().replace(solved_path().with_suffix(".taken.json"))
            self._outbox.put(events.SolvedLoaded(log.solved()))

        self._shelf.submit(job)

    def keep_solved(self, order: effects.SaveSolved) -> None:
        """Keep which puzzles have been solved."""

        def job() -> None:
            try:
                self._add_solved(order.positions)
            except LibraryError as error:
                self._outbox.put(events.SolvedFailed(str(error)))

        self._shelf.submit(job)

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

    # ---- The scales ----

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
            self._shelf.submit(lambda: self._keep_evidence(evidence, number))

        self._scales.submit(job)

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

        self._judges.submit(job)
