"""The one place where kernels become machine code, or stay plain Python.

Usually they are all loaded from the image (`core.compiler.image`), without Numba. Where there can be none,
Numba compiles them in this process and keeps them in its own cache. Importing this module decides which, and
has the image made if it is not there yet.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from xiangqi.core.compiler import steering
from xiangqi.core.compiler.dialect import teach, trusted_indices
from xiangqi.core.compiler.kernel_cache import checks_bounds, is_cold, is_interpreted, prepare_cache

Function = TypeVar("Function", bound=Callable[..., Any])


def _load_image() -> Any:
    """The image, or None where kernels are interpreted, looked at by Numba, or there can be none."""
    if is_interpreted() or checks_bounds() or steering.translate is not None:
        return None
    prepare_cache()
    try:
        from xiangqi.core.compiler.image import obtain
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

    teach(lambda: _plain)
    return numba


COMPILED = not is_interpreted()
"""Whether kernels are machine code, or will be when they are called for the first time."""

CACHED = False
"""Whether Numba, where it has to compile, can keep what it has made."""

_plain = False
"""Whether Numba has to do without our tricks: slower kernels, to the same results."""

_image: Any = None
_numba: Any = None
_chosen = False
_choosing = threading.RLock()
_deferred: list[_Deferred] = []
_unknown_to_numba: list[tuple[Any, Callable[..., Any], bool]] = []
"""Functions of the image with what each was written as, and whether inline, until Numba is told of them."""
_dispatchers: list[Any] = []
"""What Numba takes for those that it has been told of, since it holds them by weak references."""


def settle() -> None:
    """Have all kernels compiled or loaded that have been put off, and wait for it.

    Raises:
        CancelledError: whoever waits for the kernels has gone.
    """
    with _choosing:
        _choose()
        while _deferred:
            _deferred[0].settle()
            del _deferred[0]
        steering.end_waiting()


def _choose() -> None:
    """Find out how kernels are run here; makes the image if it is not there yet."""
    global COMPILED, CACHED, _image, _numba, _chosen
    if _chosen:
        return
    _image = _load_image()
    _numba = None if _image is not None else _load_numba()
    COMPILED = _image is not None or _numba is not None
    CACHED = COMPILED and "NUMBA_CACHE_DIR" in os.environ
    _chosen = True


class _Deferred:
    """A kernel that is compiled when it is first called, or later: until then it runs interpreted."""

    def __init__(self, function: Callable[..., Any], signature: str, inline: bool) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._signature = signature
        self._inline = inline
        self._settled: Callable[..., Any] | None = None

    def settle(self) -> None:
        """Compile it."""
        self._settled = made = _made(self._function, self._signature, self._inline)
        if _numba is not None and made is not self._function:
            _introduce(self, made)

    def __call__(self, *arguments: Any) -> Any:
        """Run it."""
        if self._settled is None:
            if steering.has_grace():
                return self._function(*arguments)
            settle()
        return (self._settled or self._function)(*arguments)


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
        if steering.translate is not None:
            return steering.translate(function, signature, inline)
        if is_interpreted():
            return function
        if steering.is_deferred() and not _chosen:
            put_off: Any = _Deferred(function, signature, inline)
            _deferred.append(put_off)
            return put_off
        return _made(function, signature, inline)

    return decorate


def _made(function: Function, signature: str, inline: bool) -> Function:
    """The kernel as machine code, or as it is where there can be none."""
    if not COMPILED:
        return function
    name = f"{function.__module__}.{function.__qualname__}"
    if _image is not None and name in _image:
        loaded: Function = _image.function(name)
        _unknown_to_numba.append((loaded, function, inline))
        return loaded
    steering.check_wanted()
    try:
        return _compile(_numba or _numba_beside_the_image(), function, signature, inline=inline)
    except Exception as error:  # a Numba that is too new, or LLVM: the program must still play
        _give_up(error)
        return function


def _give_up(error: Exception) -> None:
    """Let this kernel and all after it be interpreted; those before may stay what they are."""
    global COMPILED
    COMPILED = False
    words = " ".join(str(error).split())
    print(f"xiangqi: running interpreted, Numba cannot compile ({words})", file=sys.stderr)


def _compile(numba: Any, function: Function, *signature: str, inline: bool) -> Function:
    """Compile by Numba in this process, or prepare to do so for the signatures with which it will be called.

    A Numba that does not take our tricks, or a disk without room for what is kept, has it simpler from then on.
    """
    global CACHED, _plain
    while True:
        try:
            return _compile_once(numba, function, *signature, inline=inline)
        except OSError:
            if not CACHED:
                raise
            CACHED = False
        except Exception:
            if _plain:
                raise
            _plain = True


def _compile_once(numba: Any, function: Function, *signature: str, inline: bool) -> Function:
    compiled: Function
    if _plain:
        compiled = numba.njit(*signature, cache=CACHED, nogil=True)(function)
        return compiled
    options = {"cache": CACHED, "nogil": True, "forceinline": inline, "no_cfunc_wrapper": True, "_nrt": False}
    with trusted_indices():
        compiled = numba.njit(*signature, **options)(function)
    return compiled


def _numba_beside_the_image() -> Any:
    """Numba, told of the image's kernels: for one that is not among them, such as a tool's, but calls some."""
    numba = _import_numba()
    for loaded, function, inline in _unknown_to_numba:
        _introduce(loaded, _compile(numba, function, inline=inline))
    _unknown_to_numba.clear()
    return numba


def _introduce(called: Any, dispatcher: Any) -> None:
    """Tell Numba what stands behind the object by which kernels call another."""
    from numba.core import types
    from numba.core.registry import cpu_target

    _dispatchers.append(dispatcher)
    cpu_target.typing_context.insert_global(called, types.Dispatcher(dispatcher))


if steering.translate is None and not (steering.is_deferred() and is_cold()):
    _choose()
