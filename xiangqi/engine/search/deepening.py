"""Iterative deepening: one search, from depth 1 to its limits, with its info lines."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import MAX_PLY
from xiangqi.core.cxa.workspace import LISTS_MADE
from xiangqi.core.position import State
from xiangqi.core.repetition import path_pop, path_push
from xiangqi.engine.common import layout as slots
from xiangqi.engine.common.levels import Level, has_blind_spots
from xiangqi.engine.common.scores import INFINITY, MATE, MATE_BOUND, TABLE_BOUND, mate_in, one_ply_later
from xiangqi.engine.common.types import Info, Limits, SearchResult
from xiangqi.engine.search.blunders import Blunders
from xiangqi.engine.search.searcher import Searcher
from xiangqi.engine.search.smp import Finding, Team
from xiangqi.engine.search.timeman import Budget, Pace, budget_of
from xiangqi.engine.search.transposition import GENERATIONS
from xiangqi.engine.search.tt_resize import GrowingTable

MAX_DEPTH: Final = MAX_PLY - 28  # leaves plies for extensions and quiescence search

OnInfo = Callable[[Info], None]


class Signals:
    """Signals to a search from other threads."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.ponderhit = threading.Event()
        self._lock = threading.Lock()
        self._start_clock: Callable[[], None] | None = None

    def clear(self) -> None:
        """Clear the signals that were meant for an earlier search."""
        self.stopped.clear()
        self.ponderhit.clear()

    def expect_ponderhit(self, start_clock: Callable[[], None] | None) -> None:
        """Set the function that starts the clock on ponderhit, or None; call it if ponderhit has come."""
        with self._lock:
            self._start_clock = start_clock
            if start_clock is not None and self.ponderhit.is_set():
                start_clock()

    def hit(self) -> None:
        """Signal that the move pondered on was played."""
        with self._lock:
            if not self.ponderhit.is_set():
                self.ponderhit.set()
                if self._start_clock is not None:
                    self._start_clock()

    def is_pondering(self, limits: Limits) -> bool:
        """Return whether the opponent is still to move."""
        return limits.ponder and not self.ponderhit.is_set()

    def await_release(self, limits: Limits) -> None:
        """Wait until an infinite or pondering search may answer."""
        while (limits.infinite or self.is_pondering(limits)) and not self.stopped.is_set():
            self.stopped.wait(0.02)


