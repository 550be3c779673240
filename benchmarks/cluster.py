"""Long work on this machine's processes and on a Dask cluster: equal results, and the cost of the cluster.

    python -m benchmarks.cluster match 200 --nodes 1000 --workers 4 --pairs 3 --kill 2
    python -m benchmarks.cluster review 500 --nodes 300
    python -m benchmarks.cluster selfplay 1000000 --nodes 50

The given number of games is played or reviewed, or of self-play positions generated, by the given number of
processes and by a real scheduler with as many workers, one after the other in alternating order. For each run
the elapsed seconds and the processor time of all processes (Linux only) are printed; then the medians of the
pairs' ratios. Finally the cluster repeats the work, and some workers are killed while all are busy. Starting
and warming up are not counted.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

from tools.train.generate import generate
from tools.train.selfplay import Settings
from xiangqi.board import START_FEN, Board
from xiangqi.cli.parts.workers import TOOLS
from xiangqi.cli.review import ReviewOrder, reviewed
from xiangqi.engine.common.types import Limits
from xiangqi.jobs.cluster import QUIET, Demands
from xiangqi.jobs.pool import open_workers
from xiangqi.jobs.work import in_order, run_chunks
from xiangqi.jobs.workers import Workers
from xiangqi.match.bouts import Match
from xiangqi.match.contestants import Contestant
from xiangqi.match.game import Conditions
from xiangqi.match.series import Series
from xiangqi.match.start_positions import Opening
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game

P = ParamSpec("P")
R = TypeVar("R")

ROOT = Path(__file__).resolve().parents[1]
Work = Callable[[Workers, int, int, int], str]
"""Does an amount of work with a seed and a number of nodes per move, and returns the result as text."""


def opening(seed: int, plies: int) -> Opening:
    """Return random moves from the start position."""
    chance, board = random.Random(seed), Board()
    for _ in range(plies):
        board.push_unchecked(chance.choice(board.legal_moves()))
    return Opening(START_FEN, tuple(board.move_stack))


def match(workers: Workers, games: int, seed: int, nodes: int) -> str:
    """Return the result of a match of the engine against its level 9."""
    engines = (
        Contestant("builtin", None, (("Hash", "4"),)),
        Contestant("9", None, (("Level", "9"), ("Hash", "4"))),
    )
    openings = (opening(number, 6) for number in itertools.count(1000 * seed))
    contest = Match(
        engines, Conditions(Limits(nodes=nodes)), seed=1
    )  # one seed, since engines stay after a warm-up
    series = Series(contest, openings, games, workers)
    return repr([(one.played.winner, one.played.reason, one.played.moves) for one in series.play()])


def review(workers: Workers, games: int, seed: int, nodes: int) -> str:
    """Return reviews of games of random moves, four plies each, in which most moves have facts to report."""
    orders = []
    for number in range(games):
        game = Game()
        game.root.extend(opening(1000 * seed + number, 4).moves)
        orders.append(ReviewOrder("games", number + 1, pack(game), nodes, ("en", None), "json"))
    return repr([one.value() for one in in_order(run_chunks(workers, reviewed, orders))])


def selfplay(workers: Workers, positions: int, seed: int, nodes: int) -> str:
    """Return the positions of self-play, in shards of a hundred games."""
    with tempfile.TemporaryDirectory() as name, contextlib.redirect_stderr(None):
        folder = Path(name)
        generate(folder, Settings(nodes=nodes), None, positions, workers, seed, games=100)
        return repr([hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())])


KINDS: dict[str, Work] = {"match": match, "review": review, "selfplay": selfplay}


class KillingWorkers(Workers):
    """Workers of a cluster, some of which are killed as soon as all of them are busy again."""

    def __init__(self, others: Workers, victims: Sequence[subprocess.Popen[bytes]]) -> None:
        self._others = others
        self._victims = list(victims)
        self._first = others.count

    @property
    def count(self) -> int:
        """The number of workers left."""
        return self._others.count

    @property
    def batch_s(self) -> float:
        """The duration of a batch, as for other workers."""
        return self._others.batch_s

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Submit a function; once each worker has one, each call kills one more worker."""
        future = self._others.submit(fn, *args, **kwargs)
        self._first -= 1
        if self._first < 0 and self._victims:
            self._victims.pop().kill()
        return future


@dataclass(frozen=True)
class Run:
    """The result and cost of a run.

    Attributes:
        result: a hash.
        seconds: elapsed.
        processor: seconds of processor time of all processes; 0 if the system does not report it.
    """

    result: str
    seconds: float
    processor: float


