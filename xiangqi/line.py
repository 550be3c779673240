"""A line of moves from a start position.

>>> line = Line().then(Move.from_iccs("h2e2"), Move.from_iccs("h9g7"))
>>> line.before.moves, line.turn == line.turn_at(0)
((Move('h2e2'),), True)
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from xiangqi.board import Board, Move
from xiangqi.core.constants import RED, opponent
from xiangqi.fen import START_FEN, parse_fen

Moves = tuple[Move, ...]


class Line(NamedTuple):
    """A start position and moves from it, which together identify the position after them."""

    start_fen: str = START_FEN
    moves: Moves = ()

    @property
    def turn(self) -> int:
        """The side to move after the moves, RED or BLACK."""
        return self.turn_at(len(self.moves))

    def turn_at(self, ply: int) -> int:
        """Return the side to move at a ply, RED or BLACK; 0 is the start, and the ply may be beyond the end."""
        first, _ = _beginning(self.start_fen)
        return first if ply % 2 == 0 else opponent(first)

    def round_at(self, ply: int) -> int:
        """Return the number of the round in which a ply is played, counted from the start position's round."""
        first, number = _beginning(self.start_fen)
        return number + (ply + (first != RED)) // 2

    def start_of(self, number: int) -> int:
        """Return the ply before Red's move of a round; negative for rounds that began before the line."""
        first, beginning = _beginning(self.start_fen)
        return 2 * (number - beginning) - (first != RED)

    def upto(self, ply: int) -> Line:
        """Return the line up to a ply."""
        return self if ply == len(self.moves) else Line(self.start_fen, self.moves[:ply])

    @property
    def before(self) -> Line:
        """The line without its last move."""
        return Line(self.start_fen, self.moves[:-1])

    def then(self, *moves: Move) -> Line:
        """Return the line with more moves added at its end."""
        return Line(self.start_fen, (*self.moves, *moves))

    def board(self) -> Board:
        """Return a new board after the moves, with them on its stack.

        Raises:
            FenError: the start position cannot be read.
            IllegalMoveError: a move cannot be made.
        """
        board = Board(self.start_fen)
        for move in self.moves:
            board.push(move)
        return board


@lru_cache(maxsize=256)
def _beginning(fen: str) -> tuple[int, int]:
    """Return the side to move in a position, and the number of its round."""
    position = parse_fen(fen)
    return position.turn, position.fullmove_number
