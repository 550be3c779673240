"""Answers questions in a child process: as a thread, long work in Python would hold up the window's frames.

The process is the internal command ``answer MODULE`` of this program. It reads one pickled question from its
standard input, calls the function `answer` of the module, and writes each of the answers as a pickle, then
None. So pickles pass only between a process and its own child, through pipes; none is ever read from a file or
from anyone else. To stop a process is to kill it.
"""

from __future__ import annotations

import importlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.job_thread import LAST_JOBS_S, JobThread
from xiangqi.app.outbox import Outbox
from xiangqi.app.worker import Answers, Worker
from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.launch import start_own


@dataclass(frozen=True)
class _Refusal:
    """The error that the answering function has raised."""

    detail: str


class ProcessWorker(Worker):
    """A worker that can have a question answered by a child process, one at a time.

    Attributes:
        module: the module whose function ``answer`` takes a question and yields the answers in the process.
    """

    module: ClassVar[str]

    def __init__(self, outbox: Outbox, thread: JobThread | None = None) -> None:
        """Create the worker, as `Worker` does; no process is started yet."""
        super().__init__(outbox, thread)
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = False

    def in_process(self, question: Effect) -> Answers:
        """Yield the answers of a process to a question.

        Raises:
            OSError: the process cannot be started.
            XiangqiError: it cannot answer, or has ended before it was done.
        """
        pipe = subprocess.PIPE
        with start_own("answer", self.module, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as child:
            with self._lock:
                self._child = child
                if self._closed:
                    child.kill()
            assert child.stdin is not None
            assert child.stdout is not None
            try:
                pickle.dump(question, child.stdin)
                child.stdin.close()
                while (told := pickle.load(child.stdout)) is not None:
                    if isinstance(told, _Refusal):
                        raise XiangqiError(told.detail)
                    yield told
            except (OSError, EOFError, pickle.UnpicklingError):
                raise XiangqiError(Message("detail.reader_ended")) from None
            finally:
                with self._lock:
                    self._child = None

    def stop(self) -> None:
        """Kill the process that is answering, if there is one."""
        with self._lock:
            if self._child is not None:
                self._child.kill()

    def close(self, seconds: float = LAST_JOBS_S) -> None:
        """Kill the process, do what else is queued within `seconds`, and stop."""
        with self._lock:
            self._closed = True
        self.stop()
        super().close(seconds)


def main(words: list[str]) -> int:
    """Run the internal command: answer the pickled question in stdin on stdout."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get among the answers

    def tell(told: Event | _Refusal | None) -> None:
        pickle.dump(told, answers)
        answers.flush()

    answer: Callable[[Effect], Answers] = importlib.import_module(words[0]).answer
    try:
        for event in answer(pickle.load(sys.stdin.buffer)):
            assert isinstance(event, Event)
            tell(event)
        tell(None)
    except XiangqiError as error:
        tell(_Refusal(str(error)))
    return 0
