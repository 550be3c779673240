"""Speed of this checkout against another's, in interleaved pairs: ``python benchmarks/pairs.py OTHER``.

OTHER is the folder of another checkout. Both search the positions of `bench` to the same depth, one after the
other in alternating order, and only processor time counts, so other work on the machine has little influence.
The ratio of every pair and their median are printed; if the nodes differ, the searches do.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path


def search(depth: int, megabytes: int) -> str:
    """Return the nodes and seconds of processor time of one run over the positions, as text."""
    from xiangqi.engine import bench
    from xiangqi.engine.common.types import Limits
    from xiangqi.engine.worker import Engine

    engine = Engine(hash_mb=megabytes)
    nodes, seconds = 0, 0.0
    for fen in bench.POSITIONS:
        engine.clear()
        engine.set_position(fen, ())
        began = time.process_time()
        info = engine.search(Limits(depth=depth)).info
        seconds += time.process_time() - began
        nodes += info.nodes if info else 0
    return f"{nodes} {seconds}"


def run(checkout: Path, depth: int, megabytes: int) -> tuple[int, float]:
    """Return the same, measured in a separate process with the package of a checkout."""
    command = [sys.executable, __file__, "--once", str(depth), str(megabytes)]
    environment = os.environ | {"PYTHONPATH": str(checkout)}
    done = subprocess.run(command, env=environment, cwd=checkout, capture_output=True, text=True, check=True)
    nodes, seconds = done.stdout.split()
    return int(nodes), float(seconds)


def main() -> None:
    """Run the pairs and print their ratios."""
    if len(sys.argv) == 4 and sys.argv[1] == "--once":
        print(search(int(sys.argv[2]), int(sys.argv[3])))
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("other", type=Path)
    parser.add_argument("--pairs", type=int, default=9, help="(%(default)s)")
    parser.add_argument("--depth", type=int, default=13, help="(%(default)s)")
    parser.add_argument("--hash", type=int, default=64, help="megabytes of the table (%(default)s)")
    arguments = parser.parse_args()
    checkouts = (Path(__file__).resolve().parents[1], arguments.other.resolve())
    ratios = []
    for number in range(arguments.pairs):
        order = checkouts if number % 2 == 0 else checkouts[::-1]
        found = {checkout: run(checkout, arguments.depth, arguments.hash) for checkout in order}
        (nodes, seconds), (other_nodes, other_seconds) = (found[checkout] for checkout in checkouts)
        ratios.append(nodes / seconds / (other_nodes / other_seconds))
        speeds = f"{nodes / seconds / 1e6:.2f} against {other_nodes / other_seconds / 1e6:.2f} million nodes/s"
        print(f"{ratios[-1]:.3f}  {speeds}, {nodes:,} and {other_nodes:,} nodes", flush=True)
    print(f"median {statistics.median(ratios):.3f} [{min(ratios):.3f}, {max(ratios):.3f}]")


if __name__ == "__main__":
    main()
