"""Attackers, defenders and lines in a position, with either side to move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Placed
from xiangqi.core.constants import (
    BISHOP,
    BOTH,
    CANNON,
    KIND_MASK,
    KING,
    KNIGHT,
    RANKS,
    RED,
    ROOK,
    file_of,
    make_square,
    opponent,
    rank_of,
)
from xiangqi.engine.search.see import SEE_VALUE
from xiangqi.fen import format_fen

HEAVY: Final = (ROOK, KNIGHT, CANNON)
"""The kinds of the strong pieces."""


def value_of(code: int) -> int:
    """Return the exchange value of a piece, 0 for a king."""
    return int(SEE_VALUE[code & KIND_MASK])


def kind_of(code: int) -> int:
    """Return the kind of a piece code."""
    return code & KIND_MASK


def side_of(code: int) -> int:
    """Return the colour of a piece code."""
    return code & BOTH


def placed(board: Board, square: int) -> Placed:
    """Return the piece on a square together with the square."""
    return Placed(square, board.piece_at(square))


def played(board: Board, moves: Iterable[int]) -> Board:
    """Return a copy of a board after some legal moves."""
    twin = board.copy()
    for move in moves:
        twin.push_unchecked(move)
    return twin


def starts_usually(board: Board) -> bool:
    """Return whether a board's game began from the starting position of Xiangqi."""
    usual = Board().start
    return (board.start.placement, board.start.turn) == (usual.placement, usual.turn)


def as_if(board: Board, side: int) -> Board:
    """Return the position with `side` to move, without its history."""
    return Board(format_fen(replace(board.position(), turn=side)))


def without(board: Board, square: int) -> Board:
    """Return the position without the piece on a square, and without its history."""
    position = board.position()
    kept = {point: code for point, code in position.placement.items() if point != square}
    return Board(format_fen(replace(position, placement=kept)))


def king_square(board: Board, side: int) -> int:
    """Return the square of a side's king.

    Raises:
        StopIteration: the side has no king.
    """
    return next(square for square, code in board.pieces().items() if code == side | KING)


def captures(board: Board) -> list[Move]:
    """Return the legal captures of the side to move, even of a king if the other side is in check."""
    return [move for move in board.legal_moves() if board.is_capture(move)]


def retakes(board: Board, capture: int) -> list[Move]:
    """Return the legal recaptures after a legal capture."""
    after = played(board, [capture])
    return [move for move in after.legal_moves() if move.to_square == capture & 255]


def takes_back(board: Board, move: Move) -> bool:
    """Return whether a move takes the piece that has just captured."""
    if not board.move_stack or board.move_stack[-1].to_square != move.to_square:
        return False
    earlier = board.copy()
    earlier.pop()
    return earlier.is_capture(board.move_stack[-1])


def checkers(board: Board) -> list[int]:
    """Return the squares of the pieces that give check to the side to move, including a facing king."""
    if not board.is_check():
        return []
    king = king_square(board, board.turn)
    other = as_if(board, opponent(board.turn))
    found = [move.from_square for move in other.pseudo_legal_moves() if move.to_square == king]
    if not found:  # kings that face each other
        found = [king_square(board, other.turn)]
    return found


def blocker(move: int, code: int) -> int | None:
    """Return the square of the leg or eye of a horse's or elephant's move, or None for other pieces."""
    origin, target = move >> 8, move & 255
    across = file_of(target) - file_of(origin)
    upward = rank_of(target) - rank_of(origin)
    if kind_of(code) == BISHOP:
        return make_square(file_of(origin) + across // 2, rank_of(origin) + upward // 2)
    if kind_of(code) != KNIGHT:
        return None
    if abs(across) == 2:
        return make_square(file_of(origin) + across // 2, rank_of(origin))
    return make_square(file_of(origin), rank_of(origin) + upward // 2)


def between(one: int, other: int) -> list[int]:
    """Return the squares strictly between two on the same file or rank; empty for other pairs."""
    files = (file_of(one), file_of(other))
    ranks = (rank_of(one), rank_of(other))
    if files[0] == files[1]:
        return [make_square(files[0], rank) for rank in range(min(ranks) + 1, max(ranks))]
    if ranks[0] == ranks[1]:
        return [make_square(file, ranks[0]) for file in range(min(files) + 1, max(files))]
    return []


def pinners(board: Board, square: int) -> list[int]:
    """Return the squares of the enemy pieces that would give check if the piece on a square were removed.

    Facing kings count as well. A piece that already gives check does not count, nor does one on a line that the
    piece does not block.
    """
    side = side_of(board.piece_at(square))
    king = king_square(board, side)
    if king == square:
        return []
    bare = as_if(without(board, square), side)
    now = set(checkers(as_if(board, side)))
    return [origin for origin in checkers(bare) if origin not in now]


def is_cannon(board: Board, square: int) -> bool:
    """Return whether a cannon of either side stands on a square."""
    return kind_of(board.piece_at(square)) == CANNON


def across(board: Board, side: int) -> int:
    """Return the number of a side's chariots, horses and cannons in the enemy's half."""
    return sum(
        side_of(code) == side and kind_of(code) in HEAVY and (rank_of(square) >= RANKS // 2) == (side == RED)
        for square, code in board.pieces().items()
    )
