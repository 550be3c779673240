"""Squares of the padded board and their names."""

from __future__ import annotations

import pytest

from xiangqi.core.constants import (
    BLACK,
    BOARD_SQUARES,
    RED,
    file_of,
    in_palace,
    make_square,
    mirror_square,
    on_board,
    on_own_half,
    opponent,
    piece_letter,
    rank_of,
    rotate_square,
    square_name,
)


def test_squares_are_in_fen_order() -> None:
    names = [square_name(square) for square in BOARD_SQUARES]
    assert names[:10] == ["a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9", "a8"]
    assert names[-1] == "i0"
    assert len(set(names)) == 90


def test_file_and_rank_come_back() -> None:
    for file in range(9):
        for rank in range(10):
            square = make_square(file, rank)
            assert (file_of(square), rank_of(square)) == (file, rank)


def test_only_90_of_256_squares_are_on_the_board() -> None:
    assert [square for square in range(-20, 300) if on_board(square)] == sorted(BOARD_SQUARES)


def test_mirroring_and_rotating_map_squares() -> None:
    assert square_name(mirror_square(make_square(1, 2))) == "h2"
    assert square_name(rotate_square(make_square(0, 0))) == "i9"
    for square in BOARD_SQUARES:
        assert mirror_square(mirror_square(square)) == square
        assert rotate_square(rotate_square(square)) == square


@pytest.mark.parametrize(("side", "corner"), [(RED, "d0"), (BLACK, "d7")])
def test_a_palace_has_nine_points(side: int, corner: str) -> None:
    palace = [square_name(square) for square in range(256) if in_palace(square, side)]
    assert len(palace) == 9
    assert corner in palace


def test_the_river_divides_the_board_into_halves() -> None:
    assert sum(on_own_half(square, RED) for square in BOARD_SQUARES) == 45
    assert all(on_own_half(square, RED) != on_own_half(square, BLACK) for square in BOARD_SQUARES)


def test_sides_and_letters() -> None:
    assert opponent(RED) == BLACK
    assert opponent(BLACK) == RED
    letters = [piece_letter(colour | kind) for colour in (RED, BLACK) for kind in range(1, 8)]
    assert "".join(letters) == "KABNRCPkabnrcp"
    assert piece_letter(0) == "."
