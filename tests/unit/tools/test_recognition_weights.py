"""The mean of two networks that read pictures."""

from __future__ import annotations

import numpy as np
import pytest

from tools.train_recognition.weights import Stored, averaged, quantised
from xiangqi.recognition.network import unpacked


def network(seed: int, layers: str) -> Stored:
    random = np.random.default_rng(seed)
    made: Stored = {"noise.points": np.zeros(3)}
    for name in layers:
        size = 10.0**-seed
        made |= quantised(name, size * random.standard_normal((4, 2, 3, 3)), random.standard_normal(4))
        made[f"{name}.step"] = np.array([2, 1], np.int8)
    return made


def test_the_mean_of_two_networks_lies_halfway_between_their_weights() -> None:
    first, second = network(0, "ab"), network(1, "abc")
    made = unpacked(averaged(first, second))
    assert made.keys() == {"a", "b"}
    for name, layer in made.items():
        mine, theirs = unpacked(first)[name], unpacked(second)[name]
        step = float(np.abs(layer.weights).max()) / 127
        assert layer.weights == pytest.approx((mine.weights + theirs.weights) / 2, abs=step)
        assert layer.bias == pytest.approx((mine.bias + theirs.bias) / 2, abs=1e-6)
        assert (layer.stride, layer.padding) == (2, 1)


def test_the_mean_with_itself_is_the_same_network() -> None:
    first = network(0, "ab")
    made = unpacked(averaged(first, first))
    assert all(
        layer.weights == pytest.approx(unpacked(first)[name].weights, abs=1e-6) for name, layer in made.items()
    )


def test_networks_of_other_layers_have_no_mean() -> None:
    with pytest.raises(KeyError, match="b"):
        averaged(network(0, "ab"), network(1, "a"))
