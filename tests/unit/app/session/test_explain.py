"""Each way in which a move can be impossible, and the points that show it."""

from __future__ import annotations

import pytest

from xiangqi.app.session.explain import explain
from xiangqi.app.session.selection import Reason
from xiangqi.board import START_FEN, Board, Move, parse_square
from xiangqi.core.constants import BOARD_SQUARES, square_name

CASES = [
    (START_FEN, "e4", "e5", "empty_square", ""),
    (START_FEN, "h9", "g7", "not_your_piece", ""),
    (START_FEN, "a0", "b0", "own_piece", "b0"),
    (START_FEN, "b0", "d1", "leg_blocked", "c0"),
    ("4k4/9/9/9/9/4P4/4N4/9/9/3K5 w", "e3", "f5", "leg_blocked", "e4"),
    ("4k4/9/9/9/9/9/3PN4/9/9/3K5 w", "e3", "c4", "leg_blocked", "d3"),
    ("4k4/9/9/9/9/9/9/9/3P5/2B1K4 w", "c0", "e2", "eye_blocked", "d1"),
    ("3k5/9/9/9/2B6/9/9/9/9/4K4 w", "c5", "e7", "river", ""),
    ("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4", "e6", "river", ""),
    (START_FEN, "c0", "c2", "shape", ""),
    (START_FEN, "a0", "a5", "path_blocked", "a3"),
    ("4k4/9/9/9/9/9/9/P1P6/9/R3K4 w", "a0", "b5", "shape", ""),
    (START_FEN, "h2", "h8", "path_blocked", "h7"),
    ("4k4/9/9/r8/9/9/9/9/9/C3K4 w", "a0", "a6", "no_screen", ""),
    ("4k4/9/9/r8/p8/p8/9/9/9/C3K4 w", "a0", "a6", "screens", "a4 a5"),
    (START_FEN, "h2", "f4", "shape", ""),
    (START_FEN, "d0", "c1", "palace", ""),
    ("4k4/9/9/9/9/9/9/9/9/5K3 w", "f0", "g0", "palace", ""),
    ("4k4/9/9/9/9/9/9/9/9/5K3 w", "f0", "e1", "shape", ""),
    (START_FEN, "e3", "d3", "pawn_sideways", ""),
    (START_FEN, "e3", "e2", "pawn_back", ""),
    (START_FEN, "e3", "e5", "shape", ""),
    ("4k4/9/9/9/4R4/9/9/9/9/4K4 w", "e5", "d5", "kings_face", "e0 e9"),
    ("3k5/4r4/9/9/9/9/9/9/9/4KR3 w", "f0", "g0", "still_in_check", "e8"),
    ("3k5/4r4/9/9/4N4/9/9/9/9/4K4 w", "e5", "f7", "into_check", "e8"),
    ("3k5/4r4/9/9/9/9/9/9/9/3RK4 w", "d0", "d1", "still_in_check", "e8"),
]


@pytest.mark.parametrize(("fen", "from_name", "to_name", "reason", "blockers"), CASES)
def test_reason_and_blockers(fen: str, from_name: str, to_name: str, reason: str, blockers: str) -> None:
    board = Board(fen)
    found = explain(board, parse_square(from_name), parse_square(to_name))
    names = sorted(square_name(square) for square in found.blockers)
    assert (found.reason.value, " ".join(names)) == (reason, blockers)
    assert board.fen() == Board(fen).fen()


def test_the_shape_of_a_move_comes_before_an_own_piece_on_its_point() -> None:
    board = Board()
    for move, reason in (("c0d0", Reason.SHAPE), ("g0f0", Reason.SHAPE), ("a0a3", Reason.OWN_PIECE)):
        one = Move.from_iccs(move)
        assert explain(board, one.from_square, one.to_square).reason is reason


def test_every_impossible_move_has_a_reason_and_its_blockers_are_pieces() -> None:
    board = Board("r1bakab2/9/1cn3c1n/p1p1p1p1p/9/2P6/P3P1P1P/1C1C2N2/3N5/R1BAKAB1R w")
    legal = set(board.legal_moves())
    reasons = set()
    for one in BOARD_SQUARES:
        for other in BOARD_SQUARES:
            if one == other or Move.of(one, other) in legal:
                continue
            found = explain(board, one, other)
            reasons.add(found.reason)
            assert all(board.piece_at(square) for square in found.blockers)
            blocked = found.reason.value in ("leg_blocked", "eye_blocked", "path_blocked", "screens")
            assert bool(found.blockers) == (blocked or found.reason is Reason.OWN_PIECE)
    assert reasons > {Reason.LEG_BLOCKED, Reason.EYE_BLOCKED, Reason.NO_SCREEN, Reason.PATH_BLOCKED}
