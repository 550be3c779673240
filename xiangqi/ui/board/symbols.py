"""The symbols on the pieces, as opacities in pixels."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pygame

from xiangqi.core.constants import KIND_MASK
from xiangqi.diagram.symbols import EM, GLYPHS, PICTURE, Point, carve
from xiangqi.ui.board.relief import Array, opacity, stencil
from xiangqi.ui.toolkit.fonts import Face, font


@lru_cache(maxsize=64)
def symbol(symbols: str, code: int, size: int) -> Array:
    """Return the opacity 0..1 of a piece's symbol, centred in a square of the disc's diameter (px)."""
    if symbols in GLYPHS:
        return _character(GLYPHS[symbols][code], size)
    return _picture(code & KIND_MASK, size)


def _character(character: str, size: int) -> Array:
    """Return the opacity of a character, centred by its ink."""
    ink = opacity(font(round(size * EM), Face.BOARD).render(character, True, (255, 255, 255)))
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    ink = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    figure = np.zeros((size, size), dtype=np.float32)
    top, left = (size - ink.shape[0]) // 2, (size - ink.shape[1]) // 2
    figure[top : top + ink.shape[0], left : left + ink.shape[1]] = ink
    return figure


def _picture(kind: int, size: int) -> Array:
    """Return the opacity of the picture for a kind of piece."""

    def paint(surface: pygame.Surface, _scale: int) -> None:
        carve(kind, _Knife(surface))

    return opacity(stencil(size, size, (255, 255, 255), paint))


class _Knife:
    """Paints shapes in white on the square from -1 to 1, and cuts parts out of them."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self._middle = surface.get_width() / 2
        self._unit = self._middle * PICTURE

    def polygon(self, corners: list[Point], cut: bool) -> None:
        """Fill a polygon, or cut it out."""
        pygame.draw.polygon(self._surface, _ink(cut), [self._at(x, y) for x, y in corners])

    def disc(self, x: float, y: float, radius: float, cut: bool = False) -> None:
        """Paint a filled circle, or cut it out."""
        pygame.draw.circle(self._surface, _ink(cut), self._at(x, y), radius * self._unit)

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """Paint a circle's line; the radius is that of its outer edge."""
        place, line = self._at(x, y), round(width * self._unit)
        pygame.draw.circle(self._surface, _ink(False), place, radius * self._unit, line)

    def _at(self, x: float, y: float) -> Point:
        return self._middle + x * self._unit, self._middle + y * self._unit


def _ink(cut: bool) -> tuple[int, int, int, int]:
    return (255, 255, 255, 0 if cut else 255)
