"""The only place where kernels become machine code or stay plain Python.

Usually all kernels are loaded from the library built at installation. In a checkout whose kernels have changed,
the library is rebuilt, which needs Numba. With bounds checks, and for kernels that do not belong to the
program, Numba compiles in this process. Importing this module decides which of these applies.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import util
from typing import Any, Final, TypeVar, cast

from xiangqi.core import compiler
from xiangqi.core.compiler.loader import KernelLibrary, build_elsewhere
from xiangqi.errors import KernelError

Function = TypeVar("Function", bound=Callable[..., Any])


def _is_set(variable: str) -> bool:
    return os.environ.get(variable, "0") not in ("", "0")


def is_interpreted() -> bool:
    """Return whether kernels are to run as plain Python."""
    return _is_set("NUMBA_DISABLE_JIT")


def _obtain() -> KernelLibrary | None:
    """Load the program's library, building it if necessary; report on stderr and return None if that fails."""
    try:
        library = KernelLibrary()
        if library.fault:
            _say(f"{library.fault}; slower kernels are used, and `xiangqi build-kernels` builds them all anew")
        return library
    except KernelError as error:
        if util.find_spec("numba") is None or getattr(sys, "frozen", False):
            _say(f"{error}, and without Numba they run interpreted, very slowly; `pip install .` builds them")
            return None
        _say(f"{error} and are compiled now, which takes half a minute")
    failure = build_elsewhere()
    try:
        return KernelLibrary()
    except KernelError as error:
        _say(f"{failure or error}; the kernels run interpreted, very slowly")
        return None


def _say(words: str) -> None:
    print(f"xiangqi: {' '.join(words.split())}", file=sys.stderr, flush=True)


_loads: Final = not (compiler.taker or is_interpreted() or _is_set("NUMBA_BOUNDSCHECK"))
_library: Final = _obtain() if _loads else None

COMPILED = not is_interpreted() and (not _loads or _library is not None)
"""Whether kernels are machine code."""

WAY: Final = f"level {_library.level}" if _library is not None else "Numba" if COMPILED else "interpreted"
"""The way in which the program's own kernels run: a processor level, Numba or interpreted."""


def kernel(signature: str, *, inline: bool = False) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function to machine code that runs without the interpreter lock.

    Args:
        signature: Numba signature, for instance ``"int64(int64[::1], int64)"``. It is always given, so that
            nothing has to be compiled during a game.
        inline: whether the body is merged into compiled callers; for small functions called from hot loops.

    The function runs interpreted if ``NUMBA_DISABLE_JIT=1``, or if it can be neither loaded nor compiled, which
    is reported on stderr.
    """

    def decorate(function: Function) -> Function:
        name = f"{function.__module__}.{function.__qualname__}"
        if _library is not None and name in _library.functions:
            return cast(Function, _library.functions[name])
        taker = compiler.taker or _compile
        return cast(Function, taker(function, signature, inline)) if COMPILED else function

    return decorate


def _compile(function: compiler.Kernel, signature: str, inline: bool) -> compiler.Kernel:
    """Compile a function with Numba in this process; return it unchanged if Numba is missing."""
    global COMPILED
    try:
        from xiangqi.core.build.numba_setup import call_from_kernels, compile_kernel
    except (ImportError, OSError) as error:
        COMPILED = False
        _say(f"running interpreted, very slowly, since Numba is missing ({error})")
        return function
    if _library is not None:
        call_from_kernels(_library)
    return cast(compiler.Kernel, compile_kernel(function, signature, inline))
