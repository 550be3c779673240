"""Questions about a position, typed and answered in words."""

from __future__ import annotations

import pytest

from xiangqi.bitboards import attack_map
from xiangqi.board import START_FEN, Board, Move
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    BOARD_SQUARES,
    CANNON,
    KING,
    KNIGHT,
    PAWN,
    RED,
    ROOK,
    square_name,
)
from xiangqi.i18n.message import LANGUAGES
from xiangqi.line import Line
from xiangqi.notation import Style
from xiangqi.spoken.questions import Situation, answer, attackers, endangered
from xiangqi.spoken.teller import Teller

ENGLISH = Teller("en", Style.ICCS)
GAME = Line(START_FEN, tuple(map(Move.from_iccs, ("h2e2", "b9c7", "e2e6"))))


def asked(question: str, line: Line = GAME, teller: Teller = ENGLISH, **clocks: str) -> str:
    times = {code: clocks[name] for name, code in (("red", RED), ("black", BLACK)) if name in clocks}
    said = answer(teller, Situation(line, times), question)
    assert said, f"{question!r} is no question, or not answered"
    return " | ".join(said)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("p C", "red cannons e6, b2; black cannons b7, h7"),
        ("p c", "red cannons e6, b2; black cannons b7, h7"),
        ("p red cannon", "red cannons e6, b2"),
        ("P Black Horses", "black horses h9, c7"),
        ("p 红炮", "red cannons e6, b2"),
        ("p 黑 馬", "black horses h9, c7"),
        ("p 帥", "red general e0"),
        ("p frog", "frog is not a side or a piece. Try `p`, `p red` or `p C`."),
        ("s e", "File e: red general, e0; red soldier, e3; red cannon, e6; black general, e9"),
        ("s 4", "Rank 4: empty"),
        (
            "s 9",
            "Rank 9: black chariot, a9; black elephant, c9; black advisor, d9; black general, e9; "
            "black advisor, f9; black elephant, g9; black horse, h9; black chariot, i9",
        ),
        ("s", "`s` takes a file from a to i or a rank from 0 to 9, such as `s e`"),
        ("s k", "`s` takes a file from a to i or a rank from 0 to 9, such as `s e`"),
        ("at e6", "e6: red cannon | Attacked by black horse, c7 | Not protected"),
        ("at e9", "e9: black general | Not attacked | Not protected"),
        ("at e4", "e4: empty | Red covers it with red soldier, e3 | Black does not cover it"),
        ("at 5路卒林线", "e6: red cannon | Attacked by black horse, c7 | Not protected"),
        ("at z9", "`at` takes a point, such as `at e4`"),
        ("m e6", "red cannon, e6: takes soldier on a6; takes soldier on i6; e8; e7; d6; f6; e5; e4"),
        ("m i0", "red chariot, i0: i2; i1"),
        ("m c0", "red elephant, c0: a2; e2"),
        ("m d9", "black advisor, d9: no legal move"),
        ("m e5", "e5: empty"),
        ("m", "`m` takes the point of a piece, such as `m h2`"),
        ("l", "Red: cannon e2 to e6, takes soldier"),
        ("c", "This game has no clock"),
        ("taken", "Red has taken: soldier | Black has taken: nothing | Red is ahead by the value of 1 soldier"),
    ],
)
def test_a_question_is_answered(question: str, said: str) -> None:
    assert asked(question) == said


@pytest.mark.parametrize(
    ("language", "letters"),
    [
        ("en", {"p": PAWN, "s": PAWN, "c": CANNON, "g": KING, "r": ROOK, "h": KNIGHT, "e": BISHOP}),
        (
            "vi",
            {"p": CANNON, "c": PAWN, "b": PAWN, "t": BISHOP, "s": ADVISOR, "tg": KING, "x": ROOK, "h": KNIGHT},
        ),
        ("zh-Hans", {"p": PAWN, "z": PAWN, "c": CANNON, "j": ROOK, "s": ADVISOR, "x": BISHOP, "pao": CANNON}),
    ],
)
def test_a_letter_is_a_piece_in_the_players_language(language: str, letters: dict[str, int]) -> None:
    teller = Teller(language, Style.ICCS)
    for letter, kind in letters.items():
        begins = teller.piece(RED | kind, len(asked(f"p {letter}", Line(), teller).split(";")[0].split(",")))
        assert asked(f"p {letter.upper()}", Line(), teller).startswith(begins), letter


