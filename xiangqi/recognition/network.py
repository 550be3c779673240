"""The networks in NumPy, with eight-bit weights."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from xiangqi.errors import ResourceError
from xiangqi.recognition.rectify import COLUMNS, ROWS
from xiangqi.resources import asset_bytes

Floats = NDArray[np.float32]

CLASSES: Final = ".KABNRCPkabnrcp#?"
"""The classes of a point: empty, a piece, something that hides it, and a piece of unknown appearance."""

_ASSET: Final = "recognition.npz"


class Convolution(NamedTuple):
    """A convolution.

    Attributes:
        weights: outputs by inputs by height by width.
        bias: one value for each output.
        stride: the stride in pixels.
        padding: number of zeros on each side.
    """

    weights: Floats
    bias: Floats
    stride: int
    padding: int


class Points(NamedTuple):
    """The network's outputs for the points of a rectified board and those around it.

    Attributes:
        classes: a logit for each of ``CLASSES``, by row and column.
        on: the logit that a point of the board is here.
        offsets: distance to the true point in cells, to the right and down.
    """

    classes: Floats
    on: Floats
    offsets: Floats


@lru_cache(maxsize=1)
def layers() -> dict[str, Convolution]:
    """Return the layers of both networks by name: ``points.a``, ``lattice.a`` and so on.

    Raises:
        ResourceError: the file is missing or damaged.
    """
    data = asset_bytes(_ASSET)
    try:
        with np.load(io.BytesIO(data)) as stored:
            return unpacked(dict(stored))
    except Exception as error:  # a damaged archive makes zipfile and NumPy raise nearly anything
        raise ResourceError(f"asset {_ASSET}: {error}") from error


def unpacked(stored: dict[str, NDArray[np.generic]]) -> dict[str, Convolution]:
    """Build the layers from the arrays ``name.weights`` (bytes), ``.scale``, ``.bias`` and ``.step``."""
    names = [name.removesuffix(".weights") for name in stored if name.endswith(".weights")]
    made = {}
    for name in names:
        scale = np.asarray(stored[f"{name}.scale"], np.float32)
        stride, padding = (int(number) for number in np.asarray(stored[f"{name}.step"]))
        weights = np.asarray(stored[f"{name}.weights"], np.float32) * scale[:, None, None, None]
        made[name] = Convolution(weights, np.asarray(stored[f"{name}.bias"], np.float32), stride, padding)
    return made


def convolved(values: Floats, layer: Convolution) -> Floats:
    """Return a layer's outputs: channels by rows by columns."""
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


def _active(values: Floats, layer: Convolution) -> Floats:
    return np.maximum(convolved(values, layer), 0)


def _named(network: str) -> dict[str, Convolution]:
    return {name.partition(".")[2]: layer for name, layer in layers().items() if name.startswith(network)}


def read_points(seen: Floats) -> Points:
    """Return the outputs for a rectified, normalised board: 3 by height by width."""
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
    """Return the outputs for a normalised overview.

    Returns:
        The logit that a board is there, and its column and row from -0.5 to 0.5: three by rows by columns.
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