def processor_seconds() -> float:
    """Return the processor time of this process and of all processes it has started, including ended ones."""
    rows = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended in the meantime
            values = path.read_text().rpartition(")")[2].split()
            rows[int(path.parent.name)] = (int(values[1]), sum(map(int, values[11:15])))
    own, total = {os.getpid()}, 0
    for _ in rows:  # children, their children, and so on
        more = {process for process, (parent, _) in rows.items() if parent in own} - own
        if not more:
            break
        own |= more
    total = sum(rows[process][1] for process in own & rows.keys())
    return total / os.sysconf("SC_CLK_TCK")


def measured(work: Work, workers: Workers, amount: int, nodes: int, warm_up: int) -> Run:
    """Warm up, then do and measure the work."""
    work(workers, warm_up * workers.count, 2, nodes)
    began, spent = time.perf_counter(), processor_seconds()
    result = work(workers, amount, 1, nodes)
    passed, spent = time.perf_counter() - began, processor_seconds() - spent
    return Run(_hash(result), passed, spent)


def _hash(result: str) -> str:
    return hashlib.sha256(result.encode()).hexdigest()[:16]


@contextlib.contextmanager
def cluster(count: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Yield a scheduler's address and its workers, as processes of this machine."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        file = Path(name) / "scheduler.json"
        quiet = {f"DASK_{key.upper().replace('.', '__').replace('-', '_')}": str(QUIET[key]) for key in QUIET}

        def start(*words: str) -> subprocess.Popen[bytes]:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *words, "--no-dashboard", "--scheduler-file", str(file)],
                cwd=name,
                env=os.environ | quiet | {"PYTHONPATH": str(ROOT)},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        start("scheduler", "--port", "0")
        workers = [start("worker", "--nthreads", "1", "--no-nanny") for _ in range(count)]
        while not file.exists() or not file.stat().st_size:
            time.sleep(0.1)
        yield json.loads(file.read_text(encoding="utf-8"))["address"], workers


def on_cluster(work: Work, amount: int, nodes: int, warm_up: int, count: int, kill: int = 0) -> Run:
    """Return the work on a cluster, some of whose workers are killed, once they are known to be gone."""
    with cluster(count) as (address, processes), open_workers(1, address, Demands(TOOLS)) as workers:
        while workers.count < count:
            time.sleep(0.2)
        if not kill:
            return measured(work, workers, amount, nodes, warm_up)
        result = work(KillingWorkers(workers, processes[:kill]), amount, 1, nodes)
        if any(process.poll() is None for process in processes[:kill]):
            raise SystemExit("the workers to be killed were not: choose a larger amount")
        while workers.count > count - kill:
            time.sleep(0.2)
        return Run(_hash(result), 0.0, 0.0)


def on_processes(work: Work, amount: int, nodes: int, warm_up: int, count: int) -> Run:
    """Return the work on processes of this machine."""
    with open_workers(count) as workers:
        return measured(work, workers, amount, nodes, warm_up)


def main() -> int:
    """Run the benchmark; return 1 if results differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("amount", type=int, help="games, or positions")
    parser.add_argument("--nodes", type=int, default=1000, help="a move or position (%(default)s)")
    parser.add_argument("--workers", type=int, default=4, help="and processes (%(default)s)")
    parser.add_argument("--pairs", type=int, default=3, help="of runs (%(default)s)")
    parser.add_argument("--kill", type=int, default=2, help="workers (%(default)s)")
    args = parser.parse_args()
    work, ways = KINDS[args.kind], {"processes": on_processes, "cluster": on_cluster}
    runs: dict[str, list[Run]] = {name: [] for name in ways}
    warm_up = 2500 if args.kind == "selfplay" else 2
    print(f"{args.kind} {args.amount}  result            seconds  processor", flush=True)
    for pair in range(args.pairs):
        for name in sorted(ways, reverse=pair % 2 == 0):
            runs[name].append(ways[name](work, args.amount, args.nodes, warm_up, args.workers))
            tell(name, runs[name][-1])
    for what in ("seconds", "processor"):
        pairs = zip(runs["cluster"], runs["processes"], strict=True)
        ratios = [getattr(one, what) / max(getattr(other, what), 1e-9) for one, other in pairs]
        listed = ", ".join(f"{ratio:.3f}" for ratio in ratios)
        print(f"{what}: cluster / processes {statistics.median(ratios):.3f} ({listed})", flush=True)
    killed = on_cluster(work, args.amount, args.nodes, warm_up, args.workers, args.kill)
    print(f"{args.kill} killed     {killed.result}", flush=True)
    results = {run.result for run in (*runs["processes"], *runs["cluster"], killed)}
    print("all results are equal" if len(results) == 1 else "RESULTS DIFFER")
    return int(len(results) > 1)


def tell(name: str, run: Run) -> None:
    """Print the figures of a run."""
    print(f"{name:<12} {run.result}  {run.seconds:8.1f}  {run.processor:8.1f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
