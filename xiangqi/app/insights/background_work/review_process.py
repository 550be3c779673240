"""The process that reviews games in the window's idle time, with the lowest priority.

A pause stops the running search at once; the search is repeated afterwards.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import threading
from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from xiangqi.coach.judge import EngineJudge
    from xiangqi.engine.common.types import Info
    from xiangqi.insights.reviews import Counted, CountOrder
    from xiangqi.line import Line

_LEAST_NICE: Final = 19


class Word(Enum):
    """The words that can be sent to the process, other than orders."""

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
        """Use this judge from now on; return this object."""
        with self._lock:
            self._judge = judge
        return self

    def __call__(self, line: Line, times: int) -> Info | None:
        """Return the report on the position at the end of a line, waiting and searching again after each pause.

        The arguments are those of `xiangqi.insights.reviews.Searcher`.
        """
        assert self._judge is not None
        while True:
            self._open.wait()
            with self._lock:
                pauses = self._pauses
                self._judge.arm()
            report = self._judge.report_times(line, times)
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


_search: Final = PausedSearch()


def hear(word: object) -> None:
    """Pause or resume; end the process once the session has ended, even during a search."""
    if word is Word.PAUSE:
        _search.pause()
    elif word is Word.GO:
        _search.go()
    else:
        os._exit(0)


def answer(order: CountOrder) -> Iterator[Counted]:
    """Yield the result of reviewing a game, at the lowest priority."""
    _be_humble()  # before any work
    from xiangqi.coach.judge import judge_of
    from xiangqi.insights.reviews import counted_by

    judge = judge_of(order.nodes)
    judge.begin()
    yield counted_by(order, _search.by(judge))


@functools.cache
def _be_humble() -> None:
    """Give this process the lowest priority, once."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            import ctypes

            kernel = ctypes.windll.kernel32
            kernel.SetPriorityClass(kernel.GetCurrentProcess(), 0x40)  # IDLE_PRIORITY_CLASS
        else:
            os.nice(_LEAST_NICE)
