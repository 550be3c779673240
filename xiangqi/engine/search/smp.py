"""Parallel search ("Lazy SMP"): helper threads search the same root and share the transposition table.

Each helper has its own state array, so that threads share only the table, whose entries need no locks.
Helpers do not divide the work. They search at different depths from the main thread, which finds their results
in the table.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi.board import Move
from xiangqi.core.position import State
from xiangqi.engine.search.searcher import Searcher

_STRIDES: Final = (2, 3, 4)  # the interval of depths that a helper skips


@dataclass(frozen=True)
class Finding:
    """A thread's result: the depth, the score in the units of the search, and the principal variation."""

    depth: int
    score: int
    line: tuple[Move, ...]

    def is_better_than(self, other: Finding) -> bool:
        """Return whether this result is at least as deep as another and has a better score."""
        return self.depth >= other.depth and self.score > other.score


def leaves_out(number: int, depth: int) -> bool:
    """Return whether a helper, numbered from 0, skips a depth, so that helpers search different depths."""
    stride = _STRIDES[number % len(_STRIDES)]
    return (depth + number // len(_STRIDES)) % stride == 0


class _Helper:
    """A thread that deepens until it is stopped."""

    def __init__(self, searcher: Searcher, number: int) -> None:
        """Prepare a helper; start begins its search.

        Args:
            searcher: the helper's own searcher, with the position set.
            number: its number, from 0, which decides which depths it skips.
        """
        self.found: Finding | None = None
        self.searcher = searcher
        self._number = number
        self._thread: threading.Thread | None = None

    def start(self, root: Sequence[Move], deepest: int) -> None:
        """Start searching these moves, to at most `deepest` plies."""
        self._thread = threading.Thread(
            target=self._deepen, args=(list(root), deepest), daemon=True, name=f"helper {self._number}"
        )
        self._thread.start()

    def join(self) -> None:
        """Wait for the thread to end; then `found` has the last depth that it finished, or is None."""
        if self._thread is not None:
            self._thread.join()

    def _deepen(self, root: list[Move], deepest: int) -> None:
        guess = None
        for depth in range(1, deepest + 1):
            if leaves_out(self._number, depth):
                continue
            score = self.searcher.search(root, depth, guess)
            if self.searcher.is_stopped:
                return
            line = self.searcher.line()
            self.found = Finding(depth, score, line)
            guess = score
            root.remove(line[0])
            root.insert(0, line[0])


class Team:
    """All helpers of one search."""

    def __init__(self) -> None:
        """Begin without helpers."""
        self._helpers: list[_Helper] = []

    def call(self, states: Sequence[State], leader: Searcher, root: Sequence[Move], deepest: int) -> None:
        """Start a helper on each state, with a copy of the leading searcher's state.

        Args:
            states: the helpers' arrays; overwritten.
            leader: the searcher of the main thread.
            root: the moves to choose among.
            deepest: the greatest depth.
        """
        self._helpers = [_Helper(leader.twin(state), number) for number, state in enumerate(states)]
        for helper in self._helpers:
            helper.start(root, deepest)

    def dismiss(self) -> None:
        """Stop all helpers and wait for them; their results are kept."""
        for helper in self._helpers:
            helper.searcher.stop()
        for helper in self._helpers:
            helper.join()

    @property
    def nodes(self) -> int:
        """The nodes searched by all helpers so far."""
        return sum(helper.searcher.nodes for helper in self._helpers)

    def best(self, own: Finding) -> Finding:
        """Return the best of the helpers' results and the caller's own, which wins a tie."""
        best = own
        for helper in self._helpers:
            if helper.found is not None and helper.found.is_better_than(best):
                best = helper.found
        return best
