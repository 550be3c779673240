"""Tests of the threats of a quiet move, of threats that a mistake allows, and of mates with quiet moves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from images import images
from refuting import LateRefuter

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import played, value_of
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.threats import Shot, intention
from xiangqi.core.constants import opponent

prover = Prover()
refuter = LateRefuter(8)

LONE_CANNON = "2bakab2/9/9/c8/9/9/9/9/9/1R1K5 w"
SOLDIER_BEHIND = "2bakab2/9/p8/c8/9/9/9/9/9/1R1K5 w"
ATTACKED_ALREADY = "2bakab2/9/9/c8/9/9/R8/9/9/3K5 w"
OPEN_FILE = "2bak4/9/9/c8/9/9/9/9/9/1R1K5 w"
MATING = "9/5k3/9/9/9/8P/n8/9/2RK5/3C5 w"


def test_a_quiet_move_that_attacks_a_piece_threatens_it() -> None:
    for image in images():
        board = image.board(LONE_CANNON)
        found = intention(board, image.move("b0a0"), prover)
        assert found is not None
        assert found.mate_moves == 0
        assert found.gain == value_of(board.piece_at(image.move("a0a6").to_square))
        assert found.line[0] == image.move("b0a0")
        assert found.line[2] == image.move("a0a6")


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        (SOLDIER_BEHIND, "b0a0"),  # the soldier would take back
        (LONE_CANNON, "d0d1"),  # attacks nothing
        (OPEN_FILE, "b0e0"),  # a check is answered in any case
        (ATTACKED_ALREADY, "a3a2"),  # what could be taken at once is no threat of this move
        (ATTACKED_ALREADY, "a3a6"),  # nor is a capture
    ],
)
def test_other_moves_threaten_nothing(fen: str, move: str) -> None:
    for image in images():
        assert intention(image.board(fen), image.move(move), prover) is None


def test_a_mate_is_threatened() -> None:
    for image in images():
        found = intention(image.board(MATING), image.move("d1e1"), prover)
        assert found is not None
        assert found.gain == 0
        assert found.mate_moves == 2
        assert not played(image.board(MATING), found.line).legal_moves()


def said(fact: Fact, board: Board, move: int) -> str:
    """Return the objection of an independent search to a fact."""
    verdict = refuter.judge(board.position(), move, fact)
    assert not verdict.undecided
    return verdict.refuted


def test_a_fault_is_told_by_the_threat_that_it_allows_and_by_that_which_it_misses() -> None:
    for image in images():
        board = image.board(LONE_CANNON)
        missed = JudgedMove(board, image.move("d0d1"), tuple(image.moves("b0a0 a6e6 a0e0")))
        [fact] = [fact for fact in FactFinder().of_mistake(missed) if fact.kind is FactKind.THREAT]
        assert (fact.start, fact.side, fact.squares) == (
            Start.BEFORE,
            board.turn,
            (image.move("b0a0").from_square, fact.proof[2].to_square),
        )
        assert not said(fact, board, missed.move)

        before = image.board(LONE_CANNON.replace(" w", " b"))
        allowed = JudgedMove(
            before, image.move("e9e8"), tuple(image.moves("a6e6 b0b1")), tuple(image.moves("b0a0"))
        )
        [fact] = [fact for fact in FactFinder().of_mistake(allowed) if fact.kind is FactKind.THREAT]
        assert (fact.start, fact.side) == (Start.AFTER, opponent(before.turn))
        assert not said(fact, before, allowed.move)


def test_what_only_a_check_held_up_is_no_new_threat() -> None:
    for image in images():
        board = image.board("4k4/4R4/9/9/9/9/3rN4/9/9/5K3 b")
        assert not Shot(board, image.move("e9e8"), prover).threats
        moved = Shot(image.board("4k4/9/9/9/9/r8/4N4/9/9/5K3 b"), image.move("a4a3"), prover).threats
        assert [threat.target.square for threat in moved] == [image.move("a3e3").to_square]


@pytest.mark.parametrize("line", ["e8e9 a6b6 c9a7", "e8e9 a6a7 c9a7"])
def test_a_threat_is_one_though_the_engine_carries_it_out_badly(line: str) -> None:
    board = Board(LONE_CANNON)
    expected = tuple(Move.from_iccs(step) for step in line.split())
    missed = JudgedMove(board, Move.from_iccs("d0d1"), (Move.from_iccs("b0a0"),), defence=lambda _: expected)
    facts = FactFinder().of_mistake(missed)
    assert [fact.kind for fact in facts].count(FactKind.THREAT) == 1


def test_a_soldier_that_only_falls_later_is_not_spoken_of() -> None:
    for image in images():
        board = image.board("3aka3/3n5/7n1/p1p5p/2P6/9/P3N3P/3A3c1/5K3/5A3 b")
        fault = JudgedMove(
            board, image.move("d8b7"), (image.move("c6c5"),), tuple(image.moves("e3g4 h2h3 c5c6"))
        )
        facts = FactFinder().of_mistake(fault)
        assert facts
        assert all(fact.start is Start.BEFORE for fact in facts)


def test_a_small_threat_is_not_spoken_of() -> None:
    """The horse's move threatens to win 280 until the twelfth ply, where 120 are left."""
    board = Board("3akab2/9/4b3n/p5p1p/2pn5/3R5/PrP1N1P1P/4B1Cr1/5R3/3AKAB2 b")
    better = (Move.from_iccs("d5c7"), Move.from_iccs("a3a4"))
    found = intention(board, better[0], prover)
    assert found is not None
    assert found.gain == 280
    told = FactFinder().of_mistake(JudgedMove(board, Move.from_iccs("b3c3"), better))
    assert not [fact for fact in told if fact.kind is FactKind.THREAT]


