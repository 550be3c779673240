"""Tests of a king driven from its place and a piece that gets pinned, in every image."""

from __future__ import annotations

from dataclasses import replace

import pytest
from images import Image, images, judged
from refuting import LateRefuter

from tools.refute.verdict import HOLDS
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.notes import NO_CAUSES
from xiangqi.coach.pressure import pressure
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import placed
from xiangqi.core.constants import RED

prover = Prover()
refuter = LateRefuter(6)


@pytest.mark.parametrize("image", list(images()))
def test_a_check_that_drives_the_king_away_is_told(image: Image) -> None:
    fen = "3k5/9/9/9/9/9/9/1R7/9/5K3 b"
    fault = judged(image, fen, "d9e9", "d9d8 b2b1", "b2e2 e9d9")
    [fact] = pressure(fault, prover)
    assert (fact.kind, fact.start, fact.proof) == (FactKind.KING_DRIVEN, Start.AFTER, fault.refutation)
    assert [piece.square for piece in fact.pieces] == [image.move("b2e2").from_square, fault.move.to_square]
    assert fact.kind not in NO_CAUSES
    assert fact in FactFinder(prover).of_mistake(fault)
    assert refuter.judge(fault.before.position(), fault.move, fact) == HOLDS
    aside = replace(fact, proof=tuple(image.moves("b2b8 e9d9")))
    assert "can answer" in refuter.judge(fault.before.position(), fault.move, aside).refuted
    shielded = judged(image, fen.replace("3k5/9/9", "3k5/9/5a3"), "d9e9", "d9d8 b2b1", "b2e2 f7e8")
    assert not list(pressure(shielded, prover))


@pytest.mark.parametrize("image", list(images()))
def test_a_check_that_was_there_before_is_no_consequence(image: Image) -> None:
    fen = "4k4/9/9/9/9/9/p8/1R7/9/5K3 b"
    fault = judged(image, fen, "a3a2", "e9d9 b2b1", "b2e2 e9d9")
    assert not list(pressure(fault, prover))
    told = Fact(
        FactKind.KING_DRIVEN,
        image.side(RED),
        Start.AFTER,
        (
            placed(fault.before, image.move("b2e2").from_square),
            placed(fault.before, image.move("e9d9").from_square),
        ),
        fault.refutation,
    )
    assert "before" in refuter.judge(fault.before.position(), fault.move, told).refuted


@pytest.mark.parametrize("image", list(images()))
def test_a_check_that_the_better_move_had_is_told(image: Image) -> None:
    fen = "4k4/9/9/9/9/9/9/1R7/9/5K3 w"
    [fact] = pressure(judged(image, fen, "b2b1", "b2e2 e9d9", "e9e8 b1a1"), prover)
    assert (fact.kind, fact.start) == (FactKind.KING_DRIVEN, Start.BEFORE)
    assert not list(pressure(judged(image, fen, "b2b9", "b2e2 e9d9", "e9e8 b9a9"), prover))


@pytest.mark.parametrize("image", list(images()))
def test_a_piece_that_gets_pinned_is_told(image: Image) -> None:
    fen = "4k4/9/6n2/9/9/9/9/1R7/9/5K3 b"
    fault = judged(image, fen, "g7e6", "e9d9 b2b1", "b2e2 e9e8")
    [fact] = pressure(fault, prover)
    assert (fact.kind, fact.name, fact.start) == (FactKind.PIN, "gets", Start.AFTER)
    assert fact.pieces[1].square == fault.move.to_square
    assert refuter.judge(fault.before.position(), fault.move, fact) == HOLDS
    freed = judged(image, fen, "g7e6", "e9d9 b2b1", "b2e2 e9d9")  # the king steps off the line
    assert not list(pressure(freed, prover))
    already = judged(image, fen.replace("9/6n2/9", "9/9/4n4"), "e9e8", "e9d9 b2b1", "b2e2 e8e9")
    assert not list(pressure(already, prover))
