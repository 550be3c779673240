"""A picture as raw data, passed between features and their workers."""

from __future__ import annotations

from typing import NamedTuple


class Pixels(NamedTuple):
    """A picture as raw data."""

    width: int
    height: int
    data: bytes  # red, green and blue of each pixel, row by row
