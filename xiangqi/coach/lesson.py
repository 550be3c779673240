"""A lesson in the game: what to offer after a costly move, before the reply."""

from __future__ import annotations

from collections.abc import Callable

from xiangqi.board import Board, Move
from xiangqi.coach.facts import FactKind
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.grades import loss_of
from xiangqi.coach.notes import Offer, Opinion
from xiangqi.coach.soundness import JudgedMove
from xiangqi.line import Moves


def offer_after(
    board: Board,
    move: Move,
    before: Opinion,
    after: Opinion,
    measure: float,
    finder: FactFinder,
    defence: Callable[[Moves], Moves] | None = None,
) -> Offer | None:
    """What to offer after a move; None where there is nothing to say.

    The coach never rejects the move that it would have proposed, and offers nothing that it cannot prove.

    Args:
        board: before the move. It is not changed.
        move: the player's.
        before, after: a judge's opinion on both positions.
        measure: the loss of winning chance that is let pass.
        finder: what finds the reasons.
        defence: the judge's own line after some moves on the board, against which claims are held.
    """
    loss = loss_of(before.chance, 1.0 - after.chance, is_best=before.line[:1] == (move,))
    if loss <= measure:
        return None
    facts = finder.of_mistake(JudgedMove(board, move, before.line, after.line, defence))
    reasons = [fact for fact in facts if fact.kind is not FactKind.BETTER]
    return Offer(loss, facts) if reasons else None
