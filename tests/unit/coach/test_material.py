"""Tests of material: captures, exchanges and attacks, in every image; and of strategic points."""

from __future__ import annotations

from dataclasses import replace

import pytest
from images import Image, images, judged
from lines import moves
from refuting import LateRefuter

from tools.refute.verdict import HOLDS
from xiangqi.board import Board, Move, parse_square
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.grades import Grade
from xiangqi.coach.material import MaterialTeller
from xiangqi.coach.notes import NO_CAUSES, MoveReview
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import played
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.strategy import APART, point_of, thinned
from xiangqi.coach.threats import intention
from xiangqi.core.constants import BLACK, KNIGHT, PAWN, RED, ROOK
from xiangqi.fen import START_FEN

prover = Prover()
teller = MaterialTeller(prover)
refuter = LateRefuter(6)


@pytest.mark.parametrize("image", list(images()))
def test_a_cannon_for_a_horse_is_told_before_everything(image: Image) -> None:
    fault = judged(image, START_FEN, "h2h9", "h2e2 h9g7", "i9h9 h0g2")
    [fact] = teller.taken(fault)
    assert (fact.kind, fact.start, fact.proof) == (FactKind.TAKES, Start.AFTER, (image.move("i9h9"),))
    assert FactFinder(prover).of_mistake(fault)[0] == fact
    assert fact.kind not in NO_CAUSES
    assert refuter.judge(fault.before.position(), fault.move, fact) == HOLDS


@pytest.mark.parametrize("image", list(images()))
def test_what_is_lost_again_elsewhere_is_not_told(image: Image) -> None:
    """The chariot that takes the cannon for a horse leaves its own cannon to the other chariot."""
    fen = "r3k4/9/C8/9/9/9/9/9/R2NA2c1/4K4 b"
    assert not list(teller.taken(judged(image, fen, "h1d1", "e9f9 d1c3", "a1d1 a9a7")))
    held = fen.replace("C8/9/9", "C8/9/1N7")
    [fact] = teller.taken(judged(image, held, "h1d1", "e9f9 d1c3", "a1d1 e9f9"))
    assert fact.kind is FactKind.TAKES


@pytest.mark.parametrize("image", list(images()))
def test_an_attack_on_a_soldier_that_falls_is_told(image: Image) -> None:
    fen = "2bak4/4a4/9/9/p8/9/9/1R7/9/4K4 b"
    fault = judged(image, fen, "c9e7", "a5a4 e0f0", "b2a2 e7c9 a2a5")
    [fact] = teller.attacked(fault)
    assert (fact.kind, fact.name, fact.start) == (FactKind.ATTACK, "falls", Start.AFTER)
    assert fact.proof == tuple(image.moves("b2a2 e7c9 a2a5"))
    assert refuter.judge(fault.before.position(), fault.move, fact) == HOLDS
    elsewhere = replace(fact, proof=(*fact.proof[:2], image.move("a2a4")))
    assert "not taken" in refuter.judge(fault.before.position(), fault.move, elsewhere).refuted
    spared = judged(image, fen, "c9e7", "a5a4 e0f0", "b2a2 e7c9 a2b2")
    assert not [fact for fact in teller.attacked(spared) if fact.name == "falls"]
    held = judged(image, fen.replace("4a4/9", "4a4/1n7"), "c9e7", "a5a4 e0f0", "b2a2 e7c9 a2a5")
    assert not [fact for fact in teller.attacked(held) if fact.name == "falls"]


@pytest.mark.parametrize("image", list(images()))
def test_an_even_exchange_is_no_reason(image: Image) -> None:
    fen = "3ak4/4a4/9/4n4/2r6/9/9/2R6/N8/3AK4 b"
    even = judged(image, fen, "c5c2", "c5d5 e0e1", "a1c2")
    assert not list(teller.taken(even))
    lost = judged(image, fen.replace("2R6", "2P6"), "c5c2", "c5d5 e0e1", "a1c2")
    [fact] = teller.taken(lost)
    assert fact.kind is FactKind.TAKES


