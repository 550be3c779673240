"""Planes: one number for every position of a material with one side to move, as a file holds them.

Mirror images are left out, by the fort of the second side. A plane has an axis for each group of attackers
and one for each fort ("A" of the first side, "B" of the second); their order is chosen for each table, since
like positions should lie side by side. The last axis is a row: bits are packed into whole bytes row by row,
for rows that do not begin at a byte cost four times the space. Then it is cut into blocks, each compressed by
itself.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import zstandard

from xiangqi.tables import setkernels
from xiangqi.tables.numbering import BLOCK, Numbering
from xiangqi.tables.row_layout import Ints, Layout

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]


def orders(groups: int) -> list[tuple[int, ...]]:
    """The orders of axes worth trying, for so many groups; axes are numbered as in Numbering.shape."""
    first, second = groups, groups + 1
    rest = tuple(range(1, groups))
    if groups == 0:
        return [(first, second)]
    found = [
        (*range(groups), first, second),
        (0, second, first, *rest) if rest else (second, first, 0),
        (second, first, *range(groups)),
        (0, first, second, *rest) if rest else (second, 0, first),
    ]
    return list(dict.fromkeys(found))


def flags_of(words: Ints, layout: Layout, numbering: Numbering) -> Flags:
    """A set of `solving` as an array of the numbering's shape."""
    data = words.view(np.uint8)
    whole = np.unpackbits(data, axis=1, count=layout.bits, bitorder="little").view(np.bool_)
    shaped = whole.reshape(*numbering.shape[:-1], len(numbering.second.places))
    return np.ascontiguousarray(shaped[..., numbering.kept])


def lay_out(values: Bytes | Flags, idle: Flags, order: Sequence[int]) -> bytes:
    """The bytes of a plane: flags in bits, other numbers in bytes.

    Args:
        values: of the numbering's shape.
        idle: where nobody will ask.
        order: of the axes.
    """
    flat = np.ascontiguousarray(values.transpose(order)).view(np.uint8)
    setkernels.fill(flat.reshape(-1), np.ascontiguousarray(idle.transpose(order)).view(np.uint8).reshape(-1))
    if values.dtype == np.bool_:
        return np.packbits(flat, axis=-1, bitorder="little").tobytes()
    return flat.tobytes()


def best_order(values: Bytes | Flags, idle: Flags, groups: int) -> tuple[int, ...]:
    """The order in which a plane compresses best, as a quick trial says."""
    quick = zstandard.ZstdCompressor(level=3)

    def size(order: Sequence[int]) -> int:
        data = lay_out(values, idle, order)
        return sum(len(quick.compress(data[i : i + BLOCK])) for i in range(0, len(data), BLOCK))

    return min(orders(groups), key=size)


def compress(data: bytes) -> tuple[list[int], bytes]:
    """The blocks of a plane: the length of each, 0 for one without any bit, and all of them joined."""
    parameters = zstandard.ZstdCompressionParameters.from_level(
        19, format=zstandard.FORMAT_ZSTD1_MAGICLESS, write_content_size=1, source_size=BLOCK
    )
    compressor = zstandard.ZstdCompressor(compression_params=parameters)
    blocks = []
    for start in range(0, len(data), BLOCK):
        block = data[start : start + BLOCK]
        blocks.append(compressor.compress(block) if block.count(0) != len(block) else b"")
    return [len(block) for block in blocks], b"".join(blocks)
