"""The size and speed of a library, compared with a table of positions in SQLite.

    python benchmarks/library.py --games 1000000

makes that many games of random moves (so positions are diverse, and nothing compresses well), most of them
sharing the first plies of a few hundred openings, as real games do, and prints size, rates and latencies.
Importing is measured separately, with a PGN file whose moves are in ICCS.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from xiangqi.board import Board, Move
from xiangqi.core.constants import KEY, MOVES
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import generate_legal
from xiangqi.core.position import make_move
from xiangqi.library import Library, Query, replay
from xiangqi.library.coding import STANDARD, Coded, Coder
from xiangqi.library.store import NewEntry, Store
from xiangqi.records.tree import Game

T = TypeVar("T")

PLIES = 80
OPENING_PLIES = 8
_BATCH = 4096


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def play_on(state: npt.NDArray[np.int64], moves: npt.NDArray[np.int64], ply: int, seed: int) -> int:
    """Play random moves from `ply` on until `moves` is full or the game is over; return the number of moves."""
    while ply < len(moves):
        end = generate_legal(state, MOVES)
        if end == MOVES:
            break
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        move = state[MOVES + (seed >> 8) % (end - MOVES)]
        moves[ply] = move
        make_move(state, move)
        ply += 1
    return ply


def lines(count: int, seed: int = 1) -> Iterator[npt.NDArray[np.int64]]:
    """Yield random games that share openings."""
    rng = random.Random(seed)
    openings = []
    for _ in range(300):
        state = replay.new_replay()
        replay.set_up(state, np.frombuffer(STANDARD, np.int64).copy(), 0)
        moves = np.zeros(OPENING_PLIES, np.int64)
        play_on(state, moves, 0, rng.getrandbits(30))
        openings.append((state.copy(), moves))
    weights = [1 / (place + 1) for place in range(len(openings))]
    for state, first in rng.choices(openings, weights, k=count):
        moves = np.zeros(PLIES, np.int64)
        moves[:OPENING_PLIES] = first
        yield moves[: play_on(state.copy(), moves, OPENING_PLIES, rng.getrandbits(30))]


def fill(path: Path, count: int) -> float:
    """Create a library; return seconds of processor time."""
    begun = time.process_time()
    rng = random.Random(2)
    store = Store(path)
    coder = Coder()
    waiting: list[NewEntry] = []
    for number, moves in enumerate(lines(count)):
        headers = {
            "Red": f"Player {rng.randrange(20_000)}",
            "Black": f"Player {rng.randrange(20_000)}",
            "Event": f"Tournament {number // 200}",
            "Date": f"{rng.randrange(1980, 2026)}.0{rng.randrange(1, 10)}.1{rng.randrange(10)}",
        }
        game = Game(headers, result=rng.choice(("1-0", "0-1", "1/2-1/2")))
        coded: Coded = coder.encode(STANDARD, moves.tolist())
        waiting.append(NewEntry(game, STANDARD, coded))
        if len(waiting) == _BATCH:
            with store.writing():
                store.append(waiting)
            waiting.clear()
    with store.writing():
        store.append(waiting)
    store.close()
    return time.process_time() - begun


def table_of_positions(path: Path, count: int) -> None:
    """Create the table for comparison, with a row for every position of every game."""
    begun = time.process_time()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE position (key INTEGER, game INTEGER, ply INTEGER)")
        for number, moves in enumerate(lines(count)):
            board = Board()
            rows = []
            for ply, move in enumerate(moves.tolist()):
                make_move(board.state, move)
                rows.append((int(board.state[KEY]), number, ply + 1))
            database.executemany("INSERT INTO position VALUES (?, ?, ?)", rows)
        database.execute("CREATE INDEX keys ON position (key)")
        database.commit()
        seconds = time.process_time() - begun
        print(f"table of positions, {count} games: {path.stat().st_size / count:.0f} bytes a game,")
        print(f"  {seconds / count * 1e6:.0f} s of CPU for a million games")
        for ply in (4, len(rows)):
            sql = f"SELECT game, ply FROM position WHERE key = {rows[ply - 1][0]}"
            timed(lambda: database.execute(sql).fetchall(), f"  position after {ply} plies")  # noqa: B023 - now


def timed(question: Callable[[], T], name: str) -> T:
    """Run a query, and print how long it took and the processor time on all cores."""
    begun, spent = time.perf_counter(), time.process_time()
    answer = question()
    passed, spent = time.perf_counter() - begun, time.process_time() - spent
    print(f"{name:48} {passed * 1000:8.1f} ms, of processors {spent * 1000:8.1f} ms")
    return answer


def ask(library: Library, name: str, query: Query) -> None:
    """Time a query the first time and again."""
    count = len(timed(lambda: library.places(query), name))
    timed(lambda: library.places(query), f"  again, {count} games")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--imported", type=int, default=10_000, help="games of the file that is imported")
    parser.add_argument(
        "--table", type=int, default=20_000, help="games of the table of positions (%(default)s)"
    )
    parser.add_argument("--keep", type=Path, help="make or use the library here")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = args.keep or Path(folder) / "million.db"
        if not path.exists():
            seconds = fill(path, args.games)
            print(f"filled: {args.games / seconds:.0f} games a second of CPU, headers made up and moves coded")
        print(f"size: {path.stat().st_size / 1e6:.0f} MB for {args.games} games")
        questions(path)
        table_of_positions(Path(folder) / "positions.db", args.table)
        importing(Path(folder), args.imported)
    print(f"memory at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB", file=sys.stderr)


def questions(path: Path) -> None:
    """Time all kinds of queries."""
    with Library(path) as library:
        begin = Query(position=Board().fen())
        timed(lambda: library.explore(begin), "explorer at the start, library just opened")
        timed(lambda: library.explore(begin), "  again")
        game = library.load(len(library) // 2)
        moves: list[Move] = game.main_line()
        for ply in (4, OPENING_PLIES, 30, len(moves)):
            board = Board()
            for move in moves[:ply]:
                board.push(move)
            ask(library, f"position after {ply} plies", Query(position=board.fen()))
            ask(library, f"position after {ply} plies, mirror too", Query(position=board.fen(), mirror=True))
        ask(library, "material KRKAABB", Query(material="KRKAABB"))
        ask(library, "material of a middlegame", Query(material="KAABBRRNNCCPPPPKAABBRRNNCCPPPP"))
        ask(library, "part: cannon e2, horse c7, no pawn e6", Query(part=((0xA7, 14), (0x55, 20), (0x67, 0))))
        ask(library, "player", Query(player="Player 123"))


def importing(folder: Path, count: int) -> None:
    """Time the import of a PGN file whose moves are in ICCS."""
    file = folder / "games.pgn"
    with file.open("w") as out:
        for number, moves in enumerate(lines(count, seed=3)):
            text = " ".join(Move(move).iccs for move in moves.tolist())
            out.write(f'[Event "E{number // 200}"]\n[Date "2001.02.03"]\n[Red "R{number % 997}"]\n')
            out.write(f'[Black "B{number % 991}"]\n[Result "1-0"]\n[Format "ICCS"]\n\n{text} 1-0\n\n')
    with Library(folder / "imported.db") as library:
        begun = time.process_time()
        report = library.import_files([file])
        seconds = time.process_time() - begun
    print(f"import of PGN in ICCS: {(report.games + report.duplicates) / seconds:.0f} games a second of CPU")


if __name__ == "__main__":
    main()
