"""What Numba is taught: the dialect of kernels, and where kernels are that it did not compile."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numba
from llvmlite import binding, ir
from numba.core import cgutils, registry, sigutils, types
from numba.core.typing import templates
from numba.extending import intrinsic, overload
from numba.np import arrayobj

from xiangqi.core.compiler.dialect import prefetch, word_at


def teach() -> None:
    """Tell this process's Numba what `prefetch` and `word_at` are."""

    def load(_context: Any, _address: Any, _index: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            words = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
            return builder.load(builder.gep(words, [arguments[1]]))

        return types.int64(types.int64, types.int64), generate

    def fetch(_context: Any, array: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            view = context.make_array(array)(context, builder, arguments[0])
            address = builder.bitcast(builder.gep(view.data, [arguments[1]]), cgutils.voidptr_t)
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
            ask = builder.module.declare_intrinsic("llvm.prefetch", [cgutils.voidptr_t], kind)
            builder.call(ask, [address, number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(array, index), generate

    loads: Any = intrinsic(load)
    fetches: Any = intrinsic(fetch)
    overload(word_at)(lambda address, index: lambda address, index: loads(address, index))  # noqa: ARG005
    overload(prefetch)(lambda array, index: lambda array, index: fetches(array, index))  # noqa: ARG005


@contextlib.contextmanager
def trusted_indices() -> Iterator[None]:
    """Let Numba take the number of an element as it is, and not for one counted from the end.

    Telling them apart cost perft a quarter of its time. With bounds checks, a negative number is a fault.
    """

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp)

    usual = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = as_it_is
    try:
        yield
    finally:
        arrayobj.fix_integer_index = usual


def typed(signature: str) -> Any:
    """Numba's signature for its text."""
    arguments, result = sigutils.normalize_signature(signature)  # type: ignore[no-untyped-call]
    return result(*arguments)


class NumbaInProcess:
    """Compiles kernels one by one, for this process: with bounds checks, and those that are in no library."""

    def __init__(self) -> None:
        """Teach Numba what kernels say."""
        teach()

    def declare(self, function: Callable[..., Any], signature: str, name: str, address: int) -> None:
        """Let kernels call one that a library has, at an address."""
        target, kind = registry.cpu_target, typed(signature)
        binding.add_symbol(name, address)

        def call(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            convention, result, arguments = context.call_conv, kind.return_type, kind.args
            form = convention.get_function_type(result, arguments)
            callee = cgutils.get_or_insert_function(builder.module, form, name)  # type: ignore[no-untyped-call]
            status, value = convention.call_function(builder, callee, result, arguments, values)
            with builder.if_then(status.is_error, likely=False):
                convention.return_status_propagate(builder, status)
            return value

        template: Any = type(name, (templates.ConcreteTemplate,), {"key": function, "cases": [kind]})
        target.typing_context.insert_global(function, types.Function(template))
        target.target_context.insert_func_defn([(call, function, kind.args)])

    def compile(self, function: Callable[..., Any], signature: str, inline: bool) -> Any:
        """The function as machine code."""
        options: Any = {"nogil": True, "forceinline": inline, "no_cfunc_wrapper": True, "_nrt": False}
        with trusted_indices():
            return numba.njit(signature, **options)(function)