@pytest.mark.parametrize("image", list(images()))
def test_what_the_better_move_takes_is_told(image: Image) -> None:
    fen = "3ak4/4a4/9/9/2n6/9/9/2R6/4A4/3AK4 w"
    [fact] = teller.missed(judged(image, fen, "e1d2", "c2c5 e8d7", "c5d3"))
    assert (fact.kind, fact.start, fact.proof) == (FactKind.TAKES, Start.BEFORE, (image.move("c2c5"),))
    protected = fen.replace("4a4/9/9", "4a4/9/2r6")
    assert not list(teller.missed(judged(image, protected, "e1d2", "c2c5 c6c5", "c5d3")))
    assert not list(teller.missed(judged(image, fen, "c2c5", "c2c5 e8d7", "e8d7")))


@pytest.mark.parametrize("image", list(images()))
def test_a_piece_that_has_to_move_again_is_told(image: Image) -> None:
    fen = "3k5/9/9/1r7/9/9/9/9/2N6/4K4 w"
    fault = judged(image, fen, "c1d3", "e0e1 b6b5", "b6b3 d3e5")
    [fact] = teller.attacked(fault)
    assert (fact.kind, fact.name, fact.start) == (FactKind.ATTACK, "again", Start.AFTER)
    assert fact.pieces[1].square == image.move("c1d3").to_square
    assert refuter.judge(fault.before.position(), fault.move, fact) == HOLDS
    calm = judged(image, fen, "c1d3", "e0e1 b6b3", "b6b3 e0e1")
    assert not [fact for fact in teller.attacked(calm) if fact.name == "again"]


@pytest.mark.parametrize("image", list(images()))
def test_what_could_be_taken_before_is_not_newly_attacked(image: Image) -> None:
    """The soldier attacks the horse all the time; the only change is that its own horse no longer hangs."""
    fen = "r3kab2/4a1c2/2n1b4/p1P2R2p/6P2/1cNp5/P5nrP/2C1C1N2/9/R1BAKAB2 w"
    fault = judged(image, fen, "c6c7", "c4d6 g3e4", "d4c4 f6f3")
    assert not [fact for fact in teller.attacked(fault) if fact.start is Start.BEFORE]
    assert not list(teller.taken(fault))


@pytest.mark.parametrize("image", list(images()))
def test_an_offer_of_exchange_threatens_nothing(image: Image) -> None:
    """The chariot attacks a chariot, which may take it: the side to move takes first."""
    fen = "3k5/9/r8/9/9/9/9/9/9/1R2K4 w"
    board, step = image.board(fen), image.move("b0a0")
    assert intention(board, step, prover) is None
    fault = JudgedMove(board, image.move("e0e1"), (step, *image.moves("a7b7")), tuple(image.moves("a7b7")))
    assert not [fact for fact in teller.attacked(fault) if fact.start is Start.BEFORE]


@pytest.mark.parametrize("image", list(images()))
def test_whoever_leaves_check_threatens_nothing(image: Image) -> None:
    """The king steps off the cannon's file and opens it for a chariot; but the king had to move."""
    fen = "3k5/4a4/9/4n4/9/9/9/4K3r/9/4R4 w"
    board, step = image.board(fen), image.move("e2d2")
    assert board.is_check()
    assert intention(board, step, prover) is None


@pytest.mark.parametrize("image", list(images()))
def test_the_piece_that_attacks_is_named(image: Image) -> None:
    """The advisor clears the way of the chariot behind it."""
    fen = "5k3/9/4n4/9/9/9/9/9/4A4/3KR4 w"
    fault = judged(image, fen, "d0d1", "e1d2 e7c6", "f9f8")
    facts = [
        fact for fact in FactFinder(prover).of_mistake(fault) if fact.kind in (FactKind.ATTACK, FactKind.THREAT)
    ]
    assert facts
    assert all(fact.pieces[0].square == image.move("e0e1").from_square for fact in facts)


