"""Time management: how long the engine thinks about a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xiangqi.engine.common.types import Limits

if TYPE_CHECKING:
    from xiangqi.board import Move

OVERHEAD_MS = 15  # pipes and scheduling
_LEAST_OVERHEAD_MS = 2
_USUAL_MOVES_TO_GO = 40


@dataclass(frozen=True)
class Budget:
    """The time for a move, in milliseconds from the start of the search; None for no limit."""

    soft_ms: float | None  # no iteration begins after this; on a clock, after this times Pace.factor
    hard_ms: float | None  # the search is stopped


def budget_of(limits: Limits) -> Budget:
    """Return the time for a move: a fixed time less the overhead, a share of the clock, or no limit."""
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


_UNSETTLED = 1.4  # factor when the best move has just changed
_SETTLING = 0.12  # less for each depth that confirms it
_MOST_CONFIRMED = 7
_FALL_CP = 60  # a fall of the score by this much adds 1 to the factor
_MOST_FALLS = 1.5
_CONTESTED = 1.3  # factor when the best move took no nodes of an iteration …
_EFFORT = 0.6  # … and this much less when it took all


class Pace:
    """Decides from the finished iterations whether a move on a clock needs more or less than the usual time."""

    def __init__(self) -> None:
        """Begin without any finished iteration."""
        self._best: Move | None = None
        self._confirmed = 0
        self._expected: float | None = None
        self._fall = 0.0
        self._effort = 0.5

    def note(self, best: Move, score: int, effort: float) -> None:
        """Note a finished iteration.

        Args:
            best: its best move.
            score: the score in centipawns, from the view of the side to move.
            effort: the best move's share of the nodes, 0 to 1.
        """
        self._effort = effort
        self._confirmed = min(self._confirmed + 1, _MOST_CONFIRMED) if best == self._best else 0
        self._best = best
        expected = score if self._expected is None else self._expected
        self._fall = min(max(expected - score, 0) / _FALL_CP, _MOST_FALLS)
        self._expected = (expected + score) / 2

    @property
    def factor(self) -> float:
        """The factor of the soft limit: 0.39 when the move is clear, up to 3.8 when the score falls."""
        return (_UNSETTLED - _SETTLING * self._confirmed + self._fall) * (_CONTESTED - _EFFORT * self._effort)
