"""Reading and writing of moves: Chinese, WXF, Vietnamese, coordinates, and the dialects found in records.

>>> from xiangqi.board import Board
>>> board = Board()
>>> move = parse_move(board, "炮二平五")
>>> format_move(board, move, Style.WXF), format_move(board, move, Style.ICCS)
('C2.5', 'h2e2')
>>> candidates(board, "62.5")
[Move('h2e2')]

Source: docs/formats/notation.md.
"""

from __future__ import annotations

from xiangqi.notation.dialects import (
    Dialect,
    candidates,
    meant_move,
    meant_pieces,
    parse_move,
    parse_typed,
    pieces_meant,
)
from xiangqi.notation.writing import Style, format_move

__all__ = [
    "Dialect",
    "Style",
    "candidates",
    "format_move",
    "meant_move",
    "meant_pieces",
    "parse_move",
    "parse_typed",
    "pieces_meant",
]
