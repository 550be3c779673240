"""Explains why a move is impossible, and which points of the board show it.

This only analyses a position; the rules core decides whether a move is legal.
"""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.session.selection import Reason
from xiangqi.board import Board, Move
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    CANNON,
    KIND_MASK,
    KING,
    KNIGHT,
    PAWN,
    ROOK,
    file_of,
    make_square,
    opponent,
    rank_of,
)


@dataclass(frozen=True)
class Explanation:
    """The reason why a move is impossible."""

    reason: Reason  # the rule that forbids it
    blockers: tuple[int, ...] = ()  # the squares of the obstacles, in no particular order


def explain(board: Board, from_square: int, to_square: int) -> Explanation:
    """Return why the side to move may not move from one square to another.

    Args:
        board: the position; unchanged afterwards.
        from_square, to_square: squares on the board; the move must not be legal.
    """
    piece = board.piece_at(from_square)
    target = board.piece_at(to_square)
    if not piece:
        return Explanation(Reason.EMPTY_SQUARE)
    if not piece & board.turn:
        return Explanation(Reason.NOT_YOUR_PIECE)
    if target & board.turn:
        shape = _EXPLAINERS[piece & KIND_MASK](board, from_square, to_square)
        return shape if shape.reason is Reason.SHAPE else Explanation(Reason.OWN_PIECE, (to_square,))
    if board.is_pseudo_legal(Move.of(from_square, to_square)):
        return _king_in_danger(board, from_square, to_square)
    return _EXPLAINERS[piece & KIND_MASK](board, from_square, to_square)


def _king_in_danger(board: Board, from_square: int, to_square: int) -> Explanation:
    """Explain why a move that the piece can make would leave its own king attacked."""
    side = board.turn
    after = board.copy()
    after.push_unchecked(Move.of(from_square, to_square))
    own, other = (_king_square(after, colour) for colour in (side, opponent(side)))
    if own and other and file_of(own) == file_of(other) and not _between(after, own, other):
        return Explanation(Reason.KINGS_FACE, (own, other))
    reason = Reason.STILL_IN_CHECK if board.is_check() else Reason.INTO_CHECK
    return Explanation(reason, attackers(after, own) if own else ())


def attackers(board: Board, square: int) -> tuple[int, ...]:
    """Return the squares from which pieces of the side to move could capture on a square."""
    return tuple(move.from_square for move in board.pseudo_legal_moves() if move.to_square == square)


def _king_square(board: Board, side: int) -> int:
    """Return the square of a side's king, or 0, which is off the board, if there is none."""
    return next((square for square, code in board.pieces().items() if code == side | KING), 0)


def _steps(from_square: int, to_square: int) -> tuple[int, int]:
    """Return the numbers of files to the right and of ranks up between two squares, as Red sees them."""
    return file_of(to_square) - file_of(from_square), rank_of(to_square) - rank_of(from_square)


def _between(board: Board, one: int, other: int) -> tuple[int, ...]:
    """Return the occupied squares strictly between two squares on the same file or rank."""
    files, ranks = _steps(one, other)
    length = max(abs(files), abs(ranks))
    step = (other - one) // length
    return tuple(square for square in range(one + step, other, step) if board.piece_at(square))


def _king(_board: Board, from_square: int, to_square: int) -> Explanation:
    files, ranks = _steps(from_square, to_square)
    return Explanation(Reason.PALACE if abs(files) + abs(ranks) == 1 else Reason.SHAPE)


def _advisor(_board: Board, from_square: int, to_square: int) -> Explanation:
    files, ranks = _steps(from_square, to_square)
    return Explanation(Reason.PALACE if abs(files) == abs(ranks) == 1 else Reason.SHAPE)


def _bishop(board: Board, from_square: int, to_square: int) -> Explanation:
    files, ranks = _steps(from_square, to_square)
    if not abs(files) == abs(ranks) == 2:
        return Explanation(Reason.SHAPE)
    eye = (from_square + to_square) // 2
    return Explanation(Reason.EYE_BLOCKED, (eye,)) if board.piece_at(eye) else Explanation(Reason.RIVER)


def _knight(_board: Board, from_square: int, to_square: int) -> Explanation:
    files, ranks = _steps(from_square, to_square)
    if sorted((abs(files), abs(ranks))) != [1, 2]:
        return Explanation(Reason.SHAPE)
    # The leg is the point beside the horse in the direction of the longer step.
    leg_file = file_of(from_square) + (files // 2 if abs(files) == 2 else 0)
    leg_rank = rank_of(from_square) + (ranks // 2 if abs(ranks) == 2 else 0)
    return Explanation(Reason.LEG_BLOCKED, (make_square(leg_file, leg_rank),))


def _rook(board: Board, from_square: int, to_square: int) -> Explanation:
    if 0 not in _steps(from_square, to_square):
        return Explanation(Reason.SHAPE)
    return Explanation(Reason.PATH_BLOCKED, _between(board, from_square, to_square))


def _cannon(board: Board, from_square: int, to_square: int) -> Explanation:
    if 0 not in _steps(from_square, to_square):
        return Explanation(Reason.SHAPE)
    between = _between(board, from_square, to_square)
    if not board.piece_at(to_square):
        return Explanation(Reason.PATH_BLOCKED, between)
    return Explanation(Reason.SCREENS, between) if between else Explanation(Reason.NO_SCREEN)


def _pawn(_board: Board, from_square: int, to_square: int) -> Explanation:
    files, ranks = _steps(from_square, to_square)
    if abs(files) + abs(ranks) != 1:
        return Explanation(Reason.SHAPE)
    return Explanation(Reason.PAWN_BACK if ranks else Reason.PAWN_SIDEWAYS)


_EXPLAINERS = {
    KING: _king,
    ADVISOR: _advisor,
    BISHOP: _bishop,
    KNIGHT: _knight,
    ROOK: _rook,
    CANNON: _cannon,
    PAWN: _pawn,
}
