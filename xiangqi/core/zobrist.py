"""Zobrist keys: the key of a position is the xor of its numbers."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import BLACK, BOARD_SQUARES, KINDS, RED

_MASK = (1 << 64) - 1


def _splitmix64(seed: int) -> int:
    """Return an output of the SplitMix64 generator (Steele, Lea, Flood 2014), the same on every machine."""
    z = (seed * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def _build() -> npt.NDArray[np.int64]:
    table = np.zeros(32 * 256, dtype=np.uint64)
    seed = 1
    for side in (RED, BLACK):
        for kind in KINDS:
            for square in BOARD_SQUARES:
                seed += 1
                table[(side | kind) << 8 | square] = _splitmix64(seed)
    return table.view(np.int64)


ZOBRIST: Final = _build()
"""int64, flat: the number of a piece code on a square at ``code << 8 | square``."""

SIDE_KEY: Final = int(np.uint64(_splitmix64(1)).astype(np.int64))
"""The number xored into the key when Black is to move."""
