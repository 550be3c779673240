"""What the coach is asked, what it answers, and its process, which answers one question at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.outbox import Outbox
from xiangqi.app.worker import Answers, Worker, answers
from xiangqi.board import Board, Move
from xiangqi.coach.notes import Question, Reply
from xiangqi.errors import LibraryError
from xiangqi.jobs.processes import LocalProcesses


@dataclass(frozen=True)
class CoachSaid(Event):
    """The coach has answered the question with this id."""

    question_id: int
    reply: Reply


@dataclass(frozen=True)
class CoachFailed(Event):
    """The coach has failed to answer the question with this id."""

    question_id: int
    detail: str


@dataclass(frozen=True)
class AskCoach(Effect):
    """Put a question to the coach."""

    question_id: int  # identifies the answer
    question: Question  # the question


class CoachService(Worker):
    """Has the coach's process answer, which starts with the first question and remembers between two."""

    name, failure = "coach", "toast.coach_failed"

    def __init__(self, outbox: Outbox) -> None:
        """Create the worker; no process is started yet."""
        super().__init__(outbox)
        self._process = LocalProcesses(1)

    @answers(AskCoach)
    def ask(self, question: AskCoach) -> Answers:
        """Have the process answer."""
        yield CoachSaid(question.question_id, self._process.submit(answer_to, question.question).result())

    def failed(self, question: Effect, detail: str) -> Answers:
        """Answer with the reason, so that the session does not wait."""
        assert isinstance(question, AskCoach)
        yield CoachFailed(question.question_id, detail)

    def close(self, seconds: float = 0.0) -> None:
        """Stop the process at once."""
        self.drop()
        self._process.shutdown(wait=False, cancel_futures=True)
        super().close(seconds)


def answer_to(question: Question) -> Reply:
    """Answer a question in the coach's process, so that the caller never loads the search."""
    from xiangqi.coach.teacher import the_teacher

    return the_teacher(_counts).answer(question)


def _counts(board: Board) -> Mapping[Move, tuple[int, float]]:
    """Return the number of games and the score of each move in a position of the player's library.

    The result is empty if there is no library or it cannot be read.
    """
    from xiangqi.library.library import default_path, scores_in

    with contextlib.suppress(LibraryError):
        return scores_in(default_path(), board)
    return {}
