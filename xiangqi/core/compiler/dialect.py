"""Functions for kernels beyond plain Python, which Numba translates specially."""

from __future__ import annotations

import ctypes

import numpy as np
import numpy.typing as npt


def prefetch(array: npt.NDArray[np.int64], index: int) -> None:
    """Prefetch ``array[index]`` into the processor's cache.

    Interpreted, this does nothing; compiled, it is one instruction.
    """


def word_at(address: int, index: int) -> int:
    """Return the 64-bit word at a word offset from an address, for memory outside the kernel's arrays.

    Whoever provides the address must keep the memory allocated.
    """
    return ctypes.c_int64.from_address(int(address) + 8 * int(index)).value
