"""Speed of the search: ``python benchmarks/search.py``.

Each position is searched alone, from an empty table, on one thread and for the same time. The columns show
how many seconds each depth took; depths that were not finished are left blank. Other work on the machine
slows all of it down, so compare runs on a quiet one.
"""

from __future__ import annotations

import argparse

from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.worker import Engine

POSITIONS = {
    "start": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "opening": "r1bakab1r/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 5",
    "middle game": "r2akab2/9/2n1b1n1c/p1p1p1p1p/4c4/2P2R3/P5P1P/2N1C1N2/9/R1BAKAB2 w - - 0 14",
    "endgame": "2ba1k3/4a4/4b4/8p/6p2/2N3P2/P1n5P/4B4/4A4/2BAK4 w - - 6 31",
}
DEPTHS = range(6, 25, 2)


def measure(engine: Engine, fen: str, seconds: float) -> list[Info]:
    """Return the report after each finished depth of a search with a time limit, the last depth at the end."""
    finished: dict[int, Info] = {}

    def note(info: Info) -> None:
        if info.bound == "exact":
            finished[info.depth] = info

    engine.clear()
    engine.set_position(fen, ())
    engine.search(Limits(movetime_ms=round(seconds * 1000)), note)
    return [finished[depth] for depth in sorted(finished)]


def main() -> None:
    """Search every position and print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each position")
    parser.add_argument("--hash", type=int, default=64, help="megabytes of the transposition table")
    arguments = parser.parse_args()
    engine = Engine(hash_mb=arguments.hash)
    depths = "".join(f"{f'd{depth}':>8}" for depth in DEPTHS)
    print(f"{'position':<14}{'depth':>6}{'nodes':>13}{'million nodes/s':>18}{depths}")
    for name, fen in POSITIONS.items():
        infos = measure(engine, fen, arguments.seconds)
        last = infos[-1]
        times = {info.depth: f"{info.time_ms / 1000:.2f}" for info in infos}
        rate = last.nodes / max(last.time_ms, 1) / 1e3
        row = "".join(f"{times.get(depth, ''):>8}" for depth in DEPTHS)
        print(f"{name:<14}{last.depth:>6}{last.nodes:>13,}{rate:>18.2f}{row}")


if __name__ == "__main__":
    main()
