"""What was read from a picture of a board, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from xiangqi.core.constants import FILES, RANKS, make_square
from xiangqi.i18n.message import Message

Pixel = tuple[float, float]
"""A place in the picture, x to the right and y down."""

Corners = tuple[Pixel, Pixel, Pixel, Pixel]
"""The outermost points of the lines: top left, top right, bottom right, bottom left, as seen."""

Side = Literal["red", "black"]


class PointReading(NamedTuple):
    """What stands on one point.

    Attributes:
        letter: of a FEN, "." where nothing stands.
        probability: that the letter is right, 0..1.
        runner_up: the letter that is likelier than all others but this one.
    """

    letter: str
    probability: float
    runner_up: str


@dataclass(frozen=True)
class Reading:
    """What was read from a picture.

    Attributes:
        board: the pieces as the first field of a FEN, None where no board was found.
        bottom: the side that sits at the bottom of the picture.
        certain: whether all points are right beyond doubt: shown at once, else asked about first.
        doubtful: squares to be looked at.
        reason: why the reading isn't certain, None where it is.
        corners: where the board is, None where none was found.
        pieces: what stands on each square.
        side_to_move: as marks of the last move tell it, None where nothing does.
    """

    board: str | None
    bottom: Side = "red"
    certain: bool = False
    doubtful: tuple[int, ...] = ()
    reason: Message | None = None
    corners: Corners | None = None
    pieces: Mapping[int, PointReading] = field(default_factory=dict)
    side_to_move: Side | None = None


def square_at(row: int, column: int, bottom: Side) -> int:
    """Return the square of a point as seen."""
    if bottom == "red":
        return make_square(column, RANKS - 1 - row)
    return make_square(FILES - 1 - column, row)
