"""A real scheduler with real workers: the same results as on this machine, whoever dies on the way."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from benchmarks.cluster import KillingWorkers
from tools.train.generate import generate
from tools.train.selfplay import Settings
from xiangqi.board import START_FEN, Move
from xiangqi.cli.review import ReviewOrder, reviewed
from xiangqi.engine.common.types import Limits
from xiangqi.errors import JobError
from xiangqi.jobs.cluster import Demands
from xiangqi.jobs.pool import open_workers
from xiangqi.jobs.work import Headway, in_order, run_chunks
from xiangqi.jobs.workers import Workers
from xiangqi.match.bouts import Match
from xiangqi.match.contestants import Contestant
from xiangqi.match.game import Conditions, FinishedGame
from xiangqi.match.series import Series
from xiangqi.match.start_positions import Opening
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game

ROOT = Path(__file__).parents[3]
WORKERS = 4

pytestmark = pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="Dask is not installed")


class RunningCluster:
    """A scheduler and workers as processes of this machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--port", "0", "--no-dashboard")

    def _start(self, *words: str, path: object = ROOT) -> subprocess.Popen[bytes]:
        with (self._folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *words, "--scheduler-file", str(self._file)],
                cwd=self._folder,
                env=os.environ | {"PYTHONPATH": str(path)},
                stdout=log,
                stderr=log,
            )
        self.processes.append(process)
        return process

    def add_worker(self, path: object = ROOT) -> subprocess.Popen[bytes]:
        """Return a worker that looks for modules in a folder, or in several."""
        return self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", path=path)

    @property
    def address(self) -> str:
        """Of the scheduler."""
        for _ in range(3000):
            with contextlib.suppress(OSError, ValueError):
                return str(json.loads(self._file.read_text(encoding="utf-8"))["address"])
            time.sleep(0.1)
        pytest.fail((self._folder / "log").read_text(encoding="utf-8"))

    def close(self) -> None:
        """End all."""
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[RunningCluster]:
    """A scheduler without workers."""
    made = RunningCluster(tmp_path)
    yield made
    made.close()


def games(workers: Workers, count: int = 6) -> list[FinishedGame]:
    """Return a match of the engine with chance in its weaker side, so that seeds matter."""
    strong = Contestant("builtin", None, (("Hash", "1"),))
    weak = Contestant("weak", None, (("Hash", "1"), ("Level", "3")))
    match = Match((strong, weak), Conditions(Limits(nodes=400), longest=12), seed=5)
    return [one.played for one in Series(match, cycle([Opening(START_FEN)]), count, workers).play()]


def told(games: list[FinishedGame]) -> list[object]:
    """Return all of a game that does not depend on the clock."""
    return [(one.winner, one.reason, one.moves, one.comments) for one in games]


def test_the_same_results_while_workers_are_killed(cluster: RunningCluster, tmp_path: Path) -> None:
    """From one process, from two, and from four workers of which two die in the middle of a game."""
    alone, pair = [], []
    for processes, results in ((1, alone), (2, pair)):
        with open_workers(processes) as workers:
            results += [told(games(workers)), shards(workers, tmp_path / str(processes)), reviews(workers)]
    assert pair == alone
    members = [cluster.add_worker() for _ in range(WORKERS)]
    with open_workers(1, cluster.address, Demands(("xiangqi", "tools"))) as workers:
        wait_for(workers, WORKERS)
        killing = threading.Thread(target=kill_when_at_work, args=(members[:2],))
        killing.start()
        assert told(games(workers)) == alone[0]
        killing.join()
        wait_for(workers, WORKERS - 2)
        cluster.add_worker()
        wait_for(workers, WORKERS - 1)  # who comes later is asked as well
        assert shards(KillingWorkers(workers, members[2:3]), tmp_path / "cluster") == alone[1]
        assert reviews(workers) == alone[2]
        wait_for(workers, WORKERS - 2)


def shards(workers: Workers, folder: Path) -> dict[str, bytes]:
    """Self-play, as the files that it leaves."""
    generate(folder, Settings(nodes=100, longest=40), None, 200, workers, seed=2, games=1)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def reviews(workers: Workers) -> list[str]:
    """Two games as they are printed."""
    lines = ("h2e2 h9g7 h0g2 i9h9 i0h0", "b2e2 h9g7 e2e6")
    orders = []
    for number, line in enumerate(lines, 1):
        game = Game()
        node = game.root
        for move in line.split():
            node = node.add(Move.from_iccs(move))
        orders.append(ReviewOrder("games", number, pack(game), 300, ("zh-Hans", None), "json"))
    return [one.value() for one in in_order(run_chunks(workers, reviewed, orders))]


