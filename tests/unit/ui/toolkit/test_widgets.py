"""Widgets one by one: what they answer, and what they remember."""

from __future__ import annotations

from typing import Any

import numpy as np
import pygame
import pytest

from xiangqi.ui.toolkit.fonts import fitted
from xiangqi.ui.toolkit.icons import NAMES, icon
from xiangqi.ui.toolkit.lists import ListBox, Row
from xiangqi.ui.toolkit.painter import CLOSING, OPENING, Painter, fitting_size, wrap
from xiangqi.ui.toolkit.roles import BODY, DARK, LEAD, LIGHT, SMALL, TITLE, PanelColours
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Choice, Memory, Slider

BOX = pygame.Rect(10, 10, 200, 40)


@pytest.fixture
def memory() -> Memory:
    return Memory()


def test_a_disabled_button_does_nothing(memory: Memory) -> None:
    button = Button("b", BOX, "Go", "go", enabled=False)
    assert not button.focusable
    assert button.click(BOX.center, memory) is HANDLED
    assert button.key_down(pygame.K_RETURN, memory) is None


@pytest.mark.parametrize("palette", [DARK, LIGHT])
@pytest.mark.parametrize("primary", [False, True])
def test_the_keyboard_is_seen_on_every_button(memory: Memory, primary: bool, palette: PanelColours) -> None:
    surface = pygame.Surface((240, 80))
    surface.fill(palette.background)
    memory.focus, memory.focus_shown = "b", True
    Button("b", BOX, "Go", "go", primary=primary).draw(Painter(surface, palette, 1.0), memory)
    ring, ground = (surface.get_at((x, BOX.centery)) for x in (BOX.left - 1, BOX.left + 3))
    assert sum(abs(one - other) for one, other in zip(ring[:3], ground[:3], strict=True)) > 100


def test_choice_by_mouse_and_arrows(memory: Memory) -> None:
    choice = Choice("c", BOX, ("A", "B", "C"), ("a", "b", "c"), chosen=0)
    assert choice.click(choice.cells()[2].center, memory) == "c"
    assert choice.click(choice.cells()[0].center, memory) is HANDLED
    assert choice.key_down(pygame.K_RIGHT, memory) == "b"
    assert choice.key_down(pygame.K_LEFT, memory) is HANDLED


def test_choice_on_two_rows_fills_them_in_order() -> None:
    cells = Choice("c", BOX, tuple("ABCDE"), tuple("abcde"), per_row=3).cells()
    assert len(cells) == 5
    assert cells[3].left == BOX.left
    assert cells[3].top > cells[2].top
    assert cells[2].right == BOX.right


def test_slider_takes_the_nearest_stop(memory: Memory) -> None:
    slider = Slider("s", BOX, tuple(range(10)), chosen=3)
    assert slider.press((BOX.right, BOX.centery), memory) == 9
    assert slider.drag((BOX.left - 50, BOX.centery), memory) == 0
    assert slider.key_down(pygame.K_END, memory) == 9
    assert slider.key_down(pygame.K_LEFT, memory) == 2


def test_text_field_takes_what_can_be_printed(memory: Memory) -> None:
    field = TextField("t", BOX, submit="done", unit=1.0)
    field.insert("a\x07b中", memory)
    assert memory.texts["t"] == "ab中"
    field.key_down(pygame.K_BACKSPACE, memory)
    assert memory.texts["t"] == "ab"
    assert field.key_down(pygame.K_RETURN, memory) == "done"
    field.insert("x" * 1000, memory)
    assert len(memory.texts["t"]) == TextField.LONGEST_LINE


def test_text_of_one_line_is_edited_at_its_caret(memory: Memory) -> None:
    field = TextField("t", BOX, unit=1.0)
    field.insert("one\ntwo", memory)
    assert memory.texts["t"] == "one two", "a line break would not be seen"
    for _ in range(3):
        field.key_down(pygame.K_LEFT, memory)
    field.insert("and ", memory)
    assert memory.texts["t"] == "one and two"
    field.select_all(memory)
    assert field.selected(memory) == "one and two"
    field.insert("three", memory)
    assert memory.texts["t"] == "three"


