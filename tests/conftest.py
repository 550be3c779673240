"""Which tests are run, in which order and where; fixtures for all of them: a home of their own, samples."""

from __future__ import annotations

import os
import sys
import time
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings
from rings import FAST, ORDER, ROOT, TOGETHER, may_prove, proves, ring_of
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from tools.reliability.same_examples import draw_by_the_seed_alone

SAMPLES = "XIANGQI_TEST_DATA"

_homes = count()

# Python is started some hundred times: it may keep its bytecode, even where the environment says otherwise.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Two of NumPy's threads wait for each other in loops: products of small matrices then cost four times as much.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# No example fails for being slow; in continuous integration every run tries the same examples.
draw_by_the_seed_alone()
settings.register_profile("anywhere", deadline=None)
settings.register_profile("ci", settings.get_profile("anywhere"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "anywhere")


PART: Final = "part"
"""Option that the processes of a run share: one of the three that follow."""

EVERYTHING, PROOF, REST = "everything", "proof", "rest"
FEW_FILES: Final = 3
"""So many are read and run sooner by one process than by several."""

_began = time.monotonic()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that choose among all tests where neither files nor marks do."""
    parser.addoption("--all", dest=PART, action="store_const", const=EVERYTHING, help="run all tests")
    parser.addoption("--rest", dest=PART, action="store_const", const=REST, help="run what is else left out")


def pytest_configure(config: pytest.Config) -> None:
    """Decide which part is run: without files, marks and options the tests that prove this machine."""
    if getattr(config.option, PART) is None:
        chosen = config.option.markexpr or config.option.keyword or _named(config)
        setattr(config.option, PART, EVERYTHING if chosen else PROOF)


def _named(config: pytest.Config) -> bool:
    """Tell whether files or folders were named on the command line."""
    return config.args_source is pytest.Config.ArgsSource.ARGS


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one more than there are cores, since tests also wait for windows; 0 for few files."""
    names = [name.partition("::")[0] for name in config.args]
    if _named(config) and len(names) <= FEW_FILES and all(name.endswith(".py") for name in names):
        return 0
    usable = getattr(os, "sched_getaffinity", None)
    return 1 + (len(usable(0)) if usable is not None else os.cpu_count() or 1)


class Files(LoadFileScheduling):
    """Gives files to processes, and to one process those that share what is dear to make."""

    def _split_scope(self, nodeid: str) -> str:
        name = str(super()._split_scope(nodeid))
        return next((files[0] for files in TOGETHER if name.removeprefix("tests/") in files), name)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Files:
    """Keep a file together, since its fixtures are made once."""
    return Files(config, log)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read files that have no test of the ring or the part that is asked for."""
    if not (collection_path.name.startswith("test_") and collection_path.suffix == ".py"):
        return None
    wanted, part = config.option.markexpr, getattr(config.option, PART)
    if wanted in ORDER:
        return True if ring_of(collection_path) != wanted else None
    left_out = (part == PROOF and not may_prove(collection_path)) or (
        part == REST and ring_of(collection_path) == FAST
    )
    return True if left_out else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the part's tests, mark each with its ring, and begin with the longest, so that none comes last."""
    part = getattr(config.option, PART)
    if part != EVERYTHING:
        chosen = {item: proves(item.path, item.name) is (part == PROOF) for item in items}
        config.hook.pytest_deselected(items=[item for item in items if not chosen[item]])
        items[:] = [item for item in items if chosen[item]]
    for item in items:
        item.add_marker(ring_of(item.path))
    items.sort(key=lambda item: ORDER.index(ring_of(item.path)))


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what the run cost, and what it left out."""
    times = os.times()
    spent = times.user + times.system + times.children_user + times.children_system
    terminalreporter.write_line(f"{time.monotonic() - _began:.0f} s, {spent:.0f} s of processor time")
    if getattr(config.option, PART) == PROOF:
        files = [path for path in (ROOT / "unit").rglob("test_*.py") if not may_prove(path)]
        terminalreporter.write_line(
            f"Left out: {len(files)} files and parts of others, which try more commands, screens and inputs."
            " `python -m pytest --rest` runs what was left out, `python -m pytest --all` everything."
        )


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
