"""Finds where a game leaves the lines of the player's repertoire, and which side left them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xiangqi.board import Board, Move
from xiangqi.repertoire.lines import Repertoire


@dataclass(frozen=True)
class Departure:
    """The first move of a game that is not in the lines of the repertoire."""

    ply: int  # number of the move in the game, from 1
    played: Move
    line: tuple[Move, ...]  # the moves that continue the lines instead, the preferred one first
    own: bool  # whether the player left the lines, rather than the opponent


def departure(repertoire: Repertoire, moves: Sequence[Move]) -> Departure | None:
    """Return the first move of a game outside the lines, or None if it follows them as far as they go.

    The game begins at the starting position. An opponent's move that transposes to an answered one does not
    leave the lines.
    """
    board = Board()
    for ply, move in enumerate(moves, 1):
        own = board.turn == repertoire.side
        line = repertoire.own_moves(board) if own else repertoire.covered_moves(board)
        if not line and (own or not _transposes(repertoire, board, move)):
            return None
        if not repertoire.fits(board, move) and (own or not _transposes(repertoire, board, move)):
            return Departure(ply, move, line, own)
        board.push(move)
    return None


def _transposes(repertoire: Repertoire, board: Board, move: Move) -> bool:
    after = board.copy()
    after.push(move)
    return bool(repertoire.own_moves(after))
