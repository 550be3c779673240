"""The board for those who see little: how far its colours are apart, and how strong its marks are."""

from __future__ import annotations

import pytest

from xiangqi.ui.board import marks
from xiangqi.ui.toolkit.roles import Colour
from xiangqi.ui.toolkit.theme import BOARDS, CONTRAST, PIECES, WALNUT, look

WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def light(colour: Colour) -> float:
    """Relative luminance by WCAG 2."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_lines_and_labels_stand_out() -> None:
    assert contrast(WHITE, BLACK) == pytest.approx(21)
    for colour in (CONTRAST.line, CONTRAST.red_label, CONTRAST.black_label):
        assert contrast(colour, CONTRAST.field.light) >= 7
    assert CONTRAST.field.light == CONTRAST.field.dark


@pytest.mark.parametrize("name", PIECES)
def test_every_set_of_pieces_is_plain_on_it_and_keeps_its_symbols(name: str) -> None:
    pieces = look("contrast", name).pieces
    assert pieces.symbols == PIECES[name].symbols
    assert contrast(pieces.red, pieces.red_face.light) >= 6
    assert contrast(pieces.black, pieces.black_face.light) >= 20
    assert contrast(pieces.red_face.light, pieces.black_face.light) >= 20
    assert look("walnut", name).pieces == PIECES[name]


def test_marks_stand_out_from_the_board() -> None:
    colours = CONTRAST.marks
    for colour in (colours.target, colours.capture, colours.last, colours.danger, colours.cursor):
        assert contrast(colour, WHITE) >= 5


def test_the_last_move_and_the_cursor_are_thicker() -> None:
    assert {board.marks.weight for board in BOARDS.values()} == {1.0, 2.0}

    def inked(make: object, weight: float) -> int:
        assert callable(make)
        return int(mask(make(60, WALNUT.marks.last, weight)))

    for make in (marks.brackets, marks.cursor):
        assert inked(make, 2.0) > 1.5 * inked(make, 1.0)


def mask(picture: object) -> int:
    """How many pixels are painted in a full colour."""
    import pygame

    assert isinstance(picture, pygame.Surface)
    return pygame.mask.from_surface(picture, 240).count()
