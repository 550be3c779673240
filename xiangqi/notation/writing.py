"""Writing of moves in the styles offered by the program."""

from __future__ import annotations

from enum import Enum
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import BOTH
from xiangqi.notation import chinese, in_words, letters
from xiangqi.notation.vertical import describe, described_on_file


class Style(str, Enum):
    """A style of writing moves; the value is its name in settings and on the command line."""

    CHINESE = "chinese"  # 炮二平五
    CHINESE_TRADITIONAL = "chinese-traditional"  # 炮二平五, 馬８進７
    WXF = "wxf"  # C2.5
    ICCS = "iccs"  # h2e2
    VIETNAMESE = "vietnamese"  # P2-5
    VIETNAMESE_WORDS = "vietnamese-words"  # Pháo 2 bình 5

    @property
    def is_chinese(self) -> bool:
        """Whether moves are written in Chinese characters."""
        return self in (Style.CHINESE, Style.CHINESE_TRADITIONAL)


_ORDINALS: Final = 9  # the highest ordinal in Chinese notation and in WXF
_WITHOUT_ORDINALS: Final = {
    Style.VIETNAMESE: letters.write_vietnamese,
    Style.VIETNAMESE_WORDS: in_words.write_vietnamese,
}


def format_move(board: Board, move: int, style: Style) -> str:
    """Write a move that is legal on `board`, the position before it.

    In a legal position the text identifies the move: `candidates` returns this move alone. If there are more
    equal pieces to distinguish than the style has words for, the move is written in coordinates.

    Raises:
        NotationError: the move's origin is empty.
    """
    if style is Style.ICCS:
        return Move(move).iccs
    if write := _WITHOUT_ORDINALS.get(style):
        on_file = described_on_file(board, move)
        return Move(move).iccs if on_file is None else write(on_file)
    words = describe(board, move)
    if words.selector > _ORDINALS:
        return Move(move).iccs
    if style is Style.WXF:
        return letters.write_wxf(words)
    side = board.piece_at(move >> 8) & BOTH
    return chinese.write(words, side, traditional=style is Style.CHINESE_TRADITIONAL)
