"""The one place where kernels become machine code, or stay plain Python.

Usually they are all loaded from the image (`core.image`), without Numba. Where there can be none,
Numba compiles them in this process and keeps them in its own cache. Importing this module decides which, and
has the image made if it is not there yet.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from xiangqi.core import compiling
from xiangqi.core.dialect import teach_prefetching, trusted_indices
from xiangqi.core.kernel_cache import checks_bounds, is_interpreted, prepare_cache

Function = TypeVar("Function", bound=Callable[..., Any])


def _load_image() -> Any:
    """The image, or None where kernels are interpreted, looked at by Numba, or there can be none."""
    if is_interpreted() or checks_bounds() or compiling.translate is not None:
        return None
    prepare_cache()
    try:
        from xiangqi.core.image import obtain
    except Exception:  # llvmlite is missing or broken, as _load_numba will find, too
        return None
    return obtain()


def _load_numba() -> Any:
    """The numba module, or None when it is missing, broken or switched off."""
    if is_interpreted():
        return None
    prepare_cache()
    try:
        return _import_numba()
    except Exception as error:  # a broken llvmlite raises many kinds: the program must still play
        print(f"xiangqi: running interpreted, Numba cannot be loaded ({error})", file=sys.stderr)
        return None


@cache
def _import_numba() -> Any:
    """Numba, taught what kernels say."""
    import numba

    teach_prefetching()
    return numba


_image = _load_image()
_numba = None if _image is not None or compiling.translate is not None else _load_numba()
COMPILED = _image is not None or _numba is not None
CACHED = COMPILED and "NUMBA_CACHE_DIR" in os.environ
_unknown_to_numba: list[tuple[Any, Callable[..., Any], bool]] = []
"""Functions of the image with what each was written as, and whether inline, until Numba is told of them."""
_dispatchers: list[Any] = []
"""What Numba takes for those that it has been told of, since it holds them by weak references."""


def kernel(signature: str, *, inline: bool = False) -> Callable[[Function], Function]:
    """Compile a function to machine code that runs without the interpreter lock.

    Args:
        signature: Numba signature, for instance ``"int64(int64[::1], int64)"``. Always given, so that the
            work is done (or read from the cache) when the module is imported and never in mid-game.
        inline: merge the body into compiled callers; for small functions called from hot loops.

    The same function runs interpreted when Numba is absent or fails, or ``NUMBA_DISABLE_JIT=1``.

    Raises:
        CancelledError: by the decorator, when whoever waits for the kernels has gone.
    """

    def decorate(function: Function) -> Function:
        if compiling.translate is not None:
            return compiling.translate(function, signature, inline)
        if not COMPILED:
            return function
        name = f"{function.__module__}.{function.__qualname__}"
        if _image is not None and name in _image:
            loaded: Function = _image.function(name)
            _unknown_to_numba.append((loaded, function, inline))
            return loaded
        compiling.check_wanted()
        try:
            return _compile(_numba or _numba_beside_the_image(), function, signature, inline=inline)
        except Exception as error:  # a Numba that is too new, or LLVM: the program must still play
            _give_up(error)
            return function

    return decorate


def _give_up(error: Exception) -> None:
    """Let this kernel and all after it be interpreted; those before may stay what they are."""
    global COMPILED
    COMPILED = False
    words = " ".join(str(error).split())
    print(f"xiangqi: running interpreted, Numba cannot compile ({words})", file=sys.stderr)


def _compile(numba: Any, function: Function, *signature: str, inline: bool) -> Function:
    """Compile by Numba in this process, or prepare to do so for the signatures with which it will be called."""
    options = {"cache": CACHED, "nogil": True, "forceinline": inline, "no_cfunc_wrapper": True}
    compiled: Function
    with trusted_indices():
        try:
            compiled = numba.njit(*signature, **options, _nrt=False)(function)
        except KeyError:  # a Numba that no longer has this private option: the kernels are slower, and right
            compiled = numba.njit(*signature, **options)(function)
    return compiled


def _numba_beside_the_image() -> Any:
    """Numba, told of the image's kernels: for one that is not among them, such as a tool's, but calls some."""
    numba = _import_numba()
    from numba.core.registry import cpu_target

    for loaded, function, inline in _unknown_to_numba:
        dispatcher: Any = _compile(numba, function, inline=inline)
        _dispatchers.append(dispatcher)
        cpu_target.typing_context.insert_global(loaded, numba.types.Dispatcher(dispatcher))
    _unknown_to_numba.clear()
    return numba
