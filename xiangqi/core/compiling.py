"""How the compiling of kernels is steered from outside `core.jit`.

Whoever waits for kernels in another thread can call their compiling off, and `core.foundry` takes them in to
make the image. This module loads nothing, so that the waiting can begin before Numba is there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from xiangqi.errors import CancelledError

_unwanted = threading.Event()

translate: Callable[[Any, str, bool], Any] | None = None
"""Set before `core.jit` is imported, it is handed all kernels instead: the function, its signature, and whether
it is to be merged into callers."""


def cancel() -> None:
    """Nobody wants the kernels any more: the import that waits for them fails."""
    _unwanted.set()


def check_wanted() -> None:
    """Go on waiting for kernels.

    Raises:
        CancelledError: nobody wants it any more.
    """
    if _unwanted.is_set():
        raise CancelledError("the kernels are not wanted any more")
