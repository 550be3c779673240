"""Fixtures for all tests: a home of their own for the program, and the optional folder of samples."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings
from rings import ring_of

SAMPLES = "XIANGQI_TEST_DATA"

# No example fails for being slow; in continuous integration every run tries the same examples.
settings.register_profile("anywhere", deadline=None)
settings.register_profile("ci", settings.get_profile("anywhere"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "anywhere")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test with its ring."""
    for item in items:
        item.add_marker(ring_of(item.path))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test writes settings, journal and cache to its own folder; compiled kernels are shared."""
    from xiangqi.core import jit  # imported here so that the kernel cache keeps its usual place

    folder = tmp_path / "home"
    monkeypatch.setenv("XIANGQI_HOME", str(folder))
    if jit.CACHED:
        monkeypatch.setenv("NUMBA_CACHE_DIR", os.environ["NUMBA_CACHE_DIR"])
    return folder


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of verified positions and real records, where there is one."""
    folder = os.environ.get(SAMPLES)
    if not folder or not Path(folder).is_dir():
        pytest.skip(f"{SAMPLES} names no folder of samples")
    return Path(folder)
