"""A line as plain Chinese text, which reads back as what it was."""

from __future__ import annotations

from xiangqi.board import Move
from xiangqi.fen import START_FEN
from xiangqi.records.files import read_bytes
from xiangqi.records.text.movelist import format_moves

MOVES = [Move.from_iccs(text) for text in ("h2e2", "h9g7", "h0g2")]
BLACK_FIRST = "3k5/9/9/9/9/9/9/9/R8/4K4 b - - 0 7"


def test_simplified_and_traditional() -> None:
    headers = {"Event": "Cup", "Date": "????.??.??", "Red": "Li", "Black": "Wang"}
    assert format_moves(headers, START_FEN, MOVES, "1-0") == (
        "Cup\n红方：Li　黑方：Wang\n1. 炮二平五 马８进７\n2. 马二进三\n红胜\n"
    )
    assert format_moves({"Red": "Li"}, START_FEN, MOVES, "1/2-1/2", traditional=True) == (
        "紅方：Li\n1. 炮二平五 馬８進７\n2. 馬二進三\n和棋\n"
    )


def test_it_can_be_pasted_again() -> None:
    for traditional in (False, True):
        text = format_moves({"Red": "Li"}, START_FEN, MOVES, "*", traditional)
        assert next(read_bytes(text.encode(), "text")).main_line() == MOVES


def test_another_start_with_black_to_move() -> None:
    moves = [Move.from_iccs("d9d8"), Move.from_iccs("a1a8")]
    text = format_moves({}, BLACK_FIRST, moves, "*")
    assert text == f'[FEN "{BLACK_FIRST}"]\n7. …… 将４进１\n8. 车九进七\n'
    game = next(read_bytes(text.encode(), "text"))
    assert (game.start_fen, game.main_line()) == (BLACK_FIRST, moves)
