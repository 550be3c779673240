"""The coach at work: a process of its own that is asked one thing after the other."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future

from xiangqi.app.coach.effects import AskCoach, CoachFailed, CoachSaid
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.board import Board, Move
from xiangqi.coach.notes import Question, Reply
from xiangqi.errors import LibraryError, XiangqiError
from xiangqi.jobs.processes import LocalProcesses


class CoachService:
    """Asks the coach. No method blocks; its process starts with the first question."""

    def __init__(self, outbox: Outbox) -> None:
        """Answers go to the outbox."""
        self._outbox = outbox
        self._process: LocalProcesses | None = None

    def declare(self, performers: Performers) -> None:
        """Declare the effects that this worker performs."""
        performers.declare(AskCoach, self.ask)

    def ask(self, order: AskCoach) -> None:
        """Put a question; it waits until those before it are answered."""
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
        except Exception as error:  # a fault of the coach must not leave the session waiting
            self._outbox.put(CoachFailed(question_id, f"{type(error).__name__}: {error}"))

    def close(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.shutdown(wait=False, cancel_futures=True)


def answer_to(question: Question) -> Reply:
    """Answer a question in the coach's process, so that the caller never loads the searches behind it."""
    from xiangqi.coach.teacher import the_teacher

    return the_teacher(_counts).answer(question)


def _counts(board: Board) -> Mapping[Move, tuple[int, float]]:
    """Return what the player's library knows of a position; empty where there is none, or it cannot be read.

    Nothing where there is none, or it cannot be read.
    """
    from xiangqi.library.library import default_path, scores_in

    with contextlib.suppress(LibraryError):
        return scores_in(default_path(), board)
    return {}
