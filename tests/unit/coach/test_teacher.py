"""The coach as a service, with its real engine."""

from __future__ import annotations

from lines import moves

from xiangqi.board import Move
from xiangqi.coach.facts import FactKind, Start
from xiangqi.coach.notes import HintLadder, HintQuestion
from xiangqi.coach.teacher import Teacher
from xiangqi.line import Line

FEN = "5k3/9/9/9/9/9/9/8c/5N3/3K5 b"


def test_the_reason_why_a_practised_mistake_is_one_is_told_with_the_better_move() -> None:
    """The cannon goes where the horse takes it, and the general, which is shut in, is mated."""
    teacher, at, better = Teacher(), Line(FEN), moves("f9e9")
    ladder = teacher.answer(HintQuestion(at, better, Move.from_iccs("i2h2")))
    assert isinstance(ladder, HintLadder)
    assert ladder.fault is not None
    assert (ladder.fault.kind, ladder.fault.start) == (FactKind.MATE, Start.AFTER)
    for question in (HintQuestion(at, better), HintQuestion(at, better, better[0])):
        told = teacher.answer(question)
        assert isinstance(told, HintLadder)
        assert told.fault is None
