"""Arrays that begin at a cache line."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from xiangqi.core.slots import CACHE_LINE


def aligned_zeros(length: int) -> npt.NDArray[np.int64]:
    """Return an array of zeros at an address divisible by 64. Shape (length,), int64."""
    room = np.zeros(length + CACHE_LINE, dtype=np.int64)
    offset = -room.ctypes.data // room.itemsize % CACHE_LINE
    return room[offset : offset + length]
