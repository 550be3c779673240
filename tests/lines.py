"""Lines of moves, as tests write them."""

from __future__ import annotations

from xiangqi.board import Move
from xiangqi.line import Moves


def moves(text: str) -> Moves:
    """Return the moves of a text such as ``"h2e2 h9g7"``."""
    return tuple(map(Move.from_iccs, text.split()))
