"""Configures Numba for kernels: their dialect, unchecked indices, and calls into a library."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, compiler, funcdesc, registry, sigutils, typed_passes, types, untyped_passes
from numba.core.compiler_machinery import PassManager
from numba.core.typing import templates
from numba.np import arrayobj

from xiangqi.core.compiler import Kernel
from xiangqi.core.compiler.dialect import prefetch, word_at
from xiangqi.core.compiler.loader import KernelLibrary

WORD = ir.IntType(64)
_STATUS = ir.IntType(32)

ENTRY = ir.FunctionType(_STATUS, [WORD.as_pointer()])
"""The type of a kernel's entry: it takes the address of words for result and arguments, and returns 0 unless
it fails.
"""


class _Pipeline(compiler.CompilerBase):
    """A compiler with only those of Numba's steps that a kernel needs, about a third of them."""

    def define_pipelines(self) -> list[Any]:
        """Return the steps, in Numba's order."""
        steps = PassManager("kernel")  # type: ignore[no-untyped-call]
        for step in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference,
            typed_passes.PreLowerStripPhis,
            typed_passes.InlineOverloads,
            typed_passes.IRLegalization,
            typed_passes.NativeLowering,
            typed_passes.NoPythonBackend,
        ):
            steps.add_pass(step, step.__name__)  # type: ignore[no-untyped-call]
        steps.finalize()  # type: ignore[no-untyped-call]
        return [steps]


def compile_kernel(function: Kernel, signature: str, inline: bool, **options: bool) -> Any:
    """Compile a function with Numba, and return Numba's dispatcher."""
    _teach()
    njit: Any = numba.njit
    usual = {"nogil": True, "no_cfunc_wrapper": True, "_nrt": False, "pipeline_class": _Pipeline}
    return njit(signature, forceinline=inline, **usual, **options)(function)


def described(name: str, signature: str) -> Any:
    """Return Numba's description of the function that contains a kernel's code, and that other kernels call."""
    arguments, result = sigutils.normalize_signature(signature)  # type: ignore[no-untyped-call]
    body = funcdesc.default_mangler(name, arguments)  # type: ignore[no-untyped-call]
    return funcdesc.ExternalFunctionDescriptor(body, result, arguments)  # type: ignore[no-untyped-call]


def declare(name: str, function: Kernel, signature: str) -> None:
    """Let kernels call a kernel, which may be translated later, or elsewhere."""
    body = described(name, signature)

    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        return context.call_internal(builder, body, called, values)

    _define(function, signature, generate)


@cache
def call_from_kernels(library: KernelLibrary) -> None:
    """Make kernels that Numba compiles from now on call those of a library."""
    for name, function in library.functions.items():
        _define(function, library.signatures[name], _call_of(library.address(name)))


@cache
def _teach() -> None:
    """Teach Numba the dialect, and make it use every index as it is, without counting from the end."""
    _define(word_at, "int64(int64, int64)", _load)
    _define(prefetch, "void(int64[::1], int64)", _fetch)
    arrayobj.fix_integer_index = _trusted


def _define(function: Kernel, text: str, generate: Callable[..., Any]) -> None:
    """Make Numba emit the code from `generate` wherever a kernel calls a function."""
    arguments, result = sigutils.normalize_signature(text)  # type: ignore[no-untyped-call]
    content = {"key": function, "cases": [result(*arguments)]}
    template: Any = type(function.__name__, (templates.ConcreteTemplate,), content)
    registry.cpu_target.typing_context.insert_global(function, types.Function(template))
    registry.cpu_target.target_context.insert_func_defn([(generate, function, arguments)])


def _trusted(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    return context.cast(builder, index, kind, types.intp)


def _load(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    address, index = arguments
    return builder.load(builder.gep(builder.inttoptr(address, WORD.as_pointer()), [index]))


def _fetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, index = arguments
    view = context.make_array(signature.args[0])(context, builder, array)
    address = builder.bitcast(builder.gep(view.data, [index]), cgutils.voidptr_t)
    number = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
    ask = builder.module.declare_intrinsic("llvm.prefetch", [cgutils.voidptr_t], kind)
    builder.call(ask, [address, number(0), number(3), number(1)])
    return context.get_dummy_value()


def _call_of(address: int) -> Callable[..., Any]:
    """Return the generator of code that calls a library's kernel, given the address of its entry."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        arguments = context.get_arg_packer(signature.args).as_arguments(builder, values)
        words = cgutils.alloca_once(builder, WORD, size=1 + len(arguments))  # type: ignore[no-untyped-call]
        for i, argument in enumerate(arguments, 1):
            slot = builder.gep(words, [WORD(i)])
            builder.store(argument, builder.bitcast(slot, argument.type.as_pointer()))
        status = builder.call(builder.inttoptr(WORD(address), ENTRY.as_pointer()), [words])
        with builder.if_then(builder.icmp_signed("!=", status, _STATUS(0)), likely=False):
            context.call_conv.return_user_exc(builder, ArithmeticError, ())
        nothing = signature.return_type == types.none
        return context.get_dummy_value() if nothing else builder.load(words)

    return generate
