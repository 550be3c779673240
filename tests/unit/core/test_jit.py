"""Tests that all ways to run kernels give the same results and messages, in separate processes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from traps import TRAPPED, set_traps

from xiangqi.core import jit
from xiangqi.core.compiler.loader import INDEX, digest_of

ROOT = Path(__file__).parents[3]
RULES_TESTS = [
    str(Path(__file__).with_name(name))
    for name in ("test_movegen.py", "test_make_move.py", "test_path_repetition.py")
]

REPORT = """
import json, sys
from xiangqi.board import START_FEN
from xiangqi.core import jit, position
from xiangqi.core.constants import CORE_SIZE
from xiangqi.core.perft import perft
from xiangqi.fen import parse_fen

start = parse_fen(START_FEN)
state = position.new_state(CORE_SIZE)
position.set_position(state, start.placement, start.turn)
print(json.dumps([perft(state, 2), jit.COMPILED, jit.WAY.split()[0], "numba" in sys.modules]))
"""

NO_NUMBA = "import sys\nsys.modules['numba'] = sys.modules['llvmlite'] = None\n"

BESIDE = """
from xiangqi.board import START_FEN
from xiangqi.core import attacks, jit, position
from xiangqi.core.constants import CORE_SIZE, MOVE_STACK, RED
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import ALL_MOVES, generate
from xiangqi.core.position import State
from xiangqi.fen import parse_fen

@kernel("int64(int64[::1], int64)", inline=True)
def counted(state: State, start: int) -> int:
    return generate(state, start, ALL_MOVES) - start

@kernel("int64(int64[::1], int64, int64)")
def weighed(state: State, start: int, divisor: int) -> int:
    return (counted(state, start) + attacks.in_check(state, RED)) // divisor

start = parse_fen(START_FEN)
state = position.new_state(CORE_SIZE)
position.set_position(state, start.placement, start.turn)
print(weighed(state, MOVE_STACK, 2), weighed.__class__.__name__, jit.WAY.split()[0])
try:
    weighed(state, MOVE_STACK, 0)
except ArithmeticError:
    print("failed")
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

WITHOUT = ("engine", "library", "tables", "cxa", "ui", "app")
"""Folders that the rules of the game do without."""

needs_kernels = pytest.mark.skipif(jit.WAY == "interpreted", reason="Kernels are switched off")


def environment(**flags: str) -> dict[str, str]:
    """This process's environment with kernels as usual, but for some flags."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return kept | flags


def run(
    arguments: list[str], variables: dict[str, str], folder: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, the project's if no other is named, and insist that it ends well."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def test_interpreted_rules_count_like_compiled_ones() -> None:
    variables = environment(NUMBA_DISABLE_JIT="1")
    done = run(["-c", REPORT], variables)
    assert json.loads(done.stdout) == [1920, False, "interpreted", False]
    assert done.stderr == ""  # who has asked for it knows
    run(["-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *RULES_TESTS], variables)


@needs_kernels
def test_rules_with_bounds_checks() -> None:
    variables = environment(NUMBA_BOUNDSCHECK="1")
    run(["-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *RULES_TESTS], variables)
    assert run(["-c", WRITE_BEYOND_BOTH_ENDS], variables).stdout.count("noticed") == 2


@needs_kernels
def test_what_is_built_is_loaded_without_numba() -> None:
    for hidden in ("", NO_NUMBA):
        done = run(["-c", hidden + REPORT], environment())
        assert json.loads(done.stdout) == [1920, True, "level", bool(hidden)]  # hidden, it has an entry
        assert done.stderr == ""


@needs_kernels
def test_numba_compiles_a_kernel_that_is_in_no_library_and_lets_it_call_those_that_are(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(BESIDE, encoding="utf-8")
    variables = environment(PYTHONPATH=str(ROOT))
    said = run(["own.py"], variables, tmp_path).stdout.split()
    assert said == ["22", "CPUDispatcher", "level", "failed"]
    done = run(["-c", NO_NUMBA + "import own"], variables, tmp_path)
    assert done.stdout.split() == ["22", "function", "level", "failed"]
    assert "interpreted" in done.stderr
    assert len(done.stderr.splitlines()) == 1


# ---- A checkout -------------------------------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the program without engine, library and tables, whose kernels take longest to compile."""
    folder = tmp_path / "checkout"
    left_out = shutil.ignore_patterns("__pycache__", "kernels", *WITHOUT)
    shutil.copytree(ROOT / "xiangqi", folder / "xiangqi", ignore=left_out)
    (folder / "assets").symlink_to(ROOT / "assets")
    return folder


