"""The paths of a board's arrows, which run from rim to rim, side by side if on one line, and clear of symbols.

Pure geometry in cells. A place on a path is given by its distance along the line from the middle of the first
square, and to the right of the line.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final

from xiangqi.core.constants import file_of, rank_of
from xiangqi.diagram.geometry import PIECE
from xiangqi.diagram.picture import Arrow

RIM: Final = PIECE / 2
"""Distance from a piece's middle to its rim."""

SYMBOL: Final = 0.33
"""Distance from a piece's middle within which its symbol is."""

HEAD: Final = 0.34
"""Length of a head."""

NUMBER: Final = 0.17
"""Radius of a number's disc."""

_BARE: Final = 0.18  # from an empty first square to the arrow
_SHORT: Final = 0.05  # from the arrow to the middle of an empty second square
_LEAST: Final = 0.38  # shortest arrow: between neighbours it covers their rims, but no symbol
_ROOM: Final = (
    0.02  # between a number and a symbol, and between a shaft and the rim of a piece that interrupts it
)
_LANE: Final = 0.2  # least distance between arrows side by side, so that their heads stand apart
_MOST_ASIDE: Final = 0.3
_WANTED: Final = 0.42  # where along the arrow its number is, if nothing is in the way
_STEP: Final = 0.04
_BESIDE: Final = 0.34  # of a number that has no room on its arrow, from the arrow

Vector = tuple[float, float]


@dataclass(frozen=True)
class ArrowPath:
    """The path of an arrow."""

    length: float  # between the middles of the squares
    width: float  # of the shaft
    tail: float  # where the shaft begins
    tip: float  # where the head ends
    aside: float = 0.0  # how far the arrow is to the right
    gaps: tuple[Vector, ...] = field(default=())  # the parts of the shaft that pieces interrupt: from, to
    number: Vector | None = None  # the middle of its number, along and to the right


def _width(strength: float, cell: float) -> float:
    """Return the width of an arrow in cells: 5 to 12 points, or less on boards with small cells."""
    return min((5.0 + 7.0 * strength) / cell, 0.077 + 0.109 * strength)


@lru_cache(maxsize=16)
def _known(
    arrows: tuple[Arrow, ...], occupied: tuple[int, ...], cell: float, number: float
) -> tuple[ArrowPath, ...]:
    widths = [_width(arrow.strength, cell) for arrow in arrows]
    lanes = _lanes(arrows, widths)
    taken: list[Vector] = []
    paths = []
    for arrow, width, aside in zip(arrows, widths, lanes, strict=True):
        line = _Line(arrow, aside)
        path = line.path(width, frozenset(occupied))
        if arrow.number:
            path = line.numbered(path, occupied, taken, number)
        paths.append(path)
    return tuple(paths)


def arrow_paths(
    arrows: Sequence[Arrow], pieces: Mapping[int, int], cell: float = 65.0, number: float = NUMBER
) -> tuple[ArrowPath, ...]:
    """Return the path of each arrow.

    Args:
        arrows: the arrows; of those side by side, the first is at the left or top.
        pieces: the pieces by square.
        cell: the size of a cell in points, since the width of an arrow is given in points; it is less on a
            small board.
        number: the radius of a number's disc, in cells.
    """
    return _known(tuple(arrows), tuple(sorted(pieces)), cell, number)


def _place(square: int) -> Vector:
    """Return the middle of a square in cells: to the right, and down as Red sees it."""
    return float(file_of(square)), float(-rank_of(square))


