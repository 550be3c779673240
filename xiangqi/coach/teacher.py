"""The coach as a service: answers one question at a time, in any process."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.explaining import explain, hint_of
from xiangqi.coach.facts import Fact
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.grades import loss_of
from xiangqi.coach.judge import NODES, EngineJudge
from xiangqi.coach.notes import (
    NO_CAUSES,
    HintQuestion,
    MistakeQuestion,
    MoveQuestion,
    Offer,
    Opinion,
    Question,
    Reply,
)
from xiangqi.coach.opening_facts import Counts, OpeningTeller
from xiangqi.coach.reviewing import Reviewer
from xiangqi.coach.soundness import JudgedMove
from xiangqi.line import Moves

_DEFENCE_NODES: Final = 20_000


class Teacher:
    """Answers questions, reusing its engine and search results."""

    def __init__(self, counts: Counts | None = None) -> None:
        """Create a teacher.

        Args:
            counts: looks up opening moves in a library.
        """
        self._counts = counts

    @cached_property
    def _reviewer(self) -> Reviewer:
        return Reviewer(EngineJudge(_DEFENCE_NODES), openings=OpeningTeller(counts=self._counts))

    @cached_property
    def _judge(self) -> EngineJudge:
        return EngineJudge(NODES)

    def answer(self, question: Question) -> Reply:
        """Answer a question, whose moves must be legal.

        Raises:
            FenError: a start position cannot be read.
        """
        if isinstance(question, MoveQuestion):
            return self._about_move(question)
        if isinstance(question, MistakeQuestion):
            return self._mistake(question)
        board = question.at.board()
        finder = self._reviewer.finder
        if isinstance(question, HintQuestion):
            return hint_of(board, question.line, finder)
        return explain(board, finder)

    def _about_move(self, question: MoveQuestion) -> tuple[Fact, ...]:
        self._reviewer.rules = question.rules
        board = question.line.before.board()
        return self._reviewer.facts_about(board, question.line.moves[-1], question.before, question.after)

    def _mistake(self, question: MistakeQuestion) -> Offer | None:
        line = question.line
        before, after = self._judge(line.before), self._judge(line)
        board = line.before.board()
        finder, defence = self._reviewer.finder, self._reviewer.defence(board)
        return offer_after(board, line.moves[-1], before, after, question.measure, finder, defence)


@lru_cache(maxsize=1)
def the_teacher(counts: Counts | None = None) -> Teacher:
    """Return this process's teacher; asking with other counts replaces it."""
    return Teacher(counts)


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
    return Offer(loss, facts) if any(fact.kind not in NO_CAUSES for fact in facts) else None