def wait_for(workers: Workers, count: int) -> None:
    wait_until(lambda: workers.count == count, f"there are not {count} workers")


def wait_until(condition: Callable[[], bool], complaint: str) -> None:
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.1)
    pytest.fail(complaint)


def tasks_of(address: str) -> int:
    """Return how many tasks a scheduler knows; errors are kept as long as somebody may ask for them."""
    from distributed import Client

    def count(dask_scheduler: Any) -> int:
        return sum(task.state != "erred" for task in dask_scheduler.tasks.values())

    with Client(address, set_as_default=False) as client:
        return int(client.run_on_scheduler(count))


def kill_when_at_work(members: list[subprocess.Popen[bytes]]) -> None:
    """Kill each as soon as it has engines, which are its children: it is in the middle of a game."""
    for member in members:
        for _ in range(600):
            listed = subprocess.run(
                ["ps", "--ppid", str(member.pid), "-o", "args="], capture_output=True, text=True, check=False
            )
            if "uci" in listed.stdout:
                break
            time.sleep(0.1)
        member.kill()


def test_who_gets_work_and_what_becomes_of_errors(cluster: RunningCluster, tmp_path: Path) -> None:
    """A worker with other sources is refused, and one that comes later is welcome."""
    strange = tmp_path / "strange"
    shutil.copytree(ROOT / "xiangqi", strange / "xiangqi", ignore=shutil.ignore_patterns("__pycache__"))
    (strange / "assets").symlink_to(ROOT / "assets")
    (strange / "xiangqi" / "fen.py").write_text("SILENT = True\n", encoding="utf-8")
    cluster.add_worker(strange)
    refused: list[str] = []
    with (
        pytest.raises(JobError, match=r"no worker at tcp://.* can be used: .*source code differs"),
        open_workers(1, cluster.address, told=refused.append),
    ):
        pytest.fail("there is no worker")
    assert len(refused) == 1
    cluster.add_worker()
    heard: list[Headway] = []
    with contextlib.ExitStack() as stack:
        for _ in range(1500):  # until the second has come
            with contextlib.suppress(JobError):
                workers = stack.enter_context(open_workers(1, cluster.address, told=refused.append))
                break
            time.sleep(0.2)
        assert workers.count == 1
        back = list(in_order(run_chunks(workers, int, ["1", "x", "3"], heard.append, 3)))
        assert [one.result for one in back] == [1, None, 3]
        assert isinstance(back[1].error, ValueError)
        assert (heard[-1].done, heard[-1].failed) == (3, 1)
        for _ in run_chunks(workers, time.sleep, [0.1] * 10_000):
            break
        wait_until(lambda: tasks_of(cluster.address) == 0, "the cancelled chunks are still there")
        (tmp_path / "sitecustomize.py").write_text("import os\nos.cpu_count = lambda: 99\n", encoding="utf-8")
        cluster.add_worker(os.pathsep.join([str(tmp_path), str(ROOT)]))
        wait_for(workers, 2)
        with (
            pytest.raises(JobError, match=r"different machines .* 99 processors.* use --nodes"),
            open_workers(1, cluster.address, Demands(alike=True), told=refused.append),
        ):
            pytest.fail("a match by time would not be fair")
        cluster.scheduler.kill()
        with pytest.raises(JobError, match="lost"):
            list(run_chunks(workers, time.sleep, [0.1] * 10_000))


def test_a_cluster_of_this_machine_and_demands_that_nobody_meets() -> None:
    with open_workers(1, "local:1", Demands(alike=True)) as workers:
        assert workers.count == 1
        assert [one.value() for one in run_chunks(workers, len, ["12", "123"])] in ([2, 3], [3, 2])
    for address, fault in (
        ("local:0", "from 1 to 256"),
        ("local:x", "from 1 to 256"),
        ("tcp://127.0.0.1:9", "no scheduler is responding"),
        ("nonsense", "no scheduler is responding"),
        ("", "no scheduler is responding"),
        ("tls://127.0.0.1:9", "no scheduler is responding"),
    ):
        with pytest.raises(JobError, match=fault), open_workers(1, address):
            pass


@pytest.mark.parametrize(
    "address", ["nonsense", "", "tcp://127.0.0.1", "tcp://nowhere.invalid:9", "udp://127.0.0.1:9"]
)
def test_no_client_is_made_for_what_is_no_address(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr("distributed.Client", lambda *_, **__: pytest.fail("it hangs when it is thrown away"))
    with pytest.raises(JobError, match="no scheduler is responding"), open_workers(1, address):
        pass