class Run:
    """One search, which `go` runs."""

    def __init__(
        self,
        states: Sequence[State],
        table: GrowingTable,
        signals: Signals,
        limits: Limits,
        level: Level,
        *,
        mtdf: bool = False,
    ) -> None:
        """Prepare a search.

        Args:
            states: an engine state for each thread. The first has position and path set and is copied to the
                others; counters and root moves are overwritten.
            table: the transposition table.
            signals: polled, but not changed.
            limits: when to stop.
            level: how the engine is weakened.
            mtdf: whether MTD(f) drives the search.
        """
        self._state, *self._others = states
        self._table = table
        self._searcher = Searcher(self._state, table, mtdf=mtdf)
        self._team = Team()
        self._found: Finding | None = None  # found by the main thread
        self._proved: dict[Move, Finding] = {}  # the shortest mate so far by each root move
        self._time_is_up = False
        self._signals = signals
        self._limits = limits
        self._level = level
        self._called = self._began = time.perf_counter()
        self._pace = Pace()
        self._budget = Budget(None, None)
        self._timer: threading.Timer | None = None

    def go(
        self,
        root: Sequence[Move],
        lines: int,
        on_info: OnInfo,
        board: Board,
        seed: int,
        *,
        beside: Sequence[Move] = (),
    ) -> SearchResult:
        """Search until a limit is reached or the search is stopped.

        Args:
            root: the moves to choose among, at least one.
            lines: the number of principal variations.
            on_info: called with each line of each depth.
            board: the position, for the blunders of weaker levels; restored on return.
            seed: seeds the blunders.
            beside: further moves, chosen only if they mate sooner than those of `root`.
        """
        state = self._state
        state[slots.GENERATION] = (state[slots.GENERATION] + 1) % GENERATIONS
        state[slots.NODES] = state[slots.SELDEPTH] = state[slots.CXA_WORKSPACE + LISTS_MADE] = 0
        caps = [n for n in (self._limits.nodes, self._level.nodes) if n is not None]
        state[slots.NODE_LIMIT] = max(1, min(caps)) if caps else 0
        if self._limits.ponder:
            self._signals.expect_ponderhit(self._start_clock)
        else:
            self._start_clock()
        try:
            if has_blind_spots(self._level):
                return self._choose_with_errors(list(root), board, seed, on_info)
            if self._others and not caps:  # a search by nodes must be reproducible, so that it uses one thread
                self._table.unfold()
                self._team.call(self._others, self._searcher, root, self._max_depth())
            return self._deepen(list(root), list(beside), min(lines, len(root)), on_info)
        finally:
            self._team.dismiss()
            self._signals.expect_ponderhit(None)
            if self._timer is not None:
                self._timer.cancel()

    def _start_clock(self) -> None:
        """Start the clock, at the beginning of the search or on ponderhit."""
        self._budget = budget_of(self._limits)
        self._began = time.perf_counter()
        if self._budget.hard_ms is not None:
            seconds = min(self._budget.hard_ms / 1000, threading.TIMEOUT_MAX)
            self._timer = threading.Timer(seconds, self._end_time)
            self._timer.daemon = True
            self._timer.start()

    def _end_time(self) -> None:
        self._time_is_up = True
        self._searcher.stop()

    def _go_on(self) -> None:
        """Clear STOP after a limited search, unless the whole search must stop."""
        self._state[slots.STOP] = 0
        limit = self._state[slots.NODE_LIMIT]
        if self._time_is_up or self._signals.stopped.is_set() or 0 < limit <= self._state[slots.NODES]:
            self._state[slots.STOP] = 1

    def _elapsed_ms(self) -> float:
        return (time.perf_counter() - self._began) * 1000

    def _deepen(self, root: list[Move], beside: list[Move], lines: int, on_info: OnInfo) -> SearchResult:
        best: list[Info] = []
        guesses: list[int] = []  # scores of the main search, which may not see the mates that are proved
        for depth in range(1, self._max_depth() + 1):
            found = self._search_depth(root, depth, lines, guesses)
            if depth == 1 and not found:
                found = self._one_ply_at_least(root)
            guesses = [finding.score for finding in found] or guesses
            if found and not self._searcher.is_stopped:
                self._look_for_mates(root, beside, depth, found[0].score)
            found = self._with_mates(depth, found)[:lines]
            if found:  # an unfinished depth still counts
                self._found = found[0]
                news = [self._info(finding, number) for number, finding in enumerate(found, 1)]
                for info in news:
                    on_info(info)
                first = [info.pv[0] for info in news]
                best = (news + [info for info in best if info.pv[0] not in first])[:lines]
                root = [*(move for move in first if move not in beside), *(m for m in root if m not in first)]
            if found and self._found is not None:
                self._pace.note(self._found.line[0], self._found.score, self._searcher.effort)
            if self._searcher.is_stopped or self._is_enough(depth, best, len(root)):
                break
            self._table.grow(int(self._state[slots.GENERATION]))
        self._team.dismiss()
        self._signals.await_release(self._limits)
        if not best:
            return SearchResult(root[0])
        if lines == 1 and self._found is not None:
            finding = self._team.best(self._found)
            if finding is not self._found:
                best[0] = self._info(finding, 1)
                on_info(best[0])
        pv = best[0].pv
        return SearchResult(pv[0], pv[1] if len(pv) > 1 else None, best[0])

    def _look_for_mates(self, root: list[Move], beside: list[Move], depth: int, score: int) -> None:
        """Store mates that are proved in addition to the search of a finished depth."""
        self._note_mate(depth, self._searcher.prove_mate(root, score))
        if beside and not self._searcher.is_stopped:
            self._note_mate(depth, self._searcher.search_mate(beside, depth, score))
        within = self._longest_wanted(depth)
        if within > self._searcher.mates_refuted and not self._searcher.is_stopped:
            self._note_mate(depth, self._searcher.shortest_mate(root + beside, within, self._searcher.nodes))
            self._go_on()

    def _longest_wanted(self, depth: int) -> int:
        """Return the longest mate, in moves, that the full-width search must still look for; 0 for none."""
        shortest = (
            min((MATE - finding.score + 1) // 2 for finding in self._proved.values()) if self._proved else None
        )
        wanted = self._limits.mate or 0
        if shortest is None:
            return wanted
        on_clock = self._limits.clock_ms is not None
        if wanted or (not on_clock and 2 * shortest + 2 < depth):
            return shortest - 1
        return 0

    def _note_mate(self, depth: int, score: int | None) -> None:
        """Keep the mate that the searcher has just proved, if it has proved one."""
        if score is not None:
            self._keep_proof(Finding(depth, score, self._searcher.line()))

    def _keep_proof(self, finding: Finding) -> None:
        """Keep a mate unless a shorter one by the same move is known."""
        move = finding.line[0]
        if move not in self._proved or self._proved[move].score < finding.score:
            self._proved[move] = finding

    def _with_mates(self, depth: int, found: list[Finding]) -> list[Finding]:
        """Return the lines of a depth and the proved mates, best first, each move once."""
        if not found:
            return found
        for finding in found:
            if finding.score > MATE_BOUND:
                self._keep_proof(finding)
        best = {finding.line[0]: finding for finding in found}
        best |= {move: replace(proof, depth=depth) for move, proof in self._proved.items()}
        return sorted(best.values(), key=lambda finding: -finding.score)

    def _one_ply_at_least(self, root: list[Move]) -> list[Finding]:
        """Return the result of a one-ply search, made if a stop came before any acceptable move was found."""
        self._state[slots.STOP] = 0
        found = self._search_depth(root, 1, 1, [])
        self._state[slots.STOP] = 1
        return found

    def _max_depth(self) -> int:
        caps = [d for d in (self._limits.depth, self._level.depth) if d is not None]
        return max(1, min([*caps, MAX_DEPTH]))

    def _search_depth(self, root: list[Move], depth: int, lines: int, guesses: Sequence[int]) -> list[Finding]:
        """Return the best lines at one depth, best first, among the moves searched before a stop."""
        found: list[Finding] = []
        left = root
        for number in range(1, lines + 1):
            guess = guesses[number - 1] if number <= len(guesses) else None
            score = self._searcher.search(left, depth, guess)
            line = self._searcher.line()
            if not line or (self._searcher.is_stopped and score < -TABLE_BOUND):
                break  # a move that was not searched may not lose
            found.append(Finding(depth, score, line))
            if self._searcher.is_stopped:
                break
            left = [move for move in left if move != line[0]]
        # A later line may be better than an earlier one, since it could use more of the table.
        return sorted(found, key=lambda finding: -finding.score)

    def _info(self, found: Finding, number: int) -> Info:
        """Return the info line about a finding; `number` counts the lines of a depth."""
        elapsed = self._elapsed_ms()
        nodes = self._searcher.nodes + self._team.nodes
        mate = mate_in(found.score)
        return Info(
            depth=found.depth,
            seldepth=int(self._state[slots.SELDEPTH]),
            nodes=nodes,
            time_ms=int(elapsed),
            score_cp=found.score if mate is None else None,
            mate=mate,
            multipv=number,
            nps=int(nodes / max(elapsed, 0.01) * 1000),
            hashfull=self._table.hashfull(int(self._state[slots.GENERATION])),
            pv=found.line,
        )

    def _is_enough(self, depth: int, best: list[Info], choices: int) -> bool:
        """Return whether another iteration could not change the answer or would not finish in time."""
        limits = self._limits
        if limits.infinite or self._signals.is_pondering(limits):
            return False
        top = best[0]
        if limits.mate is not None and self._is_mate_settled(top):
            return True
        if limits.depth is None and top.mate is not None and abs(top.mate) * 2 + 2 < depth:
            return top.mate < 0 or limits.clock_ms is not None or self._is_mate_settled(top)
        if limits.clock_ms is not None and choices == 1:
            return True
        if self._budget.soft_ms is None:
            return False
        if limits.clock_ms is None:
            return self._elapsed_ms() > self._budget.soft_ms
        thought_ms = (time.perf_counter() - self._called) * 1000  # pondering included
        return thought_ms > self._budget.soft_ms * self._pace.factor

    def _is_mate_settled(self, top: Info) -> bool:
        """Return whether no mate shorter than the best line's, or none within the limit, is left to find."""
        shortest = top.mate if top.mate is not None and top.mate > 0 else None
        wanted = self._limits.mate
        if shortest is None or (wanted is not None and shortest > wanted):
            return wanted is not None and self._searcher.mates_refuted >= wanted
        return self._searcher.mates_refuted >= shortest - 1

    def _choose_with_errors(self, root: list[Move], board: Board, seed: int, on_info: OnInfo) -> SearchResult:
        """Choose the best move with the blunders of a weaker level."""
        blunders = Blunders(self._level, seed, board)
        moves = [move for move in root if blunders.notices(board, move)] or root
        best: Finding | None = None
        for depth in range(min(2, self._max_depth()), self._max_depth() + 1):
            found = self._judge_all(moves, depth, board, blunders)
            if self._searcher.is_stopped:
                if best is not None:
                    break
                if found is not None and found.score < -TABLE_BOUND:
                    found = Finding(depth, 0, (moves[-1],))  # it was not searched and may not lose
            best = found or Finding(depth, 0, (moves[0],))
            moves = [best.line[0], *(move for move in moves if move != best.line[0])]
        assert best is not None
        self._signals.await_release(self._limits)
        info = self._info(best, 1)
        on_info(info)
        return SearchResult(best.line[0], best.line[1] if len(best.line) > 1 else None, info)

    def _judge_all(self, moves: list[Move], depth: int, board: Board, blunders: Blunders) -> Finding | None:
        """Return the best of the moves searched before a stop, or None if none was."""
        best: Finding | None = None
        record = -float(INFINITY)
        for move in moves:
            error = blunders.error_cp(move)
            found = self._judge(move, depth, board, blunders, math.floor(record - error))
            if found is None:
                break
            if found.score + error > record:
                best, record = found, found.score + error
        return best

    def _judge(self, move: Move, depth: int, board: Board, blunders: Blunders, floor: int) -> Finding | None:
        """Search a move with only the replies that the player notices; None if the search was stopped.

        A score up to the floor is an upper bound.
        """
        board.push_unchecked(move)
        replies = board.legal_moves()
        noticed = [reply for reply in replies if blunders.notices(board, reply)] or replies
        board.pop()
        if not noticed:
            return Finding(depth, MATE - 1, (move,))
        path_push(self._state, move)
        searcher = Searcher(self._state, self._table)
        limit = min(max(-floor, 1 - INFINITY), INFINITY)
        score = -searcher.search_below(limit, noticed, max(1, depth - 1))
        path_pop(self._state, move)
        return None if searcher.is_stopped else Finding(depth, one_ply_later(score), (move, *searcher.line()))
