"""Questions about exercises, their answers, and the workers: one chooses and saves, one judges."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.exercises.levels import ClassicLevel, mate_group
from xiangqi.app.exercises.state import Assignment, GuessVerdict, Solving
from xiangqi.app.job_thread import LAST_JOBS_S, JobThread
from xiangqi.app.outbox import Outbox
from xiangqi.app.session.orders import KeepMistakes, LoadPractice, LoadTraining
from xiangqi.app.session.solved import key_of
from xiangqi.app.session.training import ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.app.session.weighing import GameWeigher
from xiangqi.app.worker import Answers, Closing, Service, Site, Worker, answers
from xiangqi.board import Move
from xiangqi.disk import rename
from xiangqi.errors import LibraryError, ResourceError, StorageError
from xiangqi.i18n.message import Message
from xiangqi.library.library import default_path
from xiangqi.local_time import utc_now
from xiangqi.storage.solved import load_solved, solved_path
from xiangqi.storage.waiting_file import WaitingFile

if TYPE_CHECKING:
    from xiangqi.app.exercises.background_work.answer_judge import ExerciseJudge
    from xiangqi.exercises.entries import EntryTaker
    from xiangqi.exercises.exercise_log import ExerciseLog
    from xiangqi.exercises.missed import Missed
    from xiangqi.exercises.rating import GameEvidence
    from xiangqi.records.tree import Game


@dataclass(frozen=True)
class SolvedLoaded(Event):
    """The puzzles that were solved in earlier runs have been read."""

    positions: frozenset[str]


@dataclass(frozen=True)
class PracticeRead(Event):
    """The progress in exercises has been read."""

    summary: PracticeSummary


@dataclass(frozen=True)
class TrainingRead(Event):
    """The requested exercises have been chosen."""

    request: TrainingRequest  # the request
    assignments: tuple[Assignment, ...]  # empty if nothing matches
    results: tuple[bool | None, ...]  # for each, whether it was solved without help; None while open
    helped: frozenset[int] = frozenset()  # the places of those solved, but with help or after a wrong move


@dataclass(frozen=True)
class AnswerJudged(Event):
    """The player's move in an exercise has been judged."""

    document_id: int  # the exercise
    played: tuple[Move, ...]  # the moves before it
    move: Move  # the player's move
    good: bool | None  # whether it was right; None if that is unknown
    # the reply after a right move, () if nothing is left to be found; the refutation after a wrong one
    line: tuple[Move, ...] = ()
    guess: GuessVerdict | None = None  # the verdict on a guess; None in other exercises
    missed: Missed | None = None  # what a wrong move misses; None for right ones, and where nothing is known


@dataclass(frozen=True)
class ListClassics(Effect):
    """Read the classics with a goal."""

    goal: str  # a value of exercises.old_books.ClassicGoal


@dataclass(frozen=True)
class ClassicsListed(Event):
    """The levels of a course of classics, in the order in which they are played."""

    goal: str  # as in the question
    levels: tuple[ClassicLevel, ...]


@dataclass(frozen=True)
class SaveSolved(Effect):
    """Save the puzzles that have been solved."""

    positions: frozenset[str]


@dataclass(frozen=True)
class JudgeAnswer(Effect):
    """Judge the player's move in an exercise."""

    document_id: int  # the exercise; the answer carries it
    assignment: Assignment  # the assignment
    played: tuple[Move, ...]  # both sides' moves since its position
    move: Move  # the player's move, which is legal


@dataclass(frozen=True)
class KeepSolving(Solving, Effect):
    """Save the outcome of an exercise."""


@dataclass(frozen=True)
class KeepImprovement(Effect):
    """Save whether a better move than a mistake was found; its card is scheduled again if it is due."""

    position: str  # board and side to move
    found: bool


@dataclass(frozen=True)
class DropCard(Effect):
    """Remove a card from the deck permanently."""

    number: int


_PATIENCE_S: Final = 2.0
"""The time to wait for another program that has locked the library before results go into a file."""

_BETWEEN_TRIES_S: Final = 2.0


