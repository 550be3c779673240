"""An executor for processes on this machine, each a command of the program that does one job at a time.

`concurrent.futures.ProcessPoolExecutor` will not do: it starts Python with ``-c``, which imports modules from
the current folder first, and a single process that dies breaks the whole pool.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO, NoReturn, ParamSpec, TypeVar

from xiangqi.errors import JobError
from xiangqi.i18n.message import Message
from xiangqi.jobs.work import portable
from xiangqi.jobs.workers import Workers
from xiangqi.launch import start_own

P = ParamSpec("P")
R = TypeVar("R")


class LocalProcesses(Workers):
    """A fixed number of processes, started on demand and reused. A process that dies is replaced."""

    def __init__(self, count: int) -> None:
        """Create the executor without starting a process.

        Args:
            count: the number of jobs at a time, at least 1.
        """
        self._count = count
        self._threads = ThreadPoolExecutor(count, "job")
        self._idle: queue.SimpleQueue[_JobProcess] = queue.SimpleQueue()
        self._all: set[_JobProcess] = set()
        self._lock = threading.Lock()
        self._closed = False

    @property
    def count(self) -> int:
        """The number of jobs that can run at a time."""
        return self._count

    @property
    def batch_s(self) -> float:
        """The duration of a batch: 0, since handing out a single chunk has no noticeable cost."""
        return 0.0

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Call a module-level function in a process.

        The future raises the function's own error, JobError if the process ended, or a pickling error if the
        call or its result cannot be transferred.
        """
        return self._threads.submit(self._call, fn, args, kwargs)

    def _call(self, fn: Callable[..., R], args: tuple[object, ...], kwargs: dict[str, object]) -> R:
        call = pickle.dumps((fn, args, kwargs))
        process = self._take()
        try:
            value, error, trace = process.ask(call)
        except (OSError, EOFError, pickle.UnpicklingError):
            raise JobError(Message("detail.job.ended", code=self._drop(process))) from None
        self._idle.put(process)
        if error is not None:
            raise error from RuntimeError(trace)
        result: R = value  # type: ignore[assignment]  # pickle keeps no types
        return result

    def _take(self) -> _JobProcess:
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            pass
        with self._lock:
            if self._closed:
                raise JobError(Message("detail.job.cancelled"))
            process = _JobProcess()
            self._all.add(process)
        return process

    def _drop(self, process: _JobProcess) -> int:
        """Forget a process that has ended, and return its exit code."""
        with self._lock:
            self._all.discard(process)
        return process.end()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut down all processes: at once with `cancel_futures`, otherwise after all submitted jobs."""
        if cancel_futures:
            with self._lock:
                self._closed = True
                for process in self._all:
                    process.kill()
        self._threads.shutdown(wait=wait or cancel_futures, cancel_futures=cancel_futures)
        if wait or cancel_futures:  # no thread is reading from them any longer
            for process in self._all:
                process.end()
            self._all.clear()


class _JobProcess:
    """The parent's side of a job process."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        self._process = start_own("job", stdin=pipe, stdout=pipe)

    def ask(self, call: bytes) -> tuple[object, Exception | None, str]:
        """Return the result of a pickled call, or the error that it raised with its traceback.

        Raises:
            OSError, EOFError, UnpicklingError: the process has ended.
        """
        to, back = self._process.stdin, self._process.stdout
        assert to is not None
        assert back is not None
        pickle.dump(call, to)  # as bytes, so that an unreadable call does not affect the next one
        to.flush()
        answer: tuple[object, Exception | None, str] = pickle.load(back)
        return answer

    def kill(self) -> None:
        """Kill the process; a pending `ask` raises EOFError."""
        self._process.kill()

    def end(self) -> int:
        """Kill the process and return its exit code; no `ask` may be pending."""
        self._process.kill()
        code = self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with contextlib.suppress(OSError):  # pending data of a call that could not be written
                stream.close()
        return code


def main(_words: list[str]) -> int:
    """Run the command ``job``: read calls from stdin until its end, and write results to stdout.

    Output printed by jobs goes to standard error. Ctrl+C is ignored; the process ends with its parent, even
    during a job.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    calls: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, calls), daemon=True, name="calls").start()
    while True:
        answers.write(_answer(calls.get()))
        answers.flush()


def _listen(given: IO[bytes], calls: queue.SimpleQueue[bytes]) -> NoReturn:
    while True:
        try:
            calls.put(pickle.load(given))
        except (EOFError, pickle.UnpicklingError):  # the parent has ended, perhaps while it wrote
            os._exit(0)


def _answer(call: bytes) -> bytes:
    """Run a pickled call and return its result or error, pickled."""
    try:
        function, args, kwargs = pickle.loads(call)
        return pickle.dumps((function(*args, **kwargs), None, ""))
    except Exception as error:
        return pickle.dumps((None, portable(error), traceback.format_exc()))
