"""The value of each technique of the search: the table of docs/lab/engine-experiments.md.

    python -m tools.strength.ablation [--games 100] [--nodes 5000] [NAME...]

For each technique: the nodes of `bench` with it and without, and a match of the whole engine against itself
without it at equal processor time (tools/train/gate.py). Aspiration and contempt belong to iterative
deepening, which the players of such a match do not use; for these only the nodes are printed.
"""

from __future__ import annotations

import argparse
from typing import Final

from tools.train.gate import compete
from tools.train.gate_games import Side
from xiangqi.cli.parts.workers import TOOLS, add_cluster, workers_for
from xiangqi.engine import bench
from xiangqi.engine.common.techniques import TECHNIQUE_BITS, mask_without
from xiangqi.engine.evaluation.network import shipped_network
from xiangqi.jobs.workers import Workers

_NO_MATCH: Final = ("aspiration", "contempt")


def row(name: str, games: int, nodes: int, with_all: int, workers: Workers) -> str:
    """Measure one technique and return its line of the table."""
    without = bench.run(without=[name]).nodes
    change = f"{(without / with_all - 1) * 100:+.0f} %"
    if name in _NO_MATCH:
        return f"| `{name}` | {without:,} ({change}) | |"
    network = shipped_network()
    sides = (Side(network), Side(None if name == "network" else network, mask_without([name])))
    found = compete(sides, games, nodes, equal_time=True, seed=1, workers=workers).estimate
    return f"| `{name}` | {without:,} ({change}) | {found.elo:+.0f} [{found.low:+.0f}, {found.high:+.0f}] |"


def main() -> None:
    """Measure the given techniques, or all, and print the table line by line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", help="techniques (all)")
    parser.add_argument("--games", type=int, default=100, help="(%(default)s)")
    parser.add_argument("--nodes", type=int, default=5_000, help="a move (%(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="pairs of games at a time (%(default)s)")
    add_cluster(parser)
    args = parser.parse_args()
    with_all = bench.run().nodes
    print(f"| without | nodes ({with_all:,} with all) | Elo that it adds |\n|---|---|---|", flush=True)
    with workers_for(args, args.processes, TOOLS, alike=True) as workers:
        for name in args.names or TECHNIQUE_BITS:
            print(row(name, args.games, args.nodes, with_all, workers), flush=True)


if __name__ == "__main__":
    main()
