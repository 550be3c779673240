"""What kernels promise the compiler. Interpreted, on arrays that keep it to them, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

PLAY_AND_JUDGE = """
import importlib
import sys
import numpy as np
from xiangqi.core.build.builder import kernel_modules

class Strict(np.ndarray):
    def __getitem__(self, index):
        check(index)
        return super().__getitem__(index)

    def __setitem__(self, index, value):
        check(index)
        super().__setitem__(index, value)

def check(index):
    global looks
    looks += 1
    if isinstance(index, (int, np.integer)) and index < 0:
        raise IndexError(f"{index} counts from the end")

looks = 0
modules = [importlib.import_module(name) for name in kernel_modules()]
for module in modules:
    for name, value in vars(module).items():
        if isinstance(value, np.ndarray):
            setattr(module, name, value.view(Strict))

from xiangqi.board import Move
from xiangqi.core import position
from xiangqi.engine.common import layout
from xiangqi.engine import worker
from xiangqi.engine.common.types import Limits

real = position.new_state
layout.new_state = lambda size: real(size).view(Strict)
for evaluation in ("network", "handcrafted"):
    engine = worker.Engine(hash_mb=1)
    engine._table.used = engine._table.used.view(Strict)
    engine.set_option("Evaluation", evaluation)
    for fen, moves in (
        ("r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R b - - 0 1", ""),
        ("4k4/9/9/9/c8/9/9/1R7/9/3K5 w - - 0 1", "b2a2 a5b5 a2b2 b5a5 " * 2),  # a chase
    ):
        engine.set_position(fen, [Move.from_iccs(move) for move in moves.split()])
        assert engine.search(Limits(nodes=300)).info.nodes > 100
print(looks)
"""


def test_no_kernel_counts_from_the_end_of_an_array() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAY_AND_JUDGE],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100_000
