"""Translates all kernels into one LLVM module, and has LLVM compile it to machine code.

Numba would optimise and compile each kernel separately, with a copy of everything it calls. Here Numba only
translates the kernels, each by itself, and LLVM optimises them once, together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, NamedTuple

from llvmlite import binding, ir
from numba.core import codegen, funcdesc, registry, utils
from numba.core.typing.templates import ConcreteTemplate

from xiangqi.core.build.numba_setup import ENTRY, WORD, compile_kernel, declare, described
from xiangqi.core.compiler import Kernel
from xiangqi.errors import KernelError


class _Taken(NamedTuple):
    """The definition of a kernel."""

    function: Kernel
    signature: str
    inline: bool


kernels: Final[dict[str, _Taken]] = {}
"""Kernels that have been defined since `start`, by name, ``module.function``."""


class _Part(codegen.JITCodeLibrary):
    """Numba's translation of one function and of what Numba adds to it, neither optimised nor compiled."""

    def finalize(self) -> None:
        self._finalized = True
        for library in self._linking_libraries:
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)

    def get_pointer_to_function(self, _name: str) -> int:
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return 0


def start() -> None:
    """Make this process's Numba translate only: nothing that it compiles from now on can be run."""
    context = registry.cpu_target.target_context
    # Why a kernel fails would be noted with the paths of Numba's own files; it is not.
    type(context.call_conv).set_static_user_exc = lambda *_, **__: None
    context.mangler = _mangled
    code = context.codegen()
    code._library_class = _Part
    code.set_env = lambda *_: None
    utils.order_by_target_specificity = lambda _, templates, **__: _plain_first(tuple(templates))


def _mangled(name: str, kinds: Any, **more: Any) -> str:
    """Return Numba's name for a function; that of a kernel does not depend on earlier translations."""
    mangled: str = funcdesc.default_mangler(  # type: ignore[no-untyped-call]
        name, kinds, **({} if name in kernels else more)
    )
    return mangled


@cache
def _plain_first(templates: tuple[Any, ...]) -> list[Any]:
    """Return Numba's ways to type a call in the order in which to try them: first lists of signatures.

    For operators on integers, it would otherwise first try those on NumPy's arrays, strings and sets.
    """
    return sorted(templates, key=lambda template: not issubclass(template, ConcreteTemplate))


def take(function: Kernel, signature: str, inline: bool) -> Kernel:
    """Add a kernel, which other kernels may call from now on; from Python it runs interpreted.

    Raises:
        KernelError: Numba cannot read its signature.
    """
    name = f"{function.__module__}.{function.__qualname__}"
    kernels[name] = _Taken(function, signature, inline)
    with _naming(name):
        declare(name, function, signature)
    return function


@contextmanager
def _naming(kernel: str) -> Iterator[None]:
    """Convert any error that Numba raises in the block to one that names the kernel.

    Raises:
        KernelError: Numba raised an error.
    """
    try:
        yield
    except Exception as error:
        raise KernelError(f"the kernel {kernel} cannot be translated: {error}") from error


def longest_first() -> list[str]:
    """Return the names of all kernels, the longest first, so that several processes finish about together."""
    return sorted(kernels, key=lambda name: -len(kernels[name].function.__code__.co_code))


def translation(name: str) -> bytes:
    """Return a kernel as a module of its own, in LLVM's binary form, in which other kernels are only declared.

    It is the same whatever has been translated before, but for names that `linked` replaces.

    Raises:
        KernelError: Numba cannot translate it.
    """
    function, signature, inline = kernels[name]
    with _naming(name):
        compiled = compile_kernel(function, signature, inline, no_cpython_wrapper=True, no_rewrites=True)
    (overload,) = compiled.overloads.values()
    module = overload.library._final_module
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name != overload.fndesc.llvm_func_name:
            value.linkage = "internal"
    bitcode: bytes = module.as_bitcode()
    return bitcode


def linked(translations: Mapping[str, bytes]) -> bytes:
    """Return the module of all kernels, the same whatever has been translated before.

    Only the kernels' entry functions, named like them, are exported; everything else is numbered.
    """
    context = registry.cpu_target.target_context
    entries = context.codegen()._create_empty_module("kernels")
    for name, (_, signature, _) in kernels.items():
        _add_entry(entries, name, context.declare_function(entries, described(name, signature)))
    module = binding.parse_assembly(str(entries))
    for name in kernels:
        module.link_in(binding.parse_bitcode(translations[name]))
    for number, value in enumerate((*module.functions, *module.global_variables)):
        if not value.is_declaration and value.name not in kernels:
            value.linkage = "internal"
            value.name = f"internal.{number}"  # libraries for macOS keep names, and Numba's vary
    module.verify()
    bitcode: bytes = module.as_bitcode()
    return bitcode


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
