"""What a player can call lines, points and pieces: whatever is told, in every language."""

from __future__ import annotations

import pytest

from xiangqi.board import Board
from xiangqi.core.constants import BLACK, BOARD_SQUARES, RED, square_name
from xiangqi.i18n.languages import TABLE
from xiangqi.notation import Style, pieces_meant
from xiangqi.spoken.named import named_lines, named_point, named_side, place_of_piece
from xiangqi.spoken.teller import Teller


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        *((name, {"e": "e"}) for name in ("e", "E", "file e", "lộ e")),
        *((name, {"c": "七"}) for name in ("七路", "七", "红七路", "紅方七路", "红7路")),
        *((name, {"c": "3"}) for name in ("3路", "３路", "黑三路", "黑方3路")),
        *((name, {"4": "4"}) for name in ("4", "４", "rank 4", "hàng 4", "横线4")),
        *((name, {"6": "6"}) for name in ("卒林线", "卒林線", "卒林", "黑方卒林线")),
        ("底线", {"0": "0", "9": "9"}),
        ("红方底线", {"0": "0"}),
        ("file 2", {"h": "h"}),
        ("lộ 2", {"h": "h"}),
    ],
)
def test_files_and_ranks_are_called_as_players_call_them(typed: str, lines: dict[str, str]) -> None:
    found = dict(named_lines(typed, RED))
    assert list(found) == list(lines.values())
    for line, squares in zip(lines, found.values(), strict=True):
        assert all(line in square_name(square) for square in squares)
        assert len(squares) == (10 if line.isalpha() else 9)


@pytest.mark.parametrize("typed", ["", "路", "红", "x", "x路", "10", "55", "file", "horse", "file 0", "零路"])
def test_what_is_no_line_is_none(typed: str) -> None:
    assert named_lines(typed, RED) == ()


def test_black_counts_files_from_the_other_side() -> None:
    (name, squares), *_ = named_lines("file 2", BLACK)
    assert name == "b"
    assert square_name(squares[0]) == "b0"


NUMERALS = str.maketrans("123456789", "一二三四五六七八九")


@pytest.mark.parametrize("language", TABLE)
def test_every_piece_is_found_where_it_was_told_to_stand(language: str) -> None:
    teller = Teller(language, Style(TABLE[language].heard_notation))
    for square, code in Board().pieces().items():
        assert place_of_piece(teller.standing(code, square), TABLE[language]) == square
    for square in BOARD_SQUARES:
        assert named_point(teller.point(square)) == square


@pytest.mark.parametrize(
    ("typed", "point"),
    [
        ("cannon on h2", "h2"),
        ("red cannon , h2", "h2"),
        ("七路卒林线", "c6"),
        ("Pháo ở h2", "h2"),
        ("banana h2", None),
        ("cannon", None),
    ],
)
def test_a_point_with_its_piece_or_by_the_other_sides_rank(typed: str, point: str | None) -> None:
    square = place_of_piece(typed, TABLE["en"])
    assert (square and square_name(square)) == point


@pytest.mark.parametrize(
    ("typed", "style", "points"),
    [
        ("炮八", Style.CHINESE, ["b2"]),
        ("炮8", Style.CHINESE, ["b2"]),
        ("C8", Style.WXF, ["b2"]),
        ("cannon 8", Style.ICCS, ["b2"]),
        ("P2", Style.VIETNAMESE, ["h2"]),
        ("Pháo 2", Style.VIETNAMESE_WORDS, ["h2"]),
        ("前炮", Style.CHINESE, ["e6"]),
        ("后炮", Style.CHINESE, ["e2"]),
        ("banana", Style.CHINESE, []),
        ("x" * 100, Style.CHINESE, []),
    ],
)
def test_a_piece_is_meant_by_the_beginning_of_its_moves(typed: str, style: Style, points: list[str]) -> None:
    doubled = Board("3k5/9/9/4C4/9/9/9/4C4/9/4K4 w") if "炮" in typed and typed[0] in "前后" else Board()
    assert [square_name(square) for square in pieces_meant(doubled, typed, style)] == points


@pytest.mark.parametrize(
    ("word", "side"), [("红", RED), ("紅方", RED), ("Đỏ", RED), ("BLACK", BLACK), ("Đen", BLACK), ("horse", 0)]
)
def test_sides_are_named_in_every_language(word: str, side: int) -> None:
    assert named_side(word) == side


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_points_differ_by_ear_and_are_typed_as_they_sound(language: str) -> None:
    """A digit and a numeral sound alike: 黑6路河沿 is typed as 黑六路河沿, too."""
    teller = Teller(language, Style(TABLE[language].heard_notation))
    heard = [teller.point(square).translate(NUMERALS) for square in BOARD_SQUARES]
    assert len(set(heard)) == len(BOARD_SQUARES)
    assert [named_point(point) for point in heard] == list(BOARD_SQUARES)
