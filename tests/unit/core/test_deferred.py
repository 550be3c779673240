"""Kernels that are compiled no sooner than they are needed. Each case needs a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from xiangqi.core import jit

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="Numba is missing or switched off")

ROOT = Path(__file__).parents[3]
PERFT = """
import json, sys, time
from xiangqi.core.compiler import steering
told = []
steering.waiting = told.append
steering.defer(float(sys.argv[1]))
from xiangqi.board import START_FEN, Board
from xiangqi.core import jit, movegen
from xiangqi.core.constants import CORE_SIZE
from xiangqi.core.perft import perft
from xiangqi.core.position import new_state, set_position
from xiangqi.fen import parse_fen

start = parse_fen(START_FEN)
state = new_state(CORE_SIZE)
set_position(state, start.placement, start.turn)
found = [perft(state, 2)]
put_off = bool(jit._deferred)
jit.settle()
found.append(perft(state, 3))
print(json.dumps([found, put_off, "numba" in sys.modules, told[-1:]]))
"""


def run(code: str, home: Path, *arguments: str, **flags: str) -> str:
    """What a process prints that has a home of its own and no kernels yet."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=kept | {"XIANGQI_HOME": str(home)} | flags,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_small_work_is_done_interpreted_and_the_rest_compiled(home: Path) -> None:
    found, put_off, _, last = json.loads(run(PERFT, home, "1000"))
    assert found == [1920, 79_666]
    assert put_off
    assert last == [None]
    found, put_off, loads_numba, _ = json.loads(run(PERFT, home, "1000"))  # there is an image by now
    assert (found, put_off, loads_numba) == ([1920, 79_666], False, False)


def test_by_numba_where_there_can_be_no_image(home: Path) -> None:
    found, put_off, loads_numba, _ = json.loads(run(PERFT, home, "1000", NUMBA_BOUNDSCHECK="1"))
    assert found == [1920, 79_666]
    assert put_off
    assert loads_numba
