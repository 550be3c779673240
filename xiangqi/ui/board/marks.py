"""Marks on the board: dots, rings, brackets, halos, signs and arrows, as smooth pictures per cell size.

Every kind differs in form, not only in colour. All pictures are square with the point in the middle, except
arrows and lines, which come with the position of their upper left corner.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Final

import pygame

from xiangqi.core.constants import RED
from xiangqi.diagram.arrow_paths import HEAD, ArrowPath
from xiangqi.ui.board.relief import distance_from, flat, smoothstep, stencil
from xiangqi.ui.toolkit.fonts import Face, text
from xiangqi.ui.toolkit.roles import Colour

Paint = Callable[[pygame.Surface, int], None]

_PALE: Final = (255, 248, 230)
_DARK: Final = (30, 16, 6)
_RED: Final = (170, 30, 22)
_GREEN: Final = (28, 116, 58)
_GREY: Final = (74, 84, 104)
# How solid an arrow and its pale edge are, and one through which the board can be seen, 0..255.
_SOLID, _EDGE, _CLEAR, _CLEAR_EDGE = 235, 170, 205, 120
_BRIGHT: Final = 120  # brightness of grounds on which white is hard to read
_KEPT: Final = 32  # number of pictures of each kind that are cached


@lru_cache(maxsize=_KEPT)
def dot(cell: int, colour: Colour) -> pygame.Surface:
    """Return the mark of a move to an empty point: a bead with a pale edge and a highlight."""
    size = _odd(cell * 0.5)
    radius = cell * 0.135
    picture = stencil(size, size, _DARK, _disc(size, radius * 1.32), 80)
    picture.blit(stencil(size, size, _PALE, _disc(size, radius * 1.18), 225), (0, 0))
    picture.blit(stencil(size, size, colour, _disc(size, radius), 240), (0, 0))
    glint = stencil(size, size, (255, 255, 255), _disc(size, radius * 0.36), 90)
    picture.blit(glint, (-round(radius * 0.32), -round(radius * 0.36)))
    return picture


@lru_cache(maxsize=_KEPT)
def capture_ring(cell: int, colour: Colour) -> pygame.Surface:
    """Return a ring in four arcs around a piece that may be captured."""
    arcs = [(quarter * 90 + 14, quarter * 90 + 76) for quarter in range(4)]
    return _outlined(cell, colour, 0.52, 0.07, arcs)


@lru_cache(maxsize=_KEPT)
def selection(cell: int, colour: Colour) -> pygame.Surface:
    """Return the closed bright ring that glows under the selected piece."""
    size = _odd(cell * 1.5)
    distance = distance_from(size, size, size / 2, size / 2)
    glow = flat(colour, 0.75 * smoothstep(cell * 0.72, cell * 0.44, distance))
    ring = _outlined(cell, colour, 0.525, 0.055, [(0, 360)])
    glow.blit(ring, ring.get_rect(center=(size // 2, size // 2)))
    return glow


@lru_cache(maxsize=_KEPT)
def circle(cell: int, colour: Colour, dashed: bool) -> pygame.Surface:
    """Return a circle around a point, solid or, for the opponent's threats, dashed."""
    broken = [(place * 45, place * 45 + 27) for place in range(8)]
    return _outlined(cell, colour, 0.53, 0.075, broken if dashed else [(0, 360)])


@lru_cache(maxsize=_KEPT)
def vacant(cell: int, colour: Colour) -> pygame.Surface:
    """Return a cross for a point that must be empty."""
    size = _odd(cell * 0.95)
    picture = stencil(size, size, _PALE, partial(_cross, width=0.2), 215)
    picture.blit(stencil(size, size, colour, _cross, 245), (0, 0))
    return picture


@lru_cache(maxsize=_KEPT)
def brackets(cell: int, colour: Colour, weight: float = 1.0) -> pygame.Surface:
    """Return the four corner brackets at one end of the last move, `weight` times as thick as usual."""
    size = _odd(cell * 1.1)

    def paint(grow: float) -> Paint:
        def corners(surface: pygame.Surface, scale: int) -> None:
            middle, half = surface.get_width() / 2, (cell * 0.49 + grow) * scale
            length, width = (cell * 0.2 + 2 * grow) * scale, (cell * 0.055 * weight + 2 * grow) * scale
            for side_x in (-1, 1):
                for side_y in (-1, 1):
                    x, y = middle + side_x * half, middle + side_y * half
                    _bar(surface, x, y, -side_x * length, -side_y * width)
                    _bar(surface, x, y, -side_x * width, -side_y * length)

        return corners

    picture = stencil(size, size, _PALE, paint(max(0.7, cell * 0.014)), 150)
    picture.blit(stencil(size, size, colour, paint(0), 245), (0, 0))
    return picture


