"""Light, surfaces and stencils."""

from __future__ import annotations

import numpy as np
import pygame

from xiangqi.ui.board.relief import (
    blurred,
    distance_from,
    flat,
    opacity,
    relief,
    smoothstep,
    stencil,
    to_surface,
)


def test_light_comes_from_the_upper_left() -> None:
    hill = np.maximum(0, 12 - distance_from(41, 41, 20.5, 20.5))
    light, shine = relief(hill.astype(np.float32))
    assert np.isclose(light[0, 0], 1)  # level ground
    assert light[14, 14] > 1 > light[26, 26]
    assert shine.max() <= 1


def test_a_surface_keeps_the_colours_and_the_opacity_of_its_arrays() -> None:
    colours = np.zeros((2, 3, 3), dtype=np.float32)
    colours[1, 2] = (250, 120, 30)
    alpha = np.full((2, 3), 0.5, dtype=np.float32)
    surface = to_surface(colours, alpha)
    assert surface.get_size() == (3, 2)
    assert tuple(surface.get_at((2, 1))) == (250, 120, 30, 127)
    assert tuple(to_surface(colours).get_at((2, 1)))[:3] == (250, 120, 30)
    assert tuple(flat((9, 8, 7), alpha).get_at((1, 1))) == (9, 8, 7, 127)
    assert np.allclose(opacity(surface), 127 / 255)


def test_a_stencil_is_smooth_at_its_edges_and_one_colour_throughout() -> None:
    def paint(surface: pygame.Surface, scale: int) -> None:
        pygame.draw.circle(surface, "white", (10 * scale, 10 * scale), 6 * scale)

    disc = stencil(20, 20, (200, 100, 50), paint, alpha=200)
    alpha = opacity(disc)
    assert np.isclose(alpha[10, 10], 200 / 255, atol=0.01)
    assert alpha[0, 0] == 0
    assert ((alpha > 0.05) & (alpha < 0.7)).sum() > 12
    assert tuple(disc.get_at((10, 10)))[:3] == (200, 100, 50)


def test_blur_spreads_without_loss_and_smoothstep_is_bounded() -> None:
    point = np.zeros((21, 21), dtype=np.float32)
    point[10, 10] = 1
    soft = blurred(point, 2)
    assert np.isclose(soft.sum(), 1, atol=1e-3)
    assert soft[10, 10] < 0.1
    assert np.allclose(soft, soft.T, atol=1e-6)
    assert smoothstep(1, 3, np.array([0, 2, 9], dtype=np.float32)).tolist() == [0, 0.5, 1]