def started(checkout: Path, code: str, **variables: str) -> subprocess.Popen[str]:
    """Return a program of the checkout's, elsewhere."""
    script = checkout / f"script_{len(list(checkout.iterdir()))}.py"
    script.write_text(f"import sys\nsys.path[0] = {str(checkout)!r}\n{code}", encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, str(script)],
        cwd=checkout.parent,
        env=environment(LC_ALL="C", **variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(process: subprocess.Popen[str]) -> tuple[list[Any], str]:
    """Return what a program has reported, and the one line, at most, that it has said besides."""
    out, err = process.communicate()
    assert process.returncode == 0, err
    assert len(err.splitlines()) <= 1, err
    return json.loads(out), err


def built_before(checkout: Path) -> Path:
    """Give a checkout this one's kernels, as if built from what it has, and return the path of their index."""
    shutil.copytree(ROOT / "xiangqi" / "kernels", checkout / "xiangqi" / "kernels")
    path = checkout / "xiangqi" / "kernels" / INDEX
    index = json.loads(path.read_bytes())
    modules = {
        f"xiangqi.{name.removesuffix('.py').replace('/', '.')}"
        for name in index["sources"]
        if (checkout / "xiangqi" / name).exists()
    }
    index["signatures"] = {
        name: said for name, said in index["signatures"].items() if name.rpartition(".")[0] in modules
    }
    index["digest"] = digest_of(checkout / "xiangqi", index["sources"])
    path.write_text(json.dumps(index), encoding="utf-8")
    return path


@needs_kernels
def test_without_kernels_and_without_numba_the_program_says_so_and_runs(checkout: Path) -> None:
    report, said = told(started(checkout, NO_NUMBA + REPORT))
    assert report[:3] == [1920, False, "interpreted"]
    assert "have not been built" in said
    assert "pip install ." in said


@needs_kernels
@pytest.mark.parametrize(
    ("path", "reason"), [("", "no C compiler"), (os.environ["PATH"], "Numba is missing")], ids=["cc", "numba"]
)
def test_kernels_that_cannot_be_built_are_told_of(
    checkout: Path, tmp_path: Path, path: str, reason: str
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "numba.py").write_text("raise ImportError('broken')", encoding="utf-8")
    process = started(checkout, REPORT, PATH=path, PYTHONPATH=str(broken) if path else "")
    out, said = process.communicate()
    assert json.loads(out)[:3] == [1920, False, "interpreted"]
    assert reason in said
    assert len(said.splitlines()) == 2  # that it tries, and what came of it
    assert "interpreted" in said


@needs_kernels
def test_changed_kernels_are_compiled_anew_once_with_a_word(checkout: Path, tmp_path: Path) -> None:
    """By two programs at once, in a folder in which nothing may be run."""
    set_traps(tmp_path / "traps")
    trapped = tmp_path / "trapped"
    index = built_before(checkout)
    before = json.loads(index.read_bytes())
    assert told(started(checkout, REPORT)) == ([1920, True, "level", False], "")
    with (checkout / "xiangqi" / "core" / "perft.py").open("a", encoding="utf-8") as source:
        source.write("# changed\n")
    script = checkout / "both.py"
    script.write_text(f"import sys\nsys.path[0] = {str(checkout)!r}\n{REPORT}", encoding="utf-8")
    both = [
        subprocess.Popen(
            [sys.executable, str(script)],
            cwd=tmp_path / "traps",
            env=environment(**{TRAPPED: str(trapped)}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for report, said in map(told, both):
        assert report == [1920, True, "level", False]
        assert "have changed" in said
    after = json.loads(index.read_bytes())
    assert after["digest"] != before["digest"]
    assert after["signatures"] == before["signatures"]
    assert told(started(checkout, REPORT)) == ([1920, True, "level", False], "")
    assert not trapped.exists()
    subprocess.run(
        [sys.executable, "-c", "import pickle"],
        cwd=tmp_path / "traps",
        env=environment(**{TRAPPED: str(trapped)}),
        check=False,
    )
    assert trapped.exists()  # the traps work
