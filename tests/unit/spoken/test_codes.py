"""Moves written as codes inside texts, told in words."""

from __future__ import annotations

import random

import pytest

from xiangqi.board import Board
from xiangqi.core.constants import RED
from xiangqi.notation import Style, format_move
from xiangqi.notation.vertical import describe
from xiangqi.spoken.codes import without_codes
from xiangqi.spoken.teller import Teller


@pytest.mark.parametrize(
    ("language", "style", "text", "told"),
    [
        ("en", Style.ICCS, "Best move: c7e6", "Best move: c7 to e6"),
        ("en", Style.ICCS, "h2e2, h9g7 … (b0-c2)", "h2 to e2, h9 to g7 … (b0 to c2)"),
        ("zh-Hans", Style.CHINESE, "应走h2e2。", "应走h2 到 e2。"),
        ("zh-Hans", Style.ICCS, "应走 h2e2。", "应走 h2 到 e2。"),
        ("en", Style.WXF, "Play H3+5.", "Play horse 3 forward 5."),
        ("en", Style.WXF, "C+-2, P4=5; R1-1", "front cannon back 2, soldier 4 across to 5; chariot 1 back 1"),
        ("vi", Style.VIETNAMESE, "Nên đi P2-5.", "Nên đi Pháo 2 bình 5."),
        ("en", Style.ICCS, "−15% winning chances", "minus 15% winning chances"),
        ("zh-Hans", Style.CHINESE, "胜率 −15%", "胜率 减15%"),
        ("en", Style.ICCS, "6 games: +3 =1 −2", "6 games: won 3, drawn 1, lost 2"),
        ("zh-Hans", Style.CHINESE, "6 局：+3 =1 −2", "6 局：胜3，和1，负2"),
        ("vi", Style.VIETNAMESE_WORDS, "−15% cơ hội thắng", "giảm 15% cơ hội thắng"),
        ("vi", Style.VIETNAMESE, "Xt/1, M8.7", "Xe trước thoái 1, Mã 8 tấn 7"),
    ],
)
def test_codes_become_words(language: str, style: Style, text: str, told: str) -> None:
    assert without_codes(Teller(language, style), text) == told


@pytest.mark.parametrize(
    "text",
    [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/c3c4/RNBAKABNR w",
        "Type `h2e2`.",
        "Saved as /mnt/games/h2e2/c2c3.pgn.",
        "e2: red cannon",
        "soldiers a3, c3",
        "h2e2.pgn",
    ],
)
def test_what_is_no_move_stays(text: str) -> None:
    for style in (Style.ICCS, Style.WXF, Style.VIETNAMESE):
        assert without_codes(Teller("en", style), text) == text


@pytest.mark.parametrize("style", [Style.WXF, Style.ICCS, Style.VIETNAMESE])
def test_every_move_of_a_game_is_told(style: Style) -> None:
    teller, board, dice = Teller("en", style), Board(), random.Random(5)
    for _ in range(80):
        move = dice.choice(board.legal_moves())
        code = format_move(board, move, style)
        told = without_codes(teller, f"Red played {code}.")
        assert code not in told
        if style is Style.WXF:
            assert teller.by_files(describe(board, move), RED) in told
        board.push_unchecked(move)