def test_a_threat_that_is_none_is_refuted() -> None:
    board = Board(LONE_CANNON)
    missed = JudgedMove(board, Move.from_iccs("d0d1"), (Move.from_iccs("b0a0"),))
    [fact] = [fact for fact in FactFinder().of_mistake(missed) if fact.kind is FactKind.THREAT]
    assert not said(fact, board, missed.move)
    assert "does not win" in said(replace(fact, gain=900), board, missed.move)
    assert "no forced mate" in said(replace(fact, gain=0, name="mate", moves=2), board, missed.move)
    blocked = replace(fact, proof=(Move.from_iccs("d0d1"), *fact.proof[1:]))
    assert "not legal" in said(blocked, board, missed.move)


def test_a_mate_that_needs_quiet_moves_is_told() -> None:
    for image in images():
        board = image.board("3k5/4a4/3N5/9/9/9/n5R1P/9/3K5/4C4 w")
        assert not prover.mate(board)
        missed = JudgedMove(board, image.move("g3g4"), tuple(image.moves("g3a3 e8d7")))
        [fact] = [fact for fact in FactFinder().of_mistake(missed) if fact.kind is FactKind.MATE]
        assert (fact.start, fact.moves, fact.proof[0]) == (Start.BEFORE, 3, image.move("g3a3"))
        assert not said(fact, board, missed.move)
        assert "no forced mate" in said(replace(fact, moves=2), board, missed.move)


def test_a_loss_is_told_though_the_better_move_would_have_been_an_exchange() -> None:
    for image in images():
        board = image.board("r1b1kabn1/1c2ar3/n6C1/p3p1p1p/2p6/9/P1P1P1P1P/5R1C1/4A4/1NB1KABR1 b")
        fault = JudgedMove(
            board, image.move("f8f7"), tuple(image.moves("f8f2 e1f2")), tuple(image.moves("f2f7 e8f7"))
        )
        facts = [fact for fact in FactFinder().of_mistake(fault) if fact.start is Start.AFTER]
        assert facts
        assert all(fact.proof[0] == image.move("f2f7") for fact in facts)
        assert not any(said(fact, board, fault.move) for fact in facts)
