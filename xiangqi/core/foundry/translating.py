"""Translates all kernels into one module of LLVM.

Numba would optimise each kernel, with a copy of all that it calls, and make machine code of it before it looks
at the next one. Here it only translates them, and LLVM optimises them once, together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numba
from llvmlite import binding, ir
from numba.core import codegen, registry, types

from xiangqi.core.foundry.numba_lessons import teach, trusted_indices, typed


class Translator:
    """Takes in kernels and gives out their module.

    Attributes:
        signatures: of the kernels by their names, ``module.function``.
    """

    def __init__(self) -> None:
        """Make this process's Numba translate only: nothing that it compiles from here on can be run."""
        teach()
        self.signatures: dict[str, str] = {}
        self._symbols: dict[str, str] = {}  # among the parts
        self._parts: list[Any] = []
        self._dispatchers: list[Any] = []
        self._context = registry.cpu_target.target_context
        self._codegen = self._context.codegen()
        self._codegen._library_class = _part_of(self._parts)
        self._codegen.set_env = lambda *_: None
        _remember_types(registry.cpu_target.typing_context)

    def take(self, function: Callable[..., Any], signature: str, inline: bool) -> Any:
        """Take in a kernel; what comes back is called by other kernels, and by Python as it is written."""
        options: dict[str, Any] = {
            "forceinline": inline,
            "no_cfunc_wrapper": True,
            "no_cpython_wrapper": True,
            "no_rewrites": True,  # of what LLVM simplifies as well
            "_nrt": False,
        }
        # Numba notes where a kernel that fails was written; a library says the same wherever its sources lie.
        function.__code__ = function.__code__.replace(co_filename=function.__module__)
        with trusted_indices():
            compiled: Any = numba.njit(signature, **options)(function)
        (overload,) = compiled.overloads.values()
        name = f"{function.__module__}.{function.__qualname__}"
        self.signatures[name], self._symbols[name] = signature, overload.fndesc.llvm_func_name
        self._dispatchers.append(compiled)  # since Numba holds it by a weak reference
        registry.cpu_target.typing_context.insert_global(function, types.Dispatcher(compiled))
        return function

    def module(self) -> Any:
        """All that has been taken in, each kernel with a door of its name for whoever calls it from outside."""
        module = binding.parse_assembly(str(self._codegen._create_empty_module("kernels")))
        module.data_layout = self._codegen._data_layout
        for part in self._parts:
            module.link_in(part._final_module, preserve=True)
        doors = self._context.create_module("doors")
        for name, symbol in self._symbols.items():
            module.get_function(symbol).name = self._add_door(doors, name)
        module.link_in(binding.parse_assembly(str(doors)))
        _hide_all_but(module, self.signatures)
        module.verify()
        return module

    def _add_door(self, doors: ir.Module, name: str) -> str:
        """Give a kernel a way in by its name, and say by which name it is called within the library.

        Nobody outside then calls the kernel itself, so LLVM may drop arguments that it does not look at, and
        merge it into its only caller.
        """
        signature, within = typed(self.signatures[name]), f"{name}.within"
        kind = self._context.call_conv.get_function_type(signature.return_type, signature.args)
        kernel, door = ir.Function(doors, kind, within), ir.Function(doors, kind, name)
        builder = ir.IRBuilder(door.append_basic_block("entry"))
        builder.ret(builder.call(kernel, door.args, attrs=("noinline",)))
        return within


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

    That is a sixth of the work.
    """
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
