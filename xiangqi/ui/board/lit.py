"""Lessons' marks on the board: a veil over everything but the lit areas, and stars to be collected."""

from __future__ import annotations

import math
from functools import lru_cache, partial
from typing import Final

import pygame

from xiangqi.diagram.geometry import BoardLayout
from xiangqi.diagram.picture import LitArea
from xiangqi.ui.board.relief import stencil

_VEIL: Final = (14, 9, 4, 150)
_GOLD: Final = (246, 196, 74)
_EDGE: Final = (112, 66, 8)
_SCALE: Final = 2  # the veil is drawn larger, so that its edges are smooth


@lru_cache(maxsize=4)
def veil(layout: BoardLayout, areas: tuple[LitArea, ...]) -> pygame.Surface:
    """Return the veil that dims a board, as large as its frame, with holes for the lit areas."""
    size = (layout.width * _SCALE, layout.height * _SCALE)
    dim = pygame.Surface(size, pygame.SRCALPHA)
    dim.fill(_VEIL)
    for area in areas:
        corners = [layout.point(square) for square in (area.one, area.other)]
        (left, right), (top, bottom) = (sorted(axis) for axis in zip(*corners, strict=True))
        box = pygame.Rect(left - layout.left, top - layout.top, right - left, bottom - top)
        box.inflate_ip(2 * round(area.margin * layout.cell), 2 * round(area.margin * layout.cell))
        hole = pygame.Rect(*(_SCALE * value for value in box))
        pygame.draw.rect(dim, (0, 0, 0, 0), hole, border_radius=round(0.5 * layout.cell * _SCALE))
    return pygame.transform.smoothscale(dim, (layout.width, layout.height))


@lru_cache(maxsize=4)
def star(cell: int) -> pygame.Surface:
    """Return the picture of a star that marks a point."""
    size = round(cell * 0.92) | 1
    picture = stencil(size, size, _EDGE, partial(_star, radius=0.5))
    picture.blit(stencil(size, size, _GOLD, partial(_star, radius=0.42)), (0, 0))
    return picture


def _star(surface: pygame.Surface, _scale: int, radius: float) -> None:
    middle = surface.get_width() / 2
    corners = []
    for number in range(10):
        reach = radius * surface.get_width() * (1 if number % 2 == 0 else 0.46)
        angle = math.pi * (number / 5 - 0.5)
        corners.append((middle + reach * math.cos(angle), middle + reach * math.sin(angle)))
    pygame.draw.polygon(surface, (255, 255, 255), corners)
