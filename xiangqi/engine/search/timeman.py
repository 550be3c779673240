"""How much time a move may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xiangqi.engine.common.types import Limits

if TYPE_CHECKING:
    from xiangqi.board import Move

OVERHEAD_MS = 15  # between our clock and the opponent's: pipes, scheduling
_LEAST_OVERHEAD_MS = 2
_USUAL_MOVES_TO_GO = 40


@dataclass(frozen=True)
class Budget:
    """Milliseconds from the start of the search; None for no limit.

    Attributes:
        soft_ms: no new iteration begins after this (on a clock: after so much times Pace.factor).
        hard_ms: the search is stopped at this.
    """

    soft_ms: float | None
    hard_ms: float | None


def budget_of(limits: Limits) -> Budget:
    """The time to spend: a fixed time is used up, a clock is shared among the moves to come."""
    if limits.infinite:
        return Budget(None, None)
    if limits.movetime_ms is not None:
        time = limits.movetime_ms
        hard = max(1.0, time - min(max(time / 20, _LEAST_OVERHEAD_MS), time / 5, OVERHEAD_MS))
        return Budget(hard, hard)
    if limits.clock_ms is None:
        return Budget(None, None)
    left = max(1.0, limits.clock_ms - OVERHEAD_MS)
    moves = min(limits.moves_to_go or _USUAL_MOVES_TO_GO, _USUAL_MOVES_TO_GO)
    share = left / moves + limits.increment_ms * 0.75
    hard = min(share * 4, left * (0.8 if moves == 1 else 0.4))
    return Budget(min(share * 0.7, hard), hard)


_UNSETTLED = 1.4  # times the usual time when the best move has just changed
_SETTLING = 0.12  # less for each further depth that confirms it
_MOST_CONFIRMED = 7
_FALL_CP = 60  # a score that falls by so much asks for as much time again
_MOST_FALLS = 1.5
_CONTESTED = 1.3  # times the usual time when the best move took no nodes of a depth …
_EFFORT = 0.6  # … and so much less when it took all


class Pace:
    """Whether a move on a clock deserves more or less than the usual time, judged by the depths finished."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._best: Move | None = None
        self._confirmed = 0
        self._expected: float | None = None
        self._fall = 0.0
        self._effort = 0.5

    def note(self, best: Move, score: int, effort: float) -> None:
        """Take in a finished depth.

        Args:
            best: its best move.
            score: in centipawns from the mover's view.
            effort: share of the depth's nodes that the best move took, 0 to 1.
        """
        self._effort = effort
        self._confirmed = min(self._confirmed + 1, _MOST_CONFIRMED) if best == self._best else 0
        self._best = best
        expected = score if self._expected is None else self._expected
        self._fall = min(max(expected - score, 0) / _FALL_CP, _MOST_FALLS)
        self._expected = (expected + score) / 2

    @property
    def factor(self) -> float:
        """What to multiply the soft limit with: 0.39 when the move is clear, up to 3.8 when things go wrong."""
        return (_UNSETTLED - _SETTLING * self._confirmed + self._fall) * (_CONTESTED - _EFFORT * self._effort)