@lru_cache(maxsize=_KEPT)
def cursor(cell: int, colour: Colour, weight: float = 1.0) -> pygame.Surface:
    """Return the keyboard cursor: a dashed diamond, unlike any other mark, `weight` times as thick as usual."""
    size = _odd(cell * 1.5)

    def paint(width: float) -> Paint:
        def diamond(surface: pygame.Surface, scale: int) -> None:
            middle, half = surface.get_width() / 2, cell * 0.66 * scale
            for turn_x, turn_y in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                tip = (middle + turn_x * half, middle + turn_y * half)
                for bend in (-1, 1):
                    leg = (-turn_x + bend * turn_y, -turn_y + bend * turn_x)
                    end = (tip[0] + leg[0] * half * 0.36, tip[1] + leg[1] * half * 0.36)
                    _stroke(surface, tip, end, width * scale)

        return diamond

    picture = stencil(size, size, _PALE, paint(cell * 0.055 * weight + max(1.4, cell * 0.035)), 235)
    picture.blit(stencil(size, size, colour, paint(cell * 0.055 * weight)), (0, 0))
    return picture


@lru_cache(maxsize=_KEPT)
def halo(cell: int, colour: Colour, swell: float = 0.0) -> pygame.Surface:
    """Return the glow round a king in check or facing the other; ``swell`` 0..1 widens it."""
    size = _odd(cell * 2.2)
    distance = distance_from(size, size, size / 2, size / 2)
    return flat(colour, 0.95 * smoothstep(cell * (0.74 + 0.32 * swell), cell * 0.40, distance))


@lru_cache(maxsize=_KEPT)
def keeps(cell: int, worth: str) -> pygame.Surface:
    """Return the mark of a move's result: a plus for ``win``, two strokes for ``draw``, one for ``loss``."""
    size = _odd(max(13, cell * 0.38))
    ground, figure = {"win": (_GREEN, _plus), "draw": (_GREY, _equals), "loss": (_RED, _minus)}[worth]
    picture = stencil(size, size, _PALE, _disc(size, size * 0.49))
    picture.blit(stencil(size, size, ground, _disc(size, size * 0.42)), (0, 0))
    picture.blit(stencil(size, size, (255, 255, 255), figure), (0, 0))
    return picture


