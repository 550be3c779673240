"""Plays games of the engine against itself and keeps their positions as training data.

    python -m tools.train.generate FOLDER [--positions N] [--processes N] [--cluster ADDRESS] [--nodes N] …

Resumes an earlier run in the folder. A shard depends on the engine, the settings, the seed and its number
alone; it is written completely or not at all, so the run may be stopped in any way at any time.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import time
from pathlib import Path
from typing import Any

from tools.exits import exit_code
from tools.train.manifest import Manifest, TrainingError, describe_run
from tools.train.positions import Records, load_shard, save_shard
from tools.train.selfplay import Settings, ShardOrder, make_shard
from xiangqi.cli.parts.workers import TOOLS, add_cluster, workers_for
from xiangqi.engine.evaluation.network import load_network
from xiangqi.jobs.work import in_order, run_chunks
from xiangqi.jobs.workers import Workers


def shard_path(folder: Path, number: int) -> Path:
    """Return the path of a shard."""
    return folder / f"shard-{number:06}.npz"


class EarlyShards:
    """Shards that were finished before their predecessors, in files of their own until it is their turn."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, including what an earlier run has left there."""
        self._folder = folder

    def path(self, number: int) -> Path:
        """Return the path of a waiting shard."""
        return self._folder / f"early-{number:06}.npz"

    def __contains__(self, number: int) -> bool:
        """Return whether a shard is in its final place or waits for its turn."""
        return shard_path(self._folder, number).exists() or self.path(number).exists()

    def __getitem__(self, number: int) -> Records:
        """Return the records of a shard."""
        kept = self.path(number)
        return load_shard(kept if kept.exists() else shard_path(self._folder, number))

    def add(self, number: int, records: Records) -> None:
        """Store a shard."""
        save_shard(self.path(number), records)

    def clear(self) -> None:
        """Delete the shards that still wait: they exceed what was wanted."""
        for path in self._folder.glob("early-*.npz"):
            path.unlink()


def generate(
    folder: Path,
    settings: Settings,
    network: Path | None,
    positions: int,
    workers: Workers,
    seed: int,
    games: int,
) -> int:
    """Play until the folder holds this many positions; return its number of positions.

    Shards are taken by their numbers, so the final content of the folder does not depend on the workers.

    Raises:
        TrainingError: the folder holds other games, or a shard could not be made.
        ResourceError: the network cannot be read.
        JobError: the cluster is gone.
    """
    manifest = Manifest(folder, describe_run(settings, network, seed, games))
    weights = None if network is None else load_network(network)
    began, before = time.monotonic(), manifest.positions
    if before >= positions:
        return before
    orders = (ShardOrder(settings, weights, seed, games, number) for number in itertools.count())
    early = EarlyShards(folder)
    for back in in_order(run_chunks(workers, make_shard, orders, kept=early)):
        if back.error is not None:
            raise TrainingError(f"shard {back.number} could not be made: {back.error}")
        path = shard_path(folder, back.number)
        if path.exists():
            continue
        early.path(back.number).replace(path)
        shard = manifest.add(path)
        _tell(path, shard, manifest.positions, positions, before, time.monotonic() - began)
        if manifest.positions >= positions:
            break
    early.clear()
    return manifest.positions


def _tell(path: Path, shard: dict[str, Any], held: int, wanted: int, before: int, seconds: float) -> None:
    rate = (held - before) / max(seconds, 1e-9)
    ends = f"+{shard['red_won']} ={shard['drawn']} -{shard['black_won']}"
    left = max(0, wanted - held) / rate / 60
    print(
        f"{path.name}: {shard['games']} games, {ends}; "
        f"{held:,} of {wanted:,} positions, {rate:.0f}/s, {left:.0f} min left",
        file=sys.stderr,
        flush=True,
    )


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    defaults = Settings()
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--positions", type=int, default=1_000_000, help="in the folder at the end (%(default)s)"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="one a core (%(default)s)")
    add_cluster(parser)
    parser.add_argument("--nodes", type=int, default=defaults.nodes, help="searched a move (%(default)s)")
    parser.add_argument("--network", type=Path, help="evaluates the games (the handcrafted evaluation)")
    parser.add_argument("--seed", type=int, default=1, help="of all chance (%(default)s)")
    parser.add_argument("--games", type=int, default=100, help="in a shard (%(default)s)")
    args = parser.parse_args(arguments)

    def work() -> None:
        settings = Settings(nodes=args.nodes)
        with workers_for(args, args.processes, TOOLS) as workers:
            generate(args.folder, settings, args.network, args.positions, workers, args.seed, args.games)

    return exit_code("generate", work)


if __name__ == "__main__":
    sys.exit(main())
