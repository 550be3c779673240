"""Reviews of games with given chances, of which stories are told."""

from __future__ import annotations

from collections.abc import Sequence

from xiangqi.board import START_FEN, Board, Move
from xiangqi.coach.facts import Fact
from xiangqi.coach.grades import grade_of
from xiangqi.coach.notes import Drift, GameReview, MoveReview
from xiangqi.coach.scene import played
from xiangqi.coach.summary import summary_of
from xiangqi.core.constants import RED
from xiangqi.line import Line


def line_of(plies: int) -> Line:
    """Return a quiet game of `plies` plies."""
    board, moves = Board(), list[Move]()
    for ply in range(plies):
        move = next(
            move
            for move in sorted(board.legal_moves(), key=lambda move: (move * 7919 + ply * 31) % 1009)
            if not board.is_capture(move) and not played(board, [move]).is_check()
        )
        moves.append(move)
        board.push(move)
    return Line(START_FEN, tuple(moves))


def reviewed(
    chances: Sequence[float],
    facts: dict[int, Fact] | None = None,
    found: Sequence[Drift] = (),
    played: Line | None = None,
) -> GameReview:
    """Return a review in which Red has these chances in each position."""
    line, told = played or line_of(len(chances) - 1), facts or {}
    moves = []
    for ply, move in enumerate(line.moves, 1):
        side = line.turn_at(ply - 1)
        before, after = (chance if side == RED else 1 - chance for chance in chances[ply - 1 : ply + 1])
        loss = max(0.0, before - after)
        kept = (told[ply],) if ply in told else ()
        moves.append(MoveReview(ply, side, move, before, after, loss, grade_of(loss), (), kept, "middlegame"))
    return GameReview(line, tuple(moves), summary_of(moves, "A00"), tuple(found))
