"""What the coach is asked, what it answers, and its process, which answers one question at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.outbox import Outbox
from xiangqi.app.worker import Service, Site, performs
from xiangqi.board import Board, Move
from xiangqi.coach.notes import Question, Reply
from xiangqi.errors import LibraryError, XiangqiError
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


class CoachService(Service):
    """Sends questions to the coach's process, which starts with the first question. No method blocks."""

    def __init__(self, outbox: Outbox) -> None:
        """Create the service, which puts answers into the outbox."""
        self._outbox = outbox
        self._process: LocalProcesses | None = None

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox)

    @performs(AskCoach)
    def ask(self, order: AskCoach) -> None:
        """Send a question; it waits until earlier ones have been answered."""
        if self._process is None:
            self._process = LocalProcesses(1)
        answer = self._process.submit(answer_to, order.question)
        answer.add_done_callback(lambda done: self._report(order.question_id, done))

    def _report(self, question_id: int, done: Future[Reply]) -> None:
        try:
            self._outbox.put(CoachSaid(question_id, done.result()))
        except CancelledError:
            return  # the session ends
        except XiangqiError as error:
            self._outbox.put(CoachFailed(question_id, str(error)))
        except Exception as error:  # a failure of the coach must not leave the session waiting
            self._outbox.put(CoachFailed(question_id, f"{type(error).__name__}: {error}"))

    def close(self, _seconds: float = 0.0) -> None:
        """Stop the process at once."""
        if self._process is not None:
            self._process.shutdown(wait=False, cancel_futures=True)


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
