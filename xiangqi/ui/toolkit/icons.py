"""Icons as vectors: each is a few strokes on a 24 by 24 grid, drawn large and scaled down smoothly.

Text fonts lack media and arrow symbols, so no icon is a character.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Final

import pygame

Point = tuple[float, float]
Colour = tuple[int, int, int]

_GRID: Final = 24
_OVERSAMPLING: Final = 4
_STROKE: Final = 2.0


class Pen:
    """Draws on an icon's grid, whatever the size of the surface."""

    def __init__(self, surface: pygame.Surface, colour: Colour) -> None:
        self._surface = surface
        self._colour = colour
        self._unit = surface.get_width() / _GRID

    def _at(self, point: Point) -> Point:
        return point[0] * self._unit, point[1] * self._unit

    def line(self, *points: Point, width: float = _STROKE) -> None:
        """Draw an open stroke with round ends and corners."""
        radius = width * self._unit / 2
        for start, end in pairwise(points):
            (x0, y0), (x1, y1) = self._at(start), self._at(end)
            length = math.hypot(x1 - x0, y1 - y0) or 1.0
            across_x, across_y = -(y1 - y0) / length * radius, (x1 - x0) / length * radius
            corners = (
                (x0 + across_x, y0 + across_y),
                (x1 + across_x, y1 + across_y),
                (x1 - across_x, y1 - across_y),
                (x0 - across_x, y0 - across_y),
            )
            pygame.draw.polygon(self._surface, self._colour, corners)
        for point in points:
            pygame.draw.circle(self._surface, self._colour, self._at(point), radius)

    def loop(self, *points: Point) -> None:
        """Draw a closed stroke."""
        self.line(*points, points[0])

    def fill(self, *points: Point) -> None:
        """Draw a filled polygon."""
        pygame.draw.polygon(self._surface, self._colour, [self._at(point) for point in points])

    def disc(self, centre: Point, radius: float) -> None:
        """Draw a filled circle."""
        pygame.draw.circle(self._surface, self._colour, self._at(centre), radius * self._unit)

    def arc(self, centre: Point, radius: float, start: float, end: float) -> None:
        """Draw a stroke along a circle; angles in degrees, clockwise from three o'clock."""
        steps = max(2, int(abs(end - start) / 10))
        angles = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
        self.line(*((centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles))


def _open(pen: Pen) -> None:
    pen.loop((3.5, 18.5), (3.5, 5.5), (9, 5.5), (11, 8), (20.5, 8), (20.5, 18.5))
    pen.line((3.5, 11.5), (20.5, 11.5))


def _home(pen: Pen) -> None:
    pen.line((3, 12), (12, 4), (21, 12))
    pen.line((6, 10.5), (6, 20), (18, 20), (18, 10.5))


def _save(pen: Pen) -> None:
    pen.line((12, 3.5), (12, 14.5))
    pen.line((7.5, 10.5), (12, 15), (16.5, 10.5))
    pen.line((4, 15), (4, 20), (20, 20), (20, 15))


def _search(pen: Pen) -> None:
    """Draw a magnifying glass."""
    pen.arc((10.5, 10.5), 6.5, 0, 360)
    pen.line((15.3, 15.3), (20.5, 20.5))


def _share(pen: Pen) -> None:
    pen.line((12, 14.5), (12, 3.5))
    pen.line((7.5, 8), (12, 3.5), (16.5, 8))
    pen.line((4, 11), (4, 20), (20, 20), (20, 11))


def _copy(pen: Pen) -> None:
    pen.loop((9, 9), (20, 9), (20, 20.5), (9, 20.5))
    pen.line((15, 5), (15, 3.5), (4, 3.5), (4, 15), (5.5, 15))


def _paste(pen: Pen) -> None:
    pen.loop((5, 5), (19, 5), (19, 20.5), (5, 20.5))
    pen.fill((9, 3), (15, 3), (15, 7), (9, 7))
    pen.line((9, 12), (15, 12), width=1.6)
    pen.line((9, 16), (15, 16), width=1.6)


def _settings(pen: Pen) -> None:
    for y, knob in ((6, 15.5), (12, 8.5), (18, 13.5)):
        pen.line((3.5, y), (20.5, y))
        pen.disc((knob, y), 2.8)


def _help(pen: Pen) -> None:
    pen.arc((12, 8.5), 4.5, 180, 400)
    pen.line((15.4, 11.4), (12, 14), (12, 15.2))
    pen.disc((12, 19.5), 1.4)


def _speaker(pen: Pen) -> None:
    pen.fill((3.5, 9.5), (7.5, 9.5), (12.5, 5), (12.5, 19), (7.5, 14.5), (3.5, 14.5))
    pen.loop((3.5, 9.5), (7.5, 9.5), (12.5, 5), (12.5, 19), (7.5, 14.5), (3.5, 14.5))


def _sound(pen: Pen) -> None:
    _speaker(pen)
    pen.arc((12.5, 12), 4, -45, 45)
    pen.arc((12.5, 12), 8, -45, 45)


def _mute(pen: Pen) -> None:
    _speaker(pen)
    pen.line((16, 9.5), (21, 14.5))
    pen.line((21, 9.5), (16, 14.5))


def _fullscreen(pen: Pen) -> None:
    pen.line((4, 9), (4, 4), (9, 4))
    pen.line((15, 4), (20, 4), (20, 9))
    pen.line((20, 15), (20, 20), (15, 20))
    pen.line((9, 20), (4, 20), (4, 15))


def _previous(pen: Pen) -> None:
    pen.line((15, 5), (8, 12), (15, 19))


def _next(pen: Pen) -> None:
    pen.line((9, 5), (16, 12), (9, 19))


def _first(pen: Pen) -> None:
    pen.line((18, 5), (11, 12), (18, 19))
    pen.line((6, 5), (6, 19))


def _last(pen: Pen) -> None:
    pen.line((6, 5), (13, 12), (6, 19))
    pen.line((18, 5), (18, 19))


def _play(pen: Pen) -> None:
    pen.fill((8, 5), (19, 12), (8, 19))
    pen.loop((8, 5), (19, 12), (8, 19))


def _pause(pen: Pen) -> None:
    pen.line((8.5, 6), (8.5, 18), width=3.4)
    pen.line((15.5, 6), (15.5, 18), width=3.4)


def _close(pen: Pen) -> None:
    pen.line((6, 6), (18, 18))
    pen.line((18, 6), (6, 18))


def _up(pen: Pen) -> None:
    pen.line((12, 20), (12, 5))
    pen.line((5.5, 11.5), (12, 5), (18.5, 11.5))


def _folder(pen: Pen) -> None:
    pen.fill((3.5, 18.5), (3.5, 5.5), (9, 5.5), (11, 8), (20.5, 8), (20.5, 18.5))
    pen.loop((3.5, 18.5), (3.5, 5.5), (9, 5.5), (11, 8), (20.5, 8), (20.5, 18.5))


def _file(pen: Pen) -> None:
    pen.loop((6, 3.5), (14, 3.5), (18.5, 8), (18.5, 20.5), (6, 20.5))
    pen.line((9.5, 12), (15, 12), width=1.6)
    pen.line((9.5, 16), (15, 16), width=1.6)


def _warning(pen: Pen) -> None:
    pen.loop((12, 4), (21, 19.5), (3, 19.5))
    pen.line((12, 10), (12, 13.5))
    pen.disc((12, 16.6), 1.2)


def _star_corners() -> list[Point]:
    turns = [(10.0 if step % 2 == 0 else 4.2, math.radians(36 * step - 90)) for step in range(10)]
    return [(12 + radius * math.cos(turn), 12.5 + radius * math.sin(turn)) for radius, turn in turns]


def _star(pen: Pen) -> None:
    pen.fill(*_star_corners())


def _no_star(pen: Pen) -> None:
    pen.loop(*_star_corners())


def _trophy(pen: Pen) -> None:
    pen.fill((7, 4), (17, 4), (16, 11), (12, 14), (8, 11))
    pen.loop((7, 4), (17, 4), (16, 11), (12, 14), (8, 11))
    pen.line((7, 6), (3.5, 6), (4.5, 10), (8, 11))
    pen.line((17, 6), (20.5, 6), (19.5, 10), (16, 11))
    pen.line((12, 14), (12, 19))
    pen.line((8, 20), (16, 20))


def _edit(pen: Pen) -> None:
    pen.loop((4, 20), (5.2, 15.2), (16, 4.4), (19.6, 8), (8.8, 18.8))
    pen.line((13.2, 7.2), (16.8, 10.8))


def _eraser(pen: Pen) -> None:
    pen.loop((4, 14.5), (13, 5.5), (19.5, 12), (12.5, 19), (8.5, 19))
    pen.line((8.5, 10), (15, 16.5))
    pen.line((12, 20), (20, 20))


def _empty(pen: Pen) -> None:
    """Draw a crossed-out point of the board."""
    for start, end in (
        ((12, 2.5), (12, 5.5)),
        ((12, 18.5), (12, 21.5)),
        ((2.5, 12), (5.5, 12)),
        ((18.5, 12), (21.5, 12)),
    ):
        pen.line(start, end)
    pen.line((7.5, 7.5), (16.5, 16.5))
    pen.line((16.5, 7.5), (7.5, 16.5))


def _hand(pen: Pen) -> None:
    pen.loop((6, 4), (18.5, 13), (12.8, 13.8), (16, 19.6), (13.6, 20.8), (10.5, 15), (6.4, 18.8))


def _more(pen: Pen) -> None:
    for x in (5, 12, 19):
        pen.disc((x, 12), 2)


def _library(pen: Pen) -> None:
    pen.line((3.5, 20), (20.5, 20))
    pen.loop((5, 20), (5, 5), (8.5, 5), (8.5, 20))
    pen.loop((8.5, 20), (8.5, 7.5), (12, 7.5), (12, 20))
    pen.loop((13.5, 7.5), (16.5, 6.5), (20, 19), (17, 20))


def _info(pen: Pen) -> None:
    pen.arc((12, 12), 9, 0, 360)
    pen.disc((12, 7.8), 1.4)
    pen.line((12, 11.5), (12, 16.8))


def _check(pen: Pen) -> None:
    pen.line((4.5, 12.5), (9.8, 18), (19.5, 6.5), width=2.6)


def _analyse(pen: Pen) -> None:
    pen.line((4, 4), (4, 20), (20.5, 20))
    pen.line((7.5, 15), (11, 9.5), (14.5, 13), (20, 5.5))


def _arrows(pen: Pen) -> None:
    pen.line((5, 19), (17, 7))
    pen.fill((20.5, 3.5), (19, 12), (12, 5))


def _threat(pen: Pen) -> None:
    pen.arc((12, 12), 7, 0, 360)
    for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        pen.line((12 + 4 * x, 12 + 4 * y), (12 + 10 * x, 12 + 10 * y))


def _attacks(pen: Pen) -> None:
    for step in (4, 12, 20):
        pen.line((4, step), (20, step), width=1.4)
        pen.line((step, 4), (step, 20), width=1.4)
    pen.disc((12, 12), 4.2)
    pen.disc((20, 4), 2.8)


def _hide(pen: Pen) -> None:
    pen.line((2.5, 12), (7, 7.5), (12, 6), (17, 7.5), (21.5, 12), (17, 16.5), (12, 18), (7, 16.5), (2.5, 12))
    pen.disc((12, 12), 2.8)
    pen.line((4.5, 20.5), (19.5, 3.5))


def _engine(pen: Pen) -> None:
    pen.loop((6.5, 6.5), (17.5, 6.5), (17.5, 17.5), (6.5, 17.5))
    pen.disc((12, 12), 2.4)
    for step in (9, 15):
        for start, end in (((step, 3), (step, 6)), ((step, 18), (step, 21))):
            pen.line(start, end, width=1.6)
            pen.line(start[::-1], end[::-1], width=1.6)


def _minus(pen: Pen) -> None:
    pen.line((6, 12), (18, 12))


def _delete(pen: Pen) -> None:
    pen.line((4, 6.5), (20, 6.5))
    pen.line((9.5, 6), (9.5, 3.5), (14.5, 3.5), (14.5, 6))
    pen.line((6, 7), (7, 20.5), (17, 20.5), (18, 7))
    pen.line((10.2, 10.5), (10.5, 17))
    pen.line((13.8, 10.5), (13.5, 17))


def _fight(pen: Pen) -> None:
    """Draw two crossed swords."""
    for side in (1, -1):
        points = [(12 + side * (x - 12), y) for x, y in ((4, 4), (17.5, 17.5))]
        pen.line(*points, width=1.9)
        pen.line((12 + side * 8, 13.5), (12 + side * 1.5, 20), width=1.9)
        pen.line((12 + side * 5.5, 17.5), (12 + side * 9, 21), width=1.9)


def _learn(pen: Pen) -> None:
    """Draw a student's cap."""
    pen.loop((12, 4.5), (22, 9.5), (12, 14.5), (2, 9.5))
    pen.line((6.5, 12), (6.5, 17), (12, 19.5), (17.5, 17), (17.5, 12))
    pen.line((22, 9.5), (22, 15.5))


def _target(pen: Pen) -> None:
    pen.arc((12, 12), 8, 0, 360)
    pen.disc((12, 12), 1.6)
    for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        pen.line((12 + 5.5 * x, 12 + 5.5 * y), (12 + 10 * x, 12 + 10 * y))


def _branch(pen: Pen) -> None:
    """Draw a line that divides in three."""
    pen.line((5, 12), (18, 12))
    pen.line((18, 5), (12.5, 5), (9, 12), (12.5, 19), (18, 19))
    for centre in ((4, 12), (20, 5), (20, 12), (20, 19)):
        pen.disc(centre, 2.4)


def _undo(pen: Pen) -> None:
    pen.line((8.5, 4.5), (4, 9), (8.5, 13.5))
    pen.line((4, 9), (14.5, 9))
    pen.arc((14.5, 14), 5, -90, 90)
    pen.line((14.5, 19), (9, 19))


def _bulb(pen: Pen) -> None:
    pen.arc((12, 9.5), 6, 135, 405)
    pen.line((7.8, 13.8), (9.5, 16.5), (14.5, 16.5), (16.2, 13.8))
    pen.line((10, 20.5), (14, 20.5))


def _flip(pen: Pen) -> None:
    pen.line((8, 4), (8, 20))
    pen.line((4, 16), (8, 20), (12, 16))
    pen.line((16, 20), (16, 4))
    pen.line((12, 8), (16, 4), (20, 8))


def _people(pen: Pen) -> None:
    pen.arc((9, 8), 3.5, 0, 360)
    pen.line((2.5, 20), (3.5, 16), (7, 14.5), (11, 14.5), (14.5, 16), (15.5, 20))
    pen.arc((16, 8), 3.5, -100, 100)
    pen.line((18, 14.8), (20.5, 16), (21.5, 20))


def _flag(pen: Pen) -> None:
    pen.line((5.5, 21), (5.5, 4), (19, 4), (15.5, 8.5), (19, 13), (5.5, 13))


def _plus(pen: Pen) -> None:
    pen.line((6, 12), (18, 12))
    pen.line((12, 6), (12, 18))


def _camera(pen: Pen) -> None:
    pen.loop((3, 8), (8, 8), (9.5, 5.5), (14.5, 5.5), (16, 8), (21, 8), (21, 19), (3, 19))
    pen.arc((12, 13), 3.5, 0, 360)


def _printer(pen: Pen) -> None:
    pen.line((7, 9), (7, 4), (17, 4), (17, 9))
    pen.line((7, 16), (4, 16), (4, 9), (20, 9), (20, 16), (17, 16))
    pen.loop((7, 14), (17, 14), (17, 20), (7, 20))


_ICONS: Final[dict[str, Callable[[Pen], None]]] = {
    "camera": _camera,
    "printer": _printer,
    "open": _open,
    "home": _home,
    "save": _save,
    "copy": _copy,
    "share": _share,
    "search": _search,
    "paste": _paste,
    "settings": _settings,
    "help": _help,
    "sound": _sound,
    "mute": _mute,
    "fullscreen": _fullscreen,
    "previous": _previous,
    "next": _next,
    "first": _first,
    "last": _last,
    "play": _play,
    "pause": _pause,
    "close": _close,
    "up": _up,
    "folder": _folder,
    "file": _file,
    "warning": _warning,
    "star": _star,
    "trophy": _trophy,
    "no_star": _no_star,
    "analyse": _analyse,
    "arrows": _arrows,
    "threat": _threat,
    "attacks": _attacks,
    "hide": _hide,
    "engine": _engine,
    "minus": _minus,
    "plus": _plus,
    "edit": _edit,
    "eraser": _eraser,
    "empty": _empty,
    "hand": _hand,
    "check": _check,
    "more": _more,
    "info": _info,
    "library": _library,
    "delete": _delete,
    "fight": _fight,
    "undo": _undo,
    "bulb": _bulb,
    "flip": _flip,
    "people": _people,
    "flag": _flag,
    "learn": _learn,
    "target": _target,
    "branch": _branch,
}

NAMES: Final = tuple(_ICONS)


@lru_cache(maxsize=256)
def icon(name: str, size_px: int, colour: Colour) -> pygame.Surface:
    """Return an icon as a square picture with a transparent background.

    Raises:
        KeyError: no icon has this name.
    """
    large = pygame.Surface((size_px * _OVERSAMPLING,) * 2, pygame.SRCALPHA)
    large.fill((*colour, 0))  # the same colour, invisible: edges would darken on black
    _ICONS[name](Pen(large, colour))
    return pygame.transform.smoothscale(large, (size_px, size_px))
