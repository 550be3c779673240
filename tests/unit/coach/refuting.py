"""Attempts to refute the coach, whose kernels are compiled when they are first needed: that takes seconds."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tools.refute.verdict import Verdict
from xiangqi.coach.facts import Fact
from xiangqi.fen import Position

if TYPE_CHECKING:
    from tools.refute.claims import Refuter


class LateRefuter:
    """A refuter that is made for its first fact."""

    def __init__(self, depth: int) -> None:
        self._depth = depth

    @cached_property
    def _refuter(self) -> Refuter:
        from tools.refute.claims import Refuter

        return Refuter(self._depth)

    def judge(self, before: Position, move: int, fact: Fact) -> Verdict:
        """Return whether a fact about a move holds."""
        return self._refuter.judge(before, move, fact)
