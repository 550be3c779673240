"""The rings: each named path is there, and each test has one ring that pytest knows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from rings import FAST, ORDER, PROOF, RINGS, ROOT, TOGETHER, may_prove, proves, ring_of


@pytest.mark.parametrize(("ring", "name"), [(ring, name) for ring, names in RINGS.items() for name in names])
def test_paths_in_the_table_are_there(ring: str, name: str) -> None:
    path = ROOT / name
    assert path.is_dir() if name.endswith("/") else path.is_file()
    assert ring_of(path if path.is_file() else path / "test_x.py") == ring


def test_every_ring_has_its_place() -> None:
    assert sorted(ORDER) == sorted([*RINGS, FAST])


@pytest.mark.parametrize("name", PROOF)
def test_what_proves_this_machine_is_there(name: str) -> None:
    file, _, test = name.partition("::")
    path = ROOT / file
    assert path.is_dir() if file.endswith("/") else path.is_file()
    assert ring_of(path if path.is_file() else path / "test_x.py") != FAST
    if test:
        assert f"def {test.partition('[')[0]}" in path.read_text(encoding="utf-8")


def test_every_ring_proves_something() -> None:
    files = (f"{name}test_x.py" if name.endswith("/") else name.partition("::")[0] for name in PROOF)
    assert {ring_of(ROOT / name) for name in files} == set(RINGS)


def test_tests_prove_this_machine_or_are_left_out() -> None:
    window = ROOT / "e2e" / "test_window.py"
    assert may_prove(window)
    assert proves(window, "test_a_whole_game_against_the_computer")
    assert not proves(window, "test_a_whole_game_of_two_people")
    assert not may_prove(ROOT / "unit" / "test_release.py")
    assert proves(ROOT / "unit" / "test_fen.py", "test_anything")


def test_files_that_run_together_are_there() -> None:
    assert all((ROOT / name).is_file() for files in TOGETHER for name in files)


@pytest.mark.parametrize(("option", "count"), [(None, 2), ("--rest", 1)])
def test_named_files_are_run_whole_but_for_a_part_that_is_asked_for(option: str | None, count: int) -> None:
    """Of two tests, the first of which proves this machine."""
    named = "tests/e2e/test_comfort.py", "tests/e2e/test_dropped.py"
    words = ["-q", "-n0", "--collect-only", *([option] if option else []), *named]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words], cwd=ROOT.parent, capture_output=True, text=True, check=False
    )
    files = {line.partition("::")[0] for line in done.stdout.splitlines() if "::" in line}
    assert len(files) == count, done.stdout


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


def modules_loaded(path: Path) -> set[Path]:
    """Return which files of `tools` a file imports when it is read, directly or by others."""
    found, waiting = set[Path](), [path]
    while waiting:
        text = waiting.pop().read_text(encoding="utf-8")
        for module, names in re.findall(r"^from (tools[\w.]*) import (\([^)]*\)|.*)", text, re.MULTILINE):
            place = ROOT.parent / module.replace(".", "/")
            files = [place.with_suffix(".py"), *(place / f"{name}.py" for name in re.findall(r"\w+", names))]
            new = {file for file in files if file.is_file()} - found
            found |= new
            waiting += new
    return found


def test_no_kernel_is_compiled_to_read_the_tests_that_prove_a_machine() -> None:
    """All processes of a run read all files: kernels of tools would be compiled by each of them."""
    files = [path for path in ROOT.rglob("*.py") if not path.name.startswith("test_") or may_prove(path)]
    loaded = {tool: path.name for path in files for tool in modules_loaded(path)}
    assert len(loaded) > 20
    compiling = {
        tool: path for tool, path in loaded.items() if "\n@kernel(" in tool.read_text(encoding="utf-8")
    }
    assert compiling == {}
