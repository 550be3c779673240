"""The pieces: turned discs with an engraved or printed character, lit as a relief, for any size.

Each of the fourteen is made once as a large master and scaled down, so that a new window size costs little.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import pygame

from xiangqi.core.constants import ADVISOR, BISHOP, BLACK, CANNON, KING, KNIGHT, PAWN, RED, ROOK
from xiangqi.ui.art import Array, blurred, distance_from, flat, opacity, relief, smoothstep, texture, to_surface
from xiangqi.ui.fonts import Face, font
from xiangqi.ui.theme import PieceTheme

GLYPHS: Final = {
    RED | KING: "帥",
    RED | ADVISOR: "仕",
    RED | BISHOP: "相",
    RED | KNIGHT: "傌",
    RED | ROOK: "俥",
    RED | CANNON: "炮",
    RED | PAWN: "兵",
    BLACK | KING: "將",
    BLACK | ADVISOR: "士",
    BLACK | BISHOP: "象",
    BLACK | KNIGHT: "馬",
    BLACK | ROOK: "車",
    BLACK | CANNON: "砲",
    BLACK | PAWN: "卒",
}
"""What stands on each piece."""

_MASTERS: Final = (200, 400)  # diameters made, px; larger pieces are scaled up from the last
_SHEET_SEED: Final = 23
_RING: Final = 0.775  # radius of the engraved ring, in radii of the disc
_RING_WIDTH: Final = 0.034
_RIM: Final = 0.84  # where the edge begins to round off
_GLYPH: Final = 1.22  # em of the character, in radii


@lru_cache(maxsize=64)
def piece(theme: PieceTheme, code: int, diameter: int) -> pygame.Surface:
    """A piece as a square picture of that size in pixels, transparent outside the disc."""
    made = next((size for size in _MASTERS if diameter * 2 <= size), _MASTERS[-1])
    return pygame.transform.smoothscale(_master(theme, code, made), (diameter, diameter))


@lru_cache(maxsize=16)
def shadow(diameter: int, lift: float = 0.0) -> pygame.Surface:
    """The soft shadow under a piece that stands in the middle of this square picture.

    Args:
        diameter: of the piece, px.
        lift: height above the board in diameters; the shadow moves away and grows softer.
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
    """One piece, large."""
    radius = size / 2
    distance = distance_from(size, size, radius, radius) / np.float32(radius)
    figure = _figure(code, size)
    ring = smoothstep(_RING_WIDTH, _RING_WIDTH * 0.5, np.abs(distance - np.float32(_RING)))
    groove = np.maximum(figure, ring)

    height = _turned(distance) * np.float32(radius)
    if theme.carved:
        height -= blurred(groove, size / 170) * np.float32(radius * 0.034)
    light, shine = relief(height)
    wood = _wood(theme, code, size)
    ink = np.array(theme.red if code & RED else theme.black, dtype=np.float32)
    colours = wood + (ink - wood) * (groove * np.float32(0.96))[..., None]
    colours *= (0.34 + 0.66 * np.clip(light, 0, 1.42))[..., None]
    colours += (shine * np.float32(255 * 0.34 * theme.gloss))[..., None]
    return to_surface(colours, smoothstep(1.0, 1.0 - 2.5 / radius, distance))


def _turned(distance: Array) -> Array:
    """Height of the disc, in radii, by distance from the middle, in radii: a shallow dish with a round rim."""
    edge = np.clip((distance - _RIM) / (1 - _RIM), 0, 0.985)
    rim = np.sqrt(1 - edge**2) * np.float32(1 - _RIM) * np.float32(0.8)
    dish = np.float32(0.02) * smoothstep(0.80, 0.88, distance)
    return np.asarray(rim + dish, dtype=np.float32)


def _figure(code: int, size: int) -> Array:
    """Opacity 0..1 of the character of a piece, centred by its ink."""
    em = round(size / 2 * _GLYPH)
    ink = opacity(font(em, Face.BOARD).render(GLYPHS[code], True, (255, 255, 255)))
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    ink = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    figure = np.zeros((size, size), dtype=np.float32)
    top, left = (size - ink.shape[0]) // 2, (size - ink.shape[1]) // 2
    figure[top : top + ink.shape[0], left : left + ink.shape[1]] = ink
    return figure


def _wood(theme: PieceTheme, code: int, size: int) -> Array:
    """The grain of one piece: every kind is cut from another place of one plank."""
    sheet = _sheet(theme, size)
    place = (code * 37) % (sheet.shape[1] - size)
    return sheet[:, place : place + size]


@lru_cache(maxsize=2)
def _sheet(theme: PieceTheme, size: int) -> Array:
    """The plank that all pieces of a theme are cut from."""
    return texture(theme.face, size, 4 * size, size, _SHEET_SEED)
