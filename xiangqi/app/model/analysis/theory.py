"""What the endgame tables know of a position on the board."""

from __future__ import annotations

from functools import lru_cache

from xiangqi.board import Board, Move
from xiangqi.errors import XiangqiError
from xiangqi.fen import sound_position
from xiangqi.tables import TableReport, Tables, TableVerdict


@lru_cache(maxsize=1)
def _tables() -> Tables:
    return Tables()


@lru_cache(maxsize=256)
def report(fen: str) -> TableReport | None:
    """What is known of a position; None where it cannot arise, no table has it, or its table is damaged."""
    try:
        sound_position(fen)
        found = _tables().probe(Board(fen))
    except XiangqiError:
        return None
    return None if found.verdict is TableVerdict.NOT_COVERED else found


def keeping_moves(fen: str) -> tuple[Move, ...]:
    """The moves that keep what a position is worth to its side to move, in the order of squares; none where no
    table has it."""
    known = report(fen)
    if known is None:
        return ()
    return tuple(sorted(move for move, verdict in known.moves.items() if verdict is known.verdict))
