"""What sets kernels apart from other functions for Numba: how they ask for memory and count in arrays."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt


def prefetch(array: npt.NDArray[np.int64], index: int) -> None:
    """Have ``array[index]`` brought into the processor's cache meanwhile; changes nothing.

    This is what an interpreted kernel calls; Numba, once taught, makes one instruction of it.
    """


def word_at(address: int, index: int) -> int:
    """The 64-bit word so many words after an address; for memory that belongs to no array of the kernel's.

    Whoever hands out the address keeps the memory. This is what an interpreted kernel calls.
    """
    return ctypes.c_int64.from_address(int(address) + 8 * int(index)).value


def teach(plain: Callable[[], bool]) -> None:
    """Tell this process's Numba what `prefetch` and `word_at` are.

    Args:
        plain: asked for every kernel that uses them, whether nothing is to be fetched there and all words to
            be 0; a kernel that needs words has to find out before.
    """
    _teach_prefetching(plain)
    _teach_words(plain)


def _teach_words(plain: Callable[[], bool]) -> None:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic, overload

    def load(_context: Any, _address: Any, _index: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            words = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
            return builder.load(builder.gep(words, [arguments[1]]))

        return types.int64(types.int64, types.int64), generate

    instruction: Any = intrinsic(load)

    def nothing(address: Any, index: Any) -> int:  # noqa: ARG001 - the same names as word_at's
        """What a Numba makes of it that cannot do the other."""
        return 0

    def loading(address: Any, index: Any) -> Any:
        return instruction(address, index)

    def chosen(address: Any, index: Any) -> Any:  # noqa: ARG001 - Numba looks at the names
        return nothing if plain() else loading

    overload(word_at)(chosen)


def _teach_prefetching(plain: Callable[[], bool]) -> None:
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
