"""Tests that the NumPy networks reproduce the PyTorch outputs stored with the asset, and that it is small."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from xiangqi.errors import ResourceError
from xiangqi.recognition import network
from xiangqi.recognition.overview import SIDE
from xiangqi.recognition.rectify import CELL, COLUMNS, ROWS
from xiangqi.resources import asset

SEED = 52


def noise(rows: int, columns: int) -> NDArray[np.float32]:
    return np.round(np.random.default_rng(SEED).standard_normal((3, rows, columns)), 3).astype(np.float32)


def test_the_asset_is_smaller_than_a_megabyte() -> None:
    assert asset("recognition.npz").stat().st_size < 1_000_000


def test_points_are_read_as_they_were_in_training() -> None:
    with np.load(asset("recognition.npz")) as stored:
        expected = stored["noise.points"].astype(np.float32)
    points = network.read_points(noise(ROWS * CELL, COLUMNS * CELL))
    made = np.concatenate(
        [points.classes.transpose(2, 0, 1), points.on[None], points.offsets.transpose(2, 0, 1)]
    )
    assert made.shape == expected.shape == (len(network.CLASSES) + 3, ROWS, COLUMNS)
    assert np.abs(made - expected).mean() < 0.02 * np.abs(expected).mean()  # weights have eight bits


def test_lattices_are_seen_as_they_were_in_training() -> None:
    with np.load(asset("recognition.npz")) as stored:
        expected = stored["noise.lattice"].astype(np.float32)
    made = network.read_lattice(noise(SIDE, SIDE))
    assert made.shape == expected.shape
    assert np.abs(made - expected).mean() < 0.02 * np.abs(expected).mean()


def test_a_convolution_is_what_its_definition_says() -> None:
    random = np.random.default_rng(3)
    values = random.standard_normal((2, 6, 7)).astype(np.float32)
    weights = random.standard_normal((4, 2, 3, 3)).astype(np.float32)
    layer = network.Convolution(weights, np.arange(4, dtype=np.float32), stride=2, padding=1)
    made = network.convolved(values, layer)
    padded = np.pad(values, ((0, 0), (1, 1), (1, 1)))
    assert made.shape == (4, 3, 4)
    for row in range(3):
        for column in range(4):
            window = padded[:, 2 * row : 2 * row + 3, 2 * column : 2 * column + 3]
            expected = (weights * window).sum(axis=(1, 2, 3)) + layer.bias
            assert made[:, row, column] == pytest.approx(expected, abs=1e-4)


def test_a_damaged_asset_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "asset_bytes", lambda _name: b"no archive")
    network.layers.cache_clear()
    with pytest.raises(ResourceError, match=r"recognition\.npz"):
        network.layers()
    network.layers.cache_clear()
