"""Themes: what is drawn upon one another can be told apart."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import fields
from itertools import combinations, product
from operator import mul

import pytest

from xiangqi.diagram.picture import Ink
from xiangqi.diagram.symbols import GLYPHS
from xiangqi.ui.board.marks import ink_on
from xiangqi.ui.parts.cards import BLACK_DISC, RED_DISC
from xiangqi.ui.toolkit.roles import GROUNDS, TEXTS, Colour, PanelColours, palette
from xiangqi.ui.toolkit.theme import (
    BOARDS,
    PIECES,
    SAFE_INKS,
    TRADITIONAL,
    WALNUT,
    BoardTheme,
    PieceTheme,
    look,
)


def linear(colour: Colour) -> list[float]:
    """Red, green and blue in proportion to light, 0..1."""
    return [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]


def luminance(colour: Colour) -> float:
    """Relative luminance 0..1. Source: WCAG 2.2, "relative luminance"."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


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


PALETTES = list(product((True, False), (True, False)))


@pytest.mark.parametrize(("dark", "safe"), PALETTES)
def test_every_text_can_be_read_on_every_ground(dark: bool, safe: bool) -> None:
    panel = palette(dark, safe)
    for ground, role in product(GROUNDS, TEXTS):
        assert contrast(getattr(panel, role), getattr(panel, ground)) >= 4.5, (role, ground)
    for ground in GROUNDS:
        assert contrast(panel.text, getattr(panel, ground)) > 7
    assert contrast(panel.on_gold, panel.gold) > 4.5
    assert contrast(panel.text, panel.chosen) > 4.5
    assert contrast(panel.chosen, panel.field) > 1.5, "what is chosen stands out quietly"
    for ground in ("background", "surface"):
        behind = getattr(panel, ground)
        assert contrast(panel.dimmed, behind) < contrast(panel.raised, behind), "what cannot be used stays back"
    for ground in ("background", "surface", "field", "raised", "dimmed"):
        behind = getattr(panel, ground)
        assert contrast(panel.disabled, behind) > 3, "what cannot be used can be read"
        assert contrast(panel.text, behind) > 2.5 * contrast(panel.disabled, behind), "and told from what can"
    assert (luminance(panel.background) > 0.5) == (not dark)
    assert {*GROUNDS, *TEXTS} | {"outline", "disabled", "gold", "on_gold", "chosen", "dimmed"} == {
        one.name for one in fields(PanelColours)
    }


SEEN = {
    "protanope": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranope": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
}
"""Linear red, green and blue without one kind of cones. Source: Machado, Oliveira and Fernandes, 2009."""

TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)


def times(matrix: tuple[tuple[float, ...], ...], vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(map(mul, row, vector)) for row in matrix)


def lab(colour: Colour, eyes: str) -> tuple[float, float, float]:
    """How a colour looks to somebody. Source: CIE 1976 L*a*b*."""
    seen = (min(1.0, max(0.0, part)) for part in times(SEEN[eyes], tuple(linear(colour))))
    xyz = (part / white for part, white in zip(times(TO_XYZ, tuple(seen)), WHITE, strict=True))
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def are_told_apart(colours: Iterable[Colour], eyes: str, least: float = 18.0) -> bool:
    """Whether any two differ by several times what can just be seen side by side (2.3)."""
    return all(math.dist(lab(one, eyes), lab(other, eyes)) >= least for one, other in combinations(colours, 2))


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("dark", [True, False])
def test_good_and_bad_are_told_apart_without_red_or_green(eyes: str, dark: bool) -> None:
    panel = palette(dark, safe=True)
    assert are_told_apart((panel.good, panel.warning, panel.danger, panel.muted), eyes)
    assert are_told_apart((panel.red_side, panel.black_side), eyes)
    assert are_told_apart((RED_DISC, BLACK_DISC), eyes), "the two parts of the evaluation bar"
    usual = palette(dark)
    assert not are_told_apart((usual.good, usual.warning, usual.danger, usual.muted), eyes)


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("board", BOARDS)
def test_arrows_are_told_apart_without_red_or_green(eyes: str, board: str) -> None:
    theme = look(board, "traditional", safe=True).board
    assert set(theme.marks.inks) == {ink.value for ink in Ink}
    assert are_told_apart(theme.marks.inks.values(), eyes)
    for ink in theme.marks.inks.values():
        assert are_told_apart((ink, theme.field.light), eyes)


def test_a_look_by_name_and_the_first_for_unknown_names() -> None:
    chosen = look("jade", "western")
    assert (chosen.board.name, chosen.pieces.name) == ("jade", "western")
    assert look("from another time", "") == look(WALNUT.name, TRADITIONAL.name)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_numbers_of_arrows_can_be_read(board: BoardTheme) -> None:
    for colour in (*board.marks.inks.values(), *SAFE_INKS.values()):
        assert contrast(ink_on(colour), colour) > 3, colour
