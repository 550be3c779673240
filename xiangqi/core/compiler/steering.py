"""How the compiling of kernels is steered from outside `core.jit`.

Whoever waits for kernels in another thread can call their compiling off, a command that may not need them can
put it off, and the foundry takes them in to make the image. This module loads nothing, so that the waiting can
begin before Numba is there.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from xiangqi.errors import CancelledError

translate: Callable[[Any, str, bool], Any] | None = None
"""Set before `core.jit` is imported, it is handed all kernels instead: the function, its signature, and whether
it is to be merged into callers."""

waiting: Callable[[float | None], None] | None = None
"""Called every moment while kernels are compiled with the seconds that this has taken; with None at its end."""

_unwanted = threading.Event()
_grace_s: float | None = None
_first_call_s: float | None = None
_began_s: float | None = None


def cancel() -> None:
    """Nobody wants the kernels any more: the import that waits for them fails."""
    _unwanted.set()


def check_wanted() -> None:
    """Go on waiting for kernels, and tell how long that has taken.

    Raises:
        CancelledError: nobody wants it any more.
    """
    global _began_s
    if _unwanted.is_set():
        raise CancelledError("the kernels are not wanted any more")
    _began_s = _began_s or time.monotonic()
    if waiting is not None:
        waiting(time.monotonic() - _began_s)


def end_waiting() -> None:
    """The kernels are there."""
    if waiting is not None:
        waiting(None)


def defer(grace_s: float) -> None:
    """Compile nothing before a kernel is called, and run kernels interpreted for a while from then on.

    Args:
        grace_s: how long; small work is done by then, and large work is worth the compiling.
    """
    global _grace_s
    _grace_s = grace_s


def is_deferred() -> bool:
    """Whether nothing is to be compiled before a kernel is called."""
    return _grace_s is not None


def has_grace() -> bool:
    """Whether a kernel that is called now is still to run interpreted."""
    global _first_call_s
    now = time.monotonic()
    if _first_call_s is None:
        _first_call_s = now
    return _grace_s is not None and now - _first_call_s < _grace_s
