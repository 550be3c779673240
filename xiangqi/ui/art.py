"""Materials and light: wood out of noise, relief shading of height fields, smooth stencils.

Arrays are float32, shape (height, width), or (height, width, 3) for colours 0..255; lengths are pixels. The
light comes from the upper left. Everything depends on its arguments alone, seeds included.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt
import pygame

from xiangqi.ui.theme import Colour, Material

Array = npt.NDArray[np.float32]

OVERSAMPLING: Final = 4
LIGHT: Final = (-0.46, -0.60, 0.655)
"""Unit vector towards the light: x to the right, y down, z towards the eye."""


def smoothstep(low: float, high: float, values: Array) -> Array:
    """0 below ``low``, 1 above ``high``, and a smooth rise between them."""
    t = (values - np.float32(low)) * np.float32(1 / (high - low))
    np.clip(t, 0, 1, out=t)
    rise: Array = t * t * (3 - 2 * t)
    return rise


def noise(rows: int, columns: int, cells_y: float, cells_x: float, rng: np.random.Generator) -> Array:
    """Smooth random values about 0 (deviation about 1) with so many bumps along each axis.

    Random knots, spread by cubic B-splines: one matrix for the rows, one for the columns.
    """
    down, across = _spline(rows, cells_y), _spline(columns, cells_x)
    knots = rng.standard_normal((down.shape[1], across.shape[1]), dtype=np.float32)
    values: Array = down @ knots @ across.T * np.float32(1.6)
    return values


def _spline(length: int, cells: float) -> Array:
    """Matrix (length, knots) of uniform cubic B-spline weights over ``cells`` intervals."""
    place = np.linspace(0, cells, length, dtype=np.float32)
    first = np.minimum(place.astype(np.intp), max(0, int(np.ceil(cells)) - 1))
    t = place - first
    weights = np.stack([(1 - t) ** 3, 3 * t**3 - 6 * t**2 + 4, 3 * (t + t**2 - t**3) + 1, t**3], axis=1) / 6
    matrix = np.zeros((length, int(np.ceil(cells)) + 3), dtype=np.float32)
    rows = np.arange(length)
    for knot in range(4):
        matrix[rows, first + knot] = weights[:, knot]
    return matrix


def texture(material: Material, rows: int, columns: int, cell_px: float, seed: int) -> Array:
    """A picture of a material, grain running from left to right; shape (rows, columns, 3).

    Args:
        material: what to show.
        rows: height, px.
        columns: width, px.
        cell_px: length that ``material.rings`` refers to.
        seed: another seed, another plank.
    """
    rng = np.random.default_rng(seed)
    tone = _grain(material.rings, rows, columns, cell_px, rng) if material.rings else _paper(rows, columns, rng)
    tone = np.clip(tone * material.contrast, 0, 1)[..., None]
    light, dark = (np.array(colour, dtype=np.float32) for colour in (material.light, material.dark))
    picture: Array = (light + (dark - light) * tone).astype(np.float32)
    return picture


def _grain(rings: float, rows: int, columns: int, cell_px: float, rng: np.random.Generator) -> Array:
    """Darkness 0..1 of sawn wood: growth rings cut at a slant, fibres, pores and slow changes of tone."""
    high, wide = rows / cell_px, columns / cell_px
    y = np.linspace(-0.5, 0.5, rows, dtype=np.float32)[:, None] * high + rng.uniform(-0.25, 0.25) * high
    x = np.linspace(0, 1, columns, dtype=np.float32)[None, :]
    bend = noise(rows, columns, max(1.0, high / 3), max(1.0, wide / 4), rng)
    ripple = noise(rows, columns, max(1.0, high * 1.5), max(1.0, wide / 2), rng)
    slant = min(2.2, 0.2 * high)  # a narrow strip is cut along the trunk, a wide plank shows arches
    depth = 1.2 + slant * x + 0.23 * slant * bend
    distance = np.sqrt((y + 0.13 * slant * bend) ** 2 + depth**2) + 0.016 * slant * ripple
    phase = np.mod(distance * rings, 1.0)
    ring = phase**2 * (1 - smoothstep(0.86, 1.0, phase))
    strength = 0.6 + 0.25 * noise(rows, columns, max(1.0, high / 2), max(1.0, wide / 3), rng)
    fibre = _streaks(rows, columns, cell_px * 0.9, rng)
    fine = _streaks(rows, columns, cell_px * 0.25, rng)
    pores = smoothstep(1.9, 2.6, _streaks(rows, columns, cell_px * 0.16, rng))
    tone: Array = 0.26 + ring * strength * 0.85 + 0.085 * fibre + 0.05 * fine + 0.34 * pores + 0.09 * bend
    return tone


def _streaks(rows: int, columns: int, length_px: float, rng: np.random.Generator) -> Array:
    """Random values (deviation about 1), each row its own, drawn out along the grain."""
    across = _spline(columns, max(1.0, columns / length_px))
    knots = rng.standard_normal((rows, across.shape[1]), dtype=np.float32)
    values: Array = knots @ across.T * np.float32(1.5)
    return values


def _paper(rows: int, columns: int, rng: np.random.Generator) -> Array:
    """Darkness 0..1 of rice paper or cloth: clouds, a fine tooth, a few fibres along and across."""
    clouds = noise(rows, columns, 5, 5, rng)
    tooth = rng.standard_normal((rows, columns), dtype=np.float32)
    along = smoothstep(2.0, 2.8, _streaks(rows, columns, 24, rng))
    across = smoothstep(2.0, 2.8, _streaks(columns, rows, 24, rng)).T
    tone: Array = (0.3 + 0.1 * clouds + 0.07 * tooth + 0.15 * (along + across)).astype(np.float32)
    return tone


def relief(height: Array) -> tuple[Array, Array]:
    """Light on a height field (px): diffuse, 1 where the field is level, and a highlight 0..1."""
    slope_y, slope_x = np.gradient(height)
    length = np.sqrt(slope_x**2 + slope_y**2 + 1)
    facing = np.clip((-slope_x * LIGHT[0] - slope_y * LIGHT[1] + LIGHT[2]) / length, 0, None)
    half_z = 1 + LIGHT[2]
    half_length = float(np.sqrt(LIGHT[0] ** 2 + LIGHT[1] ** 2 + half_z**2))
    mirror = (-slope_x * LIGHT[0] - slope_y * LIGHT[1] + half_z) / (length * half_length)
    return (facing / LIGHT[2]).astype(np.float32), (np.clip(mirror, 0, 1) ** 40).astype(np.float32)


def blurred(values: Array, radius: float) -> Array:
    """Gaussian blur with a deviation of ``radius`` pixels; the borders are taken as 0."""
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
    """Distance of every pixel's middle from a point, px."""
    down = np.arange(rows, dtype=np.float32)[:, None] + 0.5 - y
    across = np.arange(columns, dtype=np.float32)[None, :] + 0.5 - x
    distance: Array = np.hypot(down, across)
    return distance


