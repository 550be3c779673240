"""Makes a checkpoint of the shipped weights, from which training goes on.

    python -m tools.train_recognition.restore SCENES assets/recognition.npz POINTS.pt

In the asset, batch normalisation is folded into the weights. It is put back such that the network answers as
before: each layer's mean and deviation are measured on scenes, and its gain and bias undo the normalisation.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from tools.train_recognition import data, network
from xiangqi.recognition.network import Convolution, unpacked

_SCENES: Final = 64
"""Scenes on which means and deviations are measured."""


def restored(folded: dict[str, Convolution], seen: Any) -> Any:
    """Return the layers of the network that reads points, with normalisation measured on a batch of boards."""
    layers = network.point_layers()
    for name, module in layers.items():
        known = folded[f"points.{name}"]
        convolution = module if isinstance(module, torch.nn.Conv2d) else module[0]
        convolution.weight.data.copy_(torch.from_numpy(known.weights))
        if convolution is module:
            convolution.bias.data.copy_(torch.from_numpy(known.bias))
        else:
            _undo_normalisation(module, torch.from_numpy(known.bias))
    layers.eval()
    with torch.no_grad():
        network.read_points(layers, seen)
    return layers


def _undo_normalisation(module: Any, bias: Any) -> None:
    """Have a layer's normalisation measured at the next call, its gain and bias set to undo it."""

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
    parser.add_argument("scenes", type=Path)
    parser.add_argument("asset", type=Path)
    parser.add_argument("checkpoint", type=Path)
    arguments = parser.parse_args()
    random = np.random.default_rng(1)
    scenes = [scene for path in sorted(arguments.scenes.glob("*.pickle")) for scene in data.read(path)]
    seen = np.stack([data.sample(scene, random).seen for scene in scenes[:_SCENES]])
    with np.load(arguments.asset) as stored:
        layers = restored(unpacked(dict(stored)), torch.from_numpy(seen))
    torch.save({"weights": layers.state_dict(), "steps": 0}, arguments.checkpoint)


if __name__ == "__main__":
    main()
