"""Rings that show which share of something is done."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from xiangqi.ui.toolkit.roles import Colour

_OVERSAMPLING: Final = 4


@lru_cache(maxsize=64)
def ring(size_px: int, line_px: int, share: float, full: Colour, empty: Colour) -> pygame.Surface:
    """Return a ring, of which a share, 0 to 1, is full, clockwise from the top."""
    side, line = size_px * _OVERSAMPLING, line_px * _OVERSAMPLING
    large = pygame.Surface((side, side), pygame.SRCALPHA)
    large.fill((*empty, 0))
    centre = pygame.Vector2(side / 2, side / 2)
    pygame.draw.circle(large, empty, centre, side / 2)
    if share >= 1:
        pygame.draw.circle(large, full, centre, side / 2)
    elif share > 0:
        angles = [360 * share * step / 48 for step in range(49)]
        rim = [centre + pygame.Vector2(0, -side).rotate(angle) for angle in angles]
        mask = pygame.Surface((side, side), pygame.SRCALPHA)
        pygame.draw.polygon(mask, (*full, 255), [centre, *rim])
        disc = pygame.Surface((side, side), pygame.SRCALPHA)
        pygame.draw.circle(disc, (255, 255, 255, 255), centre, side / 2)
        mask.blit(disc, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        large.blit(mask, (0, 0))
    hole = pygame.Surface((side, side), pygame.SRCALPHA)
    hole.fill((255, 255, 255, 255))
    pygame.draw.circle(hole, (255, 255, 255, 0), centre, side / 2 - line)
    large.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(large, (size_px, size_px))
