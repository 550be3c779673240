"""Points of strategy that can be counted on the board, for moves without a tactical explanation.

Each is a point in favour of the engine's move that does not apply to the move played.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.notes import MoveReview
from xiangqi.coach.scene import as_if, kind_of, placed, played, retakes, side_of, starts_usually
from xiangqi.core.constants import CANNON, KNIGHT, PAWN, RANKS, RED, ROOK, file_of, make_square, rank_of

APART: Final = 10
"""The smallest distance between two points in plies: five moves."""

_IMPORTANCE: Final = 30
_CENTRE: Final = 4
_FILES: Final = 9
_OPEN: Final = 4  # free points ahead of a chariot on an open file
_MORE_ROOM: Final = 4  # the number of additional moves for a horse that counts as a point

Point = tuple[str, Placed, tuple[int, ...]]
"""The name of a point, the piece concerned before the move, and its counts."""


def point_of(board: Board, better: Move, move: Move) -> Iterator[Fact]:
    """Yield the first point of strategy in favour of the better move, unless it captures or can be captured."""
    if board.is_capture(better) or retakes(board, better):
        return
    for finder in _FINDERS:
        for name, piece, counts in finder(board, better, move):
            yield Fact(
                FactKind.POINT,
                board.turn,
                Start.BEFORE,
                (piece,),
                (better,),
                name=name,
                counts=counts,
                importance=_IMPORTANCE,
            )
            return


def thinned(moves: Sequence[MoveReview]) -> tuple[MoveReview, ...]:
    """Return reviewed moves with at most one point of strategy in five moves; the later of two is kept."""
    kept, told = list[MoveReview](), math.inf
    for move in reversed(moves):
        if any(fact.kind is FactKind.POINT for fact in move.facts):
            if told - move.ply < APART:
                move = replace(move, facts=without_points(move.facts))
            else:
                told = move.ply
        kept.append(move)
    return tuple(reversed(kept))


def without_points(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return facts without points of strategy."""
    return tuple(fact for fact in facts if fact.kind is not FactKind.POINT)


def _first_chariot(board: Board, better: Move, move: Move) -> Iterator[Point]:
    """Yield a point if an undeveloped chariot comes out while the opponent has developed more of them.

    It applies only to games from the starting position.
    """
    piece = placed(board, better.from_square)
    at_home = _chariots_at_home(board)
    if piece.square not in at_home or not starts_usually(board) or move.from_square in at_home:
        return
    own = [square for square in at_home if side_of(board.piece_at(square)) == board.turn]
    if 2 * len(own) > len(at_home):
        yield "chariot", piece, ()


def _chariots_at_home(board: Board) -> list[int]:
    """Return the squares of the chariots that have never moved."""
    left = {step.from_square for step in board.move_stack} | {step.to_square for step in board.move_stack}
    corners = [make_square(file, rank) for file in (0, _FILES - 1) for rank in (0, RANKS - 1)]
    return [square for square in corners if kind_of(board.piece_at(square)) == ROOK and square not in left]


def _open_file(board: Board, better: Move, _move: Move) -> Iterator[Point]:
    """Yield a point if a chariot moves from a file with soldiers to one without, on which its way is free."""
    piece = placed(board, better.from_square)
    if kind_of(piece.code) != ROOK or _soldiers(board, better.to_square) or not _soldiers(board, piece.square):
        return
    if _way_ahead(board, better.to_square) >= _OPEN:
        yield "open_file", piece, ()


def _way_ahead(board: Board, square: int) -> int:
    """Return the number of free points on a file between a square and the first piece or the enemy's edge."""
    step, rank, free = (1 if board.turn == RED else -1), rank_of(square), 0
    while 0 <= (rank := rank + step) < RANKS and not board.piece_at(make_square(file_of(square), rank)):
        free += 1
    return free


def _soldiers(board: Board, square: int) -> int:
    """Return the number of soldiers on the file of a square."""
    column = (make_square(file_of(square), rank) for rank in range(RANKS))
    return sum(kind_of(board.piece_at(point)) == PAWN for point in column)


def _central_cannon(board: Board, better: Move, move: Move) -> Iterator[Point]:
    """Yield a point if a cannon goes to the central file and its side has none there without that move."""
    piece = placed(board, better.from_square)
    if kind_of(piece.code) != CANNON or file_of(better.to_square) != _CENTRE:
        return
    if not any(map(_holds_centre, (board, as_if(played(board, [move]), board.turn)))):
        yield "centre", piece, ()


def _holds_centre(board: Board) -> bool:
    """Return whether the side to move has a cannon on the central file."""
    return any(
        code == board.turn | CANNON and file_of(square) == _CENTRE for square, code in board.pieces().items()
    )


def _over_the_river(board: Board, better: Move, _move: Move) -> Iterator[Point]:
    """Yield a point if the better move takes a soldier across the river; `point_of` checks that it is safe."""
    piece = placed(board, better.from_square)
    if kind_of(piece.code) != PAWN:
        return
    if _is_beyond(better.to_square, board.turn) and not _is_beyond(piece.square, board.turn):
        yield "river", piece, ()


def _is_beyond(square: int, side: int) -> bool:
    return rank_of(square) >= RANKS // 2 if side == RED else rank_of(square) < RANKS // 2


def _horse_room(board: Board, better: Move, move: Move) -> Iterator[Point]:
    """Yield a point if the better move leaves a horse at least _MORE_ROOM more moves than the move played.

    The counts are the horse's moves after either move. A horse that the move played moves is left out.
    """
    first, second = played(board, [better]), played(board, [move])
    gains = []
    for square, code in board.pieces().items():
        if code == board.turn | KNIGHT and square != move.from_square:
            here = better.to_square if square == better.from_square else square
            room, other = _room(first, here), _room(second, square)
            gains.append((room - other, -square, room, other))
    if gains and max(gains)[0] >= _MORE_ROOM:
        _, square, room, other = max(gains)
        yield "horse", placed(board, -square), (room, other)


def _room(board: Board, square: int) -> int:
    """Return the number of moves of a piece of the side that has just moved."""
    own = as_if(board, side_of(board.piece_at(square)))
    return sum(move.from_square == square for move in own.legal_moves())


_FINDERS: Final[tuple[Callable[[Board, Move, Move], Iterator[Point]], ...]] = (
    _first_chariot,
    _central_cannon,
    _over_the_river,
    _open_file,
    _horse_room,
)
