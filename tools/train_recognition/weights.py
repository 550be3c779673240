"""A network's weights as the asset stores them, and the mean of two networks. Needs no PyTorch."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from xiangqi.recognition.network import unpacked

Stored: TypeAlias = dict[str, NDArray[np.generic]]
"""The arrays of an asset by name."""


def quantised(name: str, weights: NDArray[np.floating], bias: NDArray[np.floating]) -> Stored:
    """Return a layer's arrays for the asset, the weights in eight bits with a scale for each output."""
    scale = np.abs(weights).reshape(len(weights), -1).max(axis=1) / 127 + 1e-12
    return {
        f"{name}.weights": np.round(weights / scale[:, None, None, None]).astype(np.int8),
        f"{name}.scale": scale.astype(np.float32),
        f"{name}.bias": bias.astype(np.float32),
    }


def averaged(first: Stored, second: Stored) -> Stored:
    """Return the mean of two networks with the same layers.

    The mean of a network and of the same network after further training is often better than either. Layers
    that only ``second`` has are left out.

    Raises:
        KeyError: ``second`` lacks a layer.
    """
    others = unpacked(second)
    made: Stored = {}
    for name, layer in unpacked(first).items():
        other = others[name]
        made.update(quantised(name, (layer.weights + other.weights) / 2, (layer.bias + other.bias) / 2))
        made[f"{name}.step"] = first[f"{name}.step"]
    return made
