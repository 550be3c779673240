"""Tests of the refuting search against the second move generator and the coach's, and of false claims."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from refuting import LateRefuter
from walks import choices, play, walk

from tools.refute.verdict import HOLDS
from xiangqi import bitboards
from xiangqi.board import Board, Move, parse_square
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import placed
from xiangqi.core.constants import RED

prover = Prover()


@settings(max_examples=10)
@given(choices(60))
def test_both_generators_have_the_same_moves(numbers: list[int]) -> None:
    from tools.refute import search

    for board, _ in walk(numbers):
        mine = sorted(search.legal_moves(board.position()))
        bits = [(move >> 8, move & 255) for move in bitboards.legal_moves(board.position())]
        assert mine == sorted((bitboards.bit_of(a), bitboards.bit_of(b)) for a, b in bits)


@settings(max_examples=10)
@given(choices(60))
def test_both_searches_come_to_the_same_value_at_the_same_depth(numbers: list[int]) -> None:
    from tools.refute import search
    from tools.refute.claims import Refuter

    board = play(numbers)
    refuter = Refuter()
    for depth in (1, 2, 3):
        found = prover.gain(board, depth)
        value = refuter.value(board.position(), depth, -2 * search.MATE, 2 * search.MATE)
        assert found is not None
        assert value is not None
        if found.mates or found.is_mated:
            assert abs(value) > search.MATE // 2
            assert (value > 0) == found.mates
        else:
            assert value == found.value


def claim(fen: str, mistake: str, **values: object) -> tuple[Board, int, Fact]:
    """Return a claim about what Red can do after a move of Black."""
    board = Board(fen)
    after = board.copy()
    after.push(Move.from_iccs(mistake))
    proof = (Move.from_iccs(str(values.pop("first"))),)
    pieces = (placed(after, proof[0].from_square), placed(after, proof[0].to_square))
    fact = Fact(FactKind.HANGS, RED, Start.AFTER, pieces, proof, gain=250, name="free")
    return board, Move.from_iccs(mistake), replace(fact, **values)  # type: ignore[arg-type]


FREE = "5k3/9/9/9/9/9/9/8c/5N3/3K5 b"  # the cannon goes to h2, where the horse takes it
GUARDED = "5k1r1/9/9/9/9/9/9/8c/5N3/3K5 b"


@pytest.mark.parametrize(
    ("fen", "changes", "why"),
    [
        (FREE, {}, ""),
        (FREE, {"gain": 600}, "does not win"),
        (GUARDED, {}, "it is protected"),
        (GUARDED, {"kind": FactKind.WINS_MATERIAL, "name": ""}, "does not win"),
        (FREE, {"kind": FactKind.FORK}, "two targets"),
        (FREE, {"kind": FactKind.MATE, "moves": 1, "gain": 0}, "does not end in mate"),
        (FREE, {"pieces": (Placed(0x33, 9), Placed(0x34, 9))}, "does not stand"),
        (FREE, {"proof": (Move.from_iccs("a0a1"),)}, "not legal"),
    ],
)
def test_claims_are_refuted_or_hold(fen: str, changes: dict[str, object], why: str) -> None:
    board, move, fact = claim(fen, "i2h2", first="f1h2", **changes)
    verdict = LateRefuter(6).judge(board.position(), move, fact)
    assert not verdict.undecided
    assert (why in verdict.refuted) if why else not verdict.refuted


def test_a_pin_that_is_none_is_refuted() -> None:
    board = Board("5k3/9/9/9/9/9/9/8c/5N3/3K5 b")
    after = board.copy()
    after.push(Move.from_iccs("i2h2"))
    king = next(Placed(s, c) for s, c in after.pieces().items() if c == 17)
    pieces = (placed(after, 0xB8), placed(after, 0xAA), king)
    proof = (Move.from_iccs("f1h2"),)
    fact = Fact(FactKind.PIN, RED, Start.AFTER, pieces, proof)
    assert LateRefuter(4).judge(board.position(), Move.from_iccs("i2h2"), fact).refuted


def test_a_capture_is_worth_nothing_where_a_mate_follows() -> None:
    """The move played takes an elephant and is mated at once; the better one is mated later."""
    board = Board("3R2b2/5k3/b4c2P/p3n1p2/2r5r/4P4/P3c1P2/4B3N/1C2A4/4K1B2 w")
    better = Move.from_iccs("i7h7")
    fact = Fact(FactKind.BETTER, RED, Start.BEFORE, (placed(board, better.from_square),), (better,))
    played = Move.from_iccs("d9g9")
    assert LateRefuter(10).judge(board.position(), played, fact) == HOLDS
    turned = replace(fact, pieces=(placed(board, played.from_square),), proof=(played,))
    assert LateRefuter(8).judge(board.position(), better, turned).refuted


JUMP = "2baka2r/9/P2cb3n/4p1p1p/2p6/7R1/2P1P1P1P/1r2BcC2/9/RN1AKABN1 b - - 1 11"  # Red answers f9e8 with b0d1


@pytest.mark.parametrize(
    ("kind", "targets", "proof", "why"),
    [
        (FactKind.TWO_TARGETS, "b2 f2", "b0d1 b2b3 d1f2", ""),
        (FactKind.TWO_TARGETS, "b2 i7", "b0d1 b2b3 d1f2", "there are not two targets"),
        (FactKind.TWO_TARGETS, "b2 f2", "b0d1 b2b3 h4f4", "the line takes neither"),
        (FactKind.SHUT_IN, "f2", "b0d1 b2b3 d1f2", ""),
        (FactKind.SHUT_IN, "b2", "b0d1 b2b3 d1f2", "the line does not take it"),
        (FactKind.STOOD, "f2", "b0d1 b2b3 d1f2", ""),
        (FactKind.STOOD, "b2", "b0d1 b2b3 d1f2", "the line does not take it"),
        (FactKind.OPENED, "f2", "b0d1", "it was possible before"),
        (FactKind.KING_STEP, "f2", "b0d1", "it gives no check"),
    ],
)
def test_reasons_by_lines_are_refuted_or_hold(kind: FactKind, targets: str, proof: str, why: str) -> None:
    from tools.refute import claims

    board, mistake = Board(JUMP), Move.from_iccs("f9e8")
    line = tuple(map(Move.from_iccs, proof.split()))
    pieces = tuple(placed(board, parse_square(square)) for square in ("b0", *targets.split()))
    fact = Fact(kind, RED, Start.AFTER, pieces, line)
    assert claims.Refuter(2).judge(board.position(), int(mistake), fact).refuted == why


def test_a_game_has_the_same_verdicts_whatever_was_refuted_before() -> None:
    """A process keeps its table from game to game."""
    from tools.refute import checking

    start = "4ka2r/4a4/9/9/9/4P4/9/9/R8/4K1B2 w - - 0 1"  # few pieces, to make proofs fast
    moves = ("a1b1", "i9i8", "b1b2", "i8f8", "e4e5", "f8f2")
    orders = [checking.CheckOrder(f"game {number}", start, moves, 500, 25, 4) for number in (1, 2)]
    kept = [{**checking.checked_game(order), "seconds": 0.0} for order in orders]
    checking._refuter.cache_clear()
    assert {**checking.checked_game(orders[1]), "seconds": 0.0} == kept[1]
    assert sum(kept[1]["kinds"].values())
