"""Tests that boards are found by their lines and pieces, whatever surrounds them."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from xiangqi.recognition.lattice import Lattice, comb

FEN = "r1bakab1r/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKABR1"


def drawn(
    wide: float, high: float, corner: tuple[float, float], size: tuple[int, int], pieces: bool = True
) -> tuple[Image.Image, np.ndarray]:
    """Return a picture with a board, and the corners of its lines."""
    scale = 4
    image = Image.new("RGB", (size[0] * scale, size[1] * scale), "#606874")
    pen = ImageDraw.Draw(image)
    left, top = corner

    def at(column: float, row: float) -> tuple[float, float]:
        return (left + column * wide) * scale, (top + row * high) * scale

    pen.rectangle([*at(-0.8, -0.8), *at(8.8, 9.8)], "#e2c088")
    for row in range(10):
        pen.line([at(0, row), at(8, row)], "#503010", 2 * scale)
    for column in range(9):
        for first, last in ((0, 9),) if column in (0, 8) else ((0, 4), (5, 9)):
            pen.line([at(column, first), at(column, last)], "#503010", 2 * scale)
    for row, text in enumerate(FEN.split("/") if pieces else ()):
        column = 0
        for letter in text:
            if letter.isdigit():
                column += int(letter)
                continue
            pen.ellipse(
                [*at(column - 0.43, row - 0.43), *at(column + 0.43, row + 0.43)], "#f4e4c0", "#402000", 6
            )
            colour = "#b01010" if letter.isupper() else "#101010"
            pen.text(at(column, row), letter, colour, anchor="mm", font_size=0.5 * high * scale)
            column += 1
    corners = np.array([at(0, 0), at(8, 0), at(8, 9), at(0, 9)]) / scale
    return image.resize(size, Image.Resampling.BOX), corners


def error(found: Lattice, corners: np.ndarray) -> float:
    """Return how far the worst corner is from its place, in cells."""
    cell = min(np.ptp(corners[:, 0]) / 8, np.ptp(corners[:, 1]) / 9)
    return float(np.linalg.norm(np.array(found.corners) - corners, axis=1).max() / cell)


@pytest.mark.parametrize(
    ("wide", "high", "corner", "size"),
    [
        (60, 60, (60, 60), (600, 660)),  # the whole picture
        (28, 28, (500, 90), (1000, 500)),  # a small part of a window
        (66, 57, (80, 300), (700, 1400)),  # a phone; wider than high
        (40, 48, (50, 50), (420, 540)),  # higher than wide
        (90, 90, (900, 80), (1900, 1000)),  # a large screen
    ],
)
@pytest.mark.parametrize("pieces", [True, False])
def test_a_board_is_found(
    wide: float, high: float, corner: tuple[float, float], size: tuple[int, int], pieces: bool
) -> None:
    image, corners = drawn(wide, high, corner, size, pieces)
    assert error(comb(image)[0], corners) < 0.2


@pytest.mark.parametrize("degrees", [-2, 1, 2])
def test_a_board_a_little_askew_is_found(degrees: float) -> None:
    image, corners = drawn(60, 60, (110, 80), (700, 720))
    turned = image.rotate(degrees, Image.Resampling.BICUBIC, fillcolor="#606874")
    angle = np.deg2rad(-degrees)
    matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = np.array([350, 360])
    assert error(comb(turned)[0], (corners - middle) @ matrix.T + middle) < 0.3


def test_where_there_is_nothing_nothing_is_found() -> None:
    assert comb(Image.new("RGB", (64, 64))) == []
    assert comb(Image.new("RGB", (2400, 64), "white")) == []


def test_a_lattice_maps_points_to_pixels() -> None:
    corners = ((10.0, 20.0), (170.0, 30.0), (190.0, 220.0), (0.0, 200.0))
    lattice = Lattice(corners)
    assert np.allclose(lattice.at(np.array([(0, 0), (8, 0), (8, 9), (0, 9)], float)), corners)
    middle = lattice.at(np.array([4.0, 4.5]))
    assert np.allclose(middle, (91.4, 113.4), atol=4)
    assert np.allclose(lattice.matrix @ (0, 0, 1), (10, 20, 1))
