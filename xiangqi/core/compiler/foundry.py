"""Compiles all kernels into one image (`core.compiler.image`), in a process of its own.

Numba would optimise each kernel, with a copy of all that it calls, and make machine code of it before it looks
at the next one. Here it only translates them, and LLVM optimises them once, together. Translating is Python's
work and takes longest, so two processes share it: the second translates what calls the kernels of the first.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding
from numba.core import cgutils, codegen, registry, sigutils, types
from numba.core.typing import templates

from xiangqi.core.compiler import image, kernel_cache, steering
from xiangqi.core.compiler.dialect import teach, trusted_indices
from xiangqi.core.compiler.gates import Gates
from xiangqi.errors import StorageError
from xiangqi.launch import NO_WINDOW, own_command, start_own
from xiangqi.lock import FileLock

_Function = Callable[..., Any]

_BINARY = getattr(os, "O_BINARY", 0)
_PATIENCE_S = 300.0  # with another foundry, which has perhaps been halted


class Foundry:
    """Takes in kernels and gives out their image."""

    def __init__(self) -> None:
        """Make this process's Numba translate only: nothing that it compiles from here on can be run.

        Raises:
            AttributeError: this Numba has other insides.
        """
        teach(lambda: False)
        self._kernels: dict[str, tuple[str, str]] = {}  # signature, and symbol among the parts, by name
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
        with trusted_indices():
            compiled: Any = numba.njit(signature, **options)(function)
        (overload,) = compiled.overloads.values()
        self._kernels[_name_of(function)] = (signature, overload.fndesc.llvm_func_name)
        return compiled

    def declare(self, function: _Function, signature: str, _inline: bool) -> _Function:
        """Let those that are taken in call a kernel that another process translates."""
        typed = _typed(signature)
        name = _name_of(function)
        insert: Any = cgutils.get_or_insert_function
        unlikely: Any = cgutils.if_unlikely

        def call(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            convention, result, arguments = context.call_conv, typed.return_type, typed.args
            kind = convention.get_function_type(result, arguments)
            callee = insert(builder.module, kind, name)
            status, value = convention.call_function(builder, callee, result, arguments, values)
            with unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return value

        template: Any = type(name, (templates.ConcreteTemplate,), {"key": function, "cases": [typed]})
        registry.cpu_target.typing_context.insert_global(function, types.Function(template))
        self._context.insert_func_defn([(call, function, typed.args)])
        return function

    def half(self) -> bytes:
        """All that has been taken in, for another foundry's image: signatures by name, and LLVM's bitcode."""
        return json.dumps(self._signatures()).encode() + b"\n" + self._linked().as_bitcode()

    def image(self, *halves: bytes) -> bytes:
        """All that has been taken in, here and in other foundries, as machine code, packed."""
        module = self._linked()
        signatures = self._signatures()
        for half in halves:
            described, bitcode = half.split(b"\n", 1)
            signatures |= json.loads(described)
            module.link_in(binding.parse_bitcode(bitcode))
        gates = Gates(self._context)
        index = {}
        for name, signature in signatures.items():
            index[name] = gates.add(_typed(signature))
            module.get_function(name).name = gates.add_door(name, _typed(signature))
        module.link_in(binding.parse_assembly(str(gates.module)))
        _hide_all_but(module, {*index, *index.values()})
        module.verify()
        made = self._codegen._module_pass_manager()
        manager, *builder = made if isinstance(made, tuple) else (made,)  # an older Numba's works without
        manager.run(module, *builder)
        return image.pack(index, self._machine().emit_object(module))

    def _machine(self) -> Any:
        """What makes machine code: Numba's, or one for code that lies together and calls its like directly."""
        processor = getattr(self._codegen, "_get_host_cpu_name", None)
        features = getattr(self._codegen, "_tm_features", None)
        if processor is None or features is None or not image.lies_together():
            return self._codegen._tm
        target = binding.Target.from_triple(binding.get_process_triple())
        return target.create_target_machine(processor(), features, opt=3, reloc="pic", codemodel="small")

    def _signatures(self) -> dict[str, str]:
        """Of the kernels taken in here, by name."""
        return {name: signature for name, (signature, _) in self._kernels.items()}

    def _linked(self) -> Any:
        """One module of all parts, in which kernels have the names they are known by."""
        module = binding.parse_assembly(str(self._codegen._create_empty_module("image")))
        module.data_layout = self._codegen._data_layout
        for part in self._parts:
            module.link_in(part._final_module, preserve=True)
        for name, (_, symbol) in self._kernels.items():
            module.get_function(symbol).name = name
        _hide_all_but(module, self._kernels.keys())
        return module


def _name_of(function: _Function) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _typed(signature: str) -> Any:
    """Numba's signature for its text."""
    arguments, result = sigutils.normalize_signature(signature)  # type: ignore[no-untyped-call]
    return result(*arguments)


def _hide_all_but(module: Any, wanted: Collection[str]) -> None:
    """Let the functions of a module be seen within it only, but for those of some names."""
    for function in module.functions:
        if not function.is_declaration and function.name not in wanted:
            function.linkage = "internal"


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
    """Let Numba look only once through all that ``+`` can mean for what it means between integers.

    That is a sixth of the work; a Numba that asks elsewhere does without.
    """
    search = getattr(context, "resolve_function_type", None)
    if search is None:
        return
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
    with contextlib.suppress(StorageError):  # without a lock two may make it at once, each a draft of its own
        while not lock.acquire() and time.monotonic() < patient_until:
            time.sleep(0.1)
    if image.load(target) is not None:
        return
    draft = target.with_name(f".{target.stem}-{os.getpid()}")
    try:
        made = _packed_image()
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY | _BINARY, 0o600), "wb") as file:
            file.write(made)
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
    subprocess.run(
        own_command("trial", str(draft)),
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        check=True,
        creationflags=NO_WINDOW,
    )


def _packed_image() -> bytes:
    """The image of all kernels, half of which another process translates meanwhile, unless it fails."""
    foundry = Foundry()
    with start_own("foundry", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as other:
        _take_in(_first_half(), foundry.translate)
        half, _ = other.communicate()
    if other.returncode == 0:
        return foundry.image(half)
    _take_in(kernel_cache.kernel_modules(), foundry.translate)
    return foundry.image()


def _first_half() -> list[str]:
    """Modules whose kernels call none of the others': the rules and the evaluation."""
    rules = [module for module in kernel_cache.kernel_modules() if module.startswith("xiangqi.core.")]
    return [*rules, "xiangqi.engine.evaluation.evaluate"]


def _second_half() -> bytes:
    foundry = Foundry()
    _take_in(_first_half(), foundry.declare)
    _take_in(kernel_cache.kernel_modules(), foundry.translate)
    return foundry.half()


def _take_in(modules: Sequence[str], taker: Callable[[_Function, str, bool], _Function]) -> None:
    """Import modules, so that their kernels reach the taker; those imported before have nothing to give."""
    gc.disable()  # nearly all that is made is needed until the end
    steering.translate = taker
    for module in modules:
        importlib.import_module(module)


def main(words: list[str]) -> int:
    """The command ``foundry FILE``; without a file it writes the second half to stdout."""
    if words:
        build(Path(words[0]))
    else:
        sys.stdout.buffer.write(_second_half())
    return 0
