"""The searches for mate besides the main search: by checks, by threats and by all moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi.core.position import State
from xiangqi.engine.common import layout as slots
from xiangqi.engine.common import parameters as param
from xiangqi.engine.common import techniques as technique
from xiangqi.engine.common.scores import FORBIDDEN_BOUND, INFINITY, MATE
from xiangqi.engine.search.dfpn import BY_CHECKS, BY_THREATS, search_checkmate
from xiangqi.engine.search.search import search_root
from xiangqi.engine.search.tt_resize import GrowingTable

_NOTHING: Final = 0  # a goal: the search for mate is over

_FULL_WIDTH: Final = (  # the techniques that skip no move
    technique.TT
    | technique.PVS
    | technique.MATE_DISTANCE_PRUNING
    | technique.HISTORY_ORDER
    | technique.KILLER_MOVES
    | technique.COUNTERMOVE
    | technique.MVV_LVA
)
_PROOF_MB: Final = 16  # of the table of full-width searches


@dataclass
class _Look:
    """The goal of a df-pn search and the nodes it has spent."""

    goal: int
    spent: int = 0


class MateSearch:
    """Searches for mates between two iterations, on the state array and table of the main search."""

    def __init__(self, state: State, table: GrowingTable) -> None:
        """Begin without a known mate."""
        self._state = state
        self._table = table
        self._checks = _Look(BY_CHECKS)
        self._threats = _Look(BY_THREATS)

    def look(self, score: int) -> int | None:
        """Return the score of a mate by one of ROOT_MOVES, shorter than any found before, or None.

        Its line becomes row 0 of PV.

        Args:
            score: of the main search. The worse side rarely has threats of mate.
        """
        state, best = self._state, None
        if state[slots.TECHNIQUES] & technique.CHECKMATES:
            best = self._pursue(
                self._checks, int(state[param.CHECKMATE_BASE]) + self._share(param.CHECKMATE_SHARE)
            )
        allowed = self._share(param.THREAT_SHARE)
        pays = score >= state[param.THREAT_SCORE] and allowed >= self._threats.spent + state[param.THREAT_LEAST]
        if best is None and pays and state[slots.TECHNIQUES] & technique.THREAT_SEQUENCES:
            best = self._pursue(self._threats, allowed)
        return best

    def _share(self, parameter: int) -> int:
        """Return a share of the nodes searched so far, in thousandths."""
        return int(self._state[slots.NODES] * self._state[parameter]) // 1000

    def _pursue(self, look: _Look, allowed: int) -> int | None:
        """Return the score of the shortest mate proved within the nodes allowed, None if there is none."""
        best = None
        while look.goal != _NOTHING and look.spent < allowed:
            before = int(self._state[slots.NODES])
            score = int(search_checkmate(self._state, self._table.used, look.goal, allowed - look.spent))
            look.spent += int(self._state[slots.NODES]) - before
            if score == 0:
                break
            if score < 0:
                look.goal = _NOTHING
            else:
                best = score
                self._look_for_shorter(MATE - score)
        return best

    def _look_for_shorter(self, plies: int) -> None:
        """Look for mates in fewer plies than the known one, by checks alone."""
        self._threats.goal = _NOTHING
        if self._checks.goal != _NOTHING:
            self._checks.goal = max(plies - 2, _NOTHING)


class FullWidthMates:
    """Finds the shortest mate by a search of all moves: mate in one move, then in two, and so on.

    It has its own table, since the main search stores bounds that rest on pruning.
    """

    def __init__(self, state: State) -> None:
        """Begin without a known mate."""
        self._state = state
        self._table: GrowingTable | None = None
        self.refuted = 0  # there is no mate in this many moves

    def look(self, within: int, nodes: int) -> int | None:
        """Return the score of the shortest mate by one of ROOT_MOVES, None if none is found.

        If the nodes do not suffice, STOP is set, and the next call continues.

        Args:
            within: the longest mate to look for, in moves.
            nodes: the node limit of this call.
        """
        state = self._state
        limit, techniques = int(state[slots.NODE_LIMIT]), int(state[slots.TECHNIQUES])
        last = int(state[slots.NODES]) + nodes
        state[slots.NODE_LIMIT] = min(last, limit) if limit else last
        state[slots.TECHNIQUES] = techniques & _FULL_WIDTH
        try:
            return self._find(within)
        finally:
            state[slots.NODE_LIMIT], state[slots.TECHNIQUES] = limit, techniques

    def _find(self, within: int) -> int | None:
        state = self._state
        if self._table is None:
            self._table = GrowingTable(_PROOF_MB)
        while self.refuted < within:
            # One ply more than the mate, to see a stalemate.
            depth = 2 * (self.refuted + 1)
            longest = MATE - depth + 1
            score = int(search_root(state, self._table.used, longest - 1, longest, depth))
            if not state[slots.STOP] and score >= longest:  # again, for the line
                score = int(search_root(state, self._table.used, longest - 1, INFINITY, depth))
            if state[slots.STOP]:
                return None
            if longest <= score <= FORBIDDEN_BOUND:  # beyond, the win is by repetition
                return score
            self.refuted += 1
            self._table.unfold()
        return None
