"""One thread's search of the root to a given depth, with its own state array and the shared table.

There are two drivers. One searches the root in an aspiration window, which it widens until the score lies
inside, by principal variation search. The other, MTD(f) (Plaat and others, 1996), searches null windows alone
and moves the bound until lower and upper bound meet; it relies on the transposition table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xiangqi.board import Move
from xiangqi.core.attacks import in_check
from xiangqi.core.constants import KEY, SIDE
from xiangqi.core.movegen import is_pseudo_legal
from xiangqi.core.position import State
from xiangqi.core.repetition import path_pop, path_push, repetition_status
from xiangqi.engine.common import layout as slots
from xiangqi.engine.common.scores import (
    FORBIDDEN,
    FORBIDDEN_BOUND,
    INFINITY,
    MATE_BOUND,
    REPETITION_BOUND,
    REPETITION_LOSS,
    reported_score,
)
from xiangqi.engine.common.techniques import ASPIRATION
from xiangqi.engine.search.mate_search import FullWidthMates, MateSearch
from xiangqi.engine.search.search import search_root
from xiangqi.engine.search.transposition import entry_move, probe
from xiangqi.engine.search.tt_resize import GrowingTable

_ASPIRATION_WINDOW: Final = 25  # half the width of the first window
_ASPIRATION_MAX: Final = 1000  # a wider window is opened on that side


class Searcher:
    """Runs the kernels on one state array, in one thread; any thread may call stop."""

    def __init__(self, state: State, table: GrowingTable, *, mtdf: bool = False) -> None:
        """Create a searcher on an engine state whose position and path are set.

        Args:
            state: every search changes its counters, statistics and root moves.
            table: shared with other searchers.
            mtdf: whether MTD(f) drives the search.
        """
        self._state = state
        self._state[slots.REPETITION_SCORE] = REPETITION_LOSS
        self._table = table
        self._mtdf = mtdf
        self._line: tuple[Move, ...] = ()
        self.effort = 0.0  # the best move's share of the nodes of the last search, 0 to 1
        self._mates = MateSearch(state, table)
        self._full_width = FullWidthMates(state)

    def twin(self, state: State) -> Searcher:
        """Return a searcher of the same position on another state array, which receives a copy of this one."""
        state[:] = self._state
        return Searcher(state, self._table, mtdf=self._mtdf)

    @property
    def nodes(self) -> int:
        """The nodes counted so far."""
        return int(self._state[slots.NODES])

    @property
    def is_stopped(self) -> bool:
        """Whether the search was stopped, in which case the score that it last returned may be meaningless."""
        return bool(self._state[slots.STOP])

    def stop(self) -> None:
        """Make a running search return at once."""
        self._state[slots.STOP] = 1

    def line(self) -> tuple[Move, ...]:
        """Return the principal variation of the last search, empty if it was stopped within its first move."""
        return self._line

    def search(self, moves: Sequence[Move], depth: int, guess: int | None = None) -> int:
        """Search the given root moves and return the score of the best.

        Args:
            moves: the moves, at least one.
            depth: plies, 1 or more.
            guess: the expected score, for an aspiration window.
        """
        self._set_root(moves)
        if self._mtdf:
            score = self._search_mtdf(depth, guess or 0)
        else:
            score = self._search_aspiration(depth, guess)
            self._line = self._first_row()
        nodes = self._state[slots.ROOT_NODES : slots.ROOT_NODES + len(moves)]
        self.effort = float(nodes[0] / max(nodes.sum(), 1))
        if REPETITION_BOUND <= score <= MATE_BOUND:
            self._state[slots.REPETITION_SCORE] = (
                FORBIDDEN  # the repetition wins: from now on search for the mate
            )
        return reported_score(score)

    def prove_mate(self, moves: Sequence[Move], score: int) -> int | None:
        """Return the score of a mate, proved by df-pn search, that is shorter than those found before, or None.

        Args:
            moves: root moves, at least one.
            score: the score of the best of them in the main search.
        """
        self._set_root(moves)
        mate = self._mates.look(score)
        if mate is not None:
            self._line = self._first_row()
        return mate

    def search_mate(self, moves: Sequence[Move], depth: int, score: int) -> int | None:
        """Return the score of a mate, by one of the root moves, that beats a given score, or None.

        Args:
            moves: the moves, at least one.
            depth: plies, 1 or more.
            score: the score to beat.
        """
        self._set_root(moves)
        bound = max(score, MATE_BOUND)
        found = self._ask(bound, INFINITY, depth)
        self._line = self._first_row()
        return reported_score(found) if self._line and bound < found <= FORBIDDEN_BOUND else None

    def shortest_mate(self, moves: Sequence[Move], within: int, nodes: int) -> int | None:
        """Return the score of the shortest mate, by a full-width search; None if it finds none.

        Args:
            moves: root moves, at least one.
            within: the longest mate to look for, in moves.
            nodes: the node limit; if it is reached, STOP is set, and the next call continues.
        """
        self._set_root(moves)
        score = self._full_width.look(within, nodes)
        if score is not None:
            self._line = self._first_row()
        return score

    @property
    def mates_refuted(self) -> int:
        """The number of moves within which shortest_mate has refuted every mate."""
        return self._full_width.refuted

    def search_below(self, limit: int, moves: Sequence[Move], depth: int) -> int:
        """Return the score of the best of the root moves, a lower bound if it reaches `limit`.

        Args:
            limit: above -INFINITY.
            moves: the moves, at least one.
            depth: plies, 1 or more.
        """
        self._set_root(moves)
        score = self._ask(-INFINITY, limit, depth)
        self._line = self._first_row()
        return reported_score(score)

    def _set_root(self, moves: Sequence[Move]) -> None:
        self._state[slots.ROOT_MOVES : slots.ROOT_MOVES + len(moves)] = moves
        self._state[slots.ROOT_COUNT] = len(moves)
        self._state[slots.ROOT_NODES : slots.ROOT_NODES + len(moves)] = 0

    def _ask(self, alpha: int, beta: int, depth: int) -> int:
        """Search the root moves with a window, and return the score of the best."""
        return int(search_root(self._state, self._table.used, alpha, beta, depth))

    def _first_row(self) -> tuple[Move, ...]:
        length = int(self._state[slots.PV_LENGTHS])
        return tuple(Move(move) for move in self._state[slots.PV : slots.PV + length].tolist())

    def _search_aspiration(self, depth: int, guess: int | None) -> int:
        """Search with an aspiration window, which is widened until it contains the score; return the score."""
        state = self._state
        alpha, beta, margin = -INFINITY, INFINITY, _ASPIRATION_WINDOW
        if (
            guess is not None
            and depth >= 5
            and abs(guess) < REPETITION_BOUND
            and state[slots.TECHNIQUES] & ASPIRATION
        ):
            alpha, beta = guess - margin, guess + margin
        while True:
            score = self._ask(alpha, beta, depth)
            if self.is_stopped or alpha < score < beta:
                return score
            margin *= 3
            if score <= alpha:
                alpha = score - margin if margin < _ASPIRATION_MAX else -INFINITY
            else:
                beta = score + margin if margin < _ASPIRATION_MAX else INFINITY

    def _search_mtdf(self, depth: int, guess: int) -> int:
        """Search by MTD(f): every null window gives a bound until the bounds meet; return the score."""
        self._line = ()
        score, lower, upper = guess, -INFINITY, INFINITY
        while lower < upper:
            beta = max(score, lower + 1)
            score = self._ask(beta - 1, beta, depth)
            if self.is_stopped:
                return lower
            if score < beta:
                upper = score
            else:
                lower = score
                self._line = self._carry_on(self._first_row(), depth)
        return score

    def _carry_on(self, line: tuple[Move, ...], depth: int) -> tuple[Move, ...]:
        """Extend a line that a null window has cut short, using moves of the transposition table."""
        state = self._state
        moves = list(line)
        for move in moves:
            path_push(state, move)
        while len(moves) < depth and repetition_status(state) == 0:
            move = Move(entry_move(probe(self._table.used, state[KEY])))
            side = state[SIDE]
            if not is_pseudo_legal(state, move):
                break
            path_push(state, move)
            moves.append(move)
            if in_check(state, side):
                path_pop(state, moves.pop())
                break
        for move in reversed(moves):
            path_pop(state, move)
        return tuple(moves)
