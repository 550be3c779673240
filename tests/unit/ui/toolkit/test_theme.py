"""Themes: what is drawn upon one another can be told apart."""

from __future__ import annotations

import pytest

from xiangqi.diagram.picture import Ink
from xiangqi.diagram.symbols import GLYPHS
from xiangqi.ui.toolkit.theme import (
    BOARDS,
    DARK,
    LIGHT,
    PIECES,
    TRADITIONAL,
    WALNUT,
    BoardTheme,
    Colour,
    PanelColours,
    PieceTheme,
    look,
)


def luminance(colour: Colour) -> float:
    """Relative luminance 0..1. Source: WCAG 2.2, "relative luminance"."""
    linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio 1..21. Source: WCAG 2.2, "contrast ratio"."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_lines_and_labels_can_be_read_on_the_field(board: BoardTheme) -> None:
    for colour in (board.line, board.red_label, board.black_label):
        assert contrast(colour, board.field.light) > 3
    assert set(board.marks.inks) == {ink.value for ink in Ink}


@pytest.mark.parametrize("pieces", PIECES.values(), ids=PIECES)
def test_symbols_can_be_read_on_the_pieces(pieces: PieceTheme) -> None:
    assert contrast(pieces.red, pieces.red_face.light) > 4
    assert contrast(pieces.black, pieces.black_face.light) > 7
    assert pieces.symbols in GLYPHS or pieces.symbols == "western"


@pytest.mark.parametrize("panel", [DARK, LIGHT], ids=["dark", "light"])
def test_text_can_be_read_on_panels(panel: PanelColours) -> None:
    for ground in (panel.background, panel.surface, panel.raised, panel.field):
        assert contrast(panel.text, ground) > 7
        for colour in (panel.muted, panel.red_side, panel.black_side):
            assert contrast(colour, ground) > 3
    assert contrast(panel.on_accent, panel.accent) > 4.5
    assert (luminance(panel.background) > 0.5) == (panel is LIGHT)


def test_a_look_by_name_and_the_first_for_unknown_names() -> None:
    chosen = look("jade", "western")
    assert (chosen.board.name, chosen.pieces.name) == ("jade", "western")
    assert look("from another time", "") == look(WALNUT.name, TRADITIONAL.name)
