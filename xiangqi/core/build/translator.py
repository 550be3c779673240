"""Translates all kernels into one LLVM module, and has LLVM compile it to machine code.

Numba would optimise and compile each kernel separately, with a copy of everything it calls. Here Numba only
translates the kernels, and LLVM optimises them once, together.
"""

from __future__ import annotations

from typing import Any, ClassVar

from llvmlite import binding, ir
from numba.core import codegen, registry, types

from xiangqi.core.build.numba_setup import ENTRY, WORD, compile_kernel
from xiangqi.core.compiler import Kernel


class _Part(codegen.JITCodeLibrary):
    """Numba's translation of one function, neither optimised nor compiled."""

    all: ClassVar[list[Any]] = []

    def finalize(self) -> None:
        self._finalized = True
        self.all.append(self._final_module)

    def get_pointer_to_function(self, _name: str) -> int:
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return 0


class Translator:
    """Collects kernels into a single module.

    Attributes:
        signatures: the kernels' signatures by name, ``module.function``.
    """

    def __init__(self) -> None:
        """Make this process's Numba translate only: nothing that it compiles from now on can be run."""
        self.signatures: dict[str, str] = {}
        self._compiled: dict[str, Any] = {}
        self._target = registry.cpu_target
        context = self._target.target_context
        # Why a kernel fails would be noted with the paths of Numba's own files; it is not.
        type(context.call_conv).set_static_user_exc = lambda *_, **__: None
        self._codegen = context.codegen()
        self._codegen._library_class = _Part
        self._codegen.set_env = lambda *_: None

    def take(self, function: Kernel, signature: str, inline: bool) -> Kernel:
        """Add a kernel, and return what other kernels call; from Python it runs interpreted."""
        name = f"{function.__module__}.{function.__qualname__}"
        compiled = compile_kernel(function, signature, inline, no_cpython_wrapper=True, no_rewrites=True)
        self.signatures[name], self._compiled[name] = signature, compiled
        self._target.typing_context.insert_global(function, types.Dispatcher(compiled))
        return function

    def module(self) -> Any:
        """Return the module of all kernels added.

        Only their entry functions, named like the kernels, are exported.
        """
        entries = self._codegen._create_empty_module("kernels")
        for name, compiled in self._compiled.items():
            (overload,) = compiled.overloads.values()
            _add_entry(entries, name, self._target.target_context.declare_function(entries, overload.fndesc))
        module = binding.parse_assembly(str(entries))
        for part in _Part.all:
            module.link_in(part)
        for function in module.functions:
            if not function.is_declaration and function.name not in self.signatures:
                function.linkage = "internal"
        module.verify()
        return module


def _add_entry(module: ir.Module, name: str, kernel: Any) -> None:
    """Define a function that calls a kernel with words from memory: the result's address, then the arguments.

    The kernel itself is not exported, so that LLVM may drop its unused arguments.
    """
    entry = ir.Function(module, ENTRY, name)
    builder, (words,) = ir.IRBuilder(entry.append_basic_block()), entry.args
    result, failure, *arguments = (argument.type for argument in kernel.args)
    values = [builder.bitcast(words, result), builder.alloca(failure.pointee)]
    for i, kind in enumerate(arguments, 1):
        values.append(builder.load(builder.bitcast(builder.gep(words, [WORD(i)]), kind.as_pointer())))
    builder.ret(builder.call(kernel, values, attrs=("noinline",)))


def machine_code(bitcode: bytes, triple: str, processor: str) -> bytes:
    """Return the object file that LLVM generates from a module, which it optimises as a whole."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(triple).create_target_machine(processor, opt=3, reloc="pic")
    module = binding.parse_bitcode(bitcode)
    module.triple, module.data_layout = triple, str(machine.target_data)
    if "windows" in triple:  # where nothing is seen from outside that does not say so
        for function in module.functions:
            if not function.is_declaration and function.linkage == binding.Linkage.external:
                function.storage_class = "dllexport"
    options = binding.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code
