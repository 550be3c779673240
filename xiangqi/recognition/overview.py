"""A whole picture made small, as the network that finds boards looks at it."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from xiangqi.recognition.rectify import GREY

SIDE: Final = 192
"""Pixels of an overview, which is square."""

STEP: Final = 8
"""Pixels from one output to the next."""


class Box(NamedTuple):
    """A part of a picture, in its pixels; it may reach beyond."""

    left: float
    top: float
    side: float

    @property
    def scale(self) -> float:
        """Pixels of the picture for one of the overview."""
        return self.side / SIDE


def whole(image: Image.Image) -> Box:
    """Return the square around a picture."""
    side = max(image.size)
    return Box((image.width - side) / 2, (image.height - side) / 2, side)


def overview(image: Image.Image, box: Box) -> NDArray[np.uint8]:
    """Return a part of a picture in RGB, ``SIDE`` pixels wide and high, grey beyond the picture."""
    left, top = max(0.0, box.left), max(0.0, box.top)
    right, bottom = min(float(image.width), box.left + box.side), min(float(image.height), box.top + box.side)
    made = Image.new("RGB", (SIDE, SIDE), GREY)
    if right - left >= 1 and bottom - top >= 1:
        size = (max(1, round((right - left) / box.scale)), max(1, round((bottom - top) / box.scale)))
        small = image.resize(size, Image.Resampling.BILINEAR, box=(left, top, right, bottom))
        made.paste(small, (round((left - box.left) / box.scale), round((top - box.top) / box.scale)))
    return np.asarray(made)


def places(box: Box) -> NDArray[np.float64]:
    """Return the pixels of the picture that outputs tell of: two by rows by columns, x first."""
    middles = (np.arange(SIDE // STEP) + 0.5) * STEP * box.scale
    xs, ys = np.meshgrid(middles + box.left, middles + box.top)
    return np.stack([xs, ys])


def normalised(seen: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return an overview about zero: 3 by rows by columns."""
    return np.ascontiguousarray((seen.astype(np.float32) / 127.5 - 1).transpose(2, 0, 1))
