"""Records calls of kernels while the program counts, searches, keeps games and solves an ending.

    python -m tools.release.recording FILE

`replay.c` repeats them with a library for another system. The file holds integers of 64 bits, lowest byte
first, names with their lengths, and arrays as they lie in memory before and after a call; the number of calls
comes first.
"""

from __future__ import annotations

import struct
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, BinaryIO, Final
from unittest.mock import patch

import numpy as np

from xiangqi.core import jit

_RECORDED: Final = frozenset((1, 8, 20))
"""The numbers of the recorded calls of each kernel, kept few because a search has an array of 9 MB."""

_WITH_ADDRESSES: Final = "xiangqi.tables.treeprobe."
"""The prefix of kernels that receive memory addresses of this process."""


class Recorder:
    """Records calls of kernels.

    Attributes:
        written: the number of recorded calls of each kernel.
    """

    def __init__(self, file: BinaryIO) -> None:
        """Start a recording without calls."""
        self.written: Counter[str] = Counter()
        self._called: Counter[str] = Counter()
        self._file = file
        self._number(0)

    def listening(self, name: str, kernel: Callable[..., Any]) -> Callable[..., Any]:
        """Return a wrapper of a kernel that also records its calls numbered in _RECORDED.

        Calls with overlapping arrays are not recorded, nor are kernels that receive addresses.
        """

        def call(*arguments: Any) -> Any:
            self._called[name] += 1
            arrays = [argument for argument in arguments if isinstance(argument, np.ndarray)]
            shared = any(np.may_share_memory(*pair) for pair in combinations(arrays, 2))
            if self._called[name] not in _RECORDED or shared or name.startswith(_WITH_ADDRESSES):
                return kernel(*arguments)
            before = [argument.tobytes() if isinstance(argument, np.ndarray) else b"" for argument in arguments]
            result = kernel(*arguments)
            self._write(name, arguments, before, result)
            return result

        return call

    def _write(self, name: str, arguments: tuple[Any, ...], before: list[bytes], result: int | None) -> None:
        self.written[name] += 1
        self._number(len(name))
        self._file.write(name.encode())
        self._number(len(arguments))
        for argument, content in zip(arguments, before, strict=True):
            if isinstance(argument, np.ndarray):
                self._number(argument.ndim, argument.itemsize, *argument.shape)
                self._file.write(content)
                self._file.write(argument.tobytes())
            else:
                self._number(0, int(argument))
        self._number(int(result is not None), result or 0)

    def _number(self, *numbers: int) -> None:
        self._file.write(struct.pack(f"<{len(numbers)}q", *numbers))

    def finish(self) -> None:
        """Write the number of calls at the beginning."""
        self._file.seek(0)
        self._number(self.written.total())


def _use_kernels() -> None:
    """Use each part of the program that has kernels, briefly."""
    from xiangqi.board import Move
    from xiangqi.cli import main as program
    from xiangqi.engine.bench import POSITIONS
    from xiangqi.engine.common.types import Limits
    from xiangqi.engine.worker import Engine
    from xiangqi.library.coding import STANDARD, Coder
    from xiangqi.referee import judge
    from xiangqi.tables.making.maker import Job, make
    from xiangqi.tables.material import Endgame, closure
    from xiangqi.tables.tablefile import DTC

    program(["perft", "4"])
    engine = Engine(hash_mb=1)
    engine.set_option("TablePath", "")  # its memory is passed to the search by address
    for fen in POSITIONS:
        engine.clear()
        engine.set_position(fen, ())
        engine.search(Limits(depth=5))
    chase = [Move.from_iccs(word) for word in ("i2f2", "f4i4", "f2i2", "i4f4") * 3]
    judge("3k5/9/9/9/9/5c3/9/8R/9/4K4 w", chase)
    coder = Coder()
    opening = [Move.from_iccs(word) for word in ("h2e2", "b9c7", "h0g2", "h9g7")]
    coder.decode(STANDARD, coder.encode(STANDARD, opening).codes)
    with tempfile.TemporaryDirectory() as folder:
        for material in closure([Endgame.parse("KHPKA")]):
            make(Job(material, DTC, Path(folder), None))


def main() -> int:
    """Run the command and return its exit code."""
    with Path(sys.argv[1]).open("wb") as file:
        recorder, usual = Recorder(file), jit.kernel

        def kernel(signature: str, *, inline: bool = False) -> Callable[[Any], Any]:
            decorate = usual(signature, inline=inline)
            return lambda function: recorder.listening(
                f"{function.__module__}.{function.__qualname__}", decorate(function)
            )

        with patch.object(jit, "kernel", kernel):  # before any module defines kernels
            _use_kernels()
        recorder.finish()
    print(f"{recorder.written.total()} calls of {len(recorder.written)} kernels")
    return 0


if __name__ == "__main__":
    sys.exit(main())
