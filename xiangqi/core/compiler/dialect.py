"""What sets kernels apart from other functions for Numba: how they ask for memory and count in arrays."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt


def prefetch(array: npt.NDArray[np.int64], index: int) -> None:
    """Have ``array[index]`` brought into the processor's cache meanwhile; changes nothing.

    This is what an interpreted kernel calls; Numba, once taught, makes one instruction of it.
    """


def teach_prefetching(plain: Callable[[], bool]) -> None:
    """Tell this process's Numba what `prefetch` is.

    Args:
        plain: asked for every kernel that uses it, whether it is to do nothing there either.
    """
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic, overload

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

    instruction: Any = intrinsic(fetch)

    def nothing(array: Any, index: Any) -> None:
        """What a Numba makes of it that cannot do the other."""

    def fetching(array: Any, index: Any) -> None:
        instruction(array, index)

    def chosen(array: Any, index: Any) -> Any:  # noqa: ARG001 - Numba looks at the names
        return nothing if plain() else fetching

    overload(prefetch)(chosen)


@contextlib.contextmanager
def trusted_indices() -> Iterator[None]:
    """Let Numba take the number of an element as it is, and not for one counted from the end.

    Telling them apart cost perft a quarter of its time. With bounds checks, a negative number is a fault. A
    Numba in which this cannot be said compiles as usual.
    """
    from numba.core import types
    from numba.np import arrayobj

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp)

    usual = getattr(arrayobj, "fix_integer_index", None)
    if usual is None:
        yield
        return
    arrayobj.fix_integer_index = as_it_is
    try:
        yield
    finally:
        arrayobj.fix_integer_index = usual
