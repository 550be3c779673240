"""The cost of judging repetitions in the search: nodes a second under each rule set and perpetual check only.

    python benchmarks/repetition.py [ROUNDS]

Searches each bench position to a fixed number of nodes under every rule set in turn. The least processor time
of all rounds counts, since other work on the machine can only add to it; the first round warms up.
"""

from __future__ import annotations

import sys
import time

from xiangqi.engine.bench import POSITIONS
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine

NODES = 150_000
RULES = ("basic", "wxf", "cxa")


def engine_under(rules: str) -> Engine:
    """Return an engine that judges by a rule set."""
    engine = Engine(hash_mb=16)
    engine.set_option("Rules", rules)
    return engine


def search(engine: Engine, fen: str) -> tuple[int, float]:
    """Return the nodes and seconds of processor time of one search."""
    engine.clear()
    engine.set_position(fen, ())
    began = time.process_time()
    info = engine.search(Limits(nodes=NODES)).info
    assert info is not None
    return info.nodes, time.process_time() - began


def main() -> None:
    """Print the measurements."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    engines = {rules: engine_under(rules) for rules in RULES}
    nodes: dict[tuple[str, str], int] = {}
    least: dict[tuple[str, str], float] = {}
    for number in range(rounds + 1):
        for fen in POSITIONS:
            for rules, engine in engines.items():
                nodes[rules, fen], seconds = search(engine, fen)
                if number:
                    least[rules, fen] = min(least.get((rules, fen), seconds), seconds)
    speeds = {
        rules: sum(nodes[rules, fen] for fen in POSITIONS) / sum(least[rules, fen] for fen in POSITIONS)
        for rules in RULES
    }
    for rules, speed in speeds.items():
        ratios = sorted(
            nodes[rules, fen] / least[rules, fen] / (nodes["basic", fen] / least["basic", fen])
            for fen in POSITIONS
        )
        print(
            f"{rules:6} {speed / 1e6:.2f} million nodes/s, {speed / speeds['basic']:.3f} of basic; "
            f"by position {ratios[0]:.2f} to {ratios[-1]:.2f}"
        )


if __name__ == "__main__":
    main()
