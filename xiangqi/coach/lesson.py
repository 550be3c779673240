"""Lesson mode: what to offer after a costly move, before the opponent replies."""

from __future__ import annotations

from collections.abc import Callable

from xiangqi.board import Board, Move
from xiangqi.coach.facts import FactKind, Moves
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.grades import loss_of
from xiangqi.coach.notes import Offer, Opinion
from xiangqi.coach.soundness import JudgedMove


def offer_after(
    board: Board,
    move: Move,
    before: Opinion,
    after: Opinion,
    measure: float,
    finder: FactFinder,
    defence: Callable[[Moves], Moves] | None = None,
) -> Offer | None:
    """Return what to offer after a move, or None.

    Moves that the engine would have chosen are never questioned, and nothing is offered without a proof.

    Args:
        board: before the move. It is not changed.
        move: the player's move.
        before, after: the judge's opinions on the positions before and after it.
        measure: the largest loss of winning chance that is not remarked on.
        finder: finds the reasons.
        defence: returns the judge's line after some moves on the board; claims are tested against it.
    """
    loss = loss_of(before.chance, 1.0 - after.chance, is_best=before.line[:1] == (move,))
    if loss <= measure:
        return None
    facts = finder.of_mistake(JudgedMove(board, move, before.line, after.line, defence))
    reasons = [fact for fact in facts if fact.kind is not FactKind.BETTER]
    return Offer(loss, facts) if reasons else None
