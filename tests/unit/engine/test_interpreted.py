"""The engine without a compiler: slower, and otherwise the same."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from xiangqi.core import jit
from xiangqi.engine.bench import POSITIONS
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine

DEPTH = 3

COUNT = f"""
from xiangqi.core import jit
from xiangqi.engine.bench import POSITIONS
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine

assert not jit.COMPILED
engine = Engine(hash_mb=1)
for fen in POSITIONS[::2]:
    engine.clear()
    engine.set_position(fen, ())
    result = engine.search(Limits(depth={DEPTH}))
    print(result.info.nodes, result.info.score_cp, result.info.mate, result.best_move)
"""


@pytest.mark.skipif(not jit.COMPILED, reason="compares with the compiled search")
def test_the_interpreted_search_is_the_compiled_one() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", COUNT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    engine = Engine(hash_mb=1)
    for fen, line in zip(POSITIONS[::2], done.stdout.splitlines(), strict=True):
        engine.clear()
        engine.set_position(fen, ())
        result = engine.search(Limits(depth=DEPTH))
        assert result.info is not None
        info = result.info
        assert line == f"{info.nodes} {info.score_cp} {info.mate} {result.best_move}", fen