def test_all_pieces_are_told_side_by_side() -> None:
    red, black = asked("p").split(" | ")
    assert red.startswith("Red: general e0; chariots a0, i0; cannons e6, b2; horses b0, h0;")
    assert black.endswith("soldiers a6, c6, g6, i6")
    assert asked("p red") == red
    assert asked("p black") == asked("p 黑方") == black


def test_a_side_without_pieces_has_nothing() -> None:
    assert asked("p black", Line("4k4/9/9/9/9/9/9/9/9/4K4 w")) == "Black: general e9"
    assert asked("p black", Line("9/9/9/9/9/4H4/9/9/9/9 w")) == "Black: nothing"


def test_the_beginning_has_no_last_move_and_equal_material() -> None:
    assert asked("l", Line()) == "No move has been played"
    assert asked("taken", Line()).endswith("Material is equal")
    assert asked("c", red="5:00", black="0:09") == "Red: 5:00; Black: 0:09"


@pytest.mark.parametrize("text", ["h2e2", "hint", "moves", "c2.5", "  "])
def test_other_lines_are_no_questions(text: str) -> None:
    assert answer(ENGLISH, Situation(Line()), text) is None


@pytest.mark.parametrize("text", ["c 2.5", "p 3+1", "C 2 . 5"])
def test_a_move_that_looks_like_a_question_is_a_move(text: str) -> None:
    assert answer(ENGLISH, Situation(Line()), text) is None


def test_attackers_are_those_that_the_attack_map_counts() -> None:
    for line in (Line(), GAME):
        position = line.board().position()
        for side in (RED, BLACK):
            counts = attack_map(position, side)
            for square in BOARD_SQUARES:
                assert len(attackers(position.placement, square, side)) == counts.get(square, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", Style)
def test_every_question_is_answered_in_every_language_and_notation(language: str, style: Style) -> None:
    teller = Teller(language, style)
    for question in ("p", "p R", "s e", "s 0", "at e6", "at e4", "m e6", "m e5", "l", "c", "taken", "p ?", "s"):
        for sentence in answer(teller, Situation(GAME), question) or [""]:
            assert sentence
            assert "{" not in sentence
            if language != "en":
                assert not any(word in sentence for word in ("Red", "cannon", "by", "empty"))


def test_the_board_of_the_line_is_not_changed() -> None:
    asked("m a9")
    assert GAME.board().turn == Board("4k4/9/9/9/9/9/9/9/9/4K4 b").turn == BLACK


@pytest.mark.parametrize(
    ("fen", "found"),
    [
        ("4k4/9/9/9/9/9/6p2/3K2N2/6R2/9 w", [("g2", "g3")]),  # protected, but by a soldier attacked
        ("4k4/9/9/9/9/9/6r2/3K2N2/8N/9 w", []),  # protected, and a chariot would be the price
        ("4k4/9/9/9/9/9/6r2/3K2N2/9/9 w", [("g2", "g3")]),
        ("9/4k4/4N4/9/9/9/9/9/9/3K5 w", [("e7", "e8")]),  # by the general, which takes nothing protected
        ("9/4k4/4N4/9/3N5/9/9/9/9/3K5 w", []),
        ("4k4/9/9/9/9/9/P8/r8/9/3K5 w", [("a3", "a2")]),
        ("4k4/4a4/3c5/9/9/9/9/9/3R5/4K4 w", [("d7", "d1")]),  # retaking, the advisor would open the file
        ("4k4/4a4/3c5/9/9/9/9/9/3R5/3K5 w", []),
    ],
)
def test_pieces_that_can_be_lost_are_those_of_unequal_exchanges(fen: str, found: list[tuple[str, str]]) -> None:
    assert [(square_name(one), square_name(by)) for one, by in endangered(Board(fen))] == found
