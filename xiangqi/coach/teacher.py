"""The coach as a service: answers one question at a time, in any process."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Final

from xiangqi.board import Move
from xiangqi.coach.explaining import explain, hint_of
from xiangqi.coach.facts import Fact
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.judge import EngineJudge
from xiangqi.coach.notes import (
    NO_CAUSES,
    DeepLook,
    HintQuestion,
    MistakeQuestion,
    MoveNotes,
    MoveQuestion,
    Offer,
    Question,
    Reply,
)
from xiangqi.coach.opening_facts import Counts, OpeningTeller
from xiangqi.coach.reviewing import Reviewer
from xiangqi.coach.second_look import NODES, first_verdict
from xiangqi.coach.soundness import JudgedMove
from xiangqi.line import Line, Moves
from xiangqi.referee import outcome

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
        openings = OpeningTeller(counts=self._counts)
        judge = self._judge
        return Reviewer(EngineJudge(_DEFENCE_NODES), openings=openings, again=judge.again, look=judge.glance)

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
            ladder = hint_of(board, question.line, finder)
            return replace(ladder, fault=self._fault(question.at, question.instead, question.line))
        return explain(board, finder)

    def _about_move(self, question: MoveQuestion) -> MoveNotes:
        reviewer, line = self._reviewer, question.line
        reviewer.rules = question.rules
        board, move = line.before.board(), line.moves[-1]
        ends = question.is_last and outcome(line.board(), question.rules) is not None
        if question.looks_again:
            self._judge.judge_by(question.rules)  # what is searched again does not depend on earlier games
            verdict = reviewer.verdict(line, question.before, question.after, ends=ends)
        else:
            verdict = first_verdict(move, question.before, question.after)
        facts = reviewer.facts_about(board, move, verdict, is_last=question.is_last)
        best = verdict.before.line
        look = DeepLook(1.0 - verdict.after.chance, verdict.loss, () if best[:1] == (move,) else best)
        return MoveNotes(facts, look if question.looks_again else None)

    def _fault(self, at: Line, move: Move | None, better: Moves) -> Fact | None:
        """Return the most important reason why a move is worse than a better line, or None."""
        if move is None or move == better[0]:
            return None
        line = at.then(move)
        self._judge.begin()
        before = replace(self._judge(at), line=better)
        judged = self._reviewer.judged(at.board(), move, first_verdict(move, before, self._judge(line)))
        facts = self._reviewer.finder.of_mistake(judged)
        return next((fact for fact in facts if fact.kind not in NO_CAUSES), None)

    def _mistake(self, question: MistakeQuestion) -> Offer | None:
        line, reviewer = question.line, self._reviewer
        self._judge.begin()
        verdict = first_verdict(line.moves[-1], self._judge(line.before), self._judge(line))
        if verdict.loss > question.measure:
            verdict = reviewer.verdict(line, verdict.before, verdict.after, ends=False)
        if verdict.loss <= question.measure:
            return None
        judged = reviewer.judged(line.before.board(), line.moves[-1], verdict)
        return offer_after(judged, question.measure, reviewer.finder)


@lru_cache(maxsize=1)
def the_teacher(counts: Counts | None = None) -> Teacher:
    """Return this process's teacher; asking with other counts replaces it."""
    return Teacher(counts)


def offer_after(move: JudgedMove, measure: float, finder: FactFinder) -> Offer | None:
    """Return the offer after a move; None if the move costs too little or nothing explains it.

    Moves that the engine would have chosen cost nothing, so they are never questioned.

    Args:
        move: the player's move, with its cost.
        measure: the largest loss of winning chance that is not remarked on.
        finder: finds the reasons.
    """
    if move.loss <= measure:
        return None
    facts = finder.of_mistake(move)
    return Offer(move.loss, facts) if any(fact.kind not in NO_CAUSES for fact in facts) else None
