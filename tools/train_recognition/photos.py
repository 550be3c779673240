"""What photos of wooden boards have that screenshots do not: thick pieces at any angle, shadows, slants."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from tools.train_recognition.looks import PieceSet
from tools.train_recognition.paint import Random, chance
from xiangqi.recognition.rectify import applied

_TURNS: Final = ((0.0, 180.0), (90.0, 270.0), (0.0, 0.0), (90.0, 90.0))
"""Degrees by which both sides' pieces are turned if each player looks at his own, or one person at all."""


def real_set(random: Random, pieces: PieceSet) -> PieceSet:
    """Return a design as of real pieces: round, with characters, at any angle, loosely on their points."""
    red, black = pieces.sides
    kind = random.random()
    wobble = 180.0 if kind < 0.55 else float(random.choice([8.0, 25.0]))
    first, second = _TURNS[int(random.integers(len(_TURNS)))]
    carving = str(random.choice(["none", "carved"]))
    red, black = (
        replace(side, shape="circle", turn=turn, carving=carving, shadow=float(random.uniform(0.03, 0.25)))
        for side, turn in ((red, first), (black, second))
    )
    return replace(
        pieces,
        sides=(red, black),
        signs="chinese",
        caption=False,
        wobble=wobble,
        loose=float(random.uniform(0.02, 0.11)),
        size=float(random.uniform(0.66, 0.95)),
        thick=float(random.uniform(0.0, 0.22)),
        glyph=max(pieces.glyph, 0.55),
    )


def worn(image: Image.Image, random: Random) -> Image.Image:
    """Return a picture with soft lights and shadows on it, as of lamps and of hands."""
    for _ in range(int(random.integers(0, 4))):
        layer = Image.new("L", image.size)
        pen = ImageDraw.Draw(layer)
        x, y = random.uniform(0, image.width), random.uniform(0, image.height)
        wide, high = random.uniform(0.03, 0.5) * image.width, random.uniform(0.03, 0.5) * image.height
        is_light = chance(random, 0.5)
        pen.ellipse((x - wide, y - high, x + wide, y + high), fill=int(random.integers(30, 170)))
        if not is_light and chance(random, 0.5):  # an arm
            end = (random.uniform(0, image.width), 0.0 if chance(random, 0.5) else float(image.height))
            pen.line([(x, y), end], fill=int(random.integers(60, 150)), width=round(wide) + 2)
        layer = layer.filter(ImageFilter.GaussianBlur(random.uniform(4, 40)))
        image = Image.composite(
            Image.new("RGB", image.size, (255,) * 3 if is_light else (0,) * 3), image, layer
        )
    return image


def camera(random: Random, size: tuple[int, int], strength: float) -> NDArray[np.float64]:
    """Return the homography of a camera held askew, from a flat picture to what it shows; strength 0..1."""
    width, height = size
    angle = random.normal(0, 0.09 * strength)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    lean = np.eye(3)
    if chance(random, 0.7):
        lean[0, 1], lean[1, 0] = random.normal(0, 0.07 * strength, 2)
        lean[2, :2] = random.normal(0, 0.3 * strength, 2) / (width, height)
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    return np.asarray(np.linalg.inv(middle) @ lean @ turn @ middle)


def framed(view: NDArray[np.float64], board: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
    """Return a view moved back and aside as far as needed for the whole board to be in the picture.

    Args:
        view: a homography to pixels.
        board: the pixels of the board's corners before it, one row each.
        size: of the picture.
    """
    corners = applied(view, board)
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = min(1.0, *(np.asarray(size) / (high - low)))
    low, high = low * scale, high * scale
    right, down = np.maximum(-low, 0) - np.maximum(high - size, 0)
    return np.asarray(np.array([[scale, 0, right], [0, scale, down], [0, 0, 1.0]]) @ view)
