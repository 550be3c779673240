"""The one place where kernels become machine code, or stay plain Python.

Usually they are all loaded from the library that was built when the program was installed. In a checkout whose
kernels have changed since, the foundry builds it anew, which needs Numba. With bounds checks, and for a kernel
that is not the program's own, Numba compiles in this process. Importing this module decides which.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib import util
from typing import Any, Final, TypeVar

from xiangqi.core import compiler
from xiangqi.core.compiler.loader import KernelLibrary
from xiangqi.errors import KernelError
from xiangqi.launch import NO_WINDOW, own_command

Function = TypeVar("Function", bound=Callable[..., Any])


def is_interpreted() -> bool:
    """Whether somebody wants kernels to be plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def checks_bounds() -> bool:
    """Whether kernels are to notice when they leave an array."""
    return os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")


def _obtain() -> KernelLibrary | None:
    """The program's library, built anew where that is needed and possible; else None, and it is said why."""
    try:
        return KernelLibrary()
    except KernelError as error:
        reason = str(error)
    if util.find_spec("numba") is None or getattr(sys, "frozen", False):
        _say(f"{reason}, and without Numba they run interpreted, very slowly; `pip install .` builds them")
        return None
    _say(f"{reason} and are compiled now, which takes half a minute")
    seeded = os.environ | {"PYTHONHASHSEED": "0"}
    done = subprocess.run(
        own_command("foundry"),
        env=seeded,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        creationflags=NO_WINDOW,
    )
    try:
        return KernelLibrary()
    except KernelError as error:
        _say(f"{done.stderr.removeprefix('xiangqi: ') or error}; the kernels run interpreted, very slowly")
        return None


def _say(words: str) -> None:
    print(f"xiangqi: {' '.join(words.split())}", file=sys.stderr, flush=True)


_built_beforehand: Final = not (compiler.taker or is_interpreted() or checks_bounds())
_library: Final = _obtain() if _built_beforehand else None
_loaded: Final[list[tuple[Any, str, str, int]]] = []
"""Functions of the library with signature, name and address of each, until Numba is told of them."""

COMPILED = not is_interpreted() and not (_built_beforehand and _library is None)
"""Whether kernels are machine code."""

WAY: Final = f"level {_library.level}" if _library is not None else "Numba" if COMPILED else "interpreted"
"""How the program's own kernels are run, in a word."""


def kernel(signature: str, *, inline: bool = False) -> Callable[[Function], Function]:
    """Have a function run as machine code and without the interpreter lock.

    Args:
        signature: Numba signature, for instance ``"int64(int64[::1], int64)"``. Always given, so that nothing
            is left to compile in mid-game.
        inline: merge the body into compiled callers; for small functions called from hot loops.

    The same function runs interpreted where ``NUMBA_DISABLE_JIT=1``, or where it can be neither loaded nor
    compiled, which is said on stderr.
    """

    def decorate(function: Function) -> Function:
        name = f"{function.__module__}.{function.__qualname__}"
        if compiler.taker is not None:
            return compiler.taker(function, signature, inline)
        if _library is not None and name in _library.signatures:
            loaded: Any = _library.function(name)
            _loaded.append((loaded, signature, name, _library.address(name)))
            return loaded
        return _compiled(function, signature, inline) if COMPILED else function

    return decorate


def _compiled(function: Function, signature: str, inline: bool) -> Function:
    """The function compiled by Numba in this process; as it is, and all after it, where that cannot be done."""
    global COMPILED
    try:
        numba = _numba()
        while _loaded:
            numba.declare(*_loaded.pop())
        compiled: Function = numba.compile(function, signature, inline)
        return compiled
    except Exception as error:  # a broken llvmlite raises many kinds: the program must still play
        COMPILED = False
        _say(f"running interpreted, very slowly, since Numba cannot compile ({error})")
        return function


@cache
def _numba() -> Any:
    """Numba in this process, taught what kernels say."""
    from xiangqi.core.foundry.numba_lessons import NumbaInProcess

    return NumbaInProcess()
