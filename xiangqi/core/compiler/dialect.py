"""What kernels say beyond Python: here is what an interpreted one calls; Numba is taught to translate it."""

from __future__ import annotations

import ctypes

import numpy as np
import numpy.typing as npt


def prefetch(array: npt.NDArray[np.int64], index: int) -> None:
    """Have ``array[index]`` brought into the processor's cache meanwhile; changes nothing.

    Interpreted it does nothing, compiled it is one instruction.
    """


def word_at(address: int, index: int) -> int:
    """The 64-bit word so many words after an address; for memory that belongs to no array of the kernel's.

    Whoever hands out the address keeps the memory.
    """
    return ctypes.c_int64.from_address(int(address) + 8 * int(index)).value
