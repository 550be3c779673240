"""Overviews: small versions of a picture, as input for the network that finds boards."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from xiangqi.recognition.rectify import GREY

SIDE: Final = 192
"""Width and height of an overview in pixels."""

STEP: Final = 8
"""Distance between the outputs in pixels of the overview."""


class Box(NamedTuple):
    """A square part of a picture in its pixels, possibly reaching beyond it."""

    left: float
    top: float
    side: float

    @property
    def scale(self) -> float:
        """The size of an overview pixel in pixels of the picture."""
        return self.side / SIDE


def whole(image: Image.Image) -> Box:
    """Return the square around a picture."""
    side = max(image.size)
    return Box((image.width - side) / 2, (image.height - side) / 2, side)


def overview(image: Image.Image, box: Box) -> NDArray[np.uint8]:
    """Return a part of a picture in RGB, ``SIDE`` pixels square, grey beyond the picture's edge."""
    left, top = max(0.0, box.left), max(0.0, box.top)
    right, bottom = min(float(image.width), box.left + box.side), min(float(image.height), box.top + box.side)
    made = Image.new("RGB", (SIDE, SIDE), GREY)
    if right - left >= 1 and bottom - top >= 1:
        size = (max(1, round((right - left) / box.scale)), max(1, round((bottom - top) / box.scale)))
        small = image.resize(size, Image.Resampling.BILINEAR, box=(left, top, right, bottom))
        made.paste(small, (round((left - box.left) / box.scale), round((top - box.top) / box.scale)))
    return np.asarray(made)


def places(box: Box) -> NDArray[np.float64]:
    """Return the picture's pixels to which the outputs refer: two by rows by columns, x first."""
    middles = (np.arange(SIDE // STEP) + 0.5) * STEP * box.scale
    xs, ys = np.meshgrid(middles + box.left, middles + box.top)
    return np.stack([xs, ys])


def normalised(seen: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return an overview scaled around zero: 3 by rows by columns."""
    return np.ascontiguousarray((seen.astype(np.float32) / 127.5 - 1).transpose(2, 0, 1))
