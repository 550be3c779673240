"""How much time a move may take."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.engine.types import Limits

OVERHEAD_MS = 15  # between our clock and the opponent's: pipes, scheduling
_USUAL_MOVES_TO_GO = 40


@dataclass(frozen=True)
class Budget:
    """Milliseconds from the start of the search; None for no limit.

    Attributes:
        soft_ms: no new iteration begins after this.
        hard_ms: the search is stopped at this.
    """

    soft_ms: float | None
    hard_ms: float | None


def budget_of(limits: Limits) -> Budget:
    """The time to spend: a fixed time is used up, a clock is shared among the moves to come."""
    if limits.infinite:
        return Budget(None, None)
    if limits.movetime_ms is not None:
        hard = max(1.0, limits.movetime_ms - min(OVERHEAD_MS, limits.movetime_ms / 5))
        return Budget(hard, hard)
    if limits.clock_ms is None:
        return Budget(None, None)
    left = max(1.0, limits.clock_ms - OVERHEAD_MS)
    moves = min(limits.moves_to_go or _USUAL_MOVES_TO_GO, _USUAL_MOVES_TO_GO)
    share = left / moves + limits.increment_ms * 0.75
    hard = min(share * 4, left * (0.8 if moves == 1 else 0.4))
    return Budget(min(share * 0.7, hard), hard)