@lru_cache(maxsize=_KEPT)
def grade(cell: int, sign: str, colour: Colour) -> pygame.Surface:
    """Return the sign of a move's grade, such as "??", on a disc of the given colour."""
    size = _odd(max(15, cell * 0.46))
    picture = stencil(size, size, _PALE, _disc(size, size * 0.49))
    picture.blit(stencil(size, size, colour, _disc(size, size * 0.44)), (0, 0))
    words = text(sign, round(size * 0.62), ink_on(colour), Face.BOLD)
    picture.blit(words, words.get_rect(center=(size // 2, size // 2)))
    return picture


@lru_cache(maxsize=_KEPT)
def sign(cell: int, name: str, colour: Colour) -> pygame.Surface:
    """Return a small badge: an exclamation mark for `check`, a cross for `blocked`, an arrow for `repeats`.

    ``loses`` is a triangle with an exclamation mark, larger than the others; ``exposes`` is the same
    with a dark mark.
    """
    if name in ("loses", "exposes"):
        return _triangle(cell, colour, filled=name == "loses")
    size = _odd(max(13, cell * 0.40))
    figure = {"check": _exclamation, "blocked": _cross, "repeats": _turning_arrow}[name]
    picture = stencil(size, size, _PALE, _disc(size, size * 0.49))
    picture.blit(stencil(size, size, colour, _disc(size, size * 0.42)), (0, 0))
    picture.blit(stencil(size, size, _DARK if name == "repeats" else (255, 255, 255), figure), (0, 0))
    return picture


def _triangle(cell: int, colour: Colour, filled: bool) -> pygame.Surface:
    """Return a rounded triangle with an exclamation mark, which is pale if `filled`, otherwise dark."""
    size = _odd(max(17, cell * 0.52))

    def paint(reach: float) -> Paint:
        def shape(surface: pygame.Surface, scale: int) -> None:
            middle = (surface.get_width() / 2, surface.get_width() * 0.56)
            radius = size * reach * scale
            corners = [
                (middle[0] + radius * math.sin(turn), middle[1] - radius * math.cos(turn))
                for turn in (0, math.tau / 3, 2 * math.tau / 3)
            ]
            pygame.draw.polygon(surface, "white", corners)
            for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
                _stroke(surface, start, end, size * 0.14 * scale)

        return shape

    picture = stencil(size, size, _PALE, paint(0.47))
    picture.blit(stencil(size, size, colour, paint(0.38)), (0, 0))
    ink = _PALE if filled else _DARK
    picture.blit(stencil(size, size, ink, _exclamation), (0, round(size * 0.08)))
    return picture


@lru_cache(maxsize=2 * _KEPT)
def count(size: int, side: int, number: int) -> pygame.Surface:
    """Return the mark for the number of a side's attacks on a point: in a disc for RED, in a box for BLACK."""
    size = _odd(max(11, size))
    paint = _disc(size, size * 0.5) if side == RED else _square
    picture = stencil(size, size, _PALE, paint, 235)
    paint = _disc(size, size * 0.5 - 1) if side == RED else _inner_square
    picture.blit(stencil(size, size, _RED if side == RED else _DARK, paint), (0, 0))
    digit = text(str(number), round(size * 0.78), _PALE, Face.BOLD)
    picture.blit(digit, digit.get_rect(center=(size // 2, size // 2)))
    return picture


def ink_on(ground: Colour) -> Colour:
    """Return white, or a dark colour on a ground on which white is hard to read."""
    red, green, blue = ground
    return _DARK if 0.299 * red + 0.587 * green + 0.114 * blue > _BRIGHT else (255, 255, 255)


@lru_cache(maxsize=_KEPT)
def number(size: int, figure: int, colour: Colour) -> pygame.Surface:
    """Return the number of an arrow or line, on a disc of the given colour."""
    size = _odd(size)
    picture = stencil(size, size, _PALE, _disc(size, size * 0.49))
    picture.blit(stencil(size, size, colour, _disc(size, size * 0.42)), (0, 0))
    digit = text(str(figure), round(size * 0.66), ink_on(colour), Face.BOLD)
    picture.blit(digit, digit.get_rect(center=(size // 2, size // 2)))
    return picture


@lru_cache(maxsize=_KEPT)
def blocked(cell: int, colour: Colour) -> pygame.Surface:
    """Return a broken ring with a cross, for the blocking point."""
    arcs = [(place * 30, place * 30 + 18) for place in range(12)]
    picture = _outlined(cell, colour, 0.5, 0.06, arcs)
    badge = sign(round(cell * 1.2), "blocked", colour)
    picture.blit(badge, badge.get_rect(center=picture.get_rect().center))
    return picture


@lru_cache(maxsize=_KEPT)
def arrow(
    start: tuple[int, int],
    end: tuple[int, int],
    cell: int,
    colour: Colour,
    path: ArrowPath,
    *,
    broken: bool = False,
    clear: bool = False,
) -> tuple[pygame.Surface, tuple[int, int]]:
    """Return an arrow between two points, and the position of its upper left corner.

    Args:
        start: middle of the first square in px.
        end: middle of the second in px.
        cell: cell size in px.
        colour: the arrow's colour.
        path: where it and its number lie between the points.
        broken: whether the shaft is dashed.
        clear: whether the board can be seen through it.
    """
    half, tail, tip = cell * path.width / 2, cell * path.tail, cell * path.tip
    neck = tip - cell * min(HEAD, path.tip - path.tail)
    parts = _between(tail, neck, [(cell * begin, cell * stop) for begin, stop in path.gaps])
    if broken:
        parts = [dash for begin, stop in parts for dash in _dashes(begin, stop, cell * 0.3)]

    def paint(grow: float) -> Paint:
        def shape(surface: pygame.Surface, scale: int) -> None:
            middle = surface.get_height() / 2
            for begin, stop in parts:
                box = pygame.Rect(0, 0, (stop - begin + 2 * grow) * scale, (half + grow) * 2 * scale)
                box.midleft = (round((begin - grow) * scale), round(middle))
                pygame.draw.rect(surface, "white", box, border_radius=round((half + grow) * scale))
            wide = half + cell * (0.09 if path.aside else 0.13) + 1.6 * grow
            points = [(neck - 1.2 * grow, -wide), (tip + 2 * grow, 0), (neck - 1.2 * grow, wide)]
            pygame.draw.polygon(surface, "white", [(x * scale, middle + y * scale) for x, y in points])

        return shape

    size = (math.ceil(math.dist(start, end)), _odd(cell * 0.62))
    level = stencil(*size, _PALE, paint(max(0.8, cell * 0.018)), _CLEAR_EDGE if clear else _EDGE)
    level.blit(stencil(*size, colour, paint(0), _CLEAR if clear else _SOLID), (0, 0))
    away = path.aside * cell / (math.dist(start, end) or 1.0)
    right, down = round((start[1] - end[1]) * away), round((end[0] - start[0]) * away)
    return _turned(level, (start[0] + right, start[1] + down), (end[0] + right, end[1] + down))


def _between(begin: float, stop: float, gaps: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the parts of a line that lie outside some gaps, which are in order."""
    parts = []
    for low, high in (*gaps, (stop, stop)):
        if low > begin:
            parts.append((begin, min(low, stop)))
        begin = max(begin, high)
    return parts


@lru_cache(maxsize=_KEPT)
def broken_line(
    start: tuple[int, int], end: tuple[int, int], cell: int, colour: Colour
) -> tuple[pygame.Surface, tuple[int, int]]:
    """Return a dashed line for two kings that must not face each other, and its upper left corner."""
    length = math.ceil(math.dist(start, end))
    size = (length, _odd(cell * 0.4))

    def paint(grow: float) -> Paint:
        def dashes(surface: pygame.Surface, scale: int) -> None:
            middle = surface.get_height() / 2
            for begin, stop in _dashes(cell * 0.5, length - cell * 0.5, cell * 0.26):
                half = cell * 0.04 + grow
                box = pygame.Rect(0, 0, (stop - begin + 2 * grow) * scale, half * 2 * scale)
                box.midleft = (round((begin - grow) * scale), round(middle))
                pygame.draw.rect(surface, "white", box, border_radius=round(half * scale))

        return dashes

    level = stencil(*size, _PALE, paint(max(0.8, cell * 0.02)), 210)
    level.blit(stencil(*size, colour, paint(0)), (0, 0))
    return _turned(level, start, end)


def _turned(
    level: pygame.Surface, start: tuple[int, int], end: tuple[int, int]
) -> tuple[pygame.Surface, tuple[int, int]]:
    """Return a left-to-right picture turned so that it runs from start to end, and its upper left corner."""
    angle = math.degrees(math.atan2(start[1] - end[1], end[0] - start[0]))
    picture = pygame.transform.rotozoom(level, angle, 1.0) if angle else level
    box = picture.get_rect(center=((start[0] + end[0]) // 2, (start[1] + end[1]) // 2))
    return picture, (box.left, box.top)


def _dashes(start: float, end: float, step: float) -> list[tuple[float, float]]:
    """Return the start and end of each dash of a broken line; all are equally long."""
    count = max(1, round((end - start) / step))
    each = (end - start) / count
    return [(start + place * each, start + (place + 0.62) * each) for place in range(count)]


def _outlined(
    cell: int, colour: Colour, radius: float, width: float, arcs: Sequence[tuple[float, float]]
) -> pygame.Surface:
    """Return a ring, or arcs of one (in degrees), with a pale edge.

    `radius`, to the middle of the line, and `width` are in cells.
    """
    size = _odd(cell * (2 * radius + 2 * width + 0.06))
    edge = max(0.7, cell * 0.013)
    middle, thick = cell * radius, cell * width
    picture = stencil(size, size, _PALE, _arcs(size, middle, thick + 2 * edge, arcs), 190)
    picture.blit(stencil(size, size, colour, _arcs(size, middle, thick, arcs)), (0, 0))
    return picture


def _arcs(size: int, radius: float, width: float, arcs: Sequence[tuple[float, float]]) -> Paint:
    """Return a function that paints parts of a ring as polygons: ``pygame.draw.arc`` leaves holes."""

    def paint(surface: pygame.Surface, scale: int) -> None:
        middle = size * scale / 2
        inner, outer = (radius - width / 2) * scale, (radius + width / 2) * scale
        for start, end in arcs:
            steps = max(2, round((end - start) / 3))
            angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
            rim = [(middle + outer * math.cos(angle), middle - outer * math.sin(angle)) for angle in angles]
            back = [
                (middle + inner * math.cos(angle), middle - inner * math.sin(angle)) for angle in angles[::-1]
            ]
            pygame.draw.polygon(surface, "white", rim + back)

    return paint


def _disc(size: int, radius: float) -> Paint:
    """Return a function that paints a disc in the middle of a surface."""

    def paint(surface: pygame.Surface, scale: int) -> None:
        pygame.draw.circle(surface, "white", (size * scale / 2, size * scale / 2), radius * scale)

    return paint


def _square(surface: pygame.Surface, _scale: int) -> None:
    surface.fill("white")


def _inner_square(surface: pygame.Surface, scale: int) -> None:
    surface.fill("white", surface.get_rect().inflate(-2 * scale, -2 * scale))


def _exclamation(surface: pygame.Surface, _scale: int) -> None:
    size = surface.get_width()
    top, foot = size * 0.24, size * 0.58
    points = [(0.425, top), (0.575, top), (0.535, foot), (0.465, foot)]
    pygame.draw.polygon(surface, "white", [(x * size, y) for x, y in points])
    pygame.draw.circle(surface, "white", (size / 2, size * 0.70), size * 0.065)


def _cross(surface: pygame.Surface, _scale: int, width: float = 0.11) -> None:
    size = surface.get_width()
    for start, end in (((0.34, 0.34), (0.66, 0.66)), ((0.66, 0.34), (0.34, 0.66))):
        _stroke(surface, (start[0] * size, start[1] * size), (end[0] * size, end[1] * size), size * width)


def _strokes(surface: pygame.Surface, *heights: float) -> None:
    """Draw horizontal strokes at the given shares of the surface's height."""
    size = surface.get_width()
    for height in heights:
        _stroke(surface, (0.32 * size, height * size), (0.68 * size, height * size), size * 0.12)


def _plus(surface: pygame.Surface, _scale: int) -> None:
    size = surface.get_width()
    _strokes(surface, 0.5)
    _stroke(surface, (0.5 * size, 0.32 * size), (0.5 * size, 0.68 * size), size * 0.12)


def _equals(surface: pygame.Surface, _scale: int) -> None:
    _strokes(surface, 0.4, 0.6)


def _minus(surface: pygame.Surface, _scale: int) -> None:
    _strokes(surface, 0.5)


def _turning_arrow(surface: pygame.Surface, _scale: int) -> None:
    size = surface.get_width()
    _arcs(size, size * 0.2, size * 0.09, [(60, 350)])(surface, 1)
    points = [(0.60, 0.50), (0.82, 0.50), (0.70, 0.66)]
    pygame.draw.polygon(surface, "white", [(x * size, y * size) for x, y in points])


def _stroke(
    surface: pygame.Surface, start: tuple[float, float], end: tuple[float, float], width: float
) -> None:
    """Draw a thick line with round ends."""
    length = math.dist(start, end) or 1.0
    across = ((start[1] - end[1]) / length * width / 2, (end[0] - start[0]) / length * width / 2)
    corners = [
        (point[0] + side * across[0], point[1] + side * across[1])
        for point, side in ((start, 1), (end, 1), (end, -1), (start, -1))
    ]
    pygame.draw.polygon(surface, "white", corners)
    for point in (start, end):
        pygame.draw.circle(surface, "white", point, width / 2)


def _bar(surface: pygame.Surface, x: float, y: float, across: float, down: float) -> None:
    """Fill a box given by one corner and its extents, which may be negative."""
    box = pygame.Rect(round(x), round(y), round(across), round(down))
    box.normalize()
    surface.fill("white", box)


def _odd(size: float) -> int:
    """Return the smallest odd whole number that is not below a size, so that a picture has a middle pixel."""
    return math.ceil(size) | 1
