"""The engine's kernels interpreted, and loaded from a warm cache by a fresh process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from xiangqi.core import jit
from xiangqi.engine import bench
from xiangqi.engine.types import Limits
from xiangqi.engine.worker import Engine

SEARCH = """
import json, sys
from xiangqi.core import chase, jit
from xiangqi.engine import exchange, node, ordering, quiescence, search, selectivity
from xiangqi.engine.types import Limits
from xiangqi.engine.worker import Engine

engine = Engine(hash_mb=1)
engine.set_position(sys.argv[1], ())
info = engine.search(Limits(depth=int(sys.argv[2]))).info
kernels = {
    id(kernel): kernel
    for module in (chase, exchange, node, ordering, quiescence, search, selectivity)
    for kernel in vars(module).values()
    if hasattr(kernel, "stats")
}
print(json.dumps({
    "score": info.score_cp,
    "nodes": info.nodes,
    "compiled": jit.COMPILED,
    "kernels": len(kernels),
    "misses": sum(sum(kernel.stats.cache_misses.values()) for kernel in kernels.values()),
}))
"""


def search_in_new_process(home: Path, fen: str, depth: int, **flags: str) -> dict[str, int]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", SEARCH, fen, str(depth)],
        env=kept | {"XIANGQI_HOME": str(home)} | flags,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, int] = json.loads(done.stdout)
    return answer


@pytest.mark.skipif(not jit.COMPILED, reason="Numba is missing or switched off")
def test_a_second_process_loads_the_search_from_the_cache(home: Path) -> None:
    first = search_in_new_process(home, bench.POSITIONS[0], 6)
    second = search_in_new_process(home, bench.POSITIONS[0], 6)
    assert first["misses"] > 0
    assert second["misses"] == 0
    assert second["kernels"] > 20
    assert (first["score"], first["nodes"]) == (second["score"], second["nodes"])


def test_interpreted_it_finds_the_same(home: Path) -> None:
    engine = Engine(hash_mb=1)
    engine.set_position(bench.POSITIONS[6], ())
    info = engine.search(Limits(depth=3)).info
    assert info is not None
    slow = search_in_new_process(home, bench.POSITIONS[6], 3, NUMBA_DISABLE_JIT="1")
    assert not slow["compiled"]
    assert (slow["score"], slow["nodes"]) == (info.score_cp, info.nodes)
