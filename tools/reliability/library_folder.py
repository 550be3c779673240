"""Imports a folder of generated records in all formats: the library must store whatever ``convert`` can read.

``python -m tools.reliability.library_folder --files 50000 --seed 1``

Files are PGN in three notations and two encodings, XQF, DhtmlXQ, XML, JSON and plain moves, with comments,
variations, tags in Chinese and unusual starting positions, some of them truncated, 1,000 in each folder; 5,000
have distinct games, the others are copies. After the import each file is read as ``convert`` reads it, and
the library must have a game with the same moves, start and result, with all its tags, variations, comments
and faults.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tools.reliability.library_kills import random_line
from xiangqi.board import Board, Move
from xiangqi.errors import RecordError
from xiangqi.library import Library, Query
from xiangqi.notation import Style
from xiangqi.records.files import WRITERS, read_games
from xiangqi.records.tree import Game, same_tree

_LINES: Final = 400
_DISTINCT: Final = 5000
"""Files with distinct games; more of them would take hours without testing anything new."""

_PLAYERS: Final = ("胡荣华", "Li Laiqun", "柳大华", "Lü Qin", "許銀川", 'Wang "Tiger" Tianyi', "")
_KINDS: Final = (
    ("pgn", Style.CHINESE, "utf-8"),
    ("pgn", Style.CHINESE, "gb18030"),
    ("pgn", Style.ICCS, "utf-8"),
    ("pgn", Style.WXF, "utf-8"),
    ("xqf", Style.CHINESE, "utf-8"),
    ("dhtmlxq", Style.CHINESE, "utf-8"),
    ("xml", Style.CHINESE, "utf-8"),
    ("json", Style.CHINESE, "utf-8"),
    ("iccs", Style.ICCS, "utf-8"),
)


@dataclass
class FolderReport:
    """The results.

    Attributes:
        files: the files in the folder.
        refused: those that could not be read at all, neither by the library nor by ``convert``.
        distinct: files that are not copies of others.
        games: the games that ``convert`` reads from these.
        stored: games in the library, including duplicates.
        lost: files with a game that the library lacks, in whole or in part.
        seconds: the duration of the import.
        processor: the processor time of the import, seconds.
    """

    files: int = 0
    refused: int = 0
    distinct: int = 0
    games: int = 0
    stored: int = 0
    lost: list[str] = field(default_factory=list)
    seconds: float = 0.0
    processor: float = 0.0


def _game(rng: random.Random, lines: list[list[Move]]) -> Game:
    """Return a game whose line is cut off somewhere, perhaps with comments and variations."""
    line = rng.choice(lines)
    line = line[: rng.randint(4, len(line))]
    first = rng.randrange(3) == 0 and len(line) > 12
    board = Board()
    for move in line[:6] if first else ():
        board.push(move)
    game = Game(start_fen=board.fen())
    game.headers = {
        "Event": rng.choice(("五羊杯", "Club Cup", "")),
        "Date": f"{rng.randint(1950, 2025)}.{rng.randint(1, 12):02}.{rng.randint(1, 28):02}",
        "Red": rng.choice(_PLAYERS),
        "Black": rng.choice(_PLAYERS),
    }
    game.result = rng.choice(("1-0", "0-1", "1/2-1/2", "*"))
    node = game.root
    for move in line[6:] if first else line:
        if rng.randrange(25) == 0:
            node.comment = rng.choice(("好棋！", "A comment.", "两步\n以后"))
        if rng.randrange(40) == 0:
            others = [other for other in board.legal_moves() if other != move]
            node = node.add(move)
            if others and node.parent is not None:
                node.parent.add(rng.choice(others))
        else:
            node = node.add(move)
        board.push(move)
    return game


def write_records(folder: Path, files: int, seed: int) -> None:
    """Write files into folders of 1,000; from _DISTINCT on they are copies of earlier ones."""
    rng = random.Random(seed)
    lines = [random_line(rng, rng.randint(20, 90)) for _ in range(_LINES)]
    written: list[tuple[str, bytes]] = []
    for number in range(files):
        place = folder / f"{number // 1000:03}"
        place.mkdir(exist_ok=True)
        if number < _DISTINCT:
            written.append(_content(rng, lines))
        suffix, content = written[number] if number < _DISTINCT else rng.choice(written)
        (place / f"{number:06}{suffix}").write_bytes(content)


def _content(rng: random.Random, lines: list[list[Move]]) -> tuple[str, bytes]:
    """Return a file of a random kind: its suffix and its content."""
    kind, style, encoding = rng.choice(_KINDS)
    writer = WRITERS[kind]
    count = rng.choice((1, 1, 1, 2, 5)) if writer.many else 1
    content = b"".join(writer.write(_game(rng, lines), style, encoding) for _ in range(count))
    return writer.suffix, content[: rng.randrange(len(content))] if rng.randrange(100) == 0 else content


def _faults(game: Game) -> list[str]:
    return sorted(str(fault) for fault in game.errors)


def _has(kept: Game, game: Game) -> bool:
    """Return whether a game of the library contains everything that a game of a file does."""
    bare = not any(node.comment or node.nags or len(node.children) > 1 for node in game.root.walk())
    return (
        all(kept.headers.get(name) == value for name, value in game.headers.items() if value)
        and kept.start_fen == game.start_fen
        and game.result in ("*", kept.result)
        and (bare or same_tree(kept.root, game.root))
        and (not game.errors or _faults(kept) == _faults(game))
    )


def _games(path: Path) -> Iterator[Game]:
    """Yield the games that ``convert`` reads from a file, up to an error that it cannot recover from."""
    try:
        yield from read_games(path)
    except RecordError:
        return


def run(files: int, seed: int, tell: Callable[[str], None] = print) -> FolderReport:
    """Write a folder, import it and compare; report the progress."""
    report = FolderReport(files)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "records")
        folder.mkdir()
        write_records(folder, files, seed)
        tell(f"{files} files written")
        with Library(Path(place, "games.db")) as library:
            spent = time.process_time()
            imported = library.import_files([folder])
            report.processor = time.process_time() - spent
            report.refused, report.seconds = len(imported.refused), imported.seconds
            tell(f"imported in {imported.seconds:.0f} s, of processor time {report.processor:.0f} s")
            kept: dict[tuple[str, tuple[Move, ...]], list[int]] = defaultdict(list)
            for number, _ in library.places(Query(twins=True)):
                game = library.load(number)
                kept[game.start_fen, tuple(game.main_line())].append(number)
                report.stored += 1
            seen: set[bytes] = set()
            for path in sorted(folder.rglob("*.*")):
                content = path.read_bytes()
                if content in seen:
                    continue
                seen.add(content)
                report.distinct += 1
                for game in _games(path):
                    report.games += 1
                    numbers = kept[game.start_fen, tuple(game.main_line())]
                    if not any(_has(library.load(number), game) for number in numbers):
                        report.lost.append(path.name)
    return report


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    report = run(args.files, args.seed)
    print(
        f"{report.files} files, {report.distinct} of them distinct, {report.refused} refused;"
        f" {report.games} games, {report.stored} kept, {len(report.lost)} of which something is lost;"
        f" import {report.seconds:.0f} s, of processor time {report.processor:.0f} s,"
        f" all {time.monotonic() - began:.0f} s"
    )
    for name in report.lost[:20]:
        print(name)
    return 1 if report.lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
