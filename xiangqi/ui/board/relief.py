"""Light and shapes: relief shading of height fields, conversion of arrays to surfaces, smooth stencils.

Arrays are float32, of shape (height, width), or (height, width, 3) for colours 0..255; lengths are in
pixels. The light comes from the upper left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt
import pygame

from xiangqi.ui.toolkit.roles import Colour

Array = npt.NDArray[np.float32]

OVERSAMPLING: Final = 4
LIGHT: Final = (-0.46, -0.60, 0.655)
"""Unit vector towards the light: x to the right, y down, z towards the eye."""


def smoothstep(low: float, high: float, values: Array) -> Array:
    """Return 0 below ``low``, 1 above ``high``, and a smooth rise between; a fall if ``low`` is larger."""
    t = (values - np.float32(low)) * np.float32(1 / (high - low))
    np.clip(t, 0, 1, out=t)
    rise: Array = t * t * (3 - 2 * t)
    return rise


def relief(height: Array) -> tuple[Array, Array]:
    """Return the diffuse light on a height field (px), 1 on level ground, and its highlights, 0..1."""
    slope_y, slope_x = np.gradient(height)
    length = np.sqrt(slope_x**2 + slope_y**2 + 1)
    facing = np.clip((-slope_x * LIGHT[0] - slope_y * LIGHT[1] + LIGHT[2]) / length, 0, None)
    half_z = 1 + LIGHT[2]
    half_length = float(np.sqrt(LIGHT[0] ** 2 + LIGHT[1] ** 2 + half_z**2))
    mirror = (-slope_x * LIGHT[0] - slope_y * LIGHT[1] + half_z) / (length * half_length)
    return (facing / LIGHT[2]).astype(np.float32), (np.clip(mirror, 0, 1) ** 40).astype(np.float32)


def blurred(values: Array, radius: float) -> Array:
    """Return the values blurred by a Gaussian with a deviation of ``radius`` pixels; they are 0 outside."""
    reach = max(1, int(np.ceil(2.5 * radius)))
    offsets = np.arange(-reach, reach + 1)
    weights = np.exp(-0.5 * (offsets / max(radius, 1e-3)) ** 2)
    weights = (weights / weights.sum()).astype(np.float32)
    for _ in range(2):  # along one axis, then along the other
        padded = np.pad(values, ((reach, reach), (0, 0)))
        values = sum(
            (weight * padded[start : start + len(values)] for start, weight in enumerate(weights)),
            start=np.zeros_like(values),
        ).T
    return values


def distance_from(rows: int, columns: int, x: float, y: float) -> Array:
    """Return the distance in px of every pixel's middle from a point."""
    down = np.arange(rows, dtype=np.float32)[:, None] + 0.5 - y
    across = np.arange(columns, dtype=np.float32)[None, :] + 0.5 - x
    distance: Array = np.hypot(down, across)
    return distance


def to_surface(colours: Array, alpha: Array | None = None) -> pygame.Surface:
    """Return a surface with the given colours and, if given, opacities (0..1)."""
    rows, columns = colours.shape[:2]
    pixels = np.empty((rows, columns, 4), dtype=np.uint8)
    pixels[..., :3] = np.clip(colours[..., ::-1], 0, 255)  # blue first: the order that blits fastest
    pixels[..., 3] = 255 if alpha is None else np.clip(alpha, 0, 1) * 255
    surface = pygame.image.frombuffer(pixels.tobytes(), (columns, rows), "BGRA")
    return surface if alpha is not None else opaque(surface)


def opaque(surface: pygame.Surface) -> pygame.Surface:
    """Return a copy of a surface without an alpha channel, which blits fastest."""
    copy = pygame.Surface(surface.get_size(), depth=32)
    copy.blit(surface, (0, 0))
    return copy


def flat(colour: Colour, alpha: Array) -> pygame.Surface:
    """Return a surface of one colour with the given opacities (0..1)."""
    red, green, blue = colour
    pixels = (alpha * np.float32(255)).astype("<u4")
    pixels <<= 24
    pixels |= red << 16 | green << 8 | blue
    return pygame.image.frombuffer(pixels.tobytes(), alpha.shape[::-1], "BGRA")


def opacity(surface: pygame.Surface) -> Array:
    """Return the opacities (0..1) of a surface's pixels."""
    alpha: Array = pygame.surfarray.array_alpha(surface).T.astype(np.float32) / np.float32(255)
    return alpha


def stencil(
    width: int, height: int, colour: Colour, paint: Callable[[pygame.Surface, int], None], alpha: int = 255
) -> pygame.Surface:
    """Return a smooth one-coloured shape, painted large and scaled down.

    Args:
        width: the width of the result in px.
        height: the height of the result in px.
        colour: the colour of the shape.
        paint: called with a surface and its scale; paints in opaque white.
        alpha: the opacity of the result, 0..255.
    """
    large = pygame.Surface((width * OVERSAMPLING, height * OVERSAMPLING), pygame.SRCALPHA)
    large.fill((255, 255, 255, 0))
    paint(large, OVERSAMPLING)
    small = pygame.transform.smoothscale(large, (width, height))
    small.fill((*colour, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return small
