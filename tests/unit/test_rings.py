"""The rings: each named path is there, and each test has one ring that pytest knows."""

from __future__ import annotations

import subprocess
import sys

import pytest
from rings import FAST, ORDER, RINGS, ROOT, ring_of


@pytest.mark.parametrize(("ring", "name"), [(ring, name) for ring, names in RINGS.items() for name in names])
def test_paths_in_the_table_are_there(ring: str, name: str) -> None:
    path = ROOT / name
    assert path.is_dir() if name.endswith("/") else path.is_file()
    assert ring_of(path if path.is_file() else path / "test_x.py") == ring


def test_every_ring_has_its_place() -> None:
    assert sorted(ORDER) == sorted([*RINGS, FAST])


def test_most_tests_are_fast() -> None:
    files = list((ROOT / "unit").rglob("test_*.py"))
    assert sum(ring_of(file) == FAST for file in files) > len(files) / 2


def test_a_ring_is_chosen_by_its_name() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "--collect-only", "-m", FAST, "tests/unit/protocol"]
    done = subprocess.run(command, cwd=ROOT.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    files = {line.split("::")[0] for line in done.stdout.splitlines() if "::" in line}
    there = {path for path in (ROOT / "unit" / "protocol").glob("test_*.py") if ring_of(path) == FAST}
    assert files == {path.relative_to(ROOT.parent).as_posix() for path in there}
