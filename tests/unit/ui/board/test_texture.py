"""Materials: the same each time, different with each seed, within their colours, grain lying level."""

from __future__ import annotations

import numpy as np
import pytest

from xiangqi.ui.board.texture import Noise, texture
from xiangqi.ui.toolkit.theme import BOARDS, WALNUT, Material

ALL = [board.field for board in BOARDS.values()] + [board.frame for board in BOARDS.values()]
MATERIALS = [material for material in ALL if material.contrast]
PLAIN = [material for material in ALL if not material.contrast]


@pytest.mark.parametrize("material", MATERIALS)
def test_a_texture_depends_on_its_seed_and_stays_within_its_colours(material: Material) -> None:
    one = texture(material, 150, 120, 40, seed=1)
    assert one.shape == (150, 120, 3)
    assert (one == texture(material, 150, 120, 40, seed=1)).all()
    assert (one != texture(material, 150, 120, 40, seed=2)).any()
    low, high = np.minimum(material.light, material.dark), np.maximum(material.light, material.dark)
    assert (one >= low - 0.01).all()
    assert (one <= high + 0.01).all()
    assert one.std(axis=(0, 1)).max() > 1  # not a plain colour


@pytest.mark.parametrize("material", PLAIN)
def test_a_material_without_contrast_is_one_colour(material: Material) -> None:
    assert (texture(material, 150, 120, 40, seed=1) == material.light).all()


def test_wood_varies_more_across_the_grain_than_along_it() -> None:
    wood = texture(WALNUT.field, 400, 400, 40, seed=3)[..., 0]
    assert np.abs(np.diff(wood, axis=0)).mean() > 2 * np.abs(np.diff(wood, axis=1)).mean()


def test_noise_in_bands_is_the_noise_at_once() -> None:
    noise = Noise.bumps(90, 70, 4.5, 3, np.random.default_rng(5))
    whole = noise[0:90]
    assert whole.shape == (90, 70)
    assert np.allclose(whole[30:60], noise[30:60])
    assert np.abs(np.diff(whole, axis=0)).max() < 0.5 * whole.std()  # smooth
