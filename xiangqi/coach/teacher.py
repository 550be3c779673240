"""The coach as somebody who is asked: one question at a time, from whichever process."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final

from xiangqi.coach.explaining import explain, hint_of
from xiangqi.coach.facts import Fact
from xiangqi.coach.judge import NODES, EngineJudge
from xiangqi.coach.lesson import offer_after
from xiangqi.coach.notes import HintQuestion, LessonQuestion, MoveQuestion, Offer, Question, Reply
from xiangqi.coach.opening_facts import Counts, OpeningTeller
from xiangqi.coach.reviewing import Reviewer

_DEFENCE_NODES: Final = 20_000


class Teacher:
    """Answers questions; keeps its searches and its engine."""

    def __init__(self, counts: Counts | None = None) -> None:
        """Set up.

        Args:
            counts: what a library knows of openings.
        """
        self._counts = counts

    @cached_property
    def _reviewer(self) -> Reviewer:
        return Reviewer(EngineJudge(_DEFENCE_NODES), openings=OpeningTeller(counts=self._counts))

    @cached_property
    def _judge(self) -> EngineJudge:
        return EngineJudge(NODES)

    def answer(self, question: Question) -> Reply:
        """The answer; moves must be legal.

        Raises:
            FenError: a start position cannot be read.
        """
        if isinstance(question, MoveQuestion):
            return self._about_move(question)
        if isinstance(question, LessonQuestion):
            return self._lesson(question)
        board = question.at.board()
        finder = self._reviewer.finder
        if isinstance(question, HintQuestion):
            return hint_of(board, question.line, finder)
        return explain(board, finder)

    def _about_move(self, question: MoveQuestion) -> tuple[Fact, ...]:
        self._reviewer.rules = question.rules
        board = question.line.before.board()
        return self._reviewer.facts_about(board, question.line.moves[-1], question.before, question.after)

    def _lesson(self, question: LessonQuestion) -> Offer | None:
        line = question.line
        before, after = self._judge(line.before), self._judge(line)
        board = line.before.board()
        finder, defence = self._reviewer.finder, self._reviewer.defence(board)
        return offer_after(board, line.moves[-1], before, after, question.measure, finder, defence)


@lru_cache(maxsize=1)
def the_teacher(counts: Counts | None = None) -> Teacher:
    """The only one of this process."""
    return Teacher(counts)
