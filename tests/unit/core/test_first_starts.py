"""The first start on a machine, of several programs at once: one image is made, and all that it promises holds.

It takes long, so all look at the same one. It happens in a folder full of traps, in which nothing may be run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from traps import TRAPPED, set_traps

from xiangqi.core import jit
from xiangqi.engine import bench
from xiangqi.launch import own_command

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="Numba is missing or switched off")

ROOT = Path(__file__).parents[3]

DEFERRED = """
import json, sys, time
from xiangqi.core.compiler import steering
told = []
steering.waiting = told.append
steering.defer(1000.0)
from xiangqi.board import START_FEN, Board
from xiangqi.core import jit, movegen
from xiangqi.core.constants import CORE_SIZE
from xiangqi.core.perft import perft
from xiangqi.core.position import new_state, set_position
from xiangqi.fen import parse_fen

start = parse_fen(START_FEN)
state = new_state(CORE_SIZE)
set_position(state, start.placement, start.turn)
print(json.dumps([perft(state, 2), bool(jit._deferred), bool(told)]), flush=True)
sys.stdin.readline()
jit.settle()
print(json.dumps([perft(state, 3), "numba" in sys.modules, told[-1:]]))
"""
"""Small work, and after a line of input work for which kernels are compiled."""

SEARCH = """
import json, sys
from xiangqi.core import jit
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine

engine = Engine(hash_mb=1)
engine.set_position(sys.argv[1], ())
info = engine.search(Limits(depth=6)).info
print(json.dumps([info.score_cp, info.nodes, jit.COMPILED, "numba" in sys.modules]))
"""


class Machine:
    """On which nothing is compiled at first.

    Attributes:
        home: of the program.
    """

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self._scripts = folder / "scripts"  # Python looks for modules where a script lies
        self._traps = folder / "downloads"
        self._trapped = folder / "trapped"
        self._temporary = folder / "temporary"  # kernels may have been kept in that of the machine
        self._scripts.mkdir()
        self._temporary.mkdir()
        set_traps(self._traps)

    def start(self, command: list[str], **variables: str) -> subprocess.Popen[str]:
        """Start a program among the traps."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        own = {"XIANGQI_HOME": str(self.home), TRAPPED: str(self._trapped), "LC_ALL": "C", "LANG": "C"}
        own["TMPDIR"] = str(self._temporary)
        return subprocess.Popen(
            command,
            cwd=self._traps,
            env=kept | own | variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def start_code(self, code: str, *words: str, **variables: str) -> subprocess.Popen[str]:
        """Start a program of ours among the traps."""
        script = self._scripts / f"script_{len(list(self._scripts.iterdir()))}.py"
        script.write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{code}", encoding="utf-8")
        return self.start([sys.executable, str(script), *words], **variables)

    def images(self) -> list[Path]:
        """What has been compiled."""
        return list(self.home.rglob("*.image"))

    def kept(self) -> list[str]:
        """The kinds of all files that are kept with it."""
        return sorted(path.suffix for path in (self.home / "cache" / "kernels").glob("*/*"))

    def sprung(self) -> str:
        """The traps that something has run into."""
        return self._trapped.read_text(encoding="utf-8") if self._trapped.exists() else ""


@dataclass(frozen=True)
class Ended:
    """What a program left behind."""

    out: str
    err: str


def end_of(process: subprocess.Popen[str], text: str = "") -> Ended:
    out, err = process.communicate(text)
    assert process.returncode == 0, out + err
    return Ended(out, err)


@dataclass(frozen=True)
class FirstStarts:
    """Programs that were started before anything was compiled, and the machine afterwards."""

    machine: Machine
    small_work: list[Any]
    rest: list[Any]
    searches: list[Ended]
    perft: Ended


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> FirstStarts:
    machine = Machine(tmp_path_factory.mktemp("first"))
    deferred = machine.start_code(DEFERRED)
    assert deferred.stdout is not None
    small_work = json.loads(deferred.stdout.readline())
    assert machine.kept() == []
    perft = machine.start(own_command("perft", "3"))
    searches = [machine.start_code(SEARCH, bench.POSITIONS[0]) for _ in range(2)]
    assert perft.stderr is not None
    told = perft.stderr.readline()  # while it is compiled
    rest = json.loads(end_of(deferred, "go on\n").out)
    ended = end_of(perft)
    return FirstStarts(
        machine, small_work, rest, [end_of(search) for search in searches], Ended(ended.out, told + ended.err)
    )


def test_there_is_one_image_and_it_is_what_all_run(first: FirstStarts) -> None:
    assert first.machine.kept() == [".image", ".lock"]
    (one, other) = [json.loads(search.out) for search in first.searches]
    assert one == other
    assert one[2:] == [True, False]
    assert first.perft.out == "79666\n"


def test_later_starts_load_it(first: FirstStarts) -> None:
    (image,) = first.machine.images()
    made = image.stat().st_mtime_ns
    again = end_of(first.machine.start_code(SEARCH, bench.POSITIONS[0]))
    assert again.out == first.searches[0].out
    perft = end_of(first.machine.start(own_command("perft", "3")))
    assert perft.out == "79666\n"
    assert "compiling" not in perft.err
    assert first.machine.images() == [image]
    assert image.stat().st_mtime_ns == made


def test_what_has_to_compile_says_so(first: FirstStarts) -> None:
    assert "compiling the rules" in first.perft.err


def test_small_work_is_done_interpreted_and_the_rest_compiled(first: FirstStarts) -> None:
    assert first.small_work == [1920, True, False]
    assert first.rest == [79_666, False, [None]]
    small_work, rest = map(json.loads, end_of(first.machine.start_code(DEFERRED), "\n").out.splitlines())
    assert small_work[:2] == [1920, False]  # there is an image by now
    assert rest[:2] == [79_666, False]


def test_foundry_and_trial_and_all_else_run_into_no_trap(first: FirstStarts) -> None:
    assert first.machine.images()
    assert first.machine.sprung() == ""
    first.machine.start([sys.executable, "-c", "import pickle"]).communicate()  # the traps work
    assert " in " in first.machine.sprung()


def test_numba_compiles_what_is_put_off_where_there_can_be_no_image(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    ended = end_of(machine.start_code(DEFERRED, NUMBA_BOUNDSCHECK="1"), "\n")
    small_work, rest = map(json.loads, ended.out.splitlines())
    assert small_work == [1920, True, False]
    assert rest[:2] == [79_666, True]
    assert machine.images() == []
