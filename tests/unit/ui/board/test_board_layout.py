"""Pixels to squares and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi.core.constants import BOARD_SQUARES, make_square, rotate_square
from xiangqi.diagram.geometry import LABEL, MIN_CELL, PIECE, BoardLayout

layouts = st.builds(
    BoardLayout, st.integers(-50, 500), st.integers(-50, 500), st.integers(MIN_CELL, 220), st.booleans()
)


@given(layouts, st.sampled_from(BOARD_SQUARES))
def test_a_pixel_near_a_point_means_its_square(layout: BoardLayout, square: int) -> None:
    x, y = layout.point(square)
    reach = layout.cell // 2 - 1
    for across, down in ((0, 0), (reach, 0), (-reach, 0), (0, reach), (0, -reach), (reach, -reach)):
        assert layout.square_at(x + across, y + down) == square


@given(layouts)
def test_no_square_beyond_half_a_cell_off_the_lines(layout: BoardLayout) -> None:
    x, y = layout.grid_point(0, 0)
    right, bottom = layout.grid_point(8, 9)
    off = layout.cell / 2 + 1
    for place in ((x - off, y), (x, y - off), (right + off, bottom), (right, bottom + off)):
        assert layout.square_at(*place) is None


@given(layouts, st.sampled_from(BOARD_SQUARES))
def test_turning_the_board_rotates_every_point(layout: BoardLayout, square: int) -> None:
    turned = BoardLayout(layout.left, layout.top, layout.cell, not layout.flipped)
    assert turned.point(square) == layout.point(rotate_square(square))


def test_red_sits_at_the_bottom_unless_turned() -> None:
    corner = make_square(0, 0)  # a0, Red's left corner
    plain, turned = BoardLayout(0, 0, 60), BoardLayout(0, 0, 60, flipped=True)
    assert plain.point(corner) == plain.grid_point(0, 9)
    assert turned.point(corner) == turned.grid_point(8, 0)


@given(st.integers(-20, 400), st.integers(-20, 400), st.integers(180, 4000), st.integers(200, 4000))
def test_fit_takes_the_largest_board_that_has_room(left: int, top: int, width: int, height: int) -> None:
    layout = BoardLayout.fit(left, top, width, height)
    x, y, wide, high = layout.box
    assert left <= x
    assert x + wide <= left + width
    assert top <= y
    assert y + high <= top + height
    assert abs((x - left) - (left + width - x - wide)) <= 1  # centred
    larger = BoardLayout(0, 0, layout.cell + 1)
    assert larger.width > width or larger.height > height


def test_fit_never_takes_a_cell_too_small_to_draw() -> None:
    assert BoardLayout.fit(0, 0, 10, 10).cell == MIN_CELL


@pytest.mark.parametrize("cell", [MIN_CELL, 51, 79, 194])
def test_pieces_labels_and_frame_keep_clear_of_one_another(cell: int) -> None:
    layout = BoardLayout(0, 0, cell)
    assert layout.margin[0] > cell * PIECE / 2
    assert layout.margin[1] > cell * LABEL > cell * PIECE / 2
    assert layout.contains(0, 0)
    assert layout.contains(layout.width - 1, layout.height - 1)
    assert not layout.contains(layout.width, 0)
    assert not layout.contains(0, -1)