class _Line:
    """The straight line of an arrow, shifted aside."""

    def __init__(self, arrow: Arrow, aside: float) -> None:
        self.arrow = arrow
        self.start, end = _place(arrow.from_square), _place(arrow.to_square)
        self.length = math.dist(self.start, end) or 1.0
        self.along = ((end[0] - self.start[0]) / self.length, (end[1] - self.start[1]) / self.length)
        self.aside = aside

    def of(self, place: Vector) -> Vector:
        """Return the coordinates of a place: along the line between both squares, and to its right."""
        x, y = place[0] - self.start[0], place[1] - self.start[1]
        return x * self.along[0] + y * self.along[1], y * self.along[0] - x * self.along[1]

    def at(self, along: float, right: float) -> Vector:
        """Return the place at given distances along the line and to its right."""
        return (
            self.start[0] + along * self.along[0] - right * self.along[1],
            self.start[1] + along * self.along[1] + right * self.along[0],
        )

    def path(self, width: float, occupied: frozenset[int]) -> ArrowPath:
        """Return the path without its number."""
        within = math.sqrt(max(0.0, RIM**2 - self.aside**2))
        begins, ends = self.arrow.from_square in occupied, self.arrow.to_square in occupied
        tail = within if begins else _BARE
        tip = self.length - (within if ends else _SHORT)
        lacking = max(0.0, _LEAST - (tip - tail)) / max(1, begins + ends)
        tail, tip = tail - lacking * begins, tip + lacking * ends
        others = (_place(square) for square in occupied - {self.arrow.from_square, self.arrow.to_square})
        gaps = (gap for other in others if (gap := self._gap(other, width, tail, tip)) is not None)
        return ArrowPath(self.length, width, tail, tip, self.aside, tuple(sorted(gaps)))

    def _gap(self, piece: Vector, width: float, tail: float, tip: float) -> Vector | None:
        """Return the part of the shaft to leave out, since it would cross a piece's symbol, or None."""
        along, right = self.of(piece)
        away = abs(right - self.aside)
        if away >= SYMBOL + width / 2 or not tail < along < tip:
            return None
        half = math.sqrt(max(0.0, (RIM + _ROOM) ** 2 - away**2))
        return along - half, along + half

    def numbered(
        self, path: ArrowPath, occupied: Iterable[int], taken: list[Vector], radius: float
    ) -> ArrowPath:
        """Return the path with its number, if possible where it covers no symbol and no other number.

        The place is appended to `taken`. If the arrow is hardly longer than its head, a place beside it is
        preferred.
        """
        wanted = path.tail + _WANTED * (path.tip - path.tail)
        steps = int((path.tip - path.tail) / _STEP)
        along = [path.tail + _STEP * step for step in range(steps + 1)]
        along.sort(key=lambda one: abs(one - wanted))
        middle = (path.tail + path.tip) / 2
        on_it = [(one, path.aside) for one in along]
        beside = [(middle, path.aside + side * _BESIDE) for side in (1, -1)]
        is_short = path.tip - path.tail < HEAD + 2.5 * radius
        places = [*beside, *on_it] if is_short else [*on_it, *beside]
        pieces = [_place(square) for square in occupied]

        def room(place: Vector) -> float:
            """Return 0 if a number has enough room at a place, or else minus the room that it lacks."""
            there = self.at(*place)
            free = [math.dist(there, piece) - SYMBOL - radius - _ROOM for piece in pieces]
            free += [math.dist(there, other) - 2 * radius - _ROOM for other in taken]
            return min(0.0, min(free, default=0.0))

        best = max(places, key=room)
        taken.append(self.at(*best))
        return ArrowPath(path.length, path.width, path.tail, path.tip, path.aside, path.gaps, best)


# ---- Side by side ----


def _lanes(arrows: Sequence[Arrow], widths: Sequence[float]) -> list[float]:
    """Return each arrow's shift to the right, so that arrows that share part of a line lie side by side."""
    aside = [0.0] * len(arrows)
    for group in _sharing(arrows):
        steps = [max(_LANE, (widths[one] + widths[two]) / 2 + 0.04) for one, two in pairwise(group)]
        squeezed = min(1.0, 2 * _MOST_ASIDE / sum(steps))
        offset = -squeezed * sum(steps) / 2
        for place, step in zip(group, (*steps, 0.0), strict=True):
            aside[place] = offset * (1 if _points_on(arrows[place]) else -1)
            offset += squeezed * step
    return aside


def _points_on(arrow: Arrow) -> bool:
    """Return whether an arrow points to the right, or straight down."""
    (x0, y0), (x1, y1) = _place(arrow.from_square), _place(arrow.to_square)
    return (x1, y1) > (x0, y0)


def _sharing(arrows: Sequence[Arrow]) -> list[list[int]]:
    """Return groups of arrows by index; each arrow shares part of its line with another of its group."""
    groups: list[list[int]] = []
    for place, arrow in enumerate(arrows):
        near = [group for group in groups if any(_share(arrow, arrows[other]) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append(sorted([place, *(other for group in near for other in group)]))
    return [group for group in groups if len(group) > 1]


def _share(one: Arrow, other: Arrow) -> bool:
    """Return whether two arrows lie on one line and overlap there."""
    line = _Line(one, 0.0)
    ends = [line.of(_place(square)) for square in (other.from_square, other.to_square)]
    if any(abs(right) > 0.01 for _, right in ends):
        return False
    low, high = sorted(along for along, _ in ends)
    return min(high, line.length) - max(low, 0.0) > 0.01
