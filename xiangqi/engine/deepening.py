"""Iterative deepening: one search from the first ply to its limits, with its news."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from xiangqi.board import Move
from xiangqi.core.constants import MAX_PLY
from xiangqi.core.position import State
from xiangqi.engine.helpers import Finding, Team
from xiangqi.engine.layout import GENERATION, NODE_LIMIT, NODES, SELDEPTH, STOP
from xiangqi.engine.levels import Level
from xiangqi.engine.scores import mate_in
from xiangqi.engine.searcher import Searcher
from xiangqi.engine.timeman import Budget, Pace, budget_of
from xiangqi.engine.transposition import GENERATIONS, Table, hashfull
from xiangqi.engine.types import Info, Limits, SearchResult

MAX_DEPTH: Final = MAX_PLY - 28  # leaves room for extensions and quiescence below the nominal depth

OnInfo = Callable[[Info], None]


class Signals:
    """What other threads tell a search."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.ponderhit = threading.Event()
        self._lock = threading.Lock()
        self._start_clock: Callable[[], None] | None = None

    def clear(self) -> None:
        """Forget what was told to an earlier search."""
        self.stopped.clear()
        self.ponderhit.clear()

    def expect_ponderhit(self, start_clock: Callable[[], None] | None) -> None:
        """Have a search's clock started by the ponderhit, at once if it has come already; None: no more."""
        with self._lock:
            self._start_clock = start_clock
            if start_clock is not None and self.ponderhit.is_set():
                start_clock()

    def hit(self) -> None:
        """The move pondered on was played."""
        with self._lock:
            if not self.ponderhit.is_set():
                self.ponderhit.set()
                if self._start_clock is not None:
                    self._start_clock()


