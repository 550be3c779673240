"""The one place that knows Numba: compiles kernels, or leaves them as plain Python.

Importing this module chooses the folder of the on-disk cache (`core.kernel_cache`) before Numba reads its
configuration.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from xiangqi.core import compiling
from xiangqi.core.kernel_cache import is_interpreted, prepare_cache

Function = TypeVar("Function", bound=Callable[..., Any])


def _load_numba() -> Any:
    """The numba module, or None when it is missing, broken or switched off."""
    if is_interpreted():
        return None
    prepare_cache()
    try:
        import numba
    except Exception as error:  # a broken llvmlite raises many kinds: the program must still play
        print(f"xiangqi: running interpreted, Numba cannot be loaded ({error})", file=sys.stderr)
        return None
    return numba


_numba = _load_numba()
COMPILED = _numba is not None
CACHED = COMPILED and "NUMBA_CACHE_DIR" in os.environ


def kernel(signature: str, *, inline: bool = False) -> Callable[[Function], Function]:
    """Compile a function to machine code that runs without the interpreter lock.

    Args:
        signature: Numba signature, for instance ``"int64(int64[::1], int64)"``. Always given, so that the
            work is done (or read from the cache) when the module is imported and never in mid-game.
        inline: merge the body into compiled callers; for small functions called from hot loops.

    The same function runs interpreted when Numba is absent or ``NUMBA_DISABLE_JIT=1``.

    Raises:
        CancelledError: by the decorator, when whoever waits for the kernels has gone.
    """

    def decorate(function: Function) -> Function:
        if _numba is None:
            return function
        compiling.check_wanted()
        options = {"cache": CACHED, "nogil": True, "forceinline": inline, "no_cfunc_wrapper": True}
        compiled: Function
        try:
            compiled = _numba.njit(signature, **options, _nrt=False)(function)
        except KeyError:  # a Numba that no longer has this private option: the kernels are slower, and right
            compiled = _numba.njit(signature, **options)(function)
        return compiled

    return decorate
