"""When mates by checks and by threats are looked for beside a search, and how many nodes they may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi.core.position import State
from xiangqi.engine.common.layout import NODES, TECHNIQUES
from xiangqi.engine.common.parameters import (
    CHECKMATE_BASE,
    CHECKMATE_SHARE,
    THREAT_LEAST,
    THREAT_SCORE,
    THREAT_SHARE,
)
from xiangqi.engine.common.scores import MATE
from xiangqi.engine.common.techniques import CHECKMATES, THREAT_SEQUENCES
from xiangqi.engine.search.checkmates import CHECKS, THREATS, search_checkmate
from xiangqi.engine.search.growing import GrowingTable

_NOTHING: Final = 0  # a goal: no mate is looked for any more


@dataclass
class _Look:
    """What is looked for, a goal of search_checkmate, and the nodes it has taken."""

    goal: int
    spent: int = 0


class MateSearch:
    """Looks for mates between two depths of a search, on its state array and in its table."""

    def __init__(self, state: State, table: GrowingTable) -> None:
        """Begin with a search: nothing is known yet."""
        self._state = state
        self._table = table
        self._checks = _Look(CHECKS)
        self._threats = _Look(THREATS)

    def look(self, score: int) -> int | None:
        """Score of a mate shorter than those told before, from ROOT_MOVES; None when none is proved.

        Its line becomes row 0 of PV.

        Args:
            score: what the search has found. Who stands worse rarely has threats of mate.
        """
        state, best = self._state, None
        if state[TECHNIQUES] & CHECKMATES:
            best = self._pursue(self._checks, int(state[CHECKMATE_BASE]) + self._share(CHECKMATE_SHARE))
        allowed = self._share(THREAT_SHARE)
        pays = score >= state[THREAT_SCORE] and allowed >= self._threats.spent + state[THREAT_LEAST]
        if best is None and pays and state[TECHNIQUES] & THREAT_SEQUENCES:
            best = self._pursue(self._threats, allowed)
        return best

    def _share(self, parameter: int) -> int:
        """So many thousandths of the nodes so far."""
        return int(self._state[NODES] * self._state[parameter]) // 1000

    def _pursue(self, look: _Look, allowed: int) -> int | None:
        """Score of the shortest mate proved before all nodes allowed are spent."""
        best = None
        while look.goal != _NOTHING and look.spent < allowed:
            before = int(self._state[NODES])
            score = int(search_checkmate(self._state, self._table.used, look.goal, allowed - look.spent))
            look.spent += int(self._state[NODES]) - before
            if score == 0:
                break
            if score < 0:
                look.goal = _NOTHING
            else:
                best = score
                self._look_for_shorter(MATE - score)
        return best

    def _look_for_shorter(self, plies: int) -> None:
        """A mate in so many plies is known. Shorter ones are looked for by checks alone."""
        self._threats.goal = _NOTHING
        if self._checks.goal != _NOTHING:
            self._checks.goal = max(plies - 2, _NOTHING)
