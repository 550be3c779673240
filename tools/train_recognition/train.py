"""Trains a network from scenes: ``python -m tools.train_recognition.train points SCENES CHECKPOINT``.

If the checkpoint exists, training continues from it. The learning rate falls to zero over the given minutes of
processor time, so a run that is stopped early has learned less than it could have.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from torch import distributed
from torch.utils.data import DataLoader, IterableDataset

from tools.train_recognition import data, network
from tools.train_recognition.paint import Random

Sampler = Callable[[data.Stored, Random], tuple[Any, ...]]
Loss = Callable[[Any, tuple[Any, ...]], tuple[Any, float]]
"""Takes layers and a batch; returns the loss and the accuracy, 0..1."""

_RATE: Final = 2.5e-3
_SAVE_S: Final = 120.0


def _samples(folder: Path, seed: int, sample: Sampler) -> Iterator[tuple[Any, ...]]:
    """Yield samples endlessly, including those from new files."""
    random = np.random.default_rng(seed)
    while True:
        files = sorted(folder.glob("*.pickle"))
        pools = [data.read(files[int(index)]) for index in random.integers(0, len(files), 4)]
        scenes = [scene for pool in pools for scene in pool]
        for index in random.permutation(len(scenes)):
            yield tuple(map(torch.from_numpy, sample(scenes[int(index)], random)))


class _Stream(IterableDataset):  # type: ignore[misc]
    """Samples for a data loader."""

    def __init__(self, folder: Path, seed: int, sample: Sampler) -> None:
        self._folder, self._seed, self._sample = folder, seed, sample

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        torch.set_num_threads(1)
        return _samples(self._folder, self._seed, self._sample)


def _rate(done: float) -> float:
    """Return the learning rate after a share of the training."""
    return _RATE * min(1.0, done / 0.03 + 0.05) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, done))) + 1e-6


def _points(layers: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    seen, labels, offsets = batch
    out = network.read_points(layers, seen.to(memory_format=torch.channels_last))
    right = out.detach()[:, : network.CLASSES].argmax(dim=1) == labels
    return network.point_loss(out, labels, offsets), float(right[labels > 0].float().mean())


def _lattice(layers: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    seen, places, is_board = batch
    out = network.read_lattice(layers, seen.to(memory_format=torch.channels_last))
    near = ((out.detach()[:, 1:] - places).abs() < 0.4 / 9).all(dim=1)
    return network.lattice_loss(out, places, is_board), float(near[is_board > 0].float().mean())


class _Task(NamedTuple):
    """A network to train.

    Attributes:
        layers: creates the network.
        sample: creates a sample.
        loss: returns the loss of a batch.
        batch: number of scenes per batch.
    """

    layers: Callable[[], Any]
    sample: Sampler
    loss: Loss
    batch: int


_TASKS: Final = {
    "points": _Task(network.point_layers, data.sample, _points, 4),
    "lattice": _Task(network.lattice_layers, data.overview_sample, _lattice, 12),
}


def main() -> None:
    """Train for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=list(_TASKS))
    parser.add_argument("scenes", type=Path)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--begun", type=float, default=0.0, help="share of the training that is done already")
    parser.add_argument("--parts", type=int, default=1, help="processes that train together, one a core")
    parser.add_argument("--part", type=int, default=0, help="which of them this is; the first one saves")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    if arguments.parts > 1:
        meeting = arguments.checkpoint.with_suffix(".meeting").absolute()
        distributed.init_process_group(
            "gloo", f"file://{meeting}", rank=arguments.part, world_size=arguments.parts
        )
    task = _TASKS[arguments.network]
    layers = task.layers().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(layers.parameters(), lr=_RATE, weight_decay=0.01)
    steps = 0
    if arguments.checkpoint.exists():
        kept = torch.load(arguments.checkpoint, weights_only=True)
        layers.load_state_dict(kept["weights"])
        if "optimiser" in kept:  # not of shipped weights
            optimiser.load_state_dict(kept["optimiser"])
        steps = kept["steps"]
    stream = _Stream(arguments.scenes, 7 + steps + 1000 * arguments.part, task.sample)
    loader = iter(DataLoader(stream, batch_size=task.batch, num_workers=1, prefetch_factor=4))
    begun, saved = time.process_time(), time.monotonic()
    total = torch.zeros(3)
    while (done := _share(begun, arguments)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = _rate(done)
        loss, right = task.loss(layers, next(loader))
        optimiser.zero_grad()
        loss.backward()
        if arguments.parts > 1:
            _together(layers, arguments.parts)
        torch.nn.utils.clip_grad_norm_(layers.parameters(), 2.0)
        optimiser.step()
        steps += 1
        total += torch.tensor([float(loss.detach()), right, 1])
        if steps % 50 == 0:
            print(
                f"{steps} {done:.3f} loss {total[0] / total[2]:.3f} right {total[1] / total[2]:.3f}", flush=True
            )
            total.zero_()
        if arguments.part == 0 and time.monotonic() - saved > _SAVE_S:
            _save(arguments.checkpoint, layers, optimiser, steps)
            saved = time.monotonic()
    if arguments.part == 0:
        _save(arguments.checkpoint, layers, optimiser, steps)


def _share(begun: float, arguments: argparse.Namespace) -> float:
    """Return the share of the training that is done, the same in all processes."""
    done = arguments.begun + (1 - arguments.begun) * (time.process_time() - begun) / 60 / arguments.minutes
    if arguments.parts > 1:
        told = torch.tensor([done])
        distributed.broadcast(told, 0)
        done = float(told)
    return float(done)


def _together(layers: Any, parts: int) -> None:
    """Average the gradients of all processes."""
    gradients = torch.cat([weights.grad.flatten() for weights in layers.parameters()])
    distributed.all_reduce(gradients)
    sizes = [weights.numel() for weights in layers.parameters()]
    for weights, part in zip(layers.parameters(), gradients.split(sizes), strict=True):
        weights.grad.copy_((part / parts).view_as(weights))


def _save(path: Path, layers: Any, optimiser: Any, steps: int) -> None:
    beside = path.with_suffix(".part")
    kept = {
        "weights": layers.state_dict(),
        "optimiser": optimiser.state_dict(),
        "steps": steps,
    }
    torch.save(kept, beside)
    beside.replace(path)


if __name__ == "__main__":
    main()
