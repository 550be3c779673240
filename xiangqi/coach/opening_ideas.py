"""The purposes of an opening move: facts visible on the board, the most telling first."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Placed
from xiangqi.coach.scene import as_if, kind_of, placed, played, side_of, value_of
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    CANNON,
    KING,
    KNIGHT,
    PAWN,
    RED,
    ROOK,
    file_of,
    opponent,
    rank_of,
)


class IdeaKind(str, Enum):
    """The effect of a move; the comments describe `Idea.other`."""

    TAKES = "takes"  # the captured piece
    EXCHANGE = "exchange"  # the piece of the same kind that it offers to exchange
    ATTACKS = "attacks"  # the piece that can now be won by the moved piece
    SAVES = "saves"  # none: the moved piece could be taken at a loss
    GUARDS = "guards"  # the piece that could have been taken at a loss before
    FREES = "frees"  # the horse that a soldier's move lets out
    OPENS = "opens"  # none: a chariot sees more of its file
    DEVELOPS = "develops"  # none: a chariot, horse or cannon leaves its first place
    SHELTERS = "shelters"  # none: an advisor or elephant closes the palace
    CROSSES = "crosses"  # none: the piece crosses the river
    ADVANCES = "advances"  # none: a soldier


class Idea(NamedTuple):
    """One purpose of a move."""

    kind: IdeaKind
    piece: Placed  # the moved piece on its new square
    other: Placed | None = None  # the other piece concerned


MOST: Final = 2
"""The largest number of ideas shown for a move."""

_DEVELOPED: Final = (ROOK, KNIGHT, CANNON)
_START: Final = Board()
_LAST_RANK: Final = 9
_BANK: Final = 4  # the last rank before the river, counted from the side's back rank
_MUCH_MORE: Final = 4  # the number of additional points on its file that a chariot must control


def ideas(board: Board, move: Move) -> tuple[Idea, ...]:
    """Return the purposes of a legal move, at most MOST. The board is not changed."""
    return tuple(_all(board, move))[:MOST]


def _all(board: Board, move: Move) -> Iterator[Idea]:
    side, after = board.turn, played(board, [move])
    mine, theirs = as_if(after, side), as_if(after, opponent(side))
    piece = placed(after, move.to_square)
    if board.is_capture(move):
        yield Idea(IdeaKind.TAKES, piece, placed(board, move.to_square))
    yield from _attacks(board, mine, theirs, move)
    if _is_losable(as_if(board, opponent(side)), move.from_square) and not _is_losable(theirs, piece.square):
        yield Idea(IdeaKind.SAVES, piece)
    before = as_if(board, opponent(side))
    for square, code in board.pieces().items():
        kept = square != move.from_square and side_of(code) == side and kind_of(code) != KING
        if kept and _is_losable(before, square) and not _is_losable(theirs, square):
            yield Idea(IdeaKind.GUARDS, piece, placed(after, square))
    yield from _plain(board, mine, move)


def _attacks(board: Board, mine: Board, theirs: Board, move: Move) -> Iterator[Idea]:
    """Yield the most valuable piece that the moved piece newly attacks, or the exchange that it offers."""
    piece = placed(mine, move.to_square)
    before = {one.to_square for one in board.legal_moves() if one.from_square == move.from_square}
    targets = [
        placed(mine, one.to_square)
        for one in mine.legal_moves()
        if one.from_square == move.to_square and mine.is_capture(one) and one.to_square not in before
    ]
    for target in sorted(targets, key=lambda one: (-value_of(one.code), one.square)):
        alike = kind_of(target.code) == kind_of(piece.code)
        if alike and theirs.is_legal(Move.of(target.square, piece.square)):
            yield Idea(IdeaKind.EXCHANGE, piece, target)
            return
        if not alike and _is_losable(mine, target.square):
            yield Idea(IdeaKind.ATTACKS, piece, target)
            return


def _is_losable(board: Board, square: int) -> bool:
    """Return whether the side to move can take on a square with a cheaper piece, or without being retaken."""
    code = board.piece_at(square)
    for move in board.legal_moves():
        if move.to_square != square:
            continue
        if value_of(board.piece_at(move.from_square)) < value_of(code):
            return True
        if all(reply.to_square != square for reply in played(board, [move]).legal_moves()):
            return True
    return False


def _plain(board: Board, mine: Board, move: Move) -> Iterator[Idea]:
    """Yield the purposes that do not depend on an attack or a defence."""
    piece = placed(mine, move.to_square)
    kind = kind_of(piece.code)
    if kind == PAWN:
        for square, code in mine.pieces().items():
            freed = code == (side_of(piece.code) | KNIGHT)
            if freed and _reach(mine, square) > _reach(board, square):
                yield Idea(IdeaKind.FREES, piece, Placed(square, code))
                return
    if kind == ROOK and _file_reach(mine, move.to_square) - _file_reach(board, move.from_square) >= _MUCH_MORE:
        yield Idea(IdeaKind.OPENS, piece)
    if _leaves_home(board, move, kind):
        yield Idea(IdeaKind.DEVELOPS, piece)
    if kind in (ADVISOR, BISHOP):
        yield Idea(IdeaKind.SHELTERS, piece)
    before = _own_rank(Placed(move.from_square, piece.code))
    if _own_rank(piece) > _BANK >= before:
        yield Idea(IdeaKind.CROSSES, piece)
    elif kind == PAWN:
        yield Idea(IdeaKind.ADVANCES, piece)


def _own_rank(piece: Placed) -> int:
    """Return the rank counted from the piece's side, from 0."""
    rank = rank_of(piece.square)
    return rank if side_of(piece.code) == RED else _LAST_RANK - rank


def _reach(board: Board, square: int) -> int:
    return sum(move.from_square == square for move in board.legal_moves())


def _file_reach(board: Board, square: int) -> int:
    """Return the number of points on its file that a piece could move to."""
    own = [move for move in board.legal_moves() if move.from_square == square]
    return sum(file_of(move.to_square) == file_of(square) for move in own)


def _leaves_home(board: Board, move: Move, kind: int) -> bool:
    """Return whether the move takes a chariot, horse or cannon from a starting square of its kind."""
    square = move.from_square
    return kind in _DEVELOPED and board.piece_at(square) == _START.piece_at(square)
