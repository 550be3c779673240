"""Tests of the searches behind proofs: gains of material and mates."""

from __future__ import annotations

import pytest
from images import Image, images
from walks import play

from xiangqi.board import Board, Move
from xiangqi.coach.prover import Prover, until_repeated, without_cycles
from xiangqi.coach.scene import played
from xiangqi.core.constants import RED

prover = Prover()


@pytest.mark.parametrize("image", list(images()))
def test_a_line_wins_what_it_says(image: Image) -> None:
    board = image.board("3ak4/4a4/9/9/4r4/9/3N5/9/9/4K4 w")
    found = prover.gain(board)
    assert found is not None
    assert found.value == 1000
    assert found.line[0] == image.move("d3e5")


@pytest.mark.parametrize("image", list(images()))
def test_a_mate_is_the_shortest_against_the_longest_defence(image: Image) -> None:
    board = image.board("3a1k3/9/1RN2a2P/9/9/9/9/9/9/5K3 w")
    line = prover.mate(board)
    assert len(line) == 3
    final = played(board, line)
    assert not final.legal_moves()
    assert prover.mates_by(board, line[0]) != ()
    assert prover.mates_by(board, image.move("i7i8")) == ()


def test_no_mate_is_no_line() -> None:
    assert prover.mate(Board()) == ()


def test_a_gain_by_a_move_counts_what_it_takes_and_what_it_loses() -> None:
    board = Board("3ak4/4a4/9/9/4p4/9/9/9/4R4/3K5 w")
    free = prover.gain_by(board, next(move for move in board.legal_moves() if str(move) == "e1e5"), 1)
    assert free is not None
    assert free.value == 110
    guarded = Board("3ak4/4a4/4b4/9/6p2/9/9/9/6R2/3K5 w")
    loses = prover.gain_by(guarded, next(move for move in guarded.legal_moves() if str(move) == "g1g5"), 1)
    assert loses is not None
    assert loses.value == 110 - 1000  # the elephant takes the chariot
    assert guarded.turn == RED


def test_equal_questions_have_equal_answers() -> None:
    board = play(range(17, 900, 31))
    assert prover.gain(board) == prover.gain(board) == Prover().gain(board)


def test_a_gain_is_looked_for_within_bounds() -> None:
    for image in images():
        board = image.board("3ak4/4a4/9/9/4r4/9/3N5/9/9/4K4 w")
        fork = image.move("d3e5")
        exact = prover.gain_between(board, fork, 900, 1100, 5)
        assert exact is not None
        assert (exact.value, exact.line[0]) == (1000, fork)
        assert prover.gain_between(board, fork, 1010, 2000, 5) is None
        more = prover.gain_between(board, fork, 100, 900, 5)
        assert more is not None
        assert more.value == 900
        assert prover.reaches(board, 1000, 5)
        assert not prover.reaches(board, 1010, 5)


# The chariot can check for ever from g0 and g1, or take the horse instead.
CHECKS = "9/3k5/9/9/6N2/9/R8/9/3p2r2/5K3 b"


@pytest.mark.parametrize("image", list(images()))
def test_a_win_goes_by_no_perpetual_check(image: Image) -> None:
    board = image.board(CHECKS)
    found = prover.gain(board)
    assert found is not None
    passed = [played(board, found.line[:plies]).key for plies in range(len(found.line) + 1)]
    assert len(set(passed)) == len(passed)


def test_what_comes_back_is_left_out_of_a_line() -> None:
    board = Board(CHECKS)
    checks = tuple(map(Move.from_iccs, ("g1g0", "f0f1", "g0g1", "f1f0")))
    takes = Move.from_iccs("g1g5")
    assert without_cycles(board, (*checks, *checks, takes)) == (takes,)
    assert without_cycles(board, (checks[0], *checks[1:], checks[0], checks[1])) == checks[:2]
    assert without_cycles(board, checks) == ()
    assert until_repeated(board, (*checks, takes)) == checks[:3]
    assert until_repeated(board, (takes, *checks[1:2])) == (takes, checks[1])


@pytest.mark.parametrize("image", list(images()))
def test_a_win_of_material_ends_with_its_last_capture_or_check(image: Image) -> None:
    """The horse takes a chariot; the king moves afterwards prove nothing."""
    board = image.board("3ak4/4a4/9/9/4r4/9/3N5/9/9/4K4 w")
    takes = image.move("d3e5")
    for found in (
        prover.gain(board),
        prover.gain_by(board, takes),
        prover.gain_between(board, takes, 900, 1100, 5),
    ):
        assert found is not None
        assert found.line == (takes,)


def test_deep_searches_share_their_nodes() -> None:
    """What was searched before counts, too, so that the same questions have the same answers."""
    board, own = Board("2bakab2/9/9/n3c4/9/4R4/9/9/9/R3K4 w"), Prover()
    takes = Move.from_iccs("a0a6")

    def asked() -> list[bool]:
        return [own.wins(board, takes, gain, 8) for gain in (200, 300, 400)]

    assert asked() == [True] * 3
    for nodes, answers in ((10, [False] * 3), (1 << 40, [True] * 3)):
        with own.limited(nodes):
            assert asked() == answers
    results = []
    for _ in range(2):
        with own.limited(20_000):
            results.append(asked())
    assert results[0] == results[1]
    assert asked() == [True] * 3
