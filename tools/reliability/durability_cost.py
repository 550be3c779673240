"""Measures the cost of having the library on disk before it confirms anything.

``python -m tools.reliability.durability_cost --rounds 40``

Of two libraries one flushes each commit, as the program does, and the other leaves flushing to the system.
Each round performs the same actions on both, in alternating order: a game is saved, an exercise attempted, a
file of several games imported. The medians of both are printed, in milliseconds.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Final

from tools.reliability.library_kills import game_of, random_line
from xiangqi.exercises.entries import Attempt
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.library import Library, Played
from xiangqi.records.files import write_games

_IMPORTED: Final = (1, 100, 1000)
_PLIES: Final = 60


class Shelf:
    """A library and its exercises, with or without flushes."""

    def __init__(self, path: Path, *, flushed: bool) -> None:
        """Create the library."""
        self.library = Library(path)
        self.log = ExerciseLog(path)
        self.flushed = flushed
        if not flushed:
            for database in (self.library._store.database, self.log._database):
                database.execute("PRAGMA synchronous = NORMAL")

    def close(self) -> None:
        """Close the library and its exercises."""
        self.log.close()
        self.library.close()


def _doings(
    folder: Path, number: int, rng: random.Random, imported: Sequence[int]
) -> dict[str, Callable[[Shelf], object]]:
    """Return the actions of a round, by name."""
    line = random_line(rng, _PLIES)
    attempt = Attempt(datetime.now(timezone.utc), f"{number}", "pack", solved=True)
    doings: dict[str, Callable[[Shelf], object]] = {
        "a game kept": lambda shelf: shelf.library.keep(game_of(line), Played("2026-01-01")),
        "an attempt": lambda shelf: shelf.log.add_attempt(attempt),
    }
    for count in imported:
        path = folder / f"{number}-{count}.pgn"
        lines = [random_line(rng, _PLIES) for _ in range(min(count, 40))]
        games = [game_of(lines[n % len(lines)][: _PLIES - n // len(lines)], Red=f"{n}") for n in range(count)]
        write_games(path, games)
        doings[f"import of {count}"] = lambda shelf, path=path: shelf.library.import_files([path])  # type: ignore[misc]
    return doings


def measure(rounds: int, seed: int, imported: Sequence[int] = _IMPORTED) -> dict[tuple[str, bool], list[float]]:
    """Return the milliseconds of each action in each round, by its name and whether the library is flushed."""
    rng = random.Random(seed)
    taken = defaultdict(list)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        shelves = [Shelf(folder / f"{flushed}.db", flushed=flushed) for flushed in (False, True)]
        for number in range(rounds):
            for name, do in _doings(folder, number, rng, imported).items():
                for shelf in shelves:
                    begun = time.perf_counter()
                    do(shelf)
                    taken[name, shelf.flushed].append(1000 * (time.perf_counter() - begun))
            shelves.reverse()
        for shelf in shelves:
            shelf.close()
    return taken


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    taken = measure(args.rounds, args.seed)
    for name in dict.fromkeys(name for name, _ in taken):
        left, flushed = taken[name, False], taken[name, True]
        more = statistics.median(after - before for before, after in zip(left, flushed, strict=True))
        print(
            f"{name}: {statistics.median(left):.1f} ms left to the system, "
            f"{statistics.median(flushed):.1f} ms flushed, {more:+.1f} ms in the median pair"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
