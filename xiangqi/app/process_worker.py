"""Workers whose questions a child process answers, since a Python thread would delay the window's frames."""

from __future__ import annotations

import threading
from typing import ClassVar

from xiangqi.app.answering_process import AnsweringProcess
from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.job_thread import LAST_JOBS_S, JobThread
from xiangqi.app.outbox import Outbox
from xiangqi.app.worker import Answers, Worker
from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message


class ProcessWorker(Worker):
    """A worker that can have a question answered by a child process, one at a time.

    Attributes:
        module: the module whose function ``answer`` takes a question and yields the answers in the process; see
            `answering_process`.
        keeps_process: whether the process is kept for the next question, with the data that it has loaded.
    """

    module: ClassVar[str]
    keeps_process: ClassVar[bool] = False

    def __init__(self, outbox: Outbox, thread: JobThread | None = None) -> None:
        """Create the worker, as `Worker` does; no process is started yet."""
        super().__init__(outbox, thread)
        self._process = AnsweringProcess(self.module)
        self._starting = threading.Lock()
        self._closed = False

    def start_process(self) -> None:
        """Start the process for the question that is being answered, unless it is running.

        Raises:
            XiangqiError: it cannot be started, or nobody waits for the answer any longer.
        """
        with self._starting:
            if self._closed or self.is_dropped:
                raise XiangqiError(Message("detail.process_ended"))
            self._process.start()

    def in_process(self, question: Effect) -> Answers:
        """Yield the answers of a process to a question.

        Raises:
            XiangqiError: it cannot be started, cannot answer, or has ended before it was done.
        """
        self.start_process()
        try:
            for told in self._process.ask(question):
                assert isinstance(told, Event)
                yield told
        finally:
            if not self.keeps_process:
                self._process.end()

    def drop(self) -> None:
        """Kill the process, in addition to `Worker.drop`."""
        super().drop()
        with self._starting:
            self._process.kill()

    def halt(self) -> None:
        """Stop the work of the process as the program ends; by default, kill the process."""
        self._process.kill()

    def finish(self) -> None:
        """End the process."""
        self._process.end()

    def close(self, seconds: float = LAST_JOBS_S) -> None:
        """Stop the process, finish the rest of the queue within `seconds`, and stop."""
        with self._starting:
            self._closed = True
        self.halt()
        super().close(seconds)
        self._process.kill()
