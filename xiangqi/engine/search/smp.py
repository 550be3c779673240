"""Parallel search: helpers that deepen on their own and share what they find through the table.

Each helper has a state array of its own, so the only thing that threads share is the transposition table, whose
entries are safe without locks. A helper does not divide the work with the others; it does the same work in a
slightly different order, and leaves in the table what spares the main thread its own search ("Lazy SMP").
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi.board import Move
from xiangqi.core.position import State
from xiangqi.engine.search.searcher import Searcher

_STRIDES: Final = (2, 3, 4)  # of depths from one that a helper leaves out to the next


@dataclass(frozen=True)
class Finding:
    """What a thread knows of the root: the score in the search's own numbers, the line best move first."""

    depth: int
    score: int
    line: tuple[Move, ...]

    def is_better_than(self, other: Finding) -> bool:
        """Whether to play this rather than what another thread has found: seen at least as deep, and better."""
        return self.depth >= other.depth and self.score > other.score


def leaves_out(number: int, depth: int) -> bool:
    """Whether a helper (from 0) skips a depth, so that those who help are at different ones."""
    stride = _STRIDES[number % len(_STRIDES)]
    return (depth + number // len(_STRIDES)) % stride == 0


class _Helper:
    """A thread that deepens until it is stopped."""

    def __init__(self, searcher: Searcher, number: int) -> None:
        """Prepare a helper; start sets it to work.

        Args:
            searcher: its own, with the position set.
            number: from 0, decides which depths it leaves out.
        """
        self.found: Finding | None = None
        self.searcher = searcher
        self._number = number
        self._thread: threading.Thread | None = None

    def start(self, root: Sequence[Move], deepest: int) -> None:
        """Begin to search these moves, at most `deepest` plies deep."""
        self._thread = threading.Thread(
            target=self._deepen, args=(list(root), deepest), daemon=True, name=f"helper {self._number}"
        )
        self._thread.start()

    def join(self) -> None:
        """Wait until it has been stopped; then `found` is the last depth that it finished."""
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
    """All helpers of one search; none until they are called."""

    def __init__(self) -> None:
        """An empty team."""
        self._helpers: list[_Helper] = []

    def call(self, states: Sequence[State], leader: Searcher, root: Sequence[Move], deepest: int) -> None:
        """Set a helper to work on each state, with everything that the leading searcher knows.

        Args:
            states: arrays of the helpers' own; overwritten.
            leader: about to search the same position.
            root: the moves to choose among.
            deepest: plies searched at most.
        """
        self._helpers = [_Helper(leader.twin(state), number) for number, state in enumerate(states)]
        for helper in self._helpers:
            helper.start(root, deepest)

    def dismiss(self) -> None:
        """Stop all helpers and wait for them; what they have found stays."""
        for helper in self._helpers:
            helper.searcher.stop()
        for helper in self._helpers:
            helper.join()

    @property
    def nodes(self) -> int:
        """Nodes searched by all helpers so far."""
        return sum(helper.searcher.nodes for helper in self._helpers)

    def best(self, own: Finding) -> Finding:
        """The best of what the helpers have found and what the caller has, which wins a tie."""
        best = own
        for helper in self._helpers:
            if helper.found is not None and helper.found.is_better_than(best):
                best = helper.found
        return best
