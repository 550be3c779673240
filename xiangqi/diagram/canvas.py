"""The elements of drawings: paths, characters, and symbols that are drawn repeatedly.

Coordinates run to the right and down. A path is a sequence of segments, each an SVG path command
(M, L, Q, C, Z) with absolute coordinates.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from xiangqi.diagram.theme import Colour

Point = tuple[float, float]
Segment = tuple[str, tuple[float, ...]]
Path = tuple[Segment, ...]

_KAPPA: Final = 0.5522847498
"""Distance from the ends of a quarter circle to its control points, in radii."""


@dataclass(frozen=True)
class Paint:
    """The paint of a path: a fill, a stroke or both."""

    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0.0  # width of the stroke
    dashes: tuple[float, ...] = ()  # alternating lengths of strokes and gaps; () for a solid line
    is_round: bool = False  # whether strokes have round ends and corners
    opacity: float = 1.0

    def widened(self, by: float, colour: Colour, opacity: float) -> Paint:
        """Return the paint for an edge that shows on both sides of this stroke, drawn beneath it."""
        return replace(self, stroke=colour, width=self.width + 2 * by, opacity=opacity)


class Canvas(Protocol):
    """A surface to draw on."""

    def path(self, path: Path, paint: Paint) -> None:
        """Paint a path; fills follow the non-zero rule."""

    def glyph(self, character: str, font: str, middle: Point, size: float, colour: Colour) -> None:
        """Draw a character centred on a point, as `outlines.centred` centres it.

        Args:
            character: the character.
            font: a Typeface, or the path of a font file.
            middle: the point on which it is centred.
            size: the size of the em.
            colour: the colour of the ink.
        """

    def symbol(self, key: object, draw: Callable[[Canvas], None], place: Point, /) -> None:
        """Draw a symbol that may be cached and drawn again elsewhere.

        Args:
            key: identifies the symbol; equal keys mean equal drawings.
            draw: draws it on a canvas, centred at (0, 0).
            place: the position of its centre.
        """


def polygon(corners: Iterable[Point]) -> Path:
    """Return a closed polygon."""
    first, *rest = corners
    return (("M", first), *(("L", corner) for corner in rest), ("Z", ()))


def line(*points: Point) -> Path:
    """Return an open line through points."""
    first, *rest = points
    return (("M", first), *(("L", point) for point in rest))


def box(left: float, top: float, width: float, height: float) -> Path:
    """Return a rectangle."""
    right, bottom = left + width, top + height
    return polygon(((left, top), (right, top), (right, bottom), (left, bottom)))


def circle(x: float, y: float, radius: float) -> Path:
    """Return a circle of four curves."""
    k, r = _KAPPA * radius, radius
    return (
        ("M", (x + r, y)),
        ("C", (x + r, y + k, x + k, y + r, x, y + r)),
        ("C", (x - k, y + r, x - r, y + k, x - r, y)),
        ("C", (x - r, y - k, x - k, y - r, x, y - r)),
        ("C", (x + k, y - r, x + r, y - k, x + r, y)),
        ("Z", ()),
    )


def arc(x: float, y: float, radius: float, start: float, end: float) -> Path:
    """Return an arc of a circle, from one angle to another (degrees, anticlockwise from the right)."""
    steps = max(1, math.ceil(abs(end - start) / 90))
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    reach = 4 / 3 * math.tan((angles[1] - angles[0]) / 4) * radius
    segments: list[Segment] = [("M", (x + radius * math.cos(angles[0]), y - radius * math.sin(angles[0])))]
    for first, last in itertools.pairwise(angles):
        here = (x + radius * math.cos(first), y - radius * math.sin(first))
        there = (x + radius * math.cos(last), y - radius * math.sin(last))
        segments.append(
            (
                "C",
                (
                    here[0] - reach * math.sin(first),
                    here[1] - reach * math.cos(first),
                    there[0] + reach * math.sin(last),
                    there[1] + reach * math.cos(last),
                    *there,
                ),
            )
        )
    return tuple(segments)


def moved(path: Path, x: float, y: float, scale: float = 1.0) -> Path:
    """Return a path scaled about (0, 0) and then translated."""
    return tuple(
        (letter, tuple(value * scale + (y if place % 2 else x) for place, value in enumerate(values)))
        for letter, values in path
    )


def bounds(path: Path) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of a path's points, with control points; all 0 without points."""
    xs = [value for _, values in path for value in values[::2]]
    ys = [value for _, values in path for value in values[1::2]]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)


def flattened(path: Path, steps: int = 8) -> list[list[Point]]:
    """Return a path as runs of points, with each curve approximated by straight lines."""
    runs: list[list[Point]] = []
    for letter, values in path:
        if letter == "M":
            runs.append([(values[0], values[1])])
        elif letter == "L":
            runs[-1].append((values[0], values[1]))
        elif letter == "Z":
            runs[-1].append(runs[-1][0])
        else:
            runs[-1] += _along(runs[-1][-1], values, steps)
    return runs


def _along(start: Point, values: Sequence[float], steps: int) -> list[Point]:
    """Return points after the start of a quadratic or cubic curve; its other points are `values`."""
    points = [start, *zip(values[::2], values[1::2], strict=True)]
    found = []
    for step in range(1, steps + 1):
        share, level = step / steps, points
        while len(level) > 1:  # de Casteljau
            level = [
                (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
                for a, b in itertools.pairwise(level)
            ]
        found.append(level[0])
    return found
