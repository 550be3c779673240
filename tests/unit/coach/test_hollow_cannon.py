"""Tests of the hollow cannon: which side has one or gets one, and when it is reported."""

from __future__ import annotations

from dataclasses import replace

import pytest
from images import images
from refuting import LateRefuter

from tools.refute.verdict import HOLDS
from xiangqi.board import Board, Move
from xiangqi.coach.explaining import hint_of
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.hollow_cannon import gets_hollow_cannon, hollow_cannon
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import RED
from xiangqi.notation import Style

refuter = LateRefuter(8)

# The cannon takes the middle soldier; the engine's own line after it, and what was played instead.
TO_BE_HAD = "rnbakabnr/9/1c3c3/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w"
EXPECTED = "e2e6 h9i7 b2e2 i9h9 e6e4 b9a7 h0g2"
GUARDED = "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w"


@pytest.mark.parametrize(
    ("fen", "where"),
    [
        ("rnbakabnr/9/1c3c3/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b", "e6"),
        ("rnbakabnr/4a4/1c3c3/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b", ""),  # a piece in between
        ("rnba1abnr/3k5/1c3c3/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b", ""),  # the king stands elsewhere
        ("rnbakabnr/4C4/1c3c3/p1p3p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b", ""),  # near enough to be taken
        ("rnbakabnr/9/1c3c3/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/1NBAKABN1 b", ""),  # no chariot to help
        ("rnbakabnr/9/1c3c3/p1p1C1p1p/9/9/P1P1P1P1P/9/9/R1BAKAB2 b", ""),  # a chariot alone
        ("rnbakabnr/9/1c3c3/p1p1R1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR b", ""),  # no cannon
    ],
)
def test_who_has_one(fen: str, where: str) -> None:
    for image in images():
        found = hollow_cannon(image.board(fen), image.side(RED))
        assert (None if found is None else found.square) == (
            image.move(f"{where}{where}").from_square if where else None
        )


def test_who_gets_one() -> None:
    for image in images():
        found = gets_hollow_cannon(image.board(TO_BE_HAD), image.move("e2e6"))
        assert found is not None
        assert found.square == image.move("e2e6").to_square
        assert gets_hollow_cannon(image.board(GUARDED), image.move("e2e6")) is None  # the horse takes it
        assert gets_hollow_cannon(image.board(TO_BE_HAD), image.move("b2b7")) is None


def told(fault: JudgedMove) -> list[Fact]:
    """Return the facts about hollow cannons."""
    return [fact for fact in FactFinder().of_mistake(fault) if fact.kind is FactKind.HOLLOW_CANNON]


def test_one_that_is_missed_is_told() -> None:
    for image in images():
        board = image.board(TO_BE_HAD)
        fault = JudgedMove(board, image.move("c3c4"), tuple(image.moves(EXPECTED)))
        [fact] = told(fault)
        squares = (image.move("e2e9").from_square, image.move("e2e9").to_square)
        assert (fact.start, fact.side, fact.squares) == (Start.BEFORE, board.turn, squares)
        assert refuter.judge(board.position(), fault.move, fact) == HOLDS


def test_one_that_is_allowed_is_told() -> None:
    for image in images():
        board = image.board("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b")
        answers = tuple(image.moves(EXPECTED))
        [fact] = told(JudgedMove(board, image.move("h7f7"), tuple(image.moves("h9g7 h0g2")), answers))
        assert (fact.start, fact.proof) == (Start.AFTER, answers)
        assert refuter.judge(board.position(), image.move("h7f7"), fact) == HOLDS
        as_well = JudgedMove(board, image.move("h7f7"), tuple(image.moves("b7d7 h0g2")), answers)
        assert not told(as_well)  # it can be had there, too


def test_one_that_does_not_last_is_not_told() -> None:
    board = Board(TO_BE_HAD)
    lost_again = tuple(Move.from_iccs(step) for step in ["e2e6", "h9g7", "h0g2", "g7e6"])
    assert not told(JudgedMove(board, Move.from_iccs("c3c4"), lost_again))


def test_one_that_is_to_be_had_is_the_reason_of_a_hint() -> None:
    line = tuple(Move.from_iccs(step) for step in EXPECTED.split())
    reason = hint_of(Board(TO_BE_HAD), line, FactFinder()).reason
    assert reason is not None
    assert reason.kind is FactKind.HOLLOW_CANNON
    said = [Wording(language, Style.WXF).plainly(reason, Board(TO_BE_HAD)) for language in ("en", "zh-Hans")]
    assert said == [
        "C5+4 makes a hollow cannon: "
        "no piece can block its line to Black's general without becoming its screen.",
        "C5+4成空头炮，黑将前不能垫子。",
    ]


def test_false_claims_are_refuted() -> None:
    board, move = Board(TO_BE_HAD), Move.from_iccs("c3c4")
    [fact] = told(JudgedMove(board, move, tuple(Move.from_iccs(step) for step in EXPECTED.split())))
    short = replace(fact, proof=fact.proof[:1])
    assert refuter.judge(Board(GUARDED).position(), move, short).refuted == "it can be taken"
    elsewhere = replace(fact, proof=(Move.from_iccs("e2d2"),))
    assert refuter.judge(board.position(), move, elsewhere).refuted == "it is on another file"
    behind = replace(fact, proof=(Move.from_iccs("e2e1"),))
    assert refuter.judge(board.position(), move, behind).refuted == "the file is not open"
    had = Board("rnbakabnr/9/1c3c3/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w")
    step = Move.from_iccs("e6e5")
    stands = (fact.pieces[0]._replace(square=step.from_square), fact.pieces[1])
    retreat = replace(fact, pieces=stands, proof=(step,))
    assert refuter.judge(had.position(), move, retreat).refuted == "it was there before"
