"""What judging repetitions costs the search: nodes a second under each rule set and with perpetual check only.

    python benchmarks/repetition.py [ROUNDS]

Searches the bench positions to a fixed number of nodes under each rule set in turn, so that both meet the
same load of the machine, and prints the median of the ratios.
"""

from __future__ import annotations

import statistics
import sys
import time

from xiangqi.engine.bench import POSITIONS
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine

NODES = 300_000


def nodes_per_second(rules: str) -> float:
    """Speed over all bench positions under a rule set."""
    engine = Engine(hash_mb=16)
    engine.set_option("Rules", rules)
    nodes, seconds = 0, 0.0
    for fen in POSITIONS:
        engine.clear()
        engine.set_position(fen, ())
        began = time.process_time()
        info = engine.search(Limits(nodes=NODES)).info
        seconds += time.process_time() - began
        assert info is not None
        nodes += info.nodes
    return nodes / seconds


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    speeds: dict[str, list[float]] = {"wxf": [], "cxa": [], "basic": []}
    for _ in range(rounds):
        for rules, measured in speeds.items():
            measured.append(nodes_per_second(rules))
    for rules, measured in speeds.items():
        print(f"{rules:6} {statistics.median(measured) / 1e6:.2f} million nodes/s")
    for rules in ("wxf", "cxa"):
        ratios = [one / basic for one, basic in zip(speeds[rules], speeds["basic"], strict=True)]
        spread = f"{min(ratios):.3f} to {max(ratios):.3f}"
        print(f"{rules}/basic {statistics.median(ratios):.3f} (of {rounds} pairs: {spread})")


if __name__ == "__main__":
    main()
