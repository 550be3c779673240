"""Draws a board with its pieces and marks, in a theme, on any canvas. A cell is 100 units wide.

The marks have the same forms as in the window, so that they can be distinguished without colour.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from xiangqi.core.constants import BLACK, FILES, KIND_MASK, RANKS, RED, make_square
from xiangqi.diagram.canvas import Canvas, Paint, Path, Point, arc, box, circle, line, polygon
from xiangqi.diagram.geometry import BORDER, FRAME, LABEL, BoardLayout
from xiangqi.diagram.labels import BLACK_LABELS, FILE_LETTERS, RIVER_PLACES, TICKS
from xiangqi.diagram.outlines import Typeface
from xiangqi.diagram.picture import NUMBERED_AT, Arrow, BoardPicture
from xiangqi.diagram.symbols import GLYPHS, PICTURE, carve
from xiangqi.diagram.theme import Colour, DiagramTheme, PieceColours

CELL: Final = 100
"""Distance between neighbouring points, in units."""

_LAST_COLUMN: Final = FILES - 1
_LAST_ROW: Final = RANKS - 1
_SIDE: Final = 0.58  # distance from the outer lines to the edge of a board without a frame, in cells
_NUMBERED: Final = 0.86  # the same distance above and below, if files are numbered
_COORDINATES: Final = 0.4  # space for coordinates on a board without a frame, in cells
_LABEL_SIZE: Final = 0.36  # size of numbers and coordinates, which must be legible in print with small cells
_NUMBER_SIZE: Final = 0.29  # size of file numbers on a board with a frame
_FRAME_SIZE: Final = 0.21  # size of coordinates on a frame
_LETTER_RISE: Final = 0.1  # how much higher letters are drawn than digits, for the descender of g, in ems
_EDGE: Final = 1.6  # width of the pale edge round marks


@dataclass(frozen=True)
class Extent:
    """The extent of a drawn board, in units."""

    left: float
    top: float
    width: float
    height: float

    @classmethod
    def of(cls, picture: BoardPicture, theme: DiagramTheme) -> Extent:
        """Return a picture's extent: the whole frame or, without a frame, as little as the labels allow."""
        layout = BoardLayout(0, 0, CELL)
        if theme.frame is not None:
            return cls(0, 0, layout.width, layout.height)
        (left, top), (right, bottom) = layout.grid_point(0, 0), layout.grid_point(_LAST_COLUMN, _LAST_ROW)
        beside, above = _SIDE * CELL, (_NUMBERED if picture.numbers else _SIDE) * CELL
        more = _COORDINATES * CELL if picture.coordinates else 0
        return cls(
            left - beside - more, top - above, right - left + 2 * beside + more, bottom - top + 2 * above + more
        )


def draw_board(canvas: Canvas, picture: BoardPicture, theme: DiagramTheme, *, flipped: bool = False) -> None:
    """Draw a board in the area given by `Extent.of`.

    Args:
        canvas: the canvas to draw on.
        picture: the content of the board.
        theme: the look of the board.
        flipped: whether Black is at the bottom.
    """
    _Drawing(canvas, picture, theme, BoardLayout(0, 0, CELL, flipped)).run()


