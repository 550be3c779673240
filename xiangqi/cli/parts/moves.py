"""Positions given to commands, and the text of moves."""

from __future__ import annotations

from collections.abc import Sequence

from xiangqi.board import Board, Move
from xiangqi.cli.parts import language
from xiangqi.core.constants import RED
from xiangqi.fen import Position, oddity, sound_position, unread_fields
from xiangqi.notation import Style, format_move


def playable(fen: str) -> Position:
    """Parse a playable position; report on stderr if it cannot arise or has fields that are ignored.

    Raises:
        FenError: the position cannot be read or played.
    """
    position = sound_position(fen)
    if reason := oddity(position):
        language.remark("detail.cannot_arise", reason=reason)
    if unread := unread_fields(fen):
        language.remark("detail.fields_unread", text=repr(unread))
    return position


def moves_as_text(board: Board, moves: Sequence[Move], style: Style) -> list[str]:
    """Return the text of consecutive moves from a position, which is unchanged afterwards."""
    words = []
    for move in moves:
        words.append(format_move(board, move, style))
        board.push_unchecked(move)
    for _ in moves:
        board.pop()
    return words


def lost_in_words(board: Board) -> str:
    """Return the text which says that the side to move has lost, having no legal move."""
    side = "red" if board.turn == RED else "black"
    return language.say("cli.lost_checkmate" if board.is_check() else "cli.lost_stalemate", side=side)