def to_surface(colours: Array, alpha: Array | None = None) -> pygame.Surface:
    """A surface out of colours (height, width, 3) and, if given, opacity (height, width) 0..1."""
    rows, columns = colours.shape[:2]
    pixels = np.empty((rows, columns, 4), dtype=np.uint8)
    pixels[..., :3] = np.clip(colours[..., ::-1], 0, 255)  # blue first: the order that blits fastest
    pixels[..., 3] = 255 if alpha is None else np.clip(alpha, 0, 1) * 255
    surface = pygame.image.frombuffer(pixels.tobytes(), (columns, rows), "BGRA")
    return surface if alpha is not None else opaque(surface)


def opaque(surface: pygame.Surface) -> pygame.Surface:
    """A copy without an alpha channel, which blits fastest."""
    copy = pygame.Surface(surface.get_size(), depth=32)
    copy.blit(surface, (0, 0))
    return copy


def flat(colour: Colour, alpha: Array) -> pygame.Surface:
    """One colour with an opacity (height, width) 0..1."""
    return to_surface(np.broadcast_to(np.array(colour, dtype=np.float32), (*alpha.shape, 3)), alpha)


def opacity(surface: pygame.Surface) -> Array:
    """The alpha channel of a surface as an array (height, width) 0..1."""
    alpha: Array = pygame.surfarray.array_alpha(surface).T / np.float32(255)
    return alpha


def stencil(
    width: int, height: int, colour: Colour, paint: Callable[[pygame.Surface, int], None], alpha: int = 255
) -> pygame.Surface:
    """A smooth one-coloured shape, painted large and scaled down.

    Args:
        width: px of the result.
        height: px of the result.
        colour: of the shape.
        paint: called with a surface and its scale; paints in opaque white.
        alpha: opacity 0..255 of the result.
    """
    large = pygame.Surface((width * OVERSAMPLING, height * OVERSAMPLING), pygame.SRCALPHA)
    large.fill((255, 255, 255, 0))
    paint(large, OVERSAMPLING)
    small = pygame.transform.smoothscale(large, (width, height))
    small.fill((*colour, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return small
