"""Materials generated from noise: sawn wood and paper. Results depend only on the arguments, including seeds.

Arrays are float32; rows run down, columns to the right, the grain from left to right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from xiangqi.ui.board.relief import Array, smoothstep
from xiangqi.ui.toolkit.theme import Material

_BAND: Final = 64  # rows computed at a time, few enough for the processor's cache

Tone = Callable[[slice], Array]
"""A function that returns the darkness of some rows of a material, 0..1 or slightly beyond."""


class _Spline:
    """Uniform cubic B-splines over ``cells`` intervals, which spread knots evenly over a length in pixels.

    Each pixel takes four products and sums. A matrix product would be equivalent, but its threads would
    compete with an engine that uses every core.
    """

    def __init__(self, length: int, cells: float) -> None:
        place = np.linspace(0, cells, length, dtype=np.float32)
        self._first = np.minimum(place.astype(np.intp), max(0, int(np.ceil(cells)) - 1))
        t = (place - self._first).astype(np.float32)
        steps = ((1 - t) ** 3, 3 * t**3 - 6 * t**2 + 4, 3 * (t + t**2 - t**3) + 1, t**3)
        self._weights = np.stack(steps) / np.float32(6)
        self.knots = int(np.ceil(cells)) + 3

    def down(self, knots: Array, rows: slice) -> Array:
        """Return some rows of the spline that runs downwards, with knots of shape (self.knots, columns)."""
        first, weights = self._first[rows], self._weights[:, rows, None]
        values: Array = knots[first] * weights[0]
        for step in (1, 2, 3):
            values += knots[first + step] * weights[step]
        return values

    def across(self, knots: Array) -> Array:
        """Return the spline that runs to the right, with knots of shape (rows, self.knots)."""
        values: Array = np.take(knots, self._first, axis=1) * self._weights[0]
        for step in (1, 2, 3):
            values += np.take(knots, self._first + step, axis=1) * self._weights[step]
        return values


class Noise:
    """Smooth random values with mean about 0 and deviation about 1. ``noise[rows]`` computes some rows."""

    def __init__(self, knots: Array, down: _Spline | None, across: _Spline | None) -> None:
        self._knots = knots * np.float32(1.3 ** ((down is not None) + (across is not None)))
        self._down = down
        self._across = across

    def __getitem__(self, rows: slice) -> Array:
        values = self._down.down(self._knots, rows) if self._down else self._knots[rows]
        return self._across.across(values) if self._across else values

    @classmethod
    def bumps(cls, rows: int, columns: int, down: float, across: float, rng: np.random.Generator) -> Noise:
        """Return noise with the given numbers of bumps down and across."""
        upright, level = _Spline(rows, down), _Spline(columns, across)
        return cls(_knots(upright.knots, level.knots, rng), upright, level)

    @classmethod
    def streaks(cls, rows: int, columns: int, length_px: float, rng: np.random.Generator) -> Noise:
        """Return noise whose rows are independent, stretched along the grain."""
        level = _Spline(columns, max(1.0, columns / length_px))
        return cls(_knots(rows, level.knots, rng), None, level)

    @classmethod
    def upright_streaks(cls, rows: int, columns: int, length_px: float, rng: np.random.Generator) -> Noise:
        """Return noise whose columns are independent, stretched across the grain."""
        upright = _Spline(rows, max(1.0, rows / length_px))
        return cls(_knots(upright.knots, columns, rng), upright, None)


def _knots(rows: int, columns: int, rng: np.random.Generator) -> Array:
    return rng.standard_normal((rows, columns), dtype=np.float32)


def bands(rows: int) -> Iterator[slice]:
    """Yield slices of a picture's rows, one band at a time."""
    for start in range(0, rows, _BAND):
        yield slice(start, min(rows, start + _BAND))


def texture(material: Material, rows: int, columns: int, cell_px: float, seed: int) -> Array:
    """Return a picture of a material as an array of colours 0..255, of shape (rows, columns, 3).

    Args:
        material: the material.
        rows: the height in px.
        columns: the width in px.
        cell_px: the length that ``material.rings`` refers to.
        seed: selects a different plank.
    """
    rng = np.random.default_rng(seed)
    tone = _wood(material.rings, rows, columns, cell_px, rng) if material.rings else _paper(rows, columns, rng)
    light, dark = (np.array(colour, dtype=np.float32) for colour in (material.light, material.dark))
    picture = np.empty((rows, columns, 3), dtype=np.float32)
    for band in bands(rows):
        darkness = np.clip(tone(band) * np.float32(material.contrast), 0, 1)
        np.multiply(darkness[..., None], dark - light, out=picture[band])
        picture[band] += light
    return picture


def _wood(rings: float, rows: int, columns: int, cell_px: float, rng: np.random.Generator) -> Tone:
    """Return the tone of sawn wood: growth rings cut at a slant, fibres, pores and gradual changes."""
    high, wide = rows / cell_px, columns / cell_px
    y = np.linspace(-0.5, 0.5, rows, dtype=np.float32)[:, None] * np.float32(high)
    y += np.float32(rng.uniform(-0.25, 0.25) * high)
    slant = min(2.2, 0.2 * high)  # a narrow strip is cut along the trunk, a wide plank shows arches
    depth = 1.2 + slant * np.linspace(0, 1, columns, dtype=np.float32)[None, :]
    bend = Noise.bumps(rows, columns, max(1.0, high / 3), max(1.0, wide / 4), rng)
    ripple = Noise.bumps(rows, columns, max(1.0, high * 1.5), max(1.0, wide / 2), rng)
    strength = Noise.bumps(rows, columns, max(1.0, high / 2), max(1.0, wide / 3), rng)
    fibre = Noise.streaks(rows, columns, cell_px * 0.9, rng)
    fine = Noise.streaks(rows, columns, cell_px * 0.25, rng)
    pore = Noise.streaks(rows, columns, cell_px * 0.16, rng)

    def tone(band: slice) -> Array:
        bent = bend[band]
        distance = np.hypot(y[band] + 0.13 * slant * bent, depth + 0.23 * slant * bent)
        distance += 0.016 * slant * ripple[band]
        phase = distance * np.float32(rings)
        phase -= np.floor(phase)
        ring = phase**2 * (1 - smoothstep(0.86, 1.0, phase)) * (0.51 + 0.21 * strength[band])
        pores = smoothstep(1.9, 2.6, pore[band])
        total: Array = 0.26 + ring + 0.085 * fibre[band] + 0.05 * fine[band] + 0.34 * pores + 0.09 * bent
        return total

    return tone


def _paper(rows: int, columns: int, rng: np.random.Generator) -> Tone:
    """Return the tone of rice paper or cloth: clouds, a fine grain, and a few fibres along and across."""
    clouds = Noise.bumps(rows, columns, 5, 5, rng)
    along = Noise.streaks(rows, columns, 24, rng)
    across = Noise.upright_streaks(rows, columns, 24, rng)

    def tone(band: slice) -> Array:
        fibres = smoothstep(2.0, 2.8, along[band]) + smoothstep(2.0, 2.8, across[band])
        tooth = _knots(len(fibres), columns, rng)
        total: Array = 0.3 + 0.1 * clouds[band] + 0.07 * tooth + 0.15 * fibres
        return total

    return tone
