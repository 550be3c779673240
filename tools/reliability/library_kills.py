"""Kills programs that use the library: one that imports a folder and one that saves games as they are played.

``python -m tools.reliability.library_kills --kills 500 --seed 1``

Both work on one library at once and are killed together, at a random time. Then the library is opened: it
must be sound, hold every game that was confirmed, and at least as many imported ones as before. If an import
was completed, all games of the folder must be there, each once, and the next kills use a new library. Batches
are small, to offer many moments for a kill. It forks, so it needs a POSIX system.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from xiangqi.board import Board, Move
from xiangqi.core.constants import RED
from xiangqi.library import Library, Played, Query, importing
from xiangqi.notation import Style
from xiangqi.records.files import write_games
from xiangqi.records.tree import Game

_FILES = 30
_GAMES = 40  # per file
_BATCH = 50
_LONGEST_S = 2.5  # before a kill
_BETWEEN_GAMES_S = 0.01


@dataclass
class KillReport:
    """The results of all rounds.

    Attributes:
        kills: rounds in which at least one program was killed.
        libraries: the number of libraries begun.
        kept: games that the playing program confirmed.
        imported: games of the folder that the libraries had in the end.
        faults: descriptions of the faults found.
    """

    kills: int = 0
    libraries: int = 0
    kept: int = 0
    imported: int = 0
    faults: list[str] = field(default_factory=list)


def random_line(rng: random.Random, plies: int) -> list[Move]:
    """Return random legal moves from the starting position, fewer than `plies` if the game ends."""
    board, line = Board(), []
    for _ in range(plies):
        moves = board.legal_moves()
        if not moves:
            break
        line.append(rng.choice(moves))
        board.push(line[-1])
    return line


def game_of(line: Sequence[Move], **headers: str) -> Game:
    """Return a game with a line of moves."""
    game = Game(headers=headers, result="1-0")
    game.root.extend(line)
    return game


def write_folder(folder: Path, files: int, games: int, seed: int) -> int:
    """Create a folder of PGN files, all games with different moves, and return the number of games."""
    rng = random.Random(seed)
    for file in range(files):
        # the same moves cut off at different places are different games
        line = random_line(rng, 30 + games)
        cut = [line[: len(line) - place] for place in range(min(games, len(line) - 25))]
        write_games(
            folder / f"{file:03}.pgn", [game_of(each, Event=f"{file}") for each in cut], "pgn", Style.ICCS
        )
    return sum(path.read_text().count("[Event ") for path in folder.iterdir())


def _child(work: Callable[[], None]) -> int:
    """Start a process that runs a function and ends, and return its id."""
    child = os.fork()
    if child:
        return child
    try:
        work()
    finally:
        os._exit(0)


def _play(path: Path, log: int, lines: Sequence[Sequence[Move]], seed: int) -> None:
    """Save game after game, and report each once it is saved."""
    with Library(path) as library:
        for number, line in enumerate(cycle(lines)):
            name = f"{seed}-{number}"
            library.keep(game_of(line, Red=name), Played("2026-01-01", RED, black_level=3))
            os.write(log, f"{name}\n".encode())
            time.sleep(_BETWEEN_GAMES_S)


def run(kills: int, seed: int, tell: Callable[[str], None] = print) -> KillReport:
    """Kill both programs a number of times; report the results."""
    rng, report = random.Random(seed), KillReport()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "records")
        folder.mkdir()
        lines = [random_line(rng, 30) for _ in range(20)]
        whole = write_folder(folder, _FILES, _GAMES, seed)
        path, seen, names = Path(place, "0.db"), 0, set[str]()
        report.libraries = 1
        while report.kills < kills and not report.faults:
            told, ended = _round(path, folder, lines, rng)
            report.kills += 1
            names |= told
            seen = _look(path, seen, names, report.faults)
            if ended:
                if seen != whole:
                    report.faults.append(f"{whole} games in the folder, {seen} in the library")
                _count(report, seen, names)
                report.libraries += 1
                path, seen, names = Path(place, f"{report.libraries}.db"), 0, set()
            if report.kills % 50 == 0:
                tell(f"{report.kills} kills, {report.libraries} libraries, {len(report.faults)} faults")
        _count(report, seen, names)
    return report


def _count(report: KillReport, imported: int, names: set[str]) -> None:
    report.imported += imported
    report.kept += len(names)


def _round(
    path: Path, folder: Path, lines: Sequence[Sequence[Move]], rng: random.Random
) -> tuple[set[str], bool]:
    """Let both programs work and kill them; return the confirmed games, and whether the import ended."""
    read, log = os.pipe()
    seed = rng.randrange(1 << 30)

    def take_in() -> None:
        importing._BATCH_GAMES = _BATCH  # type: ignore[misc]
        with Library(path) as library:
            library.import_files([folder])

    children = [_child(take_in), _child(lambda: _play(path, log, lines, seed))]
    os.close(log)
    time.sleep(rng.uniform(0, _LONGEST_S))
    for child in children:
        os.kill(child, signal.SIGKILL)
    ended = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0 for child in children]
    with os.fdopen(read) as said:
        told = {line.strip() for line in said if line.endswith("\n")}
    return told, ended[0]


def _look(path: Path, seen: int, names: set[str], faults: list[str]) -> int:
    """Check that a library is intact, adding to `faults`; return the number of imported games in it."""
    if not path.exists():
        return seen
    with Library(path) as library:
        faults += library.damage()
        kept = {library.describe(number).headers["Red"] for number, _ in library.places(Query(mine=True))}
        imported = len(library.places(Query())) - len(kept)
        for number, _ in library.places(Query())[-20:]:
            library.load(number)
    database = sqlite3.connect(path)
    sound = database.execute("PRAGMA integrity_check").fetchone()[0]
    database.close()
    if sound != "ok":
        faults.append(f"{path.name}: {sound}")
    if lost := names - kept:
        faults.append(f"{len(lost)} games were said to be kept and are not there")
    if imported < seen:
        faults.append(f"{seen} imported games before, {imported} now")
    return imported


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    report = run(args.kills, args.seed)
    print(
        f"{report.kills} kills in {time.monotonic() - began:.0f} s: {report.libraries} libraries,"
        f" {report.imported} imported games, {report.kept} games kept as they were played,"
        f" {len(report.faults)} faults"
    )
    for fault in report.faults:
        print(fault)
    return 1 if report.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
