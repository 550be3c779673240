"""The hollow cannon (空頭砲): a cannon on the king's file with no piece in between.

A piece stepping in between would become its screen and expose the king to check, so no advisor or elephant
can shield the king. It is the classic reason not to give up the central soldier lightly.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import between, kind_of, king_square, placed, played, side_of
from xiangqi.core.constants import CANNON, KING, KNIGHT, RANKS, ROOK, make_square, opponent
from xiangqi.line import Moves

_MIDDLE_POINTS: Final = [make_square(4, rank) for rank in range(RANKS)]
_HELPERS: Final = 2  # supporting chariots, horses and cannons, including a chariot
_IMPORTANCE: Final = 380  # less than any gain of more than a soldier


def hollow_cannon(board: Board, side: int) -> Placed | None:
    """Return a side's hollow cannon on the central file, or None.

    It does not count next to the king, who could take it. The side must also have at least three chariots,
    horses and cannons, including a chariot.
    """
    king, cannon = opponent(side) | KING, side | CANNON
    column = [placed(board, point) for point in _MIDDLE_POINTS if board.piece_at(point)]
    for one, other in pairwise(column):
        if {one.code, other.code} == {king, cannon} and between(one.square, other.square):
            return (one if one.code == cannon else other) if _has_helpers(board, side) else None
    return None


def _has_helpers(board: Board, side: int) -> bool:
    """Return whether a side has a chariot and at least three chariots, horses and cannons in all."""
    kinds = [kind_of(code) for code in board.pieces().values() if side_of(code) == side]
    return ROOK in kinds and sum(kind in (ROOK, KNIGHT, CANNON) for kind in kinds) > _HELPERS


def gets_hollow_cannon(board: Board, move: Move) -> Placed | None:
    """Return the hollow cannon that a legal move creates and no reply ends, or None."""
    after = played(board, [move])
    cannon = hollow_cannon(after, board.turn)
    if cannon is None or hollow_cannon(board, board.turn) is not None:
        return None
    answers = (played(after, [answer]) for answer in after.legal_moves())
    return cannon if all(hollow_cannon(answered, board.turn) == cannon for answered in answers) else None


def hollow_cannon_fact(
    board: Board, line: Moves, start: Start, prover: Prover, depths: Iterable[int]
) -> Fact | None:
    """Return the fact that a line's first move gets a lasting hollow cannon at no cost, or None.

    Args:
        board: the position before the line. It is not changed.
        line: one or more legal moves, the engine's expected play.
        start: the position from which it is played.
        prover: makes sure that no material is lost.
        depths: the depths of its quick searches, in plies.
    """
    cannon = gets_hollow_cannon(board, line[0])
    if cannon is None:
        return None
    walked = board.copy()
    for step in line:
        walked.push_unchecked(step)
        if hollow_cannon(walked, board.turn) is None:
            return None
    if not all(prover.wins(board, line[0], 0, depth, quick=True) for depth in depths):
        return None
    king = placed(board, king_square(board, opponent(board.turn)))
    stood = line[0].from_square if cannon.square == line[0].to_square else cannon.square
    pieces = (Placed(stood, cannon.code), king)
    return Fact(FactKind.HOLLOW_CANNON, board.turn, start, pieces, line, importance=_IMPORTANCE)