class Run:
    """One search. Made anew for each; go does the work."""

    def __init__(
        self,
        states: Sequence[State],
        table: Table,
        signals: Signals,
        limits: Limits,
        level: Level,
        clock: int,
        *,
        mtdf: bool = False,
    ) -> None:
        """Prepare a search.

        Args:
            states: an engine state for each thread; the first has position and path set, the others are
                overwritten with it. Counters and root moves are overwritten in all.
            table: transposition table.
            signals: watched, not changed.
            limits: when to stop.
            level: what the opponent may see at most.
            clock: plies without a capture up to the root.
            mtdf: whether MTD(f) drives the search instead of windows.
        """
        self._state, *self._others = states
        self._table = table
        self._searcher = Searcher(self._state, table, clock, mtdf=mtdf)
        self._team = Team()
        self._found: Finding | None = None  # by the main thread
        self._signals = signals
        self._limits = limits
        self._level = level
        self._called = self._began = time.perf_counter()
        self._pace = Pace()
        self._budget = Budget(None, None)
        self._timer: threading.Timer | None = None

    def go(self, root: Sequence[Move], lines: int, on_info: OnInfo, chance: random.Random) -> SearchResult:
        """Search until a limit is met or the search is stopped.

        Args:
            root: the moves to choose among, at least one.
            lines: principal variations wanted.
            on_info: called with each line of each finished depth.
            chance: source of the weaker levels' errors.
        """
        state = self._state
        state[GENERATION] = (state[GENERATION] + 1) % GENERATIONS
        state[NODES] = state[SELDEPTH] = 0
        caps = [n for n in (self._limits.nodes, self._level.nodes) if n is not None]
        state[NODE_LIMIT] = min(caps, default=0)
        if self._limits.ponder:
            self._signals.expect_ponderhit(self._start_clock)
        else:
            self._start_clock()
        try:
            if self._level.noise_cp:
                return self._choose_with_errors(list(root), on_info, chance)
            if not caps:  # a count of nodes is for one thread, which can be repeated
                self._team.call(self._others, self._searcher, root, self._max_depth())
            return self._deepen(list(root), min(lines, len(root)), on_info)
        finally:
            self._team.dismiss()
            self._signals.expect_ponderhit(None)
            if self._timer is not None:
                self._timer.cancel()

    def _start_clock(self) -> None:
        """Begin to count time, now or when the move pondered on has been played."""
        self._budget = budget_of(self._limits)
        self._began = time.perf_counter()
        if self._budget.hard_ms is not None:
            self._timer = threading.Timer(self._budget.hard_ms / 1000, self._searcher.stop)
            self._timer.daemon = True
            self._timer.start()

    def _elapsed_ms(self) -> float:
        return (time.perf_counter() - self._began) * 1000

    def _deepen(self, root: list[Move], lines: int, on_info: OnInfo) -> SearchResult:
        best: list[Info] = []
        for depth in range(1, self._max_depth() + 1):
            guesses = [info.score_cp for info in best]
            found = self._search_depth(root, depth, lines, guesses)
            if depth == 1 and not found:
                found = self._one_ply_at_least(root)
            if found:  # an unfinished depth still counts with what it found
                best[: len(found)] = found
                for info in found:
                    on_info(info)
                first = [info.pv[0] for info in found]
                root = first + [move for move in root if move not in first]
            if found and self._found is not None:
                self._pace.note(self._found.line[0], self._found.score)
            if self._searcher.is_stopped or self._is_enough(depth, best, len(root)):
                break
        self._team.dismiss()
        self._await_release()
        if not best:
            return SearchResult(root[0])
        if lines == 1 and self._found is not None:
            finding = self._team.best(self._found)
            if finding is not self._found:
                best[0] = self._info(finding, 1)
                on_info(best[0])
        pv = best[0].pv
        return SearchResult(pv[0], pv[1] if len(pv) > 1 else None, best[0])

    def _one_ply_at_least(self, root: list[Move]) -> list[Info]:
        """What one ply shows, for a search that was stopped before it had seen anything."""
        self._state[STOP] = 0
        found = self._search_depth(root, 1, 1, [])
        self._state[STOP] = 1
        return found

    def _max_depth(self) -> int:
        caps = [d for d in (self._limits.depth, self._level.depth) if d is not None]
        return max(1, min([*caps, MAX_DEPTH]))

    def _search_depth(
        self, root: list[Move], depth: int, lines: int, guesses: Sequence[int | None]
    ) -> list[Info]:
        """The best lines at one depth, as far as the search came before it was stopped."""
        found: list[Info] = []
        left = root
        for number in range(1, lines + 1):
            guess = guesses[number - 1] if number <= len(guesses) else None
            score = self._searcher.search(left, depth, guess)
            line = self._searcher.line()
            if not line:
                break
            finding = Finding(depth, score, line)
            if number == 1:
                self._found = finding
            found.append(self._info(finding, number))
            if self._searcher.is_stopped:
                break
            left = [move for move in left if move != line[0]]
        return found

    def _info(self, found: Finding, number: int) -> Info:
        """News of the line with that number."""
        elapsed = self._elapsed_ms()
        nodes = self._searcher.nodes + self._team.nodes
        mate = mate_in(found.score)
        return Info(
            depth=found.depth,
            seldepth=int(self._state[SELDEPTH]),
            nodes=nodes,
            time_ms=int(elapsed),
            score_cp=found.score if mate is None else None,
            mate=mate,
            multipv=number,
            nps=int(nodes / max(elapsed, 0.01) * 1000),
            hashfull=hashfull(self._table, int(self._state[GENERATION])),
            pv=found.line,
        )

    def _is_enough(self, depth: int, best: list[Info], choices: int) -> bool:
        """Whether another depth cannot change the answer or would not be finished in time."""
        limits = self._limits
        if limits.infinite or self._is_pondering():
            return False
        top = best[0]
        if top.mate is not None and limits.mate is not None and 0 < top.mate <= limits.mate:
            return True
        if limits.depth is None and top.mate is not None and abs(top.mate) * 2 + 2 < depth:
            return True  # the mate has been searched to its end
        if limits.clock_ms is not None and choices == 1:
            return True
        if self._budget.soft_ms is None:
            return False
        if limits.clock_ms is None:
            return self._elapsed_ms() > self._budget.soft_ms
        thought_ms = (time.perf_counter() - self._called) * 1000  # on the opponent's time, too
        return thought_ms > self._budget.soft_ms * self._pace.factor

    def _is_pondering(self) -> bool:
        """Whether the opponent still thinks."""
        return self._limits.ponder and not self._signals.ponderhit.is_set()

    def _await_release(self) -> None:
        """An infinite or pondering search must not answer before it is told to."""
        while not self._signals.stopped.is_set():
            if not (self._limits.infinite or self._is_pondering()):
                return
            self._signals.stopped.wait(0.02)

    def _choose_with_errors(self, root: list[Move], on_info: OnInfo, chance: random.Random) -> SearchResult:
        """The move that looks best to a player whose judgement of each move is a little off."""
        depth = self._max_depth()
        judged: list[tuple[float, Info]] = []
        for move in root:
            score = self._searcher.search([move], depth)
            line = self._searcher.line()
            if self._searcher.is_stopped or not line:
                break
            seen = score + chance.gauss(0, self._level.noise_cp)
            judged.append((seen, self._info(Finding(depth, score, line), 1)))
        self._await_release()
        if not judged:
            return SearchResult(root[0])
        _, info = max(judged, key=lambda pair: pair[0])
        info = replace(info, nodes=self._searcher.nodes)
        on_info(info)
        return SearchResult(info.pv[0], info.pv[1] if len(info.pv) > 1 else None, info)
