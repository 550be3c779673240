"""Writes a line of moves as plain Chinese text, one round per line, as people do in forums and messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import RED
from xiangqi.fen import START_FEN
from xiangqi.notation import Style, format_move
from xiangqi.records.tree import known

_WORDS: Final = {
    False: {"Red": "红方", "Black": "黑方", "1-0": "红胜", "0-1": "黑胜", "1/2-1/2": "和棋"},
    True: {"Red": "紅方", "Black": "黑方", "1-0": "紅勝", "0-1": "黑勝", "1/2-1/2": "和棋"},
}


def format_moves(
    headers: Mapping[str, str], start_fen: str, moves: Iterable[Move], result: str, traditional: bool = False
) -> str:
    """Return lines with the event, date and players, the position unless it is the usual one, moves and result.

    Args:
        headers: tags with their PGN names.
        start_fen: the position at the start of the line.
        moves: the legal moves of the line.
        result: one of tree.RESULTS.
        traditional: whether to write traditional characters.
    """
    words = _WORDS[traditional]
    lines = [text for name in ("Event", "Date") if (text := known(headers, name))]
    sides = [f"{words[side]}：{headers[side]}" for side in ("Red", "Black") if headers.get(side)]
    lines += ["　".join(sides)] if sides else []
    lines += [f'[FEN "{start_fen}"]'] if start_fen != START_FEN else []
    lines += _rounds(Board(start_fen), moves, Style.CHINESE_TRADITIONAL if traditional else Style.CHINESE)
    if result in words:
        lines.append(words[result])
    return "\n".join(lines) + "\n"


def _rounds(board: Board, moves: Iterable[Move], style: Style) -> list[str]:
    lines: list[str] = []
    for move in moves:
        text = format_move(board, move, style)
        if board.turn == RED:
            lines.append(f"{board.fullmove_number}. {text}")
        elif lines:
            lines[-1] += f" {text}"
        else:
            lines.append(f"{board.fullmove_number}. …… {text}")
        board.push_unchecked(move)
    return lines
