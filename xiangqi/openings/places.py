"""Keys of positions that are equal for mirror images, for books, masters' practice and repertoires."""

from __future__ import annotations

from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import KIND_MASK, PAWN, mirror_square

_MIDDLE: Final = "e"  # the file that a mirror leaves in place


def mirrored(move: int) -> Move:
    """Return a move's mirror image: h2e2 for b2e2."""
    return Move.of(mirror_square(move >> 8), mirror_square(move & 255))


def place_of(board: Board) -> str:
    """Return the key of a position: placement and side to move, of the position or its mirror image."""
    return turned_place(board)[0]


def turned_place(board: Board) -> tuple[str, bool]:
    """Return the key of a position, and whether the key is that of its mirror image."""
    place = " ".join(board.fen().split()[:2])
    return min((place, False), (mirrored_place(place), True))


def mirrored_place(place: str) -> str:
    """Return the placement and side to move of a position's mirror image."""
    placement, side = place.split()
    return "/".join(row[::-1] for row in placement.split("/")) + " " + side


def as_in_books(board: Board, move: Move) -> Move:
    """Return the form of a move that books use in symmetrical positions: soldiers left, others right."""
    other = mirrored(move)
    right, left = (move, other) if move.iccs[0] > _MIDDLE else (other, move)
    return left if board.piece_at(move.from_square) & KIND_MASK == PAWN else right
