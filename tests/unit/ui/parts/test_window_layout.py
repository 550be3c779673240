"""The areas of windows of all sizes, computed without a window."""

from __future__ import annotations

from itertools import combinations, pairwise

import pygame
import pytest

from xiangqi.ui.parts.window_layout import (
    NARROWEST,
    NARROWEST_SLIM,
    PAGE,
    SMALLEST_SIZE,
    WIDEST_ALONE,
    WIDEST_PAGE,
    Areas,
    Content,
    unit_of,
)

GAME, ANALYSIS = Content(columns=2, strips=True), Content(gauge=True, columns=3)

TABLE = [
    ((800, 600), 0.93, (460, 521), (1, 300), (1, 300)),
    ((1366, 740), 1.0, (633, 716), (1, 587), (1, 621)),
    ((1600, 870), 1.0, (748, 846), (1, 706), (1, 720)),
    ((1920, 1050), 1.0, (907, 1026), (2, 428), (2, 445)),
    ((2560, 1050), 1.0, (907, 1026), (3, 494), (2, 620)),
    ((2560, 1410), 1.2, (1017, 1151), (2, 479), (2, 496)),
    ((3840, 2110), 1.6, (1040, 1176), (2, 601), (2, 618)),
    ((900, 1400), 1.0, (670, 758), (2, 432), (2, 432)),
]
"""Window, unit, room of the board, and columns in analysis and in a game, as the design has them, points."""

WINDOWS = [size for size, *_ in TABLE] + [(1280, 800), (1000, 700), (1180, 900), (700, 1100), (1080, 1920)]
TEXT_SIZES = [0.8, 1.0, 1.5, 2.0, 3.0]


def of(size: tuple[int, int], content: Content, text: float = 1.0, *, turned: bool = False) -> Areas:
    return Areas.of(size, text_size=text, content=content, turned=turned)


@pytest.mark.parametrize(("size", "unit", "board", "analysing", "playing"), TABLE)
def test_windows_are_divided_as_designed(
    size: tuple[int, int],
    unit: float,
    board: tuple[int, int],
    analysing: tuple[int, int],
    playing: tuple[int, int],
) -> None:
    assert unit_of(size, 1.0, 1.0) == unit
    for content, (count, width) in ((ANALYSIS, analysing), (GAME, playing)):
        areas = of(size, content)
        assert len(areas.columns) == count
        assert areas.columns[0].width / unit == pytest.approx(width, abs=1)
        drawn = areas.shown_board
        step = areas.shown_board.cell
        for length, room, points in ((drawn.width, 8, board[0]), (drawn.height, 9, board[1])):
            assert 0 <= points * unit + 1 - length <= (room + 2) * (step + 1) - (room + 2) * step + 2


@pytest.mark.parametrize("size", [*WINDOWS, (1440, 900), (1680, 1000), (2048, 1100)])
def test_the_board_stands_at_the_same_place_in_games_and_analyses(size: tuple[int, int]) -> None:
    places = {of(size, content).shown_board for content in (GAME, ANALYSIS, Content(gauge=True, columns=2))}
    assert len(places) == 1


def test_the_board_does_not_move_for_one_column_unless_a_wide_strip_were_empty() -> None:
    one = Content()
    for size in ((1366, 740), (1600, 870), (1920, 1050)):
        assert of(size, one).shown_board == of(size, ANALYSIS).shown_board
    wide = of((2560, 1050), one)
    assert wide.shown_board.left > of((2560, 1050), ANALYSIS).shown_board.left
    right = 2560 - wide.columns[-1].right
    assert abs(right - (wide.shown_board.left - wide.rail.right)) < 12


@pytest.mark.parametrize("text", TEXT_SIZES)
@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("content", [GAME, ANALYSIS, PAGE, Content()])
@pytest.mark.parametrize("turned", [False, True])
def test_areas_lie_in_the_window_and_apart(
    size: tuple[int, int], text: float, content: Content, turned: bool
) -> None:
    areas, window = of(size, content, text, turned=turned), pygame.Rect((0, 0), size)
    parts = [areas.rail, *(areas.columns if areas.shows_columns else ())]
    if areas.alternates:
        parts.append(areas.switch)
    if areas.board is not None:
        parts.append(pygame.Rect(areas.board.box))
        assert areas.board.width > 0.25 * size[0]
    if areas.gauge.width:
        parts.append(areas.gauge)
    for part in parts:
        assert window.contains(part)
    for one, other in combinations(parts, 2):
        assert not one.colliderect(other)


@pytest.mark.parametrize("text", [1.0, 1.5])
@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("content", [GAME, ANALYSIS])
def test_slots_follow_one_another_in_the_first_column(
    size: tuple[int, int], text: float, content: Content
) -> None:
    areas = of(size, content, text)
    slots = [areas.header, areas.upper_strip, areas.card, areas.actions, areas.lower_strip]
    slots = [slot for slot in slots if slot.height]
    assert len(slots) == (5 if content.strips else 3)
    assert slots[0].top == areas.columns[0].top
    assert slots[-1].bottom == areas.columns[0].bottom
    for upper, lower in pairwise(slots):
        assert upper.bottom < lower.top
        assert (upper.left, upper.width) == (lower.left, lower.width) == (areas.columns[0].left, upper.width)


