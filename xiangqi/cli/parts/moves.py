"""Moves in words, as the commands print them."""

from __future__ import annotations

from collections.abc import Sequence

from xiangqi.board import Board, Move
from xiangqi.cli.parts import speech
from xiangqi.core.constants import RED
from xiangqi.notation import Style, format_move


def spelt(board: Board, moves: Sequence[Move], style: Style) -> list[str]:
    """Moves that follow one another from a position, which is as it was afterwards."""
    words = []
    for move in moves:
        words.append(format_move(board, move, style))
        board.push_unchecked(move)
    for _ in moves:
        board.pop()
    return words


def lost_in_words(board: Board) -> str:
    """That the side to move, which has no legal move, has lost."""
    side = "red" if board.turn == RED else "black"
    return speech.say("cli.lost_checkmate" if board.is_check() else "cli.lost_stalemate", side=side)
