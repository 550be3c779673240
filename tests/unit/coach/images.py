"""Mirrored and colour-swapped positions, with the moves played on them."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.board import Board, Move
from xiangqi.coach.soundness import JudgedMove
from xiangqi.core.constants import BOTH, mirror_square, opponent, rotate_square
from xiangqi.fen import Position, format_fen


class Image:
    """One of the four images of a position: unchanged, mirrored, with colours swapped, or both."""

    def __init__(self, mirrored: bool, turned: bool) -> None:
        self.mirrored = mirrored
        self.turned = turned

    def square(self, square: int) -> int:
        """Return a square in this image."""
        square = mirror_square(square) if self.mirrored else square
        return rotate_square(square) if self.turned else square

    def move(self, text: str) -> Move:
        """Return a move given in coordinates of the original."""
        move = Move.from_iccs(text)
        return Move.of(self.square(move.from_square), self.square(move.to_square))

    def moves(self, text: str) -> list[Move]:
        """Return several moves, separated by spaces."""
        return [self.move(word) for word in text.split()]

    def side(self, side: int) -> int:
        """Return a side in this image."""
        return opponent(side) if self.turned else side

    def board(self, fen: str) -> Board:
        """Return a position given as in the original."""
        position = Board(fen).position()
        placement = {
            self.square(square): code ^ BOTH if self.turned else code
            for square, code in position.placement.items()
        }
        return Board(format_fen(Position(placement, self.side(position.turn))))


def images() -> Iterator[Image]:
    """Yield all four images."""
    for mirrored in (False, True):
        for turned in (False, True):
            yield Image(mirrored, turned)


def judged(image: Image, fen: str, move: str, better: str, answer: str) -> JudgedMove:
    """Return a move with the better line and the answer to it, all given as in the original."""
    return JudgedMove(
        image.board(fen), image.move(move), tuple(image.moves(better)), tuple(image.moves(answer))
    )