@pytest.mark.parametrize("size", WINDOWS)
def test_the_board_takes_no_room_that_columns_need(size: tuple[int, int]) -> None:
    for content in (GAME, ANALYSIS):
        areas = of(size, content)
        least = NARROWEST if size[0] >= 1000 * areas.unit else NARROWEST_SLIM
        assert all(least - 1 <= column.width / areas.unit <= WIDEST_ALONE for column in areas.columns)
    with_bar, without = of(size, Content(gauge=True)), of(size, Content())
    assert with_bar.shown_board.cell == without.shown_board.cell


def test_a_page_is_as_wide_as_can_be_read_and_centred() -> None:
    areas = of((3840, 1050), PAGE)
    assert areas.board is None
    assert areas.page.width == WIDEST_PAGE
    assert abs(areas.page.left - areas.rail.right - (3840 - areas.page.right)) <= 1
    assert areas.header.bottom < areas.card.top < areas.card.bottom == areas.page.bottom


def test_the_rail_is_slim_in_a_narrow_window_and_a_bar_in_a_portrait() -> None:
    assert [of(size, PAGE).rail.width for size in ((1000, 740), (999, 740))] == [76, 64]
    upright = of((900, 1400), GAME)
    assert (upright.rail.size, upright.rail.bottom) == ((900, 56), 1400)
    assert upright.columns[0].top > pygame.Rect(upright.shown_board.box).bottom


def test_no_evaluation_bar_in_a_narrow_window() -> None:
    assert [of((width, 740), ANALYSIS).gauge.width for width in (999, 1000)] == [0, 22]


@pytest.mark.parametrize(("side", "unit"), [(699, 0.93), (700, 1.0), (1300, 1.2), (1900, 1.6)])
def test_a_point_grows_in_steps_with_the_system_and_with_the_text(side: int, unit: float) -> None:
    wide = (2 * side, side)
    assert unit_of(wide, 1.0, 1.0) == unit
    assert unit_of((4 * side, 2 * side), 2.0, 1.0) == pytest.approx(2 * unit)
    assert unit_of(wide, 1.0, 1.25) == pytest.approx(1.25 * unit)


def test_text_stops_growing_where_a_page_would_be_too_narrow() -> None:
    assert unit_of(SMALLEST_SIZE, 1.0, 1.5) == pytest.approx(0.93 * 1.5)
    assert unit_of(SMALLEST_SIZE, 1.0, 3.0) == pytest.approx(800 / 448)
    assert unit_of((1366, 740), 1.0, 3.0) == 3.0


@pytest.mark.parametrize("size", WINDOWS)
def test_board_and_columns_stand_together_up_to_half_as_large_again(size: tuple[int, int]) -> None:
    for text in (0.8, 1.0, 1.25, 1.5):
        areas = of(size, GAME, text)
        assert not areas.alternates
        assert areas.shows_columns


@pytest.mark.parametrize("size", [(800, 600), (1366, 740), (900, 1400)])
@pytest.mark.parametrize("content", [GAME, ANALYSIS, Content()])
def test_with_large_text_they_alternate_by_a_button_that_stays_where_it_is(
    size: tuple[int, int], content: Content
) -> None:
    board, columns = (of(size, content, 3.0, turned=turned) for turned in (False, True))
    assert board.alternates
    assert columns.alternates
    assert board.switch == columns.switch
    assert board.switch.height >= 44 * board.unit - 1
    assert board.shown_board.height > 0.6 * size[1] or board.shown_board.width > 0.8 * size[0]
    assert not board.shows_columns
    assert columns.board is None
    assert columns.columns[0].width >= 300 * columns.unit
    assert board.unit == columns.unit == of(size, PAGE, 3.0).unit, "no screen is larger than another"


def test_scrolled_slots_keep_their_order_and_leave_the_header_alone() -> None:
    areas = of((800, 600), GAME, 1.5)
    box = pygame.Rect(areas.body.left, areas.body.top - 40, areas.body.width - 10, 900)
    scrolled = areas.within(box)
    assert scrolled.header == areas.header
    assert scrolled.upper_strip.top == box.top
    assert scrolled.lower_strip.bottom == box.bottom
    assert scrolled.card.height > areas.card.height


def test_areas_can_be_printed() -> None:
    lines = of((1366, 740), GAME).lines()
    assert lines[0].split() == ["rail", "0.0", "0.0", "76.0", "740.0"]
    assert [line.split()[0] for line in lines[-5:]] == [
        "header",
        "upper_strip",
        "card",
        "actions",
        "lower_strip",
    ]
