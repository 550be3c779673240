"""The microseconds that endgame tables take to return the value of a position and its distance to a capture.

    python benchmarks/tables.py [POSITIONS] [FOLDER]

Probes a number of random positions of every material one after the other, each twice: by the time a position
recurs, its blocks have been evicted from the cache and have to be unpacked; the second probe finds them
there. The least time of all rounds counts, since other work on the machine can only add to it.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tools.endings.play_tables import random_position
from xiangqi.core.constants import BOARD_SIZE
from xiangqi.core.position import State
from xiangqi.resources import asset
from xiangqi.tables import Endgame, Tables

ROUNDS = 5
MOST = 50.0  # microseconds that a probe may take


def microseconds(ask: Callable[[State], object], state: State) -> float:
    """Return the duration of a probe."""
    began = time.perf_counter()
    ask(state)
    return (time.perf_counter() - began) * 1e6


def measure(ask: Callable[[State], object], states: list[State]) -> tuple[list[float], list[float]]:
    """Return the least times of each position's first and second probe."""
    cold, warm = [float("inf")] * len(states), [float("inf")] * len(states)
    for _ in range(ROUNDS):
        for i, state in enumerate(states):
            cold[i] = min(cold[i], microseconds(ask, state))
            warm[i] = min(warm[i], microseconds(ask, state))
    return cold, warm


def told(times: list[float]) -> str:
    """Return some times as text."""
    rising = sorted(times)
    above = sum(each > MOST for each in times)
    return (
        f"{statistics.mean(times):5.1f} on average, 99 of 100 at most {rising[99 * len(rising) // 100]:.0f}, "
        f"all at most {rising[-1]:.0f}; {above} of {len(times)} above {MOST:.0f}"
    )


def main() -> None:
    """Print the measurements."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    tables = Tables([Path(sys.argv[2]) if len(sys.argv) > 2 else asset("tables")])
    rng = random.Random(1)
    boards = [random_position(rng, Endgame.parse(name)) for name in tables.names() for _ in range(count)]
    states = [board.state[:BOARD_SIZE].copy() for board in boards]
    decided = [state for state in states if tables.plies(state) is not None]
    for name, ask, asked in (("worth", tables.bounds, states), ("distance", tables.plies, decided)):
        cold, warm = measure(ask, asked)
        print(f"{name:9} unpacked first  {told(cold)}\n{name:9} unpacked before {told(warm)}")


if __name__ == "__main__":
    main()