class ExerciseService(Worker, GameWeigher):
    """Chooses exercises and saves results; nothing is loaded before it is needed.

    Results that the library does not accept soon, because another program has locked it, wait in a file and are
    retried.
    """

    name, failure = "exercises", "toast.practice_failed"
    closing = Closing.WRITES

    def __init__(self, outbox: Outbox, clock: Callable[[], datetime] | None = None) -> None:
        """Create the worker; nothing is loaded or opened before it is needed.

        Args:
            outbox: receives the events.
            clock: returns the time with its zone; None for the system's clock.
        """
        super().__init__(outbox)
        self._clock = clock or utc_now
        self._weigher = JobThread("game weigher")
        self._log: ExerciseLog | None = None
        self._patient_until: float | None = None  # the time until which to wait for other programs that write
        self._waiting = WaitingFile("practice")
        self._waits = self._waiting.exists()
        self._next_try = 0.0
        self._found_early = set[str]()  # keys of positions improved on that have no card yet
        self._solved: frozenset[str] = frozenset()  # keys of the puzzles known to be stored

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, site.clock)

    def hurry(self, seconds: float) -> None:
        """Limit further waiting for other programs' writes to `seconds` from now."""
        self._patient_until = time.monotonic() + seconds  # before checking whether the log is open
        log = self._log
        if log is not None:
            log.hurry(seconds)

    def finish(self) -> None:
        """Close the library."""
        if self._log is not None:
            self._log.close()

    def close(self, seconds: float = LAST_JOBS_S) -> None:
        """Write everything that is queued, within `seconds`, and stop."""
        until = time.monotonic() + seconds
        self._weigher.close(seconds)
        super().close(max(0.0, until - time.monotonic()))

    def retry(self, now: float) -> None:
        """Retry, at intervals, to write the entries that the library did not accept.

        Args:
            now: seconds of ``time.monotonic``.
        """
        if self._waits and now >= self._next_try:
            self._next_try = now + _BETWEEN_TRIES_S
            self._submit(self._move_waiting, _nothing, "retry")

    # ---- Results ----

    @answers(LoadPractice)
    def load_practice(self, _question: LoadPractice) -> Answers:
        """Report the progress so far."""
        yield self._practice()

    @answers(LoadTraining)
    def load_training(self, question: LoadTraining) -> Answers:
        """Choose the requested exercises, and report them."""
        from xiangqi.app.exercises.background_work.choice import Practised, chosen, helped_today

        known = Practised.read(self._opened(), self._clock())
        assignments, results = found = chosen(question.request, known)
        is_today = question.request.exercise_set is ExerciseSet.TODAY
        helped = helped_today(found, known) if is_today else frozenset()
        yield TrainingRead(question.request, assignments, results, helped)

    @answers(KeepSolving)
    def keep(self, question: KeepSolving) -> Answers:
        """Save the outcome of an exercise, and report the new progress once it is in the library."""
        from xiangqi.app.exercises.background_work.choice import keep_solving

        now = self._clock()
        yield from self._keep(lambda taker: keep_solving(taker, question, now))

    @answers(KeepMistakes)
    def keep_mistakes(self, question: KeepMistakes) -> Answers:
        """Change the deck after a review, and report the new progress once the change is in the library."""
        from xiangqi.app.exercises.background_work.choice import keep_slips
        from xiangqi.exercises.deck import cleared, withdrawn

        now, moves = self._clock(), {cleared(*move) for move in question.cleared}
        gone = list(withdrawn(self._opened().cards(), moves)) if moves else []
        yield from self._keep(lambda taker: keep_slips(taker, question.slips, now, gone))
        for slip in question.slips:  # found in the review before it was over
            if key_of(slip.fen) in self._found_early:
                yield from self.keep_improvement(KeepImprovement(key_of(slip.fen), found=True))

    @answers(KeepImprovement)
    def keep_improvement(self, question: KeepImprovement) -> Answers:
        """Schedule a mistake's card again after an attempt to improve on it; do nothing unless it is due.

        A better move found before its card exists, while the review goes on, counts once the card does.
        """
        from xiangqi.exercises.deck import Recall, card_to_ask, remembered

        now = self._clock()
        card = card_to_ask(self._opened().cards(), question.position, now)
        if card is not None:
            recall = Recall.GOOD if question.found else Recall.AGAIN
            after = remembered(card, recall, now)
            self._found_early.discard(question.position)
            yield from self._keep(lambda taker: taker.note_recall(after, recall, now))
        elif question.found:
            self._found_early.add(question.position)

    @answers(DropCard)
    def drop_card(self, question: DropCard) -> Answers:
        """Remove a card from the deck, and report the new progress once the library has done so."""
        yield from self._keep(lambda taker: taker.remove_card(question.number))

    # ---- Classics and solved puzzles ----

    @answers(ListClassics)
    def list_classics(self, question: ListClassics) -> Answers:
        """Report the classics with a goal: mates by length, the others by difficulty alone."""
        from xiangqi.exercises.classics import load_classics, of_goal, record_of
        from xiangqi.exercises.old_books import ClassicGoal
        from xiangqi.records.packed import pack

        try:
            found = of_goal(load_classics(), ClassicGoal(question.goal))
        except ResourceError as error:
            yield _trouble("toast.classics_unread", detail=str(error))
            return
        levels = [ClassicLevel(pack(record_of(one)), one.rating, mate_group(one.mate)) for one in found]
        yield ClassicsListed(question.goal, tuple(sorted(levels, key=lambda level: level.longest or 0)))

    def begun(self) -> list[Event]:
        """Move the solved puzzles of an older file to the library; return events about them and the file."""
        told: list[Event] = []
        positions: frozenset[str] = frozenset()
        try:
            positions, aside = load_solved()
        except StorageError as error:
            told.append(_trouble("toast.solved_unwritable", detail=str(error)))
        else:
            told.append(SolvedLoaded(positions))
            if aside is not None:
                told.append(_trouble("toast.solved_damaged", name=str(aside)))
        self.take_over_solved(positions)
        return told

    def take_over_solved(self, positions: frozenset[str]) -> None:
        """Move solved puzzles from an older file into the library, once, and report all solved ones.

        Args:
            positions: the puzzles in that file, which is renamed once they are saved.
        """
        if not positions and not default_path().exists():
            return  # there is nothing yet, and no reason to make a library

        def take_over() -> Answers:
            with contextlib.suppress(LibraryError):
                self._solved = self._opened().solved()
            self._add_solved(positions)
            with contextlib.suppress(OSError):
                rename(solved_path(), solved_path().with_suffix(".taken.json"))
            yield SolvedLoaded(self._solved)

        self._submit(take_over, self.complaint)

    @answers(SaveSolved)
    def keep_solved(self, question: SaveSolved) -> Answers:
        """Save the puzzles that have been solved."""
        try:
            self._add_solved(question.positions)
        except StorageError as error:
            yield _trouble("toast.solved_unwritable", detail=str(error))

    def _add_solved(self, positions: frozenset[str]) -> None:
        now, new = self._clock(), sorted(positions - self._solved)
        if new:
            self._write(lambda taker: taker.add_solved(new, now))
            self._solved |= positions

    # ---- In the library, or in a file until it is free ----

    def _keep(self, what: Callable[[EntryTaker], object]) -> Answers:
        """Save an entry by calling `what`, and report the new progress if the library has accepted it."""
        try:
            if self._write(what):
                yield self._practice()
        except StorageError as error:
            yield _trouble("toast.practice_lost", detail=str(error))

    def _write(self, what: Callable[[EntryTaker], object]) -> bool:
        """Call `what` to save an entry in the library, or in the waiting file if the library cannot take it.

        Returns:
            Whether it is in the library.

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

    def _move_waiting(self) -> Answers:
        """Write the waiting entries to the library, and report the new progress.

        Raises:
            XiangqiError: the library does not accept them, or the file cannot be read or written.
        """
        from xiangqi.exercises.waiting_entries import WaitingEntries

        aside = WaitingEntries(self._waiting).move_to(self._opened())
        self._waits = False
        if aside is not None:
            yield _trouble("toast.waiting_damaged", name=str(aside))
        yield self._practice()

    def _practice(self) -> PracticeRead:
        from xiangqi.app.exercises.background_work.choice import Practised, summary

        log = self._opened()
        return PracticeRead(summary(Practised.read(log, self._clock()), log))

    def _opened(self) -> ExerciseLog:
        from xiangqi.exercises.exercise_log import ExerciseLog

        if self._log is None:
            self._log = ExerciseLog(patience_s=_PATIENCE_S)
            if self._patient_until is not None:
                self._log.hurry(self._patient_until - time.monotonic())
        return self._log

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
            from xiangqi.app.exercises.background_work.choice import evidence_of, is_telling

            if is_telling(game, side):
                evidence = evidence_of(game, side)
                self._submit(lambda: self._keep_evidence(evidence, number), self.complaint)

        self._weigher.submit(job, lambda detail: self._report(self.complaint(detail)))

    def _keep_evidence(self, evidence: GameEvidence, number: int) -> Answers:
        now = self._clock()
        yield from self._keep(lambda taker: taker.add_evidence(evidence, now, number))


class MoveJudge(Worker):
    """Judges the player's moves in exercises; engine and solver are loaded for the first one."""

    name, failure = "exercise judge", "toast.practice_failed"

    def __init__(self, outbox: Outbox) -> None:
        """Create the worker; nothing is loaded yet."""
        super().__init__(outbox)
        self._judge: ExerciseJudge | None = None

    @answers(JudgeAnswer)
    def judge(self, question: JudgeAnswer) -> Answers:
        """Judge a move."""
        if self._judge is None:
            from xiangqi.app.exercises.background_work.answer_judge import ExerciseJudge

            self._judge = ExerciseJudge()
        verdict = self._judge(question.assignment, question.played, question.move)
        yield AnswerJudged(question.document_id, question.played, question.move, *verdict)

    def failed(self, question: Effect, detail: str) -> Answers:
        """Answer that it is unknown whether the move was right, and report the error."""
        assert isinstance(question, JudgeAnswer)
        yield AnswerJudged(question.document_id, question.played, question.move, None)
        yield from super().failed(question, detail)


def _trouble(key: str, **arguments: str) -> Notify:
    return Notify(Message(key, **arguments), Tone.ERROR)


def _nothing(_detail: str) -> Answers:
    yield from ()
