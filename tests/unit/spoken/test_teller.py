"""Moves in words, as they are said and as they are read back."""

from __future__ import annotations

import random

import pytest

from xiangqi.board import START_FEN, Board, Move
from xiangqi.errors import NotationError
from xiangqi.i18n.message import LANGUAGES
from xiangqi.line import Line
from xiangqi.notation import Style, parse_move, parse_typed
from xiangqi.spoken.questions import told_move
from xiangqi.spoken.teller import Teller

ENGLISH = Teller("en", Style.ICCS)


def told(fen: str, move: str, teller: Teller = ENGLISH, *, points: bool = True) -> str:
    return teller.move(Board(fen), Move.from_iccs(move), points=points)


@pytest.mark.parametrize(
    ("fen", "move", "said"),
    [
        (START_FEN, "h2e2", "cannon h2 to e2"),
        (START_FEN, "h2h9", "cannon h2 to h9, takes horse"),
        ("4k4/9/9/9/9/9/9/9/9/R4K3 w", "a0e0", "chariot a0 to e0, check"),
        ("3ak4/9/4P4/9/9/9/9/9/9/2RK5 w", "c0c9", "chariot c0 to c9"),
        ("4k4/9/4P4/9/9/9/9/9/9/2RK5 w", "c0c9", "chariot c0 to c9, checkmate"),
        ("3k5/9/9/9/9/9/9/9/R8/4K4 w", "a1a8", "chariot a1 to a8, stalemate"),
    ],
)
def test_a_move_is_told_with_what_it_does(fen: str, move: str, said: str) -> None:
    assert told(fen, move) == said


def test_the_notation_is_the_players() -> None:
    assert told(START_FEN, "b0c2", Teller("en", Style.WXF)) == "horse 8 forward 7, b0 to c2"
    assert told(START_FEN, "b0c2", Teller("zh-Hans", Style.CHINESE)) == "马八进七，到七路宫顶线"
    assert told(START_FEN, "h2h9", Teller("zh-Hans", Style.CHINESE), points=False) == "炮二进七，吃马"
    assert told(START_FEN, "h2h9", Teller("zh-Hant", Style.ICCS)) == "炮 h2 到 h9，吃馬"
    two = "3k5/9/9/9/4C4/9/4C4/9/9/4K4 w"
    assert told(two, "e3d3", Teller("en", Style.WXF), points=False) == "rear cannon across to 6"
    assert told(two, "e5e7", Teller("en", Style.WXF), points=False) == "front cannon forward 2"
    five = "4k4/9/9/2P1P4/2P1P4/4P4/9/9/9/3K5 w"
    assert told(five, "c5b5", Teller("en", Style.WXF), points=False) == "fifth soldier across to 8"


def test_what_is_said_by_files_can_be_typed() -> None:
    """A listener types back what he has heard."""
    teller, board, dice = Teller("en", Style.WXF), Board(), random.Random(7)
    for _ in range(60):
        legal = board.legal_moves()
        for move in legal[::5]:
            assert parse_move(board, teller.move(board, move, points=False).split(", ")[0]) == move
        board.push_unchecked(dice.choice(legal))


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_told_line_can_be_typed(language: str, style: Style) -> None:
    """The line of a move, and what a piece is said to take, are typed back whole."""
    teller, dice, line = Teller(language, style), random.Random(3), Line(START_FEN)
    for _ in range(40):
        board = line.board()
        legal = board.legal_moves()
        for move in [move for move in legal if board.is_capture(move)] + legal[:2]:
            said = told_move(teller, line.then(move))
            assert parse_typed(board, said, style) == move, said
        line = line.then(dice.choice(legal))


@pytest.mark.parametrize(
    "text",
    [
        "cannon h2 takes h9",
        "cannon h2 takes horse on h9",
        "cannon takes horse on h9",
        "Cannon h2 to h9 takes horse",
        "Move 2: Red: cannon h2 to h9, takes horse, check",
        "C2+7 takes horse",
        "炮 h2 吃 h9 的马",
        "炮二进七吃马",
        "pháo h2 ăn mã ở h9",
        "Đỏ: pháo 2 tấn 7, ăn mã, chiếu",
    ],
)
def test_what_a_move_takes_can_be_typed(text: str) -> None:
    assert parse_typed(Board(), text) == Move.from_iccs("h2h9")


@pytest.mark.parametrize("text", ["cannon h2 to h9, banana", "Green: h2e2", "takes horse", "cannon takes", ","])
def test_what_is_not_told_is_no_move(text: str) -> None:
    with pytest.raises(NotationError):
        parse_typed(Board(), text)


def test_the_board_is_left_as_it_was() -> None:
    board = Board()
    ENGLISH.move(board, Move.from_iccs("h2e2"))
    assert board.fen() == Board().fen()
    assert board.move_stack == []
