"""Fixtures for all tests: a home of their own for the program, and the optional folder of samples."""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings
from rings import ORDER, ring_of

SAMPLES = "XIANGQI_TEST_DATA"

_homes = count()

# Python is started some hundred times: it may keep its bytecode, even where the environment says otherwise.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Two of NumPy's threads wait for each other in loops: products of small matrices then cost four times as much.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# No example fails for being slow; in continuous integration every run tries the same examples.
settings.register_profile("anywhere", deadline=None)
settings.register_profile("ci", settings.get_profile("anywhere"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "anywhere")


def pytest_xdist_auto_num_workers() -> int:
    """Return one more than there are cores: a test that waits for a window leaves its own to others."""
    usable = getattr(os, "sched_getaffinity", None)
    return 1 + (len(usable(0)) if usable is not None else os.cpu_count() or 1)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read the files of other rings where one is asked for."""
    wanted = config.getoption("markexpr")
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    return True if is_test and wanted in ORDER and ring_of(collection_path) != wanted else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test with its ring, and begin with the longest, so that no core is idle at the end."""
    for item in items:
        item.add_marker(ring_of(item.path))
    items.sort(key=lambda item: ORDER.index(ring_of(item.path)))


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test speaks English and writes to a folder of its own, which is not there yet."""
    folder = tmp_path_factory.getbasetemp() / f"home-{next(_homes)}"
    monkeypatch.setenv("XIANGQI_HOME", str(folder))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return folder


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of verified positions and real records, where there is one."""
    folder = os.environ.get(SAMPLES)
    if not folder or not Path(folder).is_dir():
        pytest.skip(f"{SAMPLES} names no folder of samples")
    return Path(folder)