def test_a_long_line_is_shown_around_its_caret(memory: Memory) -> None:
    field = TextField("t", BOX, unit=1.0)
    painter = Painter(pygame.Surface((400, 200)), DARK, 1.0)
    memory.focus = "t"
    field.insert("word " * 30, memory)
    field.draw(painter, memory)
    assert memory.scroll["t"] > 0
    field.key_down(pygame.K_HOME, memory)
    field.draw(painter, memory)
    assert memory.scroll["t"] == 0


# ---- Lists ----


@pytest.fixture
def rows() -> ListBox:
    return ListBox("l", pygame.Rect(0, 0, 200, 100), 20, [Row(str(n), n) for n in range(50)])


def test_list_click_takes_scrolling_into_account(rows: ListBox, memory: Memory) -> None:
    assert rows.click((5, 45), memory) == 2
    rows.wheel(-1, memory)
    assert rows.click((5, 45), memory) == 5


def test_list_scrolls_within_its_rows(rows: ListBox, memory: Memory) -> None:
    rows.wheel(5, memory)
    assert rows.offset(memory) == 0
    rows.wheel(-500, memory)
    assert rows.offset(memory) == 50 * 20 - 100


def test_list_by_keyboard(rows: ListBox, memory: Memory) -> None:
    rows.key_down(pygame.K_END, memory)
    assert rows.offset(memory) == 50 * 20 - 100
    rows.key_down(pygame.K_UP, memory)
    assert rows.key_down(pygame.K_RETURN, memory) == 48
    rows.key_down(pygame.K_HOME, memory)
    assert rows.offset(memory) == 0
    assert rows.key_down(pygame.K_a, memory) is None


def test_list_by_its_scrollbar(rows: ListBox, memory: Memory) -> None:
    rows.press((198, 50), memory)
    rows.drag((150, 99), memory)
    assert rows.offset(memory) > 800
    assert rows.click((198, 99), memory) is HANDLED, "a click on the scrollbar chooses no row"


def test_a_list_follows_its_row_only_when_that_changes(rows: ListBox, memory: Memory) -> None:
    rows.follow(30, 0, memory)
    offset = rows.offset(memory)
    assert offset > 0
    rows.wheel(50, memory)
    rows.follow(30, 0, memory)
    assert rows.offset(memory) == 0, "the player scrolled away on purpose"
    rows.follow(31, 0, memory)
    assert rows.offset(memory) > 0


def test_a_short_list_does_not_scroll(memory: Memory) -> None:
    rows = ListBox("l", pygame.Rect(0, 0, 200, 100), 20, [Row("a", 1)])
    assert rows.wheel(-1, memory) is None
    assert rows.click((5, 60), memory) is HANDLED


# ---- Painting ----


def test_an_empty_list_says_why_on_as_many_lines_as_it_needs(memory: Memory) -> None:
    def written(words: str) -> pygame.Rect:
        pictures = []
        for empty in ("", words):
            surface = pygame.Surface((240, 160))
            ListBox("l", BOX, 20, empty=empty).draw(Painter(surface, DARK, 1.0), memory)
            pictures.append(pygame.surfarray.array3d(surface))
        across, down = (pictures[0] != pictures[1]).any(axis=2).nonzero()
        return pygame.Rect(across.min(), down.min(), np.ptp(across), np.ptp(down))

    short, long = written("None"), written("No game goes on from here.")
    assert long.height > 2 * short.height
    assert long.width < BOX.width
    assert abs(long.centery - BOX.centery) < short.height


