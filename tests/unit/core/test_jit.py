"""The kernels' three ways to run, and that they are loaded again. Each mode needs a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from xiangqi.core import jit
from xiangqi.core.compiler import kernel_cache
from xiangqi.lock import FileLock

ROOT = Path(__file__).parents[3]
RULES_TESTS = [
    str(Path(__file__).with_name(name))
    for name in ("test_movegen.py", "test_make_move.py", "test_path_repetition.py")
]

PERFT = """
import json, sys
from xiangqi.board import START_FEN
from xiangqi.core import attacks, jit, movegen, perft, position, repetition
from xiangqi.core.constants import CORE_SIZE
from xiangqi.fen import parse_fen

start = parse_fen(START_FEN)
state = position.new_state(CORE_SIZE)
position.set_position(state, start.placement, start.turn)
kernels = {
    id(kernel): kernel
    for module in (attacks, movegen, perft, position, repetition)
    for kernel in vars(module).values()
    if hasattr(kernel, "stats")
}
print(json.dumps({
    "perft": perft.perft(state, 3),
    "compiled": jit.COMPILED,
    "numba": "numba" in sys.modules,
    "hits": sum(sum(kernel.stats.cache_hits.values()) for kernel in kernels.values()),
    "misses": sum(sum(kernel.stats.cache_misses.values()) for kernel in kernels.values()),
}))
"""

IMAGE_PATH = """
from xiangqi.core.compiler import kernel_cache
kernel_cache.prepare_cache()
from xiangqi.core.compiler.image import processor
print(kernel_cache.image_path(processor()))
"""

CALLED_OFF = """
import pathlib, sys, threading, time
from xiangqi.core.compiler import steering
from xiangqi.errors import CancelledError

def call_off_when_it_has_begun():
    while not list(pathlib.Path(sys.argv[1]).rglob("*.lock")):
        time.sleep(0.01)
    steering.cancel()

threading.Thread(target=call_off_when_it_has_begun, daemon=True).start()
try:
    import xiangqi.core.perft
except CancelledError:
    print("called off")
"""

WRITE_BEYOND_BOTH_ENDS = """
from xiangqi.board import Board
from xiangqi.core.constants import BOARD_SIZE
from xiangqi.core.movegen import ALL_MOVES, generate

for start in (BOARD_SIZE - 1, -5):
    try:
        generate(Board().state, start, ALL_MOVES)
    except IndexError:
        print(start, "noticed")
"""

needs_numba = pytest.mark.skipif(not jit.COMPILED, reason="Numba is missing or switched off")


def environment(home: Path, **flags: str) -> dict[str, str]:
    """This process's environment with a home of its own, no kernel cache named, and some flags."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return kept | {"XIANGQI_HOME": str(home)} | flags


def run(arguments: list[str], variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run Python in the project's folder and insist that it ends well."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def test_rules_interpreted(home: Path) -> None:
    variables = environment(home, NUMBA_DISABLE_JIT="1")
    report = json.loads(run(["-c", PERFT.replace(", 3)", ", 2)")], variables).stdout)
    assert report == {"perft": 1920, "compiled": False, "numba": False, "hits": 0, "misses": 0}
    run(["-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *RULES_TESTS], variables)


@needs_numba
def test_rules_with_bounds_checks(home: Path) -> None:
    variables = environment(home, NUMBA_BOUNDSCHECK="1")
    run(["-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *RULES_TESTS], variables)
    assert run(["-c", WRITE_BEYOND_BOTH_ENDS], variables).stdout.count("noticed") == 2


@needs_numba
def test_where_there_can_be_no_image_numba_compiles_and_keeps_the_kernels(home: Path) -> None:
    variables = environment(home)
    image = Path(run(["-c", IMAGE_PATH], variables).stdout.strip())
    image.with_suffix(kernel_cache.REFUSED).touch()
    first = json.loads(run(["-c", PERFT], variables).stdout)
    written = {path: path.stat().st_mtime_ns for path in image.parent.rglob("*.nb?")}
    second = json.loads(run(["-c", PERFT], variables).stdout)
    assert first["perft"] == second["perft"] == 79_666
    assert first["numba"]
    assert first["hits"] == 0
    assert first["misses"] == second["hits"] > 5
    assert second["misses"] == 0
    assert written == {path: path.stat().st_mtime_ns for path in image.parent.rglob("*.nb?")}
    assert not image.exists()


@needs_numba
def test_a_foundry_that_is_called_off_leaves_nothing_behind_but_its_lock(home: Path) -> None:
    assert run(["-c", CALLED_OFF, str(home)], environment(home)).stdout == "called off\n"
    (left,) = (path for path in (home / "cache" / "kernels").rglob("*") if path.is_file())
    assert left.suffix == ".lock"
    assert FileLock(left).acquire()


@needs_numba
def test_after_a_week_an_image_is_tried_again(tmp_path: Path) -> None:
    image = tmp_path / "some.image"
    refused = image.with_suffix(kernel_cache.REFUSED)
    assert not kernel_cache.is_refused(image)
    refused.touch()
    assert kernel_cache.is_refused(image)
    os.utime(refused, (time.time() - 8 * 86_400,) * 2)
    assert not kernel_cache.is_refused(image)


@pytest.mark.parametrize(
    "broken",
    [
        "raise ImportError('hidden')",
        "def njit(*_signature, **_options):\n    raise RuntimeError('of another\\nkind')",
    ],
)
def test_without_numba_the_program_says_so_and_runs(home: Path, tmp_path: Path, broken: str) -> None:
    (tmp_path / "numba.py").write_text(broken, encoding="utf-8")
    hide = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    variables = environment(home, PYTHONPATH=str(tmp_path))
    done = run(["-c", hide + PERFT.replace(", 3)", ", 2)")], variables)
    assert json.loads(done.stdout)["perft"] == 1920
    assert "interpreted" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@needs_numba
def test_a_numba_without_the_private_option_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    real = jit._load_numba()

    class LaterNumba:
        @staticmethod
        def njit(signature: str, **options: bool) -> Any:
            if "_nrt" in options:
                raise KeyError("Unrecognized options: {'_nrt'}")
            return real.njit(signature, **options | {"cache": False})

    monkeypatch.setattr(jit, "_numba", LaterNumba)

    @jit.kernel("int64(int64)")
    def double(number: int) -> int:
        return 2 * number

    assert double(21) == 42
    assert len(double.signatures) == 1
