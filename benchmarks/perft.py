"""Nodes a second of the move generator, with and without bulk counting: ``python benchmarks/perft.py``.

Without bulk counting every move of the last ply is played and taken back; with it the last ply's legal moves
are only counted. The best of several runs is printed, since other work on the machine can only slow a run
down.
"""

from __future__ import annotations

import argparse
import time

from xiangqi.core import jit
from xiangqi.core.constants import CORE_SIZE
from xiangqi.core.perft import perft
from xiangqi.core.position import new_state, set_position
from xiangqi.fen import parse_fen

POSITIONS = {
    "start": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "middle game": "r1bakab1r/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/1CN3NC1/9/R1BAKAB1R w",
    "endgame": "2bak4/4a4/4b4/9/6R2/2r6/4P4/4B4/4A4/2BAK4 w",
}


def measure(fen: str, depth: int, runs: int, *, bulk: bool) -> tuple[int, float]:
    """Return the nodes counted and the seconds of the fastest run."""
    position = parse_fen(fen)
    state = new_state(CORE_SIZE)
    set_position(state, position.placement, position.turn)
    fastest = float("inf")
    nodes = 0
    for _ in range(runs):
        began = time.perf_counter()
        nodes = perft(state, depth, bulk=bulk)
        fastest = min(fastest, time.perf_counter() - began)
    return nodes, fastest


def main() -> None:
    """Print one line for each position and method of counting."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--depth", type=int, default=5 if jit.COMPILED else 2, help="plies")
    parser.add_argument("--runs", type=int, default=3, help="the best of so many")
    arguments = parser.parse_args()
    print(f"{'position':<14}{'bulk':<6}{'nodes':>14}{'seconds':>10}{'million nodes/s':>18}")
    for name, fen in POSITIONS.items():
        for bulk in (False, True):
            nodes, seconds = measure(fen, arguments.depth, arguments.runs, bulk=bulk)
            rate = nodes / seconds / 1e6
            print(f"{name:<14}{'yes' if bulk else 'no':<6}{nodes:>14,}{seconds:>10.3f}{rate:>18.2f}")


if __name__ == "__main__":
    main()
