"""The networks in NumPy: weights of eight bits, the same layers that were trained."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from xiangqi.errors import ResourceError
from xiangqi.recognition.rectify import COLUMNS, ROWS
from xiangqi.resources import asset

Floats = NDArray[np.float32]

CLASSES: Final = ".KABNRCPkabnrcp#?"
"""What a point may show: nothing, a piece, something that hides it, a piece of no known look."""

_ASSET: Final = "recognition.npz"


class Layer(NamedTuple):
    """A convolution.

    Attributes:
        weights: outputs, inputs, height, width.
        bias: of each output.
        stride: pixels from one place to the next.
        padding: zeros around.
    """

    weights: Floats
    bias: Floats
    stride: int
    padding: int


class Points(NamedTuple):
    """What a network says of the points of a rectified board, and of those around it.

    Attributes:
        classes: a logit for each of ``CLASSES``, by row and column.
        on: a logit: whether a point of the board is here.
        offsets: how far right and down the true point is, in cells.
    """

    classes: Floats
    on: Floats
    offsets: Floats


@lru_cache(maxsize=1)
def layers() -> dict[str, Layer]:
    """Return the layers of both networks by name: ``points.a``, ``lattice.a`` and so on.

    Raises:
        ResourceError: the file is missing or damaged.
    """
    path = asset(_ASSET)
    try:
        with np.load(path) as stored:
            return unpacked(dict(stored))
    except (OSError, ValueError, KeyError) as error:
        raise ResourceError(f"{path} cannot be read: {error}") from error


def unpacked(stored: dict[str, NDArray[np.generic]]) -> dict[str, Layer]:
    """Return the layers of arrays ``name.weights`` (bytes), ``.scale``, ``.bias`` and ``.step``."""
    names = [name.removesuffix(".weights") for name in stored if name.endswith(".weights")]
    made = {}
    for name in names:
        scale = np.asarray(stored[f"{name}.scale"], np.float32)
        stride, padding = (int(number) for number in np.asarray(stored[f"{name}.step"]))
        weights = np.asarray(stored[f"{name}.weights"], np.float32) * scale[:, None, None, None]
        made[name] = Layer(weights, np.asarray(stored[f"{name}.bias"], np.float32), stride, padding)
    return made


def convolved(values: Floats, layer: Layer) -> Floats:
    """Return a layer's outputs, channels by rows by columns."""
    outputs, _, height, width = layer.weights.shape
    if layer.padding:
        edge = (layer.padding, layer.padding)
        values = np.pad(values, ((0, 0), edge, edge))
    windows = sliding_window_view(values, (height, width), axis=(1, 2))
    windows = windows[:, :: layer.stride, :: layer.stride]
    rows, columns = windows.shape[1:3]
    unrolled = windows.transpose(0, 3, 4, 1, 2).reshape(-1, rows * columns)
    made = layer.weights.reshape(outputs, -1) @ unrolled + layer.bias[:, None]
    return np.asarray(made.reshape(outputs, rows, columns))


def _active(values: Floats, layer: Layer) -> Floats:
    return np.maximum(convolved(values, layer), 0)


def _named(network: str) -> dict[str, Layer]:
    return {name.partition(".")[2]: layer for name, layer in layers().items() if name.startswith(network)}


def read_points(seen: Floats) -> Points:
    """Return what the network says of a rectified, normalised board: 3 by height by width."""
    known = _named("points.")
    x = _active(_active(seen, known["a"]), known["b"])
    x = x + _active(x, known["c"])
    x = _active(x, known["d"])
    x = x + _active(x, known["e"])
    x = _active(_active(x, known["f"]), known["g"])
    whole = x[:, 1:-1, 1:-1].mean(axis=(1, 2), keepdims=True)
    memory = np.broadcast_to(_active(whole, known["whole"]), (len(known["whole"].bias), ROWS, COLUMNS))
    out = convolved(_active(np.concatenate([x, memory]), known["h"]), known["out"])
    count = len(CLASSES)
    return Points(out[:count].transpose(1, 2, 0), out[count], out[count + 1 :].transpose(1, 2, 0))


def read_lattice(seen: Floats) -> Floats:
    """Return what the network says of a normalised overview, for each of its places.

    Returns:
        A logit whether a board is there, and its column and row from -0.5 to 0.5: three by rows by columns.
    """
    known = _named("lattice.")
    near = _active(_active(_active(seen, known["a"]), known["b"]), known["c"])
    near = _active(near, known["d"])
    x = _active(near, known["e"])
    x = x + _active(x, known["f"])
    x = x + _active(x, known["g"])
    whole = _active(x.mean(axis=(1, 2), keepdims=True), known["whole"])
    spread = np.broadcast_to(whole, (len(whole), *near.shape[1:]))
    x = np.concatenate([near, x.repeat(2, axis=1).repeat(2, axis=2), spread])
    return convolved(_active(_active(x, known["h"]), known["i"]), known["out"])
