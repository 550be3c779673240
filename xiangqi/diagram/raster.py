"""Draws boards as pixels with Pillow, for pictures that are made without a window."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Final, Protocol

from PIL import Image, ImageDraw

from xiangqi.diagram.canvas import Canvas, Paint, Path, Point, flattened, moved
from xiangqi.diagram.drawing import Extent, draw_board
from xiangqi.diagram.outlines import centred
from xiangqi.diagram.picture import BoardPicture
from xiangqi.diagram.theme import Colour, DiagramTheme

_OVERSAMPLING: Final = 4

Runs = list[list[Point]]
_Ink = int | Colour
"""The paint of shapes: 0..255 on a mask, a colour on an image."""


class RasterCanvas:
    """Paints with hard edges on a large image, which the caller scales down at the end.

    Attributes:
        image: the painted image.
    """

    def __init__(self, image: Image.Image, scale: float, origin: Point = (0.0, 0.0)) -> None:
        """Paint on an image.

        Args:
            image: the image, in RGB.
            scale: pixels per unit.
            origin: the pixel of (0, 0).
        """
        self.image = image
        self._scale = scale
        self._origin = origin

    def path(self, path: Path, paint: Paint) -> None:
        """Paint a path."""
        runs = flattened(moved(path, *self._origin, self._scale))
        if paint.fill is not None:
            self._lay(runs, 0, paint.fill, paint.opacity, _fill)
        if paint.stroke is not None:
            width = paint.width * self._scale
            dashes = [length * self._scale for length in paint.dashes]
            parts = [part for run in runs for part in (_dashed(run, dashes) if dashes else [run])]
            stroke = partial(_stroke, width=width, is_round=paint.is_round)
            self._lay(parts, width, paint.stroke, paint.opacity, stroke)

    def glyph(self, character: str, font: str, middle: Point, size: float, colour: Colour) -> None:
        """Draw a character as its outline."""
        scale, (x, y) = size * self._scale, self._place(middle)
        runs = [[(x + a * scale, y + b * scale) for a, b in run] for run in _glyph_runs(character, font)]
        self._lay(runs, 0, colour, 1.0, _fill)

    def symbol(self, _key: object, draw: Callable[[Canvas], None], place: Point) -> None:
        """Draw a symbol, which is not cached."""
        draw(RasterCanvas(self.image, self._scale, self._place(place)))

    def _place(self, point: Point) -> Point:
        return self._origin[0] + point[0] * self._scale, self._origin[1] + point[1] * self._scale

    def _lay(self, runs: Runs, width: float, colour: Colour, opacity: float, draw: _Draw) -> None:
        """Draw runs of points: through a mask, or directly if the colour is opaque.

        Args:
            runs: runs of points; if there are none, nothing is drawn.
            width: the width of the strokes, which extends the mask.
            colour: the colour.
            opacity: 0..1.
            draw: draws runs.
        """
        if opacity == 1 and (width or len(runs) == 1):
            draw(ImageDraw.Draw(self.image), [[(x - 0.5, y - 0.5) for x, y in run] for run in runs], ink=colour)
            return
        xs = [x for run in runs for x, _ in run]
        ys = [y for run in runs for _, y in run]
        if not xs:
            return
        left, top = math.floor(min(xs) - width) - 1, math.floor(min(ys) - width) - 1
        size = (math.ceil(max(xs) + width) + 1 - left, math.ceil(max(ys) + width) + 1 - top)
        mask = Image.new("L", size)
        moved_runs = [[(x - left - 0.5, y - top - 0.5) for x, y in run] for run in runs]
        draw(ImageDraw.Draw(mask), moved_runs, ink=round(255 * opacity))
        self.image.paste(colour, (left, top), mask)


class _Draw(Protocol):
    """A function that draws runs of points."""

    def __call__(self, pen: ImageDraw.ImageDraw, runs: Runs, *, ink: _Ink) -> None:
        """Draw the runs with an ink."""


@lru_cache(maxsize=512)
def _glyph_runs(character: str, font: str) -> Runs:
    return flattened(centred(character, font), 4)


def _fill(pen: ImageDraw.ImageDraw, runs: Runs, *, ink: _Ink) -> None:
    """Fill outlines, the largest first: those oriented like the largest are ink, the others are holes."""
    areas = sorted(((_area(run), run) for run in runs if len(run) > 2), key=lambda found: -abs(found[0]))
    for area, run in areas:
        pen.polygon(run, fill=ink if area * areas[0][0] > 0 else 0)


def _area(run: list[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in itertools.pairwise([*run, run[0]]))


def _stroke(pen: ImageDraw.ImageDraw, runs: Runs, *, ink: _Ink, width: float, is_round: bool) -> None:
    """Draw lines of a given width with filled corners, and with round ends if requested."""
    half = width / 2
    for run in runs:
        for (x0, y0), (x1, y1) in itertools.pairwise(run):
            length = math.hypot(x1 - x0, y1 - y0) or 1.0
            x, y = -(y1 - y0) / length * half, (x1 - x0) / length * half
            pen.polygon([(x0 + x, y0 + y), (x1 + x, y1 + y), (x1 - x, y1 - y), (x0 - x, y0 - y)], fill=ink)
        joints = run if is_round or run[0] == run[-1] else run[1:-1]
        for x, y in joints:
            pen.ellipse((x - half, y - half, x + half, y + half), fill=ink)


def _dashed(run: list[Point], dashes: list[float]) -> Iterator[list[Point]]:
    """Yield the strokes of a broken line; `dashes` are alternating lengths of strokes and gaps."""
    lengths = itertools.cycle(dashes)
    left, is_ink = next(lengths), True
    part = [run[0]]
    for start, end in itertools.pairwise(run):
        length, done = math.dist(start, end), 0.0
        while length - done > left:
            done += left
            share = done / length
            place = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            if is_ink:
                yield [*part, place]
            part, is_ink, left = [place], not is_ink, next(lengths)
        left -= length - done
        part.append(end)
    if is_ink and len(part) > 1:
        yield part


def board_image(
    picture: BoardPicture,
    theme: DiagramTheme,
    width: int,
    *,
    flipped: bool = False,
    ground: Colour = (255, 255, 255),
) -> Image.Image:
    """Return a board as an image.

    Args:
        picture: the content of the board.
        theme: the look of the board.
        width: the width in pixels.
        flipped: whether Black is at the bottom.
        ground: the colour of the background.
    """
    extent = Extent.of(picture, theme)
    scale = width / extent.width
    size = (width, round(extent.height * scale))
    image = Image.new("RGB", (size[0] * _OVERSAMPLING, size[1] * _OVERSAMPLING), ground)
    scale *= _OVERSAMPLING
    canvas = RasterCanvas(image, scale, (-extent.left * scale, -extent.top * scale))
    draw_board(canvas, picture, theme, flipped=flipped)
    return image.resize(size, Image.Resampling.BOX)
