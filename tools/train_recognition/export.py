"""Creates the asset: ``python -m tools.train_recognition.export POINTS LATTICE assets/recognition.npz``.

Batch normalisation is folded into the weights, which are quantised to eight bits with a scale for each output.
PyTorch's outputs for noise are stored as well, for comparison on machines without PyTorch.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from tools.train_recognition import network
from tools.train_recognition.restore import restored
from tools.train_recognition.weights import averaged, quantised
from xiangqi.recognition.network import unpacked
from xiangqi.recognition.overview import SIDE
from xiangqi.recognition.rectify import CELL, COLUMNS, ROWS

SEED: Final = 52


def packed(network_name: str, layers: Any) -> dict[str, Any]:
    """Return a network's arrays for the asset."""
    arrays: dict[str, Any] = {}
    for layer_name, module in layers.items():
        name = f"{network_name}.{layer_name}"
        convolution = module if isinstance(module, torch.nn.Conv2d) else module[0]
        weights = convolution.weight.detach().double().numpy()
        bias = (
            np.zeros(len(weights)) if convolution.bias is None else convolution.bias.detach().double().numpy()
        )
        if convolution is not module:
            norm = module[1]
            gain = (norm.weight / (norm.running_var + norm.eps).sqrt()).detach().double().numpy()
            weights = weights * gain[:, None, None, None]
            bias = norm.bias.detach().double().numpy() - norm.running_mean.double().numpy() * gain
        arrays.update(quantised(name, weights, bias))
        arrays[f"{name}.step"] = np.array([convolution.stride[0], convolution.padding[0]], np.int8)
    return arrays


def noise(rows: int, columns: int) -> Any:
    """Return the same picture of noise each time."""
    drawn = np.random.default_rng(SEED).standard_normal((3, rows, columns))
    return np.round(drawn, 3).astype(np.float32)


def _trained(layers: Any, checkpoint: Path) -> Any:
    layers.load_state_dict(torch.load(checkpoint, weights_only=True)["weights"])
    return layers.eval()


def _points(path: Path, other: Path | None) -> dict[str, Any]:
    """Return the arrays of the network that reads points, from its checkpoint, or averaged with an asset's."""
    points = _trained(network.point_layers(), path)
    arrays = packed("points", points)
    seen = torch.from_numpy(noise(ROWS * CELL, COLUMNS * CELL))[None]
    if other is not None:
        with np.load(other) as stored:
            arrays = averaged(arrays, dict(stored))
        points = restored(unpacked(arrays), seen.repeat(2, 1, 1, 1))  # one board has no deviation
    with torch.no_grad():
        said = network.read_points(points, seen)[0]
    return {**arrays, "noise.points": said.numpy().astype(np.float16)}


def _lattice(path: Path) -> dict[str, Any]:
    """Return the arrays of the network that finds boards, from its checkpoint or from an asset."""
    if path.suffix == ".npz":
        with np.load(path) as stored:
            kept = [name for name in stored.files if name.startswith(("lattice.", "noise.lattice"))]
            return {name: stored[name] for name in kept}
    lattice = _trained(network.lattice_layers(), path)
    with torch.no_grad():
        said = network.read_lattice(lattice, torch.from_numpy(noise(SIDE, SIDE))[None])[0]
    return {**packed("lattice", lattice), "noise.lattice": said.numpy().astype(np.float16)}


def main() -> None:
    """Write the asset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("points", type=Path, help="checkpoint of the network that reads points")
    parser.add_argument(
        "lattice", type=Path, help="checkpoint of the network that finds boards, or an asset that has it"
    )
    parser.add_argument("asset", type=Path)
    parser.add_argument(
        "--mean", type=Path, metavar="ASSET", help="take the mean of the points' network and this one's"
    )
    arguments = parser.parse_args()
    arrays = {**_points(arguments.points, arguments.mean), **_lattice(arguments.lattice)}
    np.savez_compressed(arguments.asset, **arrays)
    print(f"{arguments.asset}: {arguments.asset.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
