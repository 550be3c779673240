"""Finds out whether the tests notice mutants: which tests reach them, and which one fails."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Final

from tools.mutants.planting import GoneError, Mutant, locate, planted

REACHED: Final = "reached.tsv"
"""File in a marked checkout: number of a mutant and name of a test, a line each."""

_KERNEL: Final = b"\n@kernel("
_TESTS_FAILED: Final = 1

_MARKS: Final = '''"""Notes which tests reach which statements; put here by tools.mutants."""

import os
from pathlib import Path

_FILE = Path(__file__).parent.parent / "reached.tsv"
_known: set[str] = set()


def reach(number: int) -> None:
    line = f"{number}\\t{os.environ.get('PYTEST_CURRENT_TEST', '').rpartition(' (')[0]}\\n"
    if line not in _known:
        _known.add(line)
        with _FILE.open("a", encoding="utf-8") as stream:
            stream.write(line)
'''


@dataclass(frozen=True)
class Budget:
    """The costs of the tests, and the seconds that may be spent on a mutant."""

    prices: dict[str, float]
    seconds: float

    def cut(self, tests: Iterable[str], first: frozenset[str]) -> list[str]:
        """Return the tests with a known price that fit: those of `first` first, then cheap before expensive."""
        known = [test for test in tests if test in self.prices]
        known.sort(key=lambda test: (test not in first, self.prices[test]))
        sums = accumulate(self.prices[test] for test in known)
        return [test for test, spent in zip(known, sums, strict=True) if spent <= self.seconds]


def mark(checkout: Path, mutants: list[Mutant]) -> None:
    """Rewrite a checkout so that the statements to be changed note which tests reach them, except in kernels.

    Raises:
        GoneError: a mutant has no place in the checkout.
    """
    lines: defaultdict[Path, list[tuple[int, int]]] = defaultdict(list)
    for mutant in mutants:
        path, change = locate(checkout, mutant)
        if _KERNEL not in path.read_bytes():
            lines[path].append((change.line, mutant.number))
    (checkout / "xiangqi" / "_marks.py").write_text(_MARKS, encoding="utf-8")
    for path, marks in lines.items():
        source = path.read_text(encoding="utf-8").splitlines(keepends=True)
        for line, number in sorted(marks, reverse=True):
            at = _insertable(source, line)
            indent = source[at][: len(source[at]) - len(source[at].lstrip())]
            source.insert(at, f'{indent}__import__("xiangqi._marks", fromlist=["reach"]).reach({number})\n')
        path.write_text("".join(source), encoding="utf-8")


def read_reached(path: Path) -> dict[int, set[str]]:
    """Return the tests that reach the statement of each mutant, by its number."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for line in path.read_text(encoding="utf-8").splitlines():
        number, _, test = line.partition("\t")
        if test:
            found[int(number)].add(test)
    return found


def try_out(
    checkout: Path,
    mutants: list[Mutant],
    reached: dict[int, set[str]],
    budget: Budget,
    first: frozenset[str],
    results: Path,
) -> None:
    """Plant each mutant that has no result yet, run its tests, and append a line with the outcome."""
    done = (
        {json.loads(line)["number"] for line in results.read_text().splitlines()} if results.exists() else set()
    )
    for mutant in mutants:
        if mutant.number in done:
            continue
        began = time.monotonic()
        tests = reached.get(mutant.number, set())
        caught = _try_one(checkout, mutant, tests, budget, first)
        values = {
            "number": mutant.number,
            "caught": caught,
            "by_first": caught in first,
            "reached_by": len(tests),
            "seconds": round(time.monotonic() - began, 1),
        }
        with results.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(values, ensure_ascii=False) + "\n")


def _try_one(
    checkout: Path, mutant: Mutant, tests: set[str], budget: Budget, first: frozenset[str]
) -> str | None:
    """Return the result of `_failing` with the mutant planted, or "gone" if it cannot be planted."""
    try:
        with _changed(checkout, mutant):
            caught = _failing(checkout, budget.cut(tests, first), budget.seconds) if tests else None
            if caught is None:
                caught = _failing(checkout, _wider(mutant, tests, budget, first), budget.seconds)
            return caught
    except GoneError:
        return "gone"


def _wider(mutant: Mutant, tests: set[str], budget: Budget, first: frozenset[str]) -> list[str]:
    """Return the other tests of the same files: if tests share a fixture, only one is known to reach a mutant.

    If no test is known to reach the mutant, the files are those of the nearest folder of tests.
    """
    files = {test.partition("::")[0] for test in tests}
    if not files:
        folder = Path("tests/unit", *Path(mutant.module).parts[1:-1])
        while folder != Path("tests") and not files:
            files = {
                test.partition("::")[0] for test in budget.prices if test.startswith(f"{folder.as_posix()}/")
            }
            folder = folder.parent
    others = (test for test in budget.prices if test.partition("::")[0] in files and test not in tests)
    return budget.cut(others, first)


@contextmanager
def _changed(checkout: Path, mutant: Mutant) -> Iterator[None]:
    """Plant a mutant in the checkout for the block; kernels built meanwhile are discarded with it.

    Raises:
        GoneError: the mutant has no place in the checkout.
    """
    path, change = locate(checkout, mutant)
    source = path.read_bytes()
    library, kept = checkout / "xiangqi" / "kernels", checkout / "kernels-kept"
    compiled = _KERNEL in source
    if compiled:
        shutil.copytree(library, kept)
    path.write_bytes(planted(source, change))
    try:
        yield
    finally:
        path.write_bytes(source)
        if compiled:
            shutil.rmtree(library)
            kept.rename(library)


def _failing(checkout: Path, tests: list[str], seconds: float) -> str | None:
    """Return the first of the tests that fails, "hangs" or an exit code if none can be named, or None."""
    if not tests:
        return None
    listed = checkout / "mutant-tests.txt"
    listed.write_text("\n".join(tests), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-n0",
        "-rfE",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        f"@{listed}",
    ]
    env = {**os.environ, "PYTHONPATH": str(checkout), "COLUMNS": "1000", "CI": "true"}
    running = subprocess.Popen(
        command,
        cwd=checkout,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = running.communicate(timeout=10 * seconds + 120)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        return "hangs"
    if running.returncode == 0:
        return None
    failed = [line for line in output.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    known = [test for line in failed for test in tests if line.partition(" ")[2].startswith(test)]
    return max(known, key=len) if known else f"exit code {running.returncode}: {(failed or [output[-300:]])[0]}"


def _insertable(source: list[str], line: int) -> int:
    """Return the index of a line before which a statement may stand: `line` or, for an `elif`, one above it."""
    at = line - 1
    while source[at].lstrip().startswith(("elif ", "else:", "except", "finally:", "case ")):
        at -= 1
        while not source[at].strip() or len(source[at]) - len(source[at].lstrip()) > _indent(source[line - 1]):
            at -= 1
    return at


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
