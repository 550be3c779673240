"""A line knows whose turn it is, and which round, without a board."""

from __future__ import annotations

import pytest

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import IllegalMoveError
from xiangqi.fen import START_FEN
from xiangqi.line import Line

BLACK_BEGINS = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 7"


def line(fen: str, text: str) -> Line:
    return Line(fen, tuple(map(Move.from_iccs, text.split())))


@pytest.mark.parametrize(
    "played",
    [line(START_FEN, "h2e2 h9g7 h0g2"), line(BLACK_BEGINS, "h9g7 h0g2 i9h9 i0h0")],
    ids=["Red begins", "Black begins"],
)
def test_turns_and_rounds_are_those_of_the_board(played: Line) -> None:
    for ply in range(len(played.moves) + 1):
        board = played.upto(ply).board()
        assert (played.upto(ply).turn, played.turn_at(ply)) == (board.turn, board.turn)
        assert played.round_at(ply) == int(board.fen().split()[5])
        red = played.start_of(played.round_at(ply))
        assert red == ply - (played.turn_at(ply) != RED)
    assert played.board().move_stack == list(played.moves)


def test_lines_of_equal_moves_are_equal_however_they_were_made() -> None:
    whole = line(START_FEN, "h2e2 h9g7")
    assert whole.before.then(whole.moves[-1]) == whole == whole.upto(2)
    assert hash(whole.upto(1)) == hash(Line().then(whole.moves[0]))
    assert whole.upto(1) != whole
    assert (whole.turn_at(0), whole.turn_at(3)) == (RED, BLACK), "also beyond the moves"


def test_an_impossible_move_gives_no_board() -> None:
    with pytest.raises(IllegalMoveError):
        Line().then(Move.from_iccs("a0a9")).board()
    assert Line().board().fen() == Board().fen()
