"""Compiles all kernels into one image (`core.image`), in a process of its own.

Numba would optimise each kernel, with a copy of all that it calls, and make machine code of it before it looks
at the next one. Here it only translates them, and LLVM optimises them once, together.
"""

from __future__ import annotations

import gc
import importlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding
from numba.core import codegen, registry, types

from xiangqi.core import compiling, image, kernel_cache
from xiangqi.core.gates import Gates
from xiangqi.lock import FileLock

_Function = Callable[..., Any]

_PATIENCE_S = 300.0  # with another foundry, which has perhaps been halted


class Foundry:
    """Takes in kernels and gives out their image."""

    def __init__(self) -> None:
        """Make this process's Numba translate only: nothing that it compiles from here on can be run.

        Raises:
            AttributeError: this Numba has other insides.
        """
        self._kernels: dict[str, Any] = {}
        self._parts: list[Any] = []
        self._context = registry.cpu_target.target_context
        self._codegen = self._context.codegen()
        self._codegen._library_class = _part_of(self._parts)
        self._codegen.set_env = lambda *_: None
        _remember_types(registry.cpu_target.typing_context)

    def translate(self, function: _Function, signature: str, inline: bool) -> _Function:
        """Take in a kernel; it can be called by other kernels, not by Python."""
        options: dict[str, Any] = {
            "forceinline": inline,
            "no_cfunc_wrapper": True,
            "no_cpython_wrapper": True,
            "no_rewrites": True,  # of what LLVM simplifies as well
            "_nrt": False,
        }
        compiled: Any = numba.njit(signature, **options)(function)
        self._kernels[f"{function.__module__}.{function.__qualname__}"] = compiled
        return compiled

    def image(self) -> bytes:
        """All that has been taken in, as machine code, packed."""
        module = binding.parse_assembly(str(self._codegen._create_empty_module("image")))
        module.data_layout = self._codegen._data_layout
        index = {}
        gates = Gates(self._context)
        for name, compiled in self._kernels.items():
            (overload,) = compiled.overloads.values()
            index[name] = (overload.fndesc.llvm_func_name, gates.add(overload.signature))
        for part in self._parts:
            module.link_in(part._final_module, preserve=True)
        module.link_in(binding.parse_assembly(str(gates.module)))
        wanted = {symbol for pair in index.values() for symbol in pair}
        for function in module.functions:
            if not function.is_declaration and function.name not in wanted:
                function.linkage = "internal"
        module.verify()
        manager, builder = self._codegen._module_pass_manager()
        manager.run(module, builder)
        return image.pack(index, self._codegen._tm.emit_object(module))


def _part_of(parts: list[Any]) -> type:
    """The class of Numba's libraries, one for each function: collected, and not finished one by one."""

    class Part(codegen.JITCodeLibrary):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)  # type: ignore[no-untyped-call]
            parts.append(self)

        def finalize(self) -> None:
            self._finalized = True

        def get_pointer_to_function(self, _name: str) -> int:
            return 0

    return Part


def _remember_types(context: Any) -> None:
    """Let Numba look only once through all that ``+`` can mean for what it means between integers."""
    search = context.resolve_function_type
    found: dict[Any, Any] = {}

    def resolve(function: Any, arguments: Sequence[Any], named: dict[str, Any]) -> Any:
        integers = all(isinstance(argument, types.Integer) for argument in arguments)
        if named or not integers or type(function) is not types.Function:
            return search(function, arguments, named)
        key = (function, *arguments)
        if key not in found:
            found[key] = search(function, arguments, named)
        return found[key]

    context.resolve_function_type = resolve


def build(target: Path) -> None:
    """Make the image of this program's kernels, unless another process has just done so.

    Args:
        target: its file, which is not there, damaged, or there as a whole. A file beside it with the suffix of
            `kernel_cache.REFUSED` says that this system cannot have one.
    """
    lock = FileLock(target.with_suffix(".lock"))
    patient_until = time.monotonic() + _PATIENCE_S
    while not lock.acquire() and time.monotonic() < patient_until:
        time.sleep(0.1)
    if image.load(target) is not None:
        return
    draft = target.with_name(f".{target.stem}-{os.getpid()}")
    try:
        draft.write_bytes(_packed_image())
        _try_out(draft)
        draft.replace(target)
    except (OSError, MemoryError, ImportError):  # another time it may go well
        raise
    except Exception:
        target.with_suffix(kernel_cache.REFUSED).touch()
        raise
    finally:
        draft.unlink(missing_ok=True)


def _try_out(draft: Path) -> None:
    """Let another process load the image before any that matters does.

    Raises:
        subprocess.CalledProcessError: it found fault with the image, or died of it.
    """
    program = [sys.executable, "-m", "xiangqi.core.trial", str(draft)]
    subprocess.run(program, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, check=True)


def _packed_image() -> bytes:
    gc.disable()  # nearly all that is made is needed until the end
    foundry = Foundry()
    compiling.translate = foundry.translate
    for module in kernel_cache.kernel_modules():
        importlib.import_module(module)
    return foundry.image()


if __name__ == "__main__":
    build(Path(sys.argv[1]))