@pytest.mark.parametrize("name", NAMES)
def test_icons_are_smooth_and_have_a_shape(name: str) -> None:
    alpha = pygame.surfarray.array_alpha(icon(name, 24, (255, 255, 255)))
    assert 20 < (alpha > 128).sum() < 24 * 24 * 0.8
    assert ((alpha > 0) & (alpha < 255)).any()


def test_box_has_round_corners() -> None:
    surface = pygame.Surface((60, 60))
    Painter(surface, DARK, 1.0).box(pygame.Rect(0, 0, 60, 60), (255, 0, 0), 12)
    assert surface.get_at((0, 0))[:3] == (0, 0, 0)
    assert surface.get_at((30, 0))[:3] == (255, 0, 0)
    assert surface.get_at((30, 30))[:3] == (255, 0, 0)


def test_text_wraps_between_words_and_between_chinese_characters() -> None:
    lines = wrap("one two three four", 70, 15)
    assert len(lines) > 1
    assert " ".join(lines) == "one two three four"
    lines = wrap("楚河漢界，觀棋不語真君子。", 80, 15)
    assert "".join(lines) == "楚河漢界，觀棋不語真君子。"
    assert len(lines) > 1
    assert not any(line.startswith(("，", "。")) for line in lines)


@pytest.mark.parametrize("width", range(40, 200, 5))
def test_no_line_ends_with_an_opening_or_begins_with_a_closing_sign(width: int) -> None:
    text = "对局（共八局），红方“先手”；黑方「後手」（和棋）。《橘中秘》〈卷一〉【全】"
    lines = wrap(text, width, 15)
    assert "".join(lines) == text
    assert not any(line.endswith(tuple(OPENING)) or line.startswith(tuple(CLOSING)) for line in lines)


@pytest.mark.parametrize(
    "moves",
    [
        "炮二平五 马８进７ 马二进三 车９平８ 前炮退一 後車進9",
        "炮二平五马８进７马二进三车９平８，前炮退一。後車進9",
        "after 炮二平五, 马８进７? 马二进三! 车９平８ then 前炮退一 or 後車進9",
    ],
)
@pytest.mark.parametrize("width", [75, 90, 100, 120, 160, 200])
def test_a_move_is_never_broken_over_two_lines(moves: str, width: int) -> None:
    lines = wrap(moves, width, 15)
    assert len(lines) > 1
    for move in ("炮二平五", "马８进７", "马二进三", "车９平８", "前炮退一", "後車進9"):
        assert any(move in line for line in lines)


@pytest.mark.parametrize("size", [SMALL, BODY, LEAD, TITLE])
@pytest.mark.parametrize("room", range(60, 260, 10))
def test_a_caption_is_never_smaller_than_small_type_while_two_lines_help(size: float, room: int) -> None:
    text, box = "The name of a button", pygame.Rect(0, 0, room, 40)
    painter = Told(pygame.Surface((400, 80)), DARK, 1.0)
    painter.caption(text, box, size=size)
    lines = len(painter.told)
    assert " ".join(words for words, _ in painter.told) == text
    for words, used in painter.told:
        if len(wrap(text, room, round(SMALL))) <= 2:
            assert fitting_size(words, room, painter.px(used)) >= SMALL, (lines, room)


class Told(Painter):
    """Notes what is written on one line, and in which size."""

    def __init__(self, surface: pygame.Surface, palette: PanelColours, unit: float) -> None:
        super().__init__(surface, palette, unit)
        self.told: list[tuple[str, float]] = []

    def write(self, text: str, rect: pygame.Rect, *, size: float = BODY, **style: Any) -> int:
        self.told.append((text, size))
        return super().write(text, rect, size=size, **style)


def test_text_is_shrunk_then_cut() -> None:
    assert fitting_size("short", 500, 20) == 20
    assert 14 <= fitting_size("a rather long text", 130, 20) < 20
    assert fitted("a rather long text", 20, 60).endswith("…")
    assert fitted("short", 20, 500) == "short"
