"""The image: all kernels of the program as one piece of machine code, loaded without Numba.

The foundry makes it. A kernel is reached through a *gate*, a function of the image that takes arguments from
Python, lets go of the interpreter lock and calls the kernel; there is one for every signature.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from llvmlite import binding

from xiangqi.core.compiler import kernel_cache, steering
from xiangqi.core.compiler.trust import read_trusted
from xiangqi.launch import start_own

FAILURE: Final = "xiangqi_failure"
"""The variable of the image that holds the exception class of a kernel that fails."""

NOTHING: Final = "xiangqi_nothing"
"""The variable of the image that holds None, the result of a kernel without one."""

_METH_FASTCALL: Final = 0x0080
_GLANCE_S: Final = 0.05
_DIGEST: Final = hashlib.sha256().digest_size


class _MethodDef(ctypes.Structure):
    """PyMethodDef of Python's C interface."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_new_function = ctypes.pythonapi.PyCFunction_NewEx
_new_function.argtypes = [ctypes.POINTER(_MethodDef), ctypes.py_object, ctypes.py_object]
_new_function.restype = ctypes.py_object


def processor() -> str:
    """What machine code is made for: the processor and all that it can do."""
    start_llvm()
    with contextlib.suppress(RuntimeError):  # a system that does not tell
        return f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    return binding.get_host_cpu_name()


def start_llvm() -> None:
    """Make LLVM ready; may be called again."""
    with contextlib.suppress(RuntimeError):  # later ones need it no more and say so
        binding.initialize()
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()


def lies_together() -> bool:
    """Whether an image is loaded into one piece of memory, where short addresses reach all of it."""
    settings = inspect.signature(binding.create_mcjit_compiler).parameters
    return "use_lmm" in settings and re.match("x86_64.*linux", binding.get_process_triple()) is not None


def pack(gates: dict[str, str], code: bytes) -> bytes:
    """A file's content.

    Args:
        gates: of every kernel, whose symbol is its name, the symbol of its gate.
        code: an object file.
    """
    content = json.dumps(gates).encode() + b"\n" + code
    return hashlib.sha256(content).digest() + content


class Image:
    """An image in this process's memory, where it stays."""

    def __init__(self, data: bytes) -> None:
        """Load what `pack` has put together.

        Raises:
            ValueError: it is damaged.
        """
        content = data[_DIGEST:]
        if hashlib.sha256(content).digest() != data[:_DIGEST]:
            raise ValueError("the image of the kernels is damaged")
        index, self._code = content.split(b"\n", 1)
        self._gates: dict[str, str] = json.loads(index)
        start_llvm()
        machine = binding.Target.from_default_triple().create_target_machine(codemodel="jitdefault")
        together = {"use_lmm": True} if lies_together() else {}
        self._engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine, **together)
        self._engine.add_object_file(binding.object_file.ObjectFileRef.from_data(self._code))
        self._engine.finalize_object()
        for name, value in ((FAILURE, ArithmeticError), (NOTHING, None)):
            variable = ctypes.c_void_p.from_address(self._engine.get_global_value_address(name))
            variable.value = id(value)  # neither ever goes away
        self._definitions: list[_MethodDef] = []

    def __contains__(self, name: str) -> bool:
        """Whether there is a kernel of this name, ``module.function``."""
        return name in self._gates

    def function(self, name: str) -> Callable[..., Any]:
        """A kernel for Python to call.

        It takes integers and contiguous, writable arrays of 64-bit integers, and raises a TypeError or a
        ValueError for anything else.
        """
        kernel, gate = (self._engine.get_function_address(symbol) for symbol in (name, self._gates[name]))
        module, _, own = name.rpartition(".")
        definition = _MethodDef(own.encode(), gate, _METH_FASTCALL, None)
        self._definitions.append(definition)
        function: Callable[..., Any] = _new_function(ctypes.byref(definition), kernel, module)
        return function

    def __iter__(self) -> Iterator[str]:
        """The names of all kernels."""
        return iter(self._gates)


def load(path: Path) -> Image | None:
    """The image in a file, None where there is none that is trusted and could be loaded."""
    data = read_trusted(path)
    try:
        return None if data is None else Image(data)
    except (ValueError, RuntimeError):  # the latter: a system that allows no code to be made
        return None


def obtain() -> Image | None:
    """This program's image from the cache folder, made first if it is not there.

    Returns:
        None where there can be none: no folder can be written, the system has not 64 bits, or it or this Numba
            does not allow it.

    Raises:
        CancelledError: whoever waited for it has gone.
    """
    if "NUMBA_CACHE_DIR" not in os.environ or sys.maxsize < 1 << 62:
        return None
    path = kernel_cache.image_path(processor())
    loaded = load(path)
    if loaded is None and not kernel_cache.is_refused(path):
        _make(path)
        loaded = load(path)
    return loaded


def _make(path: Path) -> None:
    """Let a process of its own make the image, and wait for it.

    Raises:
        CancelledError: whoever waited for it has gone.
    """
    with start_own(
        "foundry",
        str(path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=None if os.environ.get("XIANGQI_DEBUG") else subprocess.DEVNULL,
    ) as foundry:
        try:
            while foundry.poll() is None:
                steering.check_wanted()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    foundry.wait(_GLANCE_S)
        finally:
            foundry.kill()  # nothing happens to one that has ended
