"""The networks in PyTorch, for training."""

from __future__ import annotations

from typing import Any, Final

import torch
from torch import nn
from torch.nn import functional

from xiangqi.recognition.rectify import CELL

CLASSES: Final = 17
OUTPUTS: Final = CLASSES + 3
"""Outputs of a point: a logit for each class, one for being on the board, and the offset right and down."""

_MEMORY: Final = 48
"""The number of features that describe the whole board to every point."""


def _layer(inputs: int, outputs: int, size: int = 3, stride: int = 1, padding: int = 1) -> Any:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, padding, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
    )


def point_layers() -> Any:
    """Return the layers of the network that reads points, by name."""
    return nn.ModuleDict(
        {
            "a": _layer(3, 16, stride=2),
            "b": _layer(16, 32, stride=2),
            "c": _layer(32, 32),
            "d": _layer(32, 64, stride=2),
            "e": _layer(64, 64),
            "f": _layer(64, 128),
            "g": _layer(128, 160, size=CELL // 8, stride=CELL // 8, padding=0),
            "whole": _layer(160, _MEMORY, size=1, padding=0),
            "h": _layer(160 + _MEMORY, 128, size=1, padding=0),
            "out": nn.Conv2d(128, OUTPUTS, 1),
        }
    )


def read_points(layers: Any, seen: Any) -> Any:
    """Return the outputs of all points: batch by ``OUTPUTS`` by rows by columns."""
    x = layers["b"](layers["a"](seen))
    x = x + layers["c"](x)
    x = layers["d"](x)
    x = x + layers["e"](x)
    x = layers["g"](layers["f"](x))
    whole = x[:, :, 1:-1, 1:-1].mean(dim=(2, 3), keepdim=True)
    memory = layers["whole"](whole).expand(-1, -1, x.shape[2], x.shape[3])
    return layers["out"](layers["h"](torch.cat([x, memory], dim=1)))


def point_loss(out: Any, labels: Any, offsets: Any) -> Any:
    """Return the loss of the network that reads points."""
    is_on = labels >= 0
    picked = out.permute(0, 2, 3, 1)
    on = functional.binary_cross_entropy_with_logits(picked[..., CLASSES], is_on.float())
    here, truth = picked[is_on], labels[is_on]
    weights = torch.where(truth == 0, 0.35, 1.0)
    read = (
        functional.cross_entropy(here[:, :CLASSES], truth, reduction="none") * weights
    ).sum() / weights.sum().clamp(min=1)
    moved = functional.smooth_l1_loss(here[:, CLASSES + 1 :], offsets[is_on], beta=0.05, reduction="sum") / (
        2 * is_on.sum()
    ).clamp(min=1)
    return read + 0.5 * on + 2.0 * moved


def lattice_layers() -> Any:
    """Return the layers of the network that finds boards, by name."""
    return nn.ModuleDict(
        {
            "a": _layer(3, 16, stride=2),
            "b": _layer(16, 32, stride=2),
            "c": _layer(32, 48, stride=2),
            "d": _layer(48, 64),
            "e": _layer(64, 96, stride=2),
            "f": _layer(96, 96),
            "g": _layer(96, 96),
            "whole": _layer(96, 64, size=1, padding=0),
            "h": _layer(64 + 96 + 64, 96, size=1, padding=0),
            "i": _layer(96, 64),
            "out": nn.Conv2d(64, 3, 1),
        }
    )


def read_lattice(layers: Any, seen: Any) -> Any:
    """Return the outputs of the network that finds boards: batch by 3 by rows by columns."""
    near = layers["c"](layers["b"](layers["a"](seen)))
    near = layers["d"](near)
    x = layers["e"](near)
    x = x + layers["f"](x)
    x = x + layers["g"](x)
    whole = layers["whole"](x.mean(dim=(2, 3), keepdim=True)).expand(-1, -1, near.shape[2], near.shape[3])
    x = torch.cat([near, functional.interpolate(x, scale_factor=2, mode="nearest"), whole], dim=1)
    return layers["out"](layers["i"](layers["h"](x)))


def lattice_loss(out: Any, places: Any, is_board: Any) -> Any:
    """Return the loss of the network that finds boards.

    Args:
        out: the network's outputs.
        places: the true column and row of each output, from -0.5 to 0.5 across the board.
        is_board: whether an output is on the board.
    """
    inside = functional.binary_cross_entropy_with_logits(out[:, 0], is_board)
    away = functional.smooth_l1_loss(out[:, 1:], places, reduction="none", beta=0.03).sum(dim=1)
    return 0.3 * inside + 10 * (away * is_board).sum() / is_board.sum().clamp(min=1)
