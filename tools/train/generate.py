"""Plays games of the engine against itself and keeps their positions as training data.

    python -m tools.train.generate FOLDER [--positions N] [--processes N] [--nodes N] [--network FILE] …

Goes on where an earlier run in the folder left off. A shard follows from the engine, the settings, the seed and
its number alone; it is there wholly or not at all, so the run can be stopped at any time, by Ctrl+C or worse.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tools.train.manifest import Manifest, TrainingError, describe_run
from tools.train.positions import save_shard
from tools.train.selfplay import Settings, play_shard
from xiangqi.engine.evaluation.network import Network, load_network
from xiangqi.errors import ResourceError


def make_shard(
    folder: Path, settings: Settings, network: Network | None, seed: int, games: int, number: int
) -> Path:
    """Play and write one shard; return its path."""
    path = shard_path(folder, number)
    save_shard(path, play_shard(settings, network, seed, number, games))
    return path


def shard_path(folder: Path, number: int) -> Path:
    """Where a shard lies."""
    return folder / f"shard-{number:06}.npz"


def _missing(folder: Path) -> Iterator[int]:
    """Numbers of the shards that are not there, without end."""
    return (number for number in itertools.count() if not shard_path(folder, number).exists())


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def generate(
    folder: Path,
    settings: Settings,
    network: Path | None,
    positions: int,
    processes: int,
    seed: int,
    games: int,
) -> int:
    """Play until the folder holds so many positions; return how many it holds.

    Raises:
        TrainingError: the folder holds other games.
        ResourceError: the network cannot be read.
    """
    manifest = Manifest(folder, describe_run(settings, network, seed, games))
    weights = None if network is None else load_network(network)
    began, before = time.monotonic(), manifest.positions
    work = partial(make_shard, folder, settings, weights, seed, games)
    numbers = _missing(folder)
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, _leave_interrupts_to_parent) as pool:
        running = [pool.apply_async(work, (next(numbers),)) for _ in range(processes)]
        while manifest.positions < positions:
            finished = next((job for job in running if job.ready()), None)
            if finished is None:
                time.sleep(0.1)
                continue
            running.remove(finished)
            path = finished.get()
            running.append(pool.apply_async(work, (next(numbers),)))
            shard = manifest.add(path)
            rate = (manifest.positions - before) / (time.monotonic() - began)
            ends = f"+{shard['red_won']} ={shard['drawn']} -{shard['black_won']}"
            print(
                f"{path.name}: {shard['games']} games, {ends}; "
                f"{manifest.positions:,} of {positions:,} positions, {rate:.0f}/s",
                file=sys.stderr,
                flush=True,
            )
    return manifest.positions


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status."""
    defaults = Settings()
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--positions", type=int, default=1_000_000, help="in the folder at the end (%(default)s)"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="one a core (%(default)s)")
    parser.add_argument("--nodes", type=int, default=defaults.nodes, help="searched a move (%(default)s)")
    parser.add_argument("--network", type=Path, help="evaluates the games (the handcrafted evaluation)")
    parser.add_argument("--seed", type=int, default=1, help="of all chance (%(default)s)")
    parser.add_argument("--games", type=int, default=100, help="in a shard (%(default)s)")
    args = parser.parse_args(arguments)
    try:
        settings = Settings(nodes=args.nodes)
        generate(args.folder, settings, args.network, args.positions, args.processes, args.seed, args.games)
    except (TrainingError, ResourceError) as error:
        print(f"generate: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("generate: stopped; the same command goes on", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
