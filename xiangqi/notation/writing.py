"""Writing of moves in the four styles offered by the program."""

from __future__ import annotations

from enum import Enum
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import BOTH
from xiangqi.notation import chinese, letters
from xiangqi.notation.vertical import describe


class Style(str, Enum):
    """A style of writing moves; the value is its name in settings and on the command line."""

    CHINESE = "chinese"  # 炮二平五
    CHINESE_TRADITIONAL = "chinese-traditional"  # 炮二平五, 馬８進７
    WXF = "wxf"  # C2.5
    ICCS = "iccs"  # h2e2


_ORDINALS: Final = 9  # in both notations


def format_move(board: Board, move: int, style: Style) -> str:
    """Write a move that is legal on `board`, the position before it.

    In a legal position the text identifies the move: `candidates` returns this move alone. If there are more
    equal pieces to distinguish than ordinals, the move is written in coordinates.

    Raises:
        NotationError: the move's origin is empty.
    """
    if style is Style.ICCS:
        return Move(move).iccs
    words = describe(board, move)
    if words.selector > _ORDINALS:
        return Move(move).iccs
    if style is Style.WXF:
        return letters.write_wxf(words)
    side = board.piece_at(move >> 8) & BOTH
    return chinese.write(words, side, traditional=style is Style.CHINESE_TRADITIONAL)
