"""Planes: one number for every position of a material with one side to move, as a file holds them.

Mirror images, by the fort of the second side, are left out. A plane has an axis for each group of attackers and
one for each fort. The order of the axes is chosen so that the plane compresses well. The last axis is a row,
whose bits are padded to whole bytes: rows that begin within a byte take four times the space. The plane is
divided into blocks, each compressed by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.tables import setkernels
from xiangqi.tables.making.row_layout import Ints, RowLayout
from xiangqi.tables.numbering import Numbering
from xiangqi.tables.packing import pack

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]

_TRIED: Final = 1 << 26
"""The most numbers laid out in a trial, for all orders together and then for each of the finalists."""

_FINALISTS: Final = 4

TIGHTLY: Final = 19
"""Level of compression, of which Zstandard has 22."""


def flags_of(words: Ints, layout: RowLayout, numbering: Numbering) -> Flags:
    """Return a set of positions from `solving` as an array of flags in the shape of the numbering."""
    data = words.view(np.uint8)
    whole = np.unpackbits(data, axis=1, count=layout.bits, bitorder="little").view(np.bool_)
    shaped = whole.reshape(*numbering.shape[:-1], len(numbering.second.places))
    return np.ascontiguousarray(shaped[..., numbering.kept])


def lay_out(values: Bytes | Flags, idle: Flags, order: Sequence[int]) -> bytes:
    """Return the bytes of a plane, in which flags take a bit each.

    Args:
        values: the numbers or flags, in the shape of the numbering.
        idle: the positions that are never probed; they get the last needed value, perhaps in `values` itself.
        order: the order of the axes.
    """
    flat = np.ascontiguousarray(values.transpose(order)).view(np.uint8)
    setkernels.fill(flat.reshape(-1), np.ascontiguousarray(idle.transpose(order)).view(np.uint8).reshape(-1))
    if values.dtype == np.bool_:
        return np.packbits(flat, axis=-1, bitorder="little").tobytes()
    return flat.tobytes()


def best_order(values: Bytes | Flags, idle: Flags, block: int) -> tuple[int, ...]:
    """Return the order of axes in which a plane compresses best, found by a quick trial.

    For a large plane all orders are tried on a part, and the best of them on the whole.
    """
    orders = list(permutations(range(values.ndim)))
    share = -(-values.size * len(orders) // _TRIED)
    if share > 1:
        longest = values.shape.index(max(values.shape))
        part = (*[slice(None)] * longest, slice(None, None, share))
        orders.sort(key=lambda order: _quick_size(values[part], idle[part], order, block))
        orders = orders[:_FINALISTS]
    return min(orders, key=lambda order: _quick_size(values, idle, order, block))


def _quick_size(values: Bytes | Flags, idle: Flags, order: Sequence[int], block: int) -> int:
    data = lay_out(values, idle, order)
    return sum(len(pack(data[i : i + block], 3)) for i in range(0, len(data), block))


def compress(data: bytes, block: int) -> tuple[list[int], bytes]:
    """Compress a plane by blocks; return their compressed lengths, 0 for a block of zeros, and their bytes."""
    blocks = []
    for start in range(0, len(data), block):
        part = data[start : start + block]
        blocks.append(pack(part, TIGHTLY) if part.count(0) != len(part) else b"")
    return [len(part) for part in blocks], b"".join(blocks)