class _Drawing:
    """Draws one picture layer by layer, from the board upwards."""

    def __init__(self, canvas: Canvas, picture: BoardPicture, theme: DiagramTheme, layout: BoardLayout) -> None:
        self._canvas = canvas
        self._picture = picture
        self._theme = theme
        self._layout = layout

    def run(self) -> None:
        """Draw all layers."""
        picture, theme = self._picture, self._theme
        key = ("board", theme, self._layout.flipped, picture.coordinates, picture.numbers)
        self._canvas.symbol(key, self._bare, (0, 0))
        self._under()
        self._pieces()
        self._over()

    def _point(self, square: int) -> Point:
        """Return the middle of a square; the layout's pixel coordinates are half a unit off."""
        x, y = self._layout.point(square)
        return x + 0.5, y + 0.5

    def _grid(self, column: float, row: float) -> Point:
        x, y = self._layout.grid_point(0, 0)
        return x + 0.5 + column * CELL, y + 0.5 + row * CELL

    # ---- The board ----

    def _bare(self, canvas: Canvas) -> None:
        """Draw the parts that are the same in every position."""
        bare = _Drawing(canvas, self._picture, self._theme, self._layout)
        bare._board()
        bare._labels()

    def _board(self) -> None:
        theme, layout = self._theme, self._layout
        if theme.frame is not None:
            self._canvas.path(box(0, 0, layout.width, layout.height), Paint(theme.frame))
        if theme.ground is not None:
            edge = FRAME * CELL if theme.frame is not None else 0
            extent = Extent.of(self._picture, theme)
            inner = box(
                extent.left + edge, extent.top + edge, extent.width - 2 * edge, extent.height - 2 * edge
            )
            self._canvas.path(inner, Paint(theme.ground))
        width = theme.line_width * CELL
        ruled = [part for path in self._lines() for part in path]
        self._canvas.path(tuple(ruled), Paint(stroke=theme.line, width=width))
        if theme.border:
            gap = BORDER * CELL
            (left, top), (right, bottom) = self._grid(0, 0), self._grid(_LAST_COLUMN, _LAST_ROW)
            around = box(left - gap, top - gap, right - left + 2 * gap, bottom - top + 2 * gap)
            self._canvas.path(around, Paint(stroke=theme.line, width=2 * width))
        for words, (column, shift) in zip(theme.river or (), RIVER_PLACES, strict=False):
            self._canvas.glyph(words, Typeface.BRUSH, self._grid(column + shift, 4.5), 0.58 * CELL, theme.line)

    def _lines(self) -> Iterable[Path]:
        grid = self._grid
        for row in range(RANKS):
            yield line(grid(0, row), grid(_LAST_COLUMN, row))
        for column in range(FILES):
            if column in (0, _LAST_COLUMN):
                yield line(grid(column, 0), grid(column, _LAST_ROW))
            else:
                yield line(grid(column, 0), grid(column, 4))
                yield line(grid(column, 5), grid(column, _LAST_ROW))
        for row in (0, _LAST_ROW - 2):
            yield line(grid(3, row), grid(5, row + 2))
            yield line(grid(5, row), grid(3, row + 2))
        if self._theme.ticks:
            for column, row in (*TICKS, *((column, _LAST_ROW - row) for column, row in TICKS)):
                yield from self._tick(column, row)

    def _tick(self, column: int, row: int) -> Iterable[Path]:
        gap, reach = 0.075, 0.245
        for right in (-1, 1):
            if 0 <= column + right <= _LAST_COLUMN:
                for down in (-1, 1):
                    yield line(
                        self._grid(column + right * gap, row + down * reach),
                        self._grid(column + right * gap, row + down * gap),
                        self._grid(column + right * reach, row + down * gap),
                    )

    def _labels(self) -> None:
        picture, theme, flipped = self._picture, self._theme, self._layout.flipped
        size = (_LABEL_SIZE if theme.frame is None else _NUMBER_SIZE) * CELL
        for column in range(FILES) if picture.numbers else ():
            place = _LAST_COLUMN - column if flipped else column
            black, red = (BLACK_LABELS[place], theme.black_label), (picture.numbers[place], theme.red_label)
            upper, lower = (red, black) if flipped else (black, red)
            for (words, colour), row in ((upper, -LABEL), (lower, _LAST_ROW + LABEL)):
                self._canvas.glyph(words, Typeface.BRUSH, self._grid(column, row), size, colour)
        if picture.coordinates:
            self._coordinates()

    def _coordinates(self) -> None:
        """Write the files below the board and the ranks to its left, on the frame if there is one."""
        extent = Extent.of(self._picture, self._theme)
        off = (FRAME if self._theme.frame is not None else _COORDINATES) * CELL / 2
        size = (_LABEL_SIZE if self._theme.frame is None else _FRAME_SIZE) * CELL
        for file, letter in enumerate(FILE_LETTERS):
            x = self._point(make_square(file, 0))[0]
            place = (x, extent.top + extent.height - off - _LETTER_RISE * size)
            self._canvas.glyph(letter, Typeface.BOLD, place, size, self._theme.frame_label)
        for rank in range(RANKS):
            y = self._point(make_square(0, rank))[1]
            self._canvas.glyph(str(rank), Typeface.BOLD, (extent.left + off, y), size, self._theme.frame_label)

    # ---- Pieces ----

    def _pieces(self) -> None:
        picture = self._picture
        for square, code in picture.pieces.items():
            draw = partial(draw_piece, code=code, theme=self._theme)
            self._canvas.symbol((code, self._theme), draw, self._point(square))

    # ---- Marks ----

    def _under(self) -> None:
        picture, theme = self._picture, self._theme
        for square in picture.last_move or ():
            self._edged(self._brackets(square), Paint(stroke=theme.last, width=5.5))
        for square in (*(picture.facing or ()), *(() if picture.checked is None else (picture.checked,))):
            self._canvas.path(circle(*self._point(square), 58), Paint(theme.danger, opacity=0.55))
        if picture.selected is not None:
            ring = circle(*self._point(picture.selected), 52.5)
            self._edged(ring, Paint(stroke=theme.selected, width=5.5))

    def _brackets(self, square: int) -> Path:
        """Return the four corner brackets round a square."""
        x, y = self._point(square)
        half, length = 46, 17
        corners: Path = ()
        for right in (-1, 1):
            for down in (-1, 1):
                tip = (x + right * half, y + down * half)
                ends = ((tip[0] - right * length, tip[1]), (tip[0], tip[1] - down * length))
                corners += line(ends[0], tip, ends[1])
        return corners

    def _over(self) -> None:
        picture, theme = self._picture, self._theme
        for attacked in picture.attacks:
            self._attack_counts(attacked.square, attacked.red, attacked.black)
        for square in picture.targets:
            self._target(square)
        for drawn in picture.circles:
            ring = self._ring(drawn.square, 53, 8, 27, 45) if drawn.ink.is_broken else None
            ring = ring or circle(*self._point(drawn.square), 53)
            self._edged(ring, Paint(stroke=theme.inks[drawn.ink.value], width=7.5))
        for square in picture.vacant:
            self._cross(square, 16, 11, theme.danger)
        for arrow in picture.arrows:
            self._arrow(arrow)
        for arrow in picture.arrows:
            self._number(arrow)
        if picture.facing is not None:
            between = line(*map(self._point, picture.facing))
            self._edged(between, Paint(stroke=theme.danger, width=8, dashes=(16, 10)))
        for square in picture.blockers:
            self._edged(self._ring(square, 50, 12, 18, 30), Paint(stroke=theme.danger, width=6))
            self._badge(square, "×", theme.danger, (0, 0))
        self._badges()
        if picture.cursor is not None:
            x, y = self._point(picture.cursor)
            tips = ((x, y - 66), (x + 66, y), (x, y + 66), (x - 66, y))
            self._edged(polygon(tips), Paint(stroke=theme.cursor, width=5.5, dashes=(34, 26)))

    def _badges(self) -> None:
        """Draw the signs at targets, kings and graded moves."""
        picture, theme = self._picture, self._theme
        signs: list[tuple[Iterable[int], str, Colour]] = [
            (picture.repeating, "↺", theme.warning),
            (picture.risky, "!", theme.warning),
            (picture.warned, "!", theme.danger),
            (() if picture.checked is None else (picture.checked,), "!", theme.danger),
        ]
        for squares, sign, colour in signs:
            for square in squares:
                self._badge(square, sign, colour, (30, -30))
        for square, worth in picture.kept:
            sign, colour = {
                "win": ("+", theme.inks["best"]),
                "draw": ("=", theme.line),
                "loss": ("−", theme.danger),
            }[worth]
            self._badge(square, sign, colour, (26, 26))
        for square, grade in picture.graded:
            x, y = self._point(square)
            colour = theme.danger if grade == "??" else theme.warning
            self._canvas.path(circle(x + 36, y - 36, 23), Paint(colour, theme.halo, 2 * _EDGE))
            for letter, off in zip(grade, (-7, 7) if len(grade) > 1 else (0,), strict=True):
                self._canvas.glyph(letter, Typeface.BOLD, (x + 36 + off, y - 36), 29, theme.halo)

    def _badge(self, square: int, sign: str, colour: Colour, off: Point) -> None:
        """Draw a sign in a disc at an offset from a point."""
        x, y = self._point(square)
        middle = (x + off[0], y + off[1])
        self._canvas.path(circle(*middle, 19.5), Paint(self._theme.halo))
        self._canvas.path(circle(*middle, 17), Paint(colour))
        self._canvas.path(_figure(sign, middle), Paint(stroke=self._theme.halo, width=4, is_round=True))

    def _target(self, square: int) -> None:
        """Draw a dot on a target of the selected piece, or arcs around a piece that it may capture."""
        if square in self._picture.pieces:
            arcs = self._ring(square, 52, 4, 62, 90, 14)
            self._edged(arcs, Paint(stroke=self._theme.capture, width=7))
        else:
            x, y = self._point(square)
            self._canvas.path(circle(x, y, 16), Paint(self._theme.halo))
            self._canvas.path(circle(x, y, 13.5), Paint(self._theme.target))

    def _ring(
        self, square: int, radius: float, count: int, share: float, step: float, start: float = 0
    ) -> Path:
        """Return a broken ring: arcs of ``share`` degrees, one every ``step`` degrees."""
        x, y = self._point(square)
        arcs = (arc(x, y, radius, start + turn * step, start + turn * step + share) for turn in range(count))
        return tuple(segment for part in arcs for segment in part)

    def _cross(self, square: int, reach: float, width: float, colour: Colour) -> None:
        x, y = self._point(square)
        strokes = line((x - reach, y - reach), (x + reach, y + reach))
        strokes += line((x + reach, y - reach), (x - reach, y + reach))
        self._edged(strokes, Paint(stroke=colour, width=width, is_round=True))

    def _attack_counts(self, square: int, red: int, black: int) -> None:
        """Draw each side's attack count at a point unless it is 0: Red's in a disc, Black's in a box."""
        x, y = self._point(square)
        for side, count, place in ((RED, red, (x - 33, y + 33)), (BLACK, black, (x + 33, y + 33))):
            if count:
                ground = circle(*place, 15) if side == RED else box(place[0] - 15, place[1] - 15, 30, 30)
                colour = self._theme.red_label if side == RED else self._theme.black_label
                self._canvas.path(ground, Paint(colour, self._theme.halo, _EDGE))
                self._canvas.glyph(str(count), Typeface.BOLD, place, 23, self._theme.halo)

    def _arrow(self, arrow: Arrow) -> None:
        """Draw an arrow: a head, and a shaft with round ends that is broken for some inks."""
        (x0, y0), (x1, y1) = self._point(arrow.from_square), self._point(arrow.to_square)
        length = math.dist((x0, y0), (x1, y1))
        if not length:
            return
        colour = self._theme.inks[arrow.ink.value]
        half = 4.5 + 3.5 * arrow.strength
        right, down = (x1 - x0) / length, (y1 - y0) / length

        def at(along: float, across: float = 0.0) -> Point:
            return x0 + right * along - down * across, y0 + down * along + right * across

        neck, tip, wide = length - 40, length - 6, half + 13
        paint = Paint(stroke=colour, width=2 * half, is_round=True, opacity=0.92)
        dashes = (30 - 2 * half, 2 * half + 12) if arrow.ink.is_broken else ()
        shaft = Paint(stroke=colour, width=2 * half, dashes=dashes, is_round=True, opacity=0.92)
        head = polygon((at(neck, -wide), at(tip), at(neck, wide)))
        edge = self._theme.halo
        self._canvas.path(line(at(18 + half), at(neck)), shaft.widened(_EDGE, edge, 0.67))
        self._canvas.path(head, Paint(edge, edge, 2 * _EDGE, is_round=True, opacity=0.67))
        self._canvas.path(line(at(18 + half), at(neck)), shaft)
        self._canvas.path(head, Paint(colour, opacity=paint.opacity))

    def _number(self, arrow: Arrow) -> None:
        if arrow.number:
            (x0, y0), (x1, y1) = self._point(arrow.from_square), self._point(arrow.to_square)
            place = (x0 + (x1 - x0) * NUMBERED_AT, y0 + (y1 - y0) * NUMBERED_AT)
            halo = self._theme.halo
            self._canvas.path(circle(*place, 16), Paint(self._theme.inks[arrow.ink.value], halo, _EDGE))
            self._canvas.glyph(str(arrow.number), Typeface.BOLD, place, 23, halo)

    def _edged(self, path: Path, paint: Paint) -> None:
        """Stroke a path, with a pale edge beneath it."""
        self._canvas.path(path, paint.widened(_EDGE, self._theme.halo, 0.75))
        self._canvas.path(path, paint)


