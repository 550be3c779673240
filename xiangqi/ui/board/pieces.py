"""The pieces: turned discs with an engraved or printed character, shaded as a relief, in any size.

Each of the fourteen is drawn as a large master and scaled, so that a new window size costs little.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import pygame

from xiangqi.core.constants import BLACK
from xiangqi.ui.board.relief import Array, blurred, distance_from, flat, relief, smoothstep, to_surface
from xiangqi.ui.board.symbols import symbol
from xiangqi.ui.board.texture import texture
from xiangqi.ui.toolkit.theme import Material, PieceTheme

_MASTERS: Final = (200, 400)  # diameters of the masters, px; pieces larger than the last are scaled up from it
_SHEET_SEED: Final = 23
_RING: Final = 0.775  # radius of the engraved ring, in radii of the disc
_RING_WIDTH: Final = 0.034
_RIM: Final = 0.84  # radius at which the edge begins to round off


@lru_cache(maxsize=64)
def piece(theme: PieceTheme, code: int, diameter: int) -> pygame.Surface:
    """Return a piece as a square picture, `diameter` pixels wide, transparent outside the disc."""
    made = next((size for size in _MASTERS if diameter * 2 <= size), _MASTERS[-1])
    return pygame.transform.smoothscale(_master(theme, code, made), (diameter, diameter))


@lru_cache(maxsize=16)
def shadow(diameter: int, lift: float = 0.0) -> pygame.Surface:
    """Return a piece's soft shadow as a square picture, with the piece's place in the middle.

    Args:
        diameter: the diameter of the piece in px.
        lift: height above the board in diameters; with it the shadow moves away and softens.
    """
    size, radius = round(diameter * (1.4 + 3 * lift)), diameter / 2
    reach = 0.05 + lift
    cast = distance_from(size, size, size / 2 + radius * reach, size / 2 + radius * reach * 1.6)
    soft = radius * (0.14 + 0.9 * lift)
    alpha = (0.56 - 0.9 * lift) * smoothstep(radius + soft, radius - soft, cast)
    if not lift:  # the dark seam where the piece touches the board
        near = distance_from(size, size, size / 2, size / 2 + radius * 0.03)
        alpha = np.maximum(alpha, 0.62 * smoothstep(radius * 1.05, radius * 0.97, near))
    return flat((28, 14, 4), alpha)


@lru_cache(maxsize=32)
def _master(theme: PieceTheme, code: int, size: int) -> pygame.Surface:
    """Return the large master picture of a piece."""
    radius = size / 2
    distance = distance_from(size, size, radius, radius) / np.float32(radius)
    figure = symbol(theme.symbols, code, size)
    ring = smoothstep(_RING_WIDTH, _RING_WIDTH * 0.5, np.abs(distance - np.float32(_RING)))
    groove = np.maximum(figure, ring)

    height = _turned(distance) * np.float32(radius)
    if theme.carved:
        height -= blurred(groove, size / 170) * np.float32(radius * 0.034)
    light, shine = relief(height)
    wood = _wood(theme, code, size)
    ink = np.array(theme.black if code & BLACK else theme.red, dtype=np.float32)
    colours = wood + (ink - wood) * (groove * np.float32(0.96))[..., None]
    colours *= (0.34 + 0.66 * np.clip(light, 0, 1.42))[..., None]
    colours += (shine * np.float32(255 * 0.34 * theme.gloss))[..., None]
    return to_surface(colours, smoothstep(1.0, 1.0 - 2.5 / radius, distance))


def _turned(distance: Array) -> Array:
    """Return the height of the disc in radii, by distance from the middle: a shallow dish with a round rim."""
    edge = np.clip((distance - _RIM) / (1 - _RIM), 0, 0.985)
    rim = np.sqrt(1 - edge**2) * np.float32(1 - _RIM) * np.float32(0.8)
    dish = np.float32(0.02) * smoothstep(0.80, 0.88, distance)
    return np.asarray(rim + dish, dtype=np.float32)


def _wood(theme: PieceTheme, code: int, size: int) -> Array:
    """Return the wood grain of a piece; each kind is cut from a different part of the plank."""
    sheet = _sheet(theme.black_face if code & BLACK else theme.red_face, size)
    place = (code * 37) % (sheet.shape[1] - size)
    return sheet[:, place : place + size]


@lru_cache(maxsize=2)
def _sheet(face: Material, size: int) -> Array:
    """Return the plank that pieces are cut from."""
    return texture(face, size, 4 * size, size, _SHEET_SEED)
