"""One thread's search of the root to a given depth: a state array of its own on the shared table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xiangqi.board import Move
from xiangqi.core.position import State
from xiangqi.engine.layout import NODES, PV, PV_LENGTHS, ROOT_COUNT, ROOT_MOVES, STOP, TECHNIQUES
from xiangqi.engine.scores import INFINITY, REPETITION_BOUND
from xiangqi.engine.search import search_root
from xiangqi.engine.techniques import ASPIRATION
from xiangqi.engine.transposition import Table

_WINDOW: Final = 25  # half the width of the first window
_WIDEST: Final = 1000  # beyond this a bound is given up altogether


class Searcher:
    """Drives the kernels of one state array. Not for several threads at once; stop is for any thread."""

    def __init__(self, state: State, table: Table, clock: int) -> None:
        """Take an engine state with position and path set.

        Args:
            state: its counters, statistics and root moves are changed by every search.
            table: shared with other searchers.
            clock: plies without a capture up to the root.
        """
        self._state = state
        self._table = table
        self._clock = clock

    def twin(self, state: State) -> Searcher:
        """A searcher of the same position on another array, which is overwritten with all this one knows."""
        state[:] = self._state
        return Searcher(state, self._table, self._clock)

    @property
    def nodes(self) -> int:
        """Nodes counted so far."""
        return int(self._state[NODES])

    @property
    def is_stopped(self) -> bool:
        """Whether the search was told to stop: what it returned last may mean nothing."""
        return bool(self._state[STOP])

    def stop(self) -> None:
        """Make a running search return at once."""
        self._state[STOP] = 1

    def line(self) -> tuple[Move, ...]:
        """The principal variation of the last search; empty when it was stopped before its first move ended."""
        length = int(self._state[PV_LENGTHS])
        return tuple(Move(move) for move in self._state[PV : PV + length].tolist())

    def search(self, moves: Sequence[Move], depth: int, guess: int | None = None) -> int:
        """Score of the best of some root moves.

        Args:
            moves: at least one.
            depth: plies, 1 or more.
            guess: the score expected, to begin with a narrow window round it.
        """
        state = self._state
        state[ROOT_MOVES : ROOT_MOVES + len(moves)] = moves
        state[ROOT_COUNT] = len(moves)
        alpha, beta, margin = -INFINITY, INFINITY, _WINDOW
        if (
            guess is not None
            and depth >= 5
            and abs(guess) < REPETITION_BOUND
            and state[TECHNIQUES] & ASPIRATION
        ):
            alpha, beta = guess - margin, guess + margin
        while True:
            score = int(search_root(state, self._table, alpha, beta, depth, self._clock))
            if self.is_stopped or alpha < score < beta:
                return score
            margin *= 3
            if score <= alpha:
                alpha = score - margin if margin < _WIDEST else -INFINITY
            else:
                beta = score + margin if margin < _WIDEST else INFINITY