def _figure(sign: str, middle: Point) -> Path:
    """Return the sign of a badge as strokes."""
    x, y = middle
    strokes: dict[str, Callable[[], Path]] = {
        "!": lambda: line((x, y - 9), (x, y + 2)) + line((x, y + 8.4), (x, y + 8.5)),
        "×": lambda: line((x - 6, y - 6), (x + 6, y + 6)) + line((x + 6, y - 6), (x - 6, y + 6)),
        "+": lambda: line((x - 7, y), (x + 7, y)) + line((x, y - 7), (x, y + 7)),
        "=": lambda: line((x - 7, y - 4), (x + 7, y - 4)) + line((x - 7, y + 4), (x + 7, y + 4)),
        "−": lambda: line((x - 7, y), (x + 7, y)),
        "↺": lambda: arc(x, y, 8, 60, 350) + line((x + 3, y - 1), (x + 8, y + 1), (x + 12, y - 3)),
    }
    return strokes[sign]()


def draw_piece(canvas: Canvas, code: int, theme: DiagramTheme) -> None:
    """Draw a piece centred at (0, 0)."""
    colours = theme.black if code & BLACK else theme.red
    radius = theme.piece * CELL / 2
    edge = colours.edge_width * CELL
    canvas.path(circle(0, 0, radius - edge / 2), Paint(colours.face, colours.edge, edge))
    if colours.ring:
        ring = Paint(stroke=colours.ink, width=colours.ring_width * radius)
        canvas.path(circle(0, 0, colours.ring * radius), ring)
    glyphs = GLYPHS.get(theme.symbols)
    if glyphs is None:
        carve(code & KIND_MASK, _Knife(canvas, colours, radius * PICTURE))
    else:
        font = theme.font or (Typeface.BOLD if glyphs[code].isascii() else Typeface.BRUSH)
        canvas.glyph(glyphs[code], font, (0, 0), 2 * radius * theme.glyph, colours.ink)


class _Knife:
    """Draws the shapes of a piece's picture in its side's ink, and cut-outs in the colour of the face."""

    def __init__(self, canvas: Canvas, colours: PieceColours, unit: float) -> None:
        self._canvas = canvas
        self._colours = colours
        self._unit = unit

    def polygon(self, corners: list[Point], cut: bool) -> None:
        """Fill a polygon, or cut it out."""
        shape = polygon((x * self._unit, y * self._unit) for x, y in corners)
        self._canvas.path(shape, self._fill(cut))

    def disc(self, x: float, y: float, radius: float, cut: bool = False) -> None:
        """Fill a circle, or cut it out."""
        self._canvas.path(circle(x * self._unit, y * self._unit, radius * self._unit), self._fill(cut))

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """Draw a circle's line; the radius is that of its outer edge."""
        middle = circle(x * self._unit, y * self._unit, (radius - width / 2) * self._unit)
        self._canvas.path(middle, Paint(stroke=self._colours.ink, width=width * self._unit))

    def _fill(self, cut: bool) -> Paint:
        return Paint(self._colours.face if cut else self._colours.ink)
