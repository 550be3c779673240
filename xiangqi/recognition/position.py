"""Converts readings to positions with a side to move."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import FaultKind, Position, find_faults, parse_fen
from xiangqi.recognition.reading import Reading, Side

COLOURS: Final[dict[Side, int]] = {"red": RED, "black": BLACK}


def position_of(board: str, side: Side | None) -> Position:
    """Return a position with a side to move.

    Args:
        board: the first field of a FEN.
        side: the side to move; if unknown, Red, unless Red gives check, in which case it must be Black's turn.
    """
    position = parse_fen(board)
    if side is not None:
        return replace(position, turn=COLOURS[side])
    red_checks = any(
        fault.kind is FaultKind.IN_CHECK for fault in find_faults(replace(position, turn=RED))
    ) and not find_faults(replace(position, turn=BLACK))
    return replace(position, turn=BLACK if red_checks else RED)


def read_position(reading: Reading) -> Position | None:
    """Return the position of a reading, or None if no board was found."""
    return None if reading.board is None else position_of(reading.board, reading.side_to_move)
