"""The process that reviews games in the window's idle time, with the lowest priority.

A pause stops the running search at once; the search is repeated afterwards.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import sys
import threading
from enum import Enum
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from xiangqi.coach.judge import EngineJudge
    from xiangqi.engine.common.types import Info
    from xiangqi.insights.reviews import CountOrder
    from xiangqi.line import Line

COMMAND: Final = "count"
"""The internal command that runs it."""

_LEAST_NICE: Final = 19


class Word(Enum):
    """The commands that the process receives besides orders."""

    PAUSE = "pause"
    GO = "go"


class PausedSearch:
    """Searches that can be paused."""

    def __init__(self) -> None:
        """Begin unpaused."""
        self._open = threading.Event()
        self._open.set()
        self._lock = threading.Lock()
        self._pauses = 0
        self._judge: EngineJudge | None = None

    def by(self, judge: EngineJudge) -> PausedSearch:
        """Use this judge from now on."""
        with self._lock:
            self._judge = judge
        return self

    def __call__(self, line: Line) -> Info | None:
        """Return the report on the position at the end of a line, repeating the search after each pause."""
        assert self._judge is not None
        while True:
            self._open.wait()
            with self._lock:
                pauses = self._pauses
                self._judge.arm()
            report = self._judge.report(line)
            with self._lock:
                if pauses == self._pauses:
                    return report

    def pause(self) -> None:
        """Stop the running search, and start none until `go`."""
        with self._lock:
            self._open.clear()
            self._pauses += 1
            if self._judge is not None:
                self._judge.stop()

    def go(self) -> None:
        """Resume after a pause."""
        self._open.set()


def main(_words: list[str]) -> int:
    """Run the internal command: read pickled orders and commands from stdin, and write results to stdout."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _be_humble()  # before any work
    from xiangqi.coach.judge import judge_of
    from xiangqi.insights.reviews import counted_by

    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    orders: queue.SimpleQueue[CountOrder] = queue.SimpleQueue()
    search = PausedSearch()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, orders, search), daemon=True).start()
    while True:
        order = orders.get()
        judge = judge_of(order.nodes)
        judge.begin()
        pickle.dump(counted_by(order, search.by(judge)), answers)
        answers.flush()


def _listen(given: IO[bytes], orders: queue.SimpleQueue[CountOrder], search: PausedSearch) -> None:
    while True:
        try:
            said = pickle.load(given)
        except (EOFError, pickle.UnpicklingError):  # the window has ended, possibly while writing
            os._exit(0)
        if said is Word.PAUSE:
            search.pause()
        elif said is Word.GO:
            search.go()
        else:
            orders.put(said)


def _be_humble() -> None:
    """Give this process the lowest priority."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            import ctypes

            kernel = ctypes.windll.kernel32
            kernel.SetPriorityClass(kernel.GetCurrentProcess(), 0x40)  # IDLE_PRIORITY_CLASS
        else:
            os.nice(_LEAST_NICE)
