"""A thread that does jobs in order, so that slow ones do not delay a frame."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Final, NamedTuple

from xiangqi.errors import XiangqiError

Job = Callable[[], object]
Failed = Callable[[str], object]

LAST_JOBS_S: Final = 10.0
"""The longest time in seconds that the program waits for pending writes before it ends."""


class _Task(NamedTuple):
    job: Job
    failed: Failed
    kind: str
    number: int


class JobThread:
    """One thread, started by the first job.

    Jobs may be submitted from any thread; an error in one does not affect later ones.
    """

    def __init__(self, name: str) -> None:
        """Create the queue without starting the thread, which gets this name."""
        self._tasks: queue.Queue[_Task | None] = queue.Queue()
        self._newest: dict[str, int] = {}
        self._done: dict[str, int] = {}
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    def submit(self, job: Job, failed: Failed, kind: str = "") -> None:
        """Add a job.

        Args:
            job: called in the thread.
            failed: called in the thread with the error if the job raises.
            kind: a waiting job of the same kind is replaced; "" replaces none.
        """
        with self._changed:
            number = self._newest[kind] = self._newest.get(kind, 0) + 1
            if self._thread.ident is None:
                self._thread.start()
        self._tasks.put(_Task(job, failed, kind, number))

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            if not task.kind or task.number == self._newest[task.kind]:
                _do(task)
                with self._changed:
                    self._done[task.kind] = task.number
                    self._changed.notify_all()
            self._tasks.task_done()

    def wait(self, kind: str, seconds: float) -> bool:
        """Wait at most `seconds` for the newest job of a kind; return whether it has been done."""
        with self._changed:
            return self._changed.wait_for(lambda: self._done.get(kind) == self._newest.get(kind), seconds)

    @property
    def is_idle(self) -> bool:
        """Whether all jobs have been done."""
        return self._tasks.unfinished_tasks == 0

    def close(self, seconds: float = LAST_JOBS_S) -> None:
        """Finish the waiting jobs, taking at most `seconds`, and end the thread."""
        self._tasks.put(None)
        if self._thread.ident is not None:
            self._thread.join(seconds)


def _do(task: _Task) -> None:
    try:
        task.job()
    except XiangqiError as error:
        task.failed(str(error))
    except Exception as error:  # the error is passed to `failed`, and the thread continues with the next job
        task.failed(f"{type(error).__name__}: {error}")