def test_what_is_not_so_is_refuted() -> None:
    image = next(iter(images()))
    fault = judged(image, START_FEN, "h2h9", "h2e2 h9g7", "i9h9 h0g2")
    [taken] = teller.taken(fault)
    before = fault.before.position()
    other = (taken.pieces[0], Placed(parse_square("b9"), BLACK | KNIGHT))
    assert "begin with the capture" in refuter.judge(before, fault.move, replace(taken, pieces=other)).refuted
    board = image.board("3ak4/4a4/9/9/2p6/9/9/2R6/4A4/3AK4 w")
    pieces = (Placed(parse_square("c2"), RED | ROOK), Placed(parse_square("c5"), BLACK | PAWN))
    takes = Fact(FactKind.TAKES, RED, Start.BEFORE, pieces, moves("c2c5"))
    assert refuter.judge(board.position(), Move.from_iccs("e1d2"), takes) == HOLDS
    guarded = image.board("3ak4/4a4/9/2r6/2p6/9/9/2R6/4A4/3AK4 w")
    assert "wins less" in refuter.judge(guarded.position(), Move.from_iccs("e1d2"), takes).refuted
    fen = "3k5/9/9/1r7/9/9/9/9/2N6/4K4 w"
    [attack] = teller.attacked(judged(image, fen, "c1d3", "e0e1 b6b5", "b6b3 d3e5"))
    elsewhere = replace(attack, proof=moves("b6b4 d3e5"))
    assert "not attacked" in refuter.judge(Board(fen).position(), Move.from_iccs("c1d3"), elsewhere).refuted
    [point] = point_of(Board(POINTS[0][0]), Move.from_iccs("b2e2"), Move.from_iccs("e0e1"))
    assert refuter.judge(
        Board(POINTS[0][0]).position(), Move.from_iccs("e0e1"), replace(point, name="river")
    ).refuted


def test_a_recapture_and_an_answer_to_check_are_not_praised() -> None:
    finder = FactFinder(prover)
    board = Board("4k4/9/6N2/5R3/9/9/9/5K3/3pr4/9 b")
    line = moves("e1e2 f2f1 e2e1 f1f2 e1e0")
    assert list(finder.of_only_move(JudgedMove(board, line[0], refutation=line[1:])))
    checked = Board("4k4/9/6N2/4R4/9/9/9/5K3/3pr4/9 b")
    assert checked.is_check()
    for move in checked.legal_moves():
        assert not list(finder.of_only_move(JudgedMove(checked, move)))
    earlier = Board("4k4/9/6N2/5R3/9/9/9/5K3/3pr3R/9 w")
    earlier.push(Move.from_iccs("i1e1"))
    assert not [
        fact for move in earlier.legal_moves() for fact in finder.of_only_move(JudgedMove(earlier, move))
    ]


# Position, better move, move played, and the point with its counts.
POINTS = [
    ("3k5/9/9/9/9/9/P8/1C7/9/4K4 w", "b2e2", "e0e1", "centre", ()),
    ("3k5/9/9/9/9/P8/9/9/9/4K4 w", "a4a5", "e0e1", "river", ()),
    ("3k5/p8/9/9/9/9/9/9/9/R3K4 w", "a0b0", "e0e1", "open_file", ()),
    ("3k5/9/9/9/9/9/9/9/9/1N2K4 w", "b0c2", "e0e1", "horse", (8, 3)),
]


@pytest.mark.parametrize("image", list(images()))
@pytest.mark.parametrize(("fen", "better", "move", "name", "counts"), POINTS)
def test_a_point_of_strategy_is_counted(
    fen: str, better: str, move: str, name: str, counts: tuple[int, ...], image: Image
) -> None:
    board = image.board(fen)
    [fact] = point_of(board, image.move(better), image.move(move))
    assert (fact.kind, fact.name, fact.counts) == (FactKind.POINT, name, counts)
    assert fact.pieces[0].square == image.move(better).from_square
    assert refuter.judge(board.position(), image.move(move), fact) == HOLDS
    assert not list(point_of(board, image.move(move), image.move(better)))


def test_a_chariot_that_has_not_moved_is_told_where_the_others_have() -> None:
    board = played(Board(), moves("h2e2 h9g7 h0g2 i9h9"))
    [fact] = point_of(board, Move.from_iccs("i0h0"), Move.from_iccs("a3a4"))
    assert fact.name == "chariot"
    assert not list(
        point_of(played(Board(), moves("h0g2 h9g7")), Move.from_iccs("i0h0"), Move.from_iccs("a3a4"))
    )


def test_points_are_five_moves_apart_and_the_later_one_is_kept() -> None:
    point = Fact(FactKind.POINT, RED, Start.BEFORE, name="centre")
    other = replace(point, kind=FactKind.BETTER)
    step = Move.from_iccs("a3a4")
    reviewed = [
        MoveReview(ply, RED, step, 0.5, 0.4, 0.1, Grade.MISTAKE, (), (point, other), "opening")
        for ply in range(1, 2 * APART + 2)
    ]
    kept = thinned(reviewed)
    assert [move.ply for move in kept if point in move.facts] == [1, 1 + APART, 1 + 2 * APART]
    assert all(other in move.facts for move in kept)
