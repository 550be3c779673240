"""Makes a checkpoint of a network's shipped weights, from which training goes on.

    python -m tools.train_recognition.restore points SCENES assets/recognition.npz POINTS.pt

In the asset, batch normalisation is folded into the weights. It is put back such that the network answers as
before: each layer's mean and deviation are measured on scenes, and its gain and bias undo the normalisation.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray

from tools.train_recognition import data, network
from tools.train_recognition.paint import Random
from xiangqi.recognition.network import Convolution, unpacked

_SCENES: Final = 64
"""Scenes on which means and deviations are measured."""


def _board(scene: data.Stored, random: Random) -> NDArray[np.float32]:
    return data.sample(scene, random).seen


def _overview(scene: data.Stored, random: Random) -> NDArray[np.float32]:
    return data.overview_sample(scene, random)[0]


_Create: TypeAlias = Callable[[], Any]
_Read: TypeAlias = Callable[[Any, Any], Any]
_Sample: TypeAlias = Callable[[data.Stored, Random], NDArray[np.float32]]

_NETWORKS: Final[dict[str, tuple[_Create, _Read, _Sample]]] = {
    "points": (network.point_layers, network.read_points, _board),
    "lattice": (network.lattice_layers, network.read_lattice, _overview),
}


def restored(folded: dict[str, Convolution], seen: Any, network_name: str = "points") -> Any:
    """Return the layers of a network, ``points`` or ``lattice``, with normalisation measured on a batch."""
    create, read, _ = _NETWORKS[network_name]
    layers = create()
    for name, module in layers.items():
        known = folded[f"{network_name}.{name}"]
        convolution = module if isinstance(module, torch.nn.Conv2d) else module[0]
        convolution.weight.data.copy_(torch.from_numpy(known.weights))
        if convolution is module:
            convolution.bias.data.copy_(torch.from_numpy(known.bias))
        else:
            _undo_normalisation(module, torch.from_numpy(known.bias))
    layers.eval()
    with torch.no_grad():
        read(layers, seen)
    return layers


def _undo_normalisation(module: Any, bias: Any) -> None:
    """Have a layer measure its normalisation at the next call, and set its gain and bias to undo it."""

    def measure(norm: Any, inputs: tuple[Any]) -> None:
        values = inputs[0].transpose(0, 1).flatten(1)
        norm.running_mean.copy_(values.mean(dim=1))
        norm.running_var.copy_(values.var(dim=1))
        deviation = (norm.running_var + norm.eps).sqrt()
        norm.weight.data.copy_(deviation)
        norm.bias.data.copy_(bias + norm.running_mean)
        handle.remove()

    handle = module[1].register_forward_pre_hook(measure)


def main() -> None:
    """Write the checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=list(_NETWORKS))
    parser.add_argument("scenes", type=Path)
    parser.add_argument("asset", type=Path)
    parser.add_argument("checkpoint", type=Path)
    arguments = parser.parse_args()
    random = np.random.default_rng(1)
    scenes = [scene for path in sorted(arguments.scenes.glob("*.pickle")) for scene in data.read(path)]
    sample = _NETWORKS[arguments.network][2]
    seen = np.stack([sample(scene, random) for scene in scenes[:_SCENES]])
    with np.load(arguments.asset) as stored:
        layers = restored(unpacked(dict(stored)), torch.from_numpy(seen), arguments.network)
    torch.save({"weights": layers.state_dict(), "steps": 0}, arguments.checkpoint)


if __name__ == "__main__":
    main()
