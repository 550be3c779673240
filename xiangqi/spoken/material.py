"""The pieces that each side has taken, and the side that is ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from xiangqi.core.constants import ADVISOR, BISHOP, CANNON, KIND_MASK, KNIGHT, PAWN, ROOK, opponent

WORTH: Final = {ROOK: 9, CANNON: 5, KNIGHT: 4, BISHOP: 2, ADVISOR: 2, PAWN: 1}
"""The values usual in books, the most valuable first: a chariot is worth about two cannons."""

_ORDER: Final = (*WORTH, 0)


def taken_by(side: int, start: Iterable[int], now: Iterable[int]) -> tuple[int, ...]:
    """Return the codes of the pieces that a side has taken between two positions, the most valuable first."""
    gone = Counter(start) - Counter(now)
    codes = (code for code in gone.elements() if code & opponent(side))
    return tuple(
        sorted(codes, key=lambda code: _ORDER.index(code & KIND_MASK if code & KIND_MASK in WORTH else 0))
    )


def ahead(side: int, now: Iterable[int]) -> int:
    """Return a side's lead in material in soldiers, negative if it is behind."""
    worth = ((code, WORTH.get(code & KIND_MASK, 0)) for code in now)
    return sum(value if code & side else -value for code, value in worth)
