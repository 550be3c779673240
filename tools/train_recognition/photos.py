"""Features of photos of wooden boards that screenshots lack: thick pieces at any angle, shadows, slants."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from tools.train_recognition.looks import PieceSet
from tools.train_recognition.paint import Random, chance

_TURNS: Final = ((0.0, 180.0), (90.0, 270.0), (0.0, 0.0), (90.0, 90.0))
"""Degrees by which both sides' pieces are turned if each player looks at his own, or one person at all."""


def real_set(random: Random, pieces: PieceSet) -> PieceSet:
    """Return a design like that of real pieces: round, with characters, at any angle, near their points."""
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
    """Return a picture with soft lights and shadows on it, as from lamps and hands."""
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
