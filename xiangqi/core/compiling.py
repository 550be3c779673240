"""Lets whoever waits for kernels in another thread call their compiling off.

Kernels are compiled one after the other when their modules are imported, and `core.jit` asks here before each.
This module loads nothing, so that the waiting can begin before Numba is there.
"""

from __future__ import annotations

import threading

from xiangqi.errors import CancelledError

_unwanted = threading.Event()


def cancel() -> None:
    """Nobody wants the kernels any more: the import that compiles them fails at the next one."""
    _unwanted.set()


def check_wanted() -> None:
    """Go on with the next kernel.

    Raises:
        CancelledError: nobody wants it any more.
    """
    if _unwanted.is_set():
        raise CancelledError("the kernels are not wanted any more")
