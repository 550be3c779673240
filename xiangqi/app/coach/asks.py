"""Questions to the coach, its answers, and its process, which answers one question at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.process_worker import ProcessWorker
from xiangqi.app.worker import Answers, answers
from xiangqi.board import Board, Move
from xiangqi.coach.notes import Question, Reply
from xiangqi.errors import LibraryError


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


class CoachService(ProcessWorker):
    """Passes questions to the coach's process, which stays alive because the coach reuses its results."""

    name = "coach"
    module, keeps_process = __name__, True

    @answers(AskCoach)
    def ask(self, question: AskCoach) -> Answers:
        """Pass a question on to the process, and yield its answers."""
        yield from self.in_process(question)

    def failed(self, question: Effect, detail: str) -> Answers:
        """Yield the failure with its reason, so that the session does not wait."""
        assert isinstance(question, AskCoach)
        yield CoachFailed(question.question_id, detail)


def answer(question: AskCoach) -> Answers:
    """Yield the answer to a question; runs in the process, so that the session never loads the search."""
    from xiangqi.coach.teacher import the_teacher

    yield CoachSaid(question.question_id, the_teacher(_counts).answer(question.question))


def _counts(board: Board) -> Mapping[Move, tuple[int, float]]:
    """Return the number of games and the score of each move in a position of the player's library.

    The result is empty if there is no library or it cannot be read.
    """
    from xiangqi.library.library import default_path, scores_in

    with contextlib.suppress(LibraryError):
        return scores_in(default_path(), board)
    return {}
