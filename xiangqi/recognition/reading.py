"""The result of reading a picture of a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from xiangqi.core.constants import FILES, RANKS, make_square
from xiangqi.i18n.message import Message

Pixel = tuple[float, float]
"""Coordinates in the picture: x to the right, y down."""

Corners = tuple[Pixel, Pixel, Pixel, Pixel]
"""The corners of the grid as seen: top left, top right, bottom right, bottom left."""

Side = Literal["red", "black"]


class PointReading(NamedTuple):
    """The reading of one point.

    Attributes:
        letter: as in a FEN, "." for an empty point.
        probability: the probability of the letter, 0..1.
        runner_up: the next likeliest letter.
    """

    letter: str
    probability: float
    runner_up: str


@dataclass(frozen=True)
class Reading:
    """The reading of a picture.

    Attributes:
        board: the pieces as the first field of a FEN; None if no board was found.
        bottom: the side at the bottom of the picture.
        certain: whether nothing is in doubt; otherwise the player is asked.
        doubtful: squares that need checking.
        reason: why the reading is not certain; None if it is.
        corners: the corners of the grid; None if no board was found.
        pieces: the reading of each square.
        side_to_move: according to the marks on the last move; None if unknown.
        others: the corners of other boards in the picture, which could be read instead.
    """

    board: str | None
    bottom: Side = "red"
    certain: bool = False
    doubtful: tuple[int, ...] = ()
    reason: Message | None = None
    corners: Corners | None = None
    pieces: Mapping[int, PointReading] = field(default_factory=dict)
    side_to_move: Side | None = None
    others: tuple[Corners, ...] = ()


def square_at(row: int, column: int, bottom: Side) -> int:
    """Return the square at a row and column as seen."""
    if bottom == "red":
        return make_square(column, RANKS - 1 - row)
    return make_square(FILES - 1 - column, row)


def middle(corners: Corners) -> Pixel:
    """Return the middle of a board, the mean of its corners."""
    xs, ys = zip(*corners, strict=True)
    return sum(xs) / len(corners), sum(ys) / len(corners)


def is_within(place: Pixel, corners: Corners) -> bool:
    """Return whether a place lies within four corners, which are given clockwise."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return all((x1 - x0) * (place[1] - y0) >= (y1 - y0) * (place[0] - x0) for (x0, y0), (x1, y1) in pairs)
