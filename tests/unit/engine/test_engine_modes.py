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
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine

SEARCH = """
import json, sys
from xiangqi.core import jit
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine

engine = Engine(hash_mb=1)
engine.set_position(sys.argv[1], ())
info = engine.search(Limits(depth=int(sys.argv[2]))).info
print(json.dumps({
    "score": info.score_cp,
    "nodes": info.nodes,
    "compiled": jit.COMPILED,
    "numba": "numba" in sys.modules,
}))
"""

PERFT = ["-m", "xiangqi", "perft", "3"]


def environment(home: Path, **flags: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return kept | {"XIANGQI_HOME": str(home)} | flags


def start(arguments: list[str], home: Path) -> subprocess.Popen[str]:
    command = [sys.executable, *arguments]
    return subprocess.Popen(
        command, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def search_in_new_process(home: Path, fen: str, depth: int, **flags: str) -> dict[str, int]:
    done = subprocess.run(
        [sys.executable, "-c", SEARCH, fen, str(depth)],
        env=environment(home, **flags),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, int] = json.loads(done.stdout)
    return answer


@pytest.mark.skipif(not jit.COMPILED, reason="Numba is missing or switched off")
def test_first_starts_at_the_same_time_make_one_image_and_later_ones_load_it(home: Path) -> None:
    search = ["-c", SEARCH, bench.POSITIONS[0], "6"]
    first = [start(arguments, home) for arguments in (search, PERFT, search)]
    outputs = [process.communicate()[0] for process in first]
    assert [process.returncode for process in first] == [0, 0, 0]
    assert outputs[0] == outputs[2]
    assert "79666" in outputs[1].replace(",", "")
    assert json.loads(outputs[0])["compiled"]
    assert not json.loads(outputs[0])["numba"]
    left = sorted(path.suffix for path in (home / "cache" / "kernels").glob("*/*"))
    assert left == [".image", ".lock"]
    (image,) = (home / "cache" / "kernels").rglob("*.image")
    made = image.stat().st_mtime_ns
    assert search_in_new_process(home, bench.POSITIONS[0], 6) == json.loads(outputs[0])
    assert image.stat().st_mtime_ns == made


def test_interpreted_it_finds_the_same(home: Path) -> None:
    engine = Engine(hash_mb=1)
    engine.set_position(bench.POSITIONS[6], ())
    info = engine.search(Limits(depth=3)).info
    assert info is not None
    slow = search_in_new_process(home, bench.POSITIONS[6], 3, NUMBA_DISABLE_JIT="1")
    assert not slow["compiled"]
    assert (slow["score"], slow["nodes"]) == (info.score_cp, info.nodes)
