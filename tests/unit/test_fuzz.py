"""The fuzzer: a short run over everything that it knows, and faults planted for it to find."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
READERS = ["zip", "xqf", "cbr", "cbl", "cbf", "dhtmlxq", "mxq", "che", "chn", "ccm"]
READERS += ["json", "xml", "wxf", "coordinates", "fen", "pgn"]
OTHERS = ["file", "webpage", "dhtmlxq-page", "move", "replies", "openings"]
OTHERS += ["telling", "settings", "journal", "puzzles", "book"]
INPUTS = 40
"""For each target."""

SHIPPED = ["masters", "eccotable", "practice", "exercises", "classics", "lessons", "courses", "rates", "names"]
SHIPPED += ["catalogue", "weights"]
KEPT = [
    "analyses",
    "draft",
    "stars",
    "waiting",
    "results",
    "cluster",
    "elephant",
    "table",
    "network",
    "library",
]
KEPT += ["value"]
SEEN = ["picture", "judge", "position", "question", "search", "card"]
SLOW = ["reading", "words"]
FEW_INPUTS = 12
"""For each of those."""

EVERY_TARGET = "import tools.fuzz as f; print(*f._known(()))"

PLANTED = """
import random, sys
from pathlib import Path
from tools import fuzz
from tools.fuzzing import guard
from tools.fuzzing.coverage import Coverage

coverage = Coverage()
from tools.fuzzing.target import Target

def run(data):
    if data.startswith(b"BOMB"):
        return bytearray(1 << 30)
    while data.startswith(b"LOOP"):
        pass
    if 0xFF in data:
        raise ValueError("high")
    return None

guard.CPU_SECONDS = 0.05
guard.watch_time()
target = Target("planted", run, (b"BOMB", b"LOOP"))
session = fuzz.Session(target, coverage, random.Random(1), Path(sys.argv[1]))
session.run(60.0, 1000, None)
print(sorted((kind.split()[0], data) for kind, data in session.failures.items()))
"""


@pytest.fixture
def _without_samples_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XIANGQI_TEST_DATA", raising=False)


def _fuzz(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.fuzz", "--save", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


@pytest.mark.usefixtures("_without_samples_of_others")
def test_some_fuzzing_of_everything_finds_nothing(tmp_path: Path) -> None:
    run = _fuzz(tmp_path, *READERS, *OTHERS, "--executions", str(INPUTS))
    assert run.returncode == 0, run.stdout + run.stderr
    rows = {words[0]: words[1:] for words in map(str.split, run.stdout.splitlines()[1:])}
    assert list(rows) == [*READERS, *OTHERS]
    assert all(int(row[0]) == INPUTS for row in rows.values())
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("_without_samples_of_others")
def test_some_fuzzing_of_what_is_shipped_kept_seen_and_typed_finds_nothing(tmp_path: Path) -> None:
    run = _fuzz(tmp_path, *SHIPPED, *KEPT, *SEEN, "--executions", str(FEW_INPUTS))
    assert run.returncode == 0, run.stdout + run.stderr
    rows = {words[0]: words[1:] for words in map(str.split, run.stdout.splitlines()[1:])}
    assert list(rows) == [*SHIPPED, *KEPT, *SEEN]
    assert all(int(row[0]) == FEW_INPUTS for row in rows.values())


@pytest.mark.usefixtures("_without_samples_of_others")
def test_some_pictures_are_read_and_some_words_obeyed(tmp_path: Path) -> None:
    run = _fuzz(tmp_path, *SLOW, "--executions", "3")
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.usefixtures("_without_samples_of_others")
def test_both_ends_of_a_conversation(tmp_path: Path) -> None:
    run = _fuzz(tmp_path, "uci", "ucci", "client", "--executions", "8")
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_reader_is_fuzzed() -> None:
    run = subprocess.run(
        [sys.executable, "-c", EVERY_TARGET],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    ends = ["uci", "ucci", "client"]
    assert sorted(run.stdout.split()) == sorted([*READERS, *OTHERS, *ends, *SHIPPED, *KEPT, *SEEN, *SLOW])


def test_planted_faults_are_found_and_made_small(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PLANTED, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    last = run.stdout.splitlines()[-1]
    found = dict(ast.literal_eval(last))
    assert found.pop("OutOfTimeError").startswith(b"LOOP")  # costs too much to be made as small as can be
    assert found == {"MemoryError": b"BOMB", "ValueError": b"\xff"}
    assert len(list((tmp_path / "planted").iterdir())) == 3


def test_an_input_again_and_an_unknown_target(tmp_path: Path) -> None:
    (sample, *_) = sorted((ROOT / "tests" / "data" / "fuzz" / "wxf").iterdir())
    run = _fuzz(tmp_path, "wxf", "--input", str(sample))
    assert (run.returncode, run.stdout.splitlines()[-1]) == (0, "wxf: nothing is wrong")
    run = _fuzz(tmp_path, "nothing")
    assert run.returncode == 2
    assert "no target nothing" in run.stderr
