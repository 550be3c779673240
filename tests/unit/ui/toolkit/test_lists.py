"""Lists: what the keyboard reaches, what is drawn of them, and what they say when they are empty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

import pygame
import pytest

from xiangqi.ui.toolkit.lists import PICTURE_ROW, ListBox, Row, with_facts
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import DARK
from xiangqi.ui.toolkit.widgets import HANDLED, Memory

BOX = pygame.Rect(10, 10, 300, 120)
GROUPED = (
    Row("Play", HANDLED, heading=True),
    Row("new", "new"),
    Row("again", "again"),
    Row("Practise", HANDLED, heading=True),
    Row("ten", "ten"),
)


@pytest.fixture
def memory() -> Memory:
    return Memory()


@pytest.fixture
def painter() -> Painter:
    return Painter(pygame.Surface((320, 400)), DARK, 1.0)


def chosen_after(memory: Memory, *keys: int) -> object:
    rows = ListBox("l", BOX, 30, GROUPED)
    for key in keys:
        rows.key_down(key, memory)
    return rows.key_down(pygame.K_RETURN, memory)


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        ((), "new"),
        ((pygame.K_UP,), "new"),
        ((pygame.K_DOWN,), "again"),
        ((pygame.K_DOWN, pygame.K_DOWN), "ten"),
        ((pygame.K_END, pygame.K_UP), "again"),
        ((pygame.K_PAGEDOWN,), "ten"),
        ((pygame.K_END, pygame.K_PAGEUP), "new"),
        ((pygame.K_END, pygame.K_HOME), "new"),
    ],
)
def test_the_keyboard_passes_over_headings(memory: Memory, keys: tuple[int, ...], row: str) -> None:
    assert chosen_after(memory, *keys) == row


def test_a_heading_cannot_be_clicked(memory: Memory) -> None:
    rows = ListBox("l", BOX, 30, GROUPED)
    assert rows.click((BOX.centerx, BOX.top + 15), memory) is HANDLED
    assert rows.click((BOX.centerx, BOX.top + 45), memory) == "new"


def test_low_headings_leave_every_row_where_it_is_clicked_and_shown(memory: Memory) -> None:
    rows = ListBox("l", BOX, 40, GROUPED, heading_height=20)
    assert rows.content_height() == 2 * 20 + 3 * 40
    assert rows.rect.height == 20 + 40 + 40, "whole rows, and no heading without a row"
    tops = [rows.top_of(index) for index in range(len(GROUPED))]
    assert tops == [0, 20, 60, 100, 120]
    for offset, index in ((0, 1), (0, 2), (40, 2), (60, 4)):
        memory.scroll["l"] = offset
        assert rows.row_at((BOX.centerx, BOX.top + tops[index] - offset + 1), memory) == index
        assert rows.row_at((BOX.centerx, BOX.top + tops[index] - offset + 39), memory) == index
    rows.key_down(pygame.K_HOME, memory)
    assert rows.offset(memory) == 0
    rows.key_down(pygame.K_END, memory)
    assert rows.offset(memory) + rows.rect.height == rows.content_height()


class Counted(Sequence[Row]):
    """A great many rows with a picture each, which notes those that are drawn."""

    def __init__(self) -> None:
        self.drawn: list[int] = []

    def __len__(self) -> int:
        return 100_000

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        assert isinstance(index, int)

        def picture(height: int) -> pygame.Surface:
            self.drawn.append(index)
            return pygame.Surface((height, height))

        return Row(str(index), HANDLED, picture=picture)


def test_only_pictures_in_sight_are_drawn(memory: Memory, painter: Painter) -> None:
    rows = Counted()
    listed = ListBox("l", BOX, 40, rows)
    memory.scroll["l"] = 40 * 5000
    listed.draw(painter, memory)
    assert set(rows.drawn) == {5000, 5001, 5002}


def test_the_row_under_the_mouse_is_lit(memory: Memory, painter: Painter) -> None:
    listed = ListBox("l", BOX, 30, (Row("a", "a"), Row("b", "b"), Row("c", "c")))
    before = painter.surface.copy()
    listed.draw(painter, memory)
    plain = painter.surface.copy()
    memory.hover, memory.mouse = "l", (BOX.centerx, BOX.top + 45)
    painter.surface.blit(before, (0, 0))
    listed.draw(painter, memory)
    at = (BOX.right - 40, BOX.top + 45)
    assert painter.surface.get_at(at) != plain.get_at(at)
    above = (BOX.right - 40, BOX.top + 15)
    assert painter.surface.get_at(above) == plain.get_at(above)


def test_facts_that_have_no_room_are_left_out(painter: Painter) -> None:
    facts = ("Red", "32 moves", "accuracy 91%", "Central Cannon, Screen Horses, Chariot Across")
    row = Row("Computer", HANDLED, aside="11 Mar 2025")
    height = painter.px(PICTURE_ROW)
    wide = with_facts(painter, row, facts, (1200, height)).detail
    narrow = with_facts(painter, row, facts, (140, height)).detail
    assert wide == " · ".join(facts)
    assert narrow == "Red"


def test_a_name_that_has_room_for_a_part_is_cut_off(painter: Painter) -> None:
    facts = ("Red", ("Central Cannon, Screen Horses, Chariot Across", "Central Cannon, Screen Horses"), "82%")
    row, height = Row("Computer", HANDLED), painter.px(PICTURE_ROW)
    cut = with_facts(painter, row, facts, (220, height)).detail
    assert cut.startswith("Red · Central C")
    assert cut.endswith("…")
    assert with_facts(painter, row, facts, (140, height)).detail == "Red · 82%"


def test_the_keyboard_does_not_stop_at_an_empty_list() -> None:
    assert ListBox("l", BOX, 30, GROUPED).focusable
    assert not ListBox("l", BOX, 30, empty="None yet").focusable
