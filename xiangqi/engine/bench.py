"""The bench: the nodes of fixed searches, which identify the engine and are equal on every machine."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from xiangqi.engine.common.techniques import mask_without
from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.worker import Engine
from xiangqi.resources import asset
from xiangqi.tables import usual_folders
from xiangqi.tables.tablefile import SUFFIX

DEPTH = 11
CONTEMPT = 40  # centipawns; with the default 0 switching contempt off would show nothing

# Openings, middlegames (one of them just before the natural limit, so that draws are near), attacks on the
# king, and endgames; composed for this purpose.
POSITIONS: tuple[str, ...] = (
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3",
    "r1bakab1r/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 5",
    "2bakab1r/9/2n1c1nc1/r3p1p1p/p1p6/6P2/P1P1P3P/1CN1C1N2/9/R1BAKABR1 b - - 3 9",
    "r2akab2/9/2n1b1n1c/p1p1p1p1p/4c4/2P2R3/P5P1P/2N1C1N2/9/R1BAKAB2 w - - 0 14",
    "3akab2/5r3/4b1n2/p3p1p1p/2p6/2P1c1P2/P3P3P/2N1C1N2/4A4/2BAK1B1R b - - 1 18",
    "2ba1k3/4a4/4b4/8p/6p2/2N3P2/P1n5P/4B4/4A4/2BAK4 w - - 6 31",
    "3k5/4a4/4ba3/4N4/2b6/9/4P4/4B4/4A4/2BAK4 w - - 2 50",
    "4k4/4a4/4b4/9/5R3/9/9/3r5/4A4/4KA3 w - - 10 60",
    "2bak4/4a4/4b4/4C4/9/2P6/9/4C4/4c4/2BAKAB2 w - - 3 40",
    "r1bak1b1r/4a4/n1c3n2/p1p1p1p1p/7c1/2P6/P3P1P1P/N1C1C1N2/9/R1BAKAB1R w - - 114 64",
    "4kab2/4a4/4b4/5N3/4R4/9/9/4B4/3rA4/2BAK4 w - - 0 60",
    "3k5/9/9/4P4/9/9/9/9/9/4K4 w - - 0 80",
    "2bak4/4a4/4b1R2/9/2C6/9/9/9/9/4K4 w - - 0 70",
    "1rbakab2/9/2n1c1n2/p3p1p1p/2p6/6P2/P1P1P3P/1CN1B1N2/4A4/1R1AK1B2 b - - 5 15",
)


@dataclass(frozen=True)
class BenchResult:
    """The total nodes and search time of all positions."""

    nodes: int
    seconds: float

    @property
    def nps(self) -> int:
        """The nodes searched per second."""
        return int(self.nodes / max(self.seconds, 1e-9))


def run(without: Iterable[str] = (), progress: Callable[[int, str, Info], None] | None = None) -> BenchResult:
    """Search every position to DEPTH on one thread, each with an empty table.

    Args:
        without: names of engine.common.techniques to switch off.
        progress: called after each position with its number, FEN and last info.

    Raises:
        ValueError: there is no such technique.
    """
    engine = Engine(hash_mb=16, techniques=mask_without(without))
    engine.set_option("Contempt", str(CONTEMPT))
    engine.set_option("TablePath", str(asset("tables")))  # without the user's own tables
    nodes, seconds = 0, 0.0
    for number, fen in enumerate(POSITIONS, 1):
        engine.clear()
        engine.set_position(fen, ())
        began = time.perf_counter()
        result = engine.search(Limits(depth=DEPTH))
        seconds += time.perf_counter() - began
        assert result.info is not None
        nodes += result.info.nodes
        if progress is not None:
            progress(number, fen, result.info)
    return BenchResult(nodes, seconds)


def mark() -> str:
    """Run the bench and return a text that identifies the engine: its nodes and a digest of its table files.

    The digest covers the names and sizes of the usual endgame tables, not their content.
    """
    digest = hashlib.sha256()
    for folder in usual_folders():
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            digest.update(f"{path.name} {path.stat().st_size}\0".encode())
    return f"{run().nodes} nodes, tables {digest.hexdigest()[:8]}"
