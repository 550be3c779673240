"""Measures the processor time of each test, including the processes that it starts.

    python -m pytest -p tools.prices --prices prices.tsv
    python -m tools.prices prices.tsv --most 100

The plugin adds a line to the file for every test: seconds and name. A fixture that several tests share counts
towards the test that requests it first, and a process towards the test during which it ends.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

_OPTION = "--prices"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file."""
    parser.addoption(_OPTION, type=Path, help="file to which each test's processor seconds are added")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure a test with its fixtures and the processes that end meanwhile, and append a line to the file."""
    before = _spent()
    result = yield
    path = item.config.getoption(_OPTION)
    if path is not None:
        with path.open("a", encoding="utf-8") as stream:
            stream.write(f"{_spent() - before:.3f}\t{item.nodeid}\n")
    return result


def _spent() -> float:
    """Return the processor seconds of this process and of those of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def read(path: Path) -> dict[str, float]:
    """Return the prices in a file, test -> seconds; the last one counts if a test was measured twice."""
    prices = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        seconds, _, name = line.partition("\t")
        prices[name] = float(seconds)
    return prices


def main() -> int:
    """Print the sum, the most expensive files and the most expensive tests of a file of prices."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prices", type=Path)
    parser.add_argument("--most", type=int, default=30, help="how many files and tests are named")
    args = parser.parse_args()
    prices = Counter(read(args.prices))
    files: Counter[str] = Counter()
    for name, seconds in prices.items():
        files[name.partition("::")[0]] += seconds
    print(f"{sum(prices.values()):.0f} s of processor time, {len(prices)} tests in {len(files)} files")
    for title, counted in (("files", files), ("tests", prices)):
        print(f"\nThe dearest {title}:")
        for name, seconds in counted.most_common(args.most):
            print(f"{seconds:8.2f}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
