"""The program's own files, with arbitrary bytes as their content."""

from __future__ import annotations

import contextlib
import io
import json
import re
import struct
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import numpy as np

from tools.fuzzing.unsound import UnsoundError
from xiangqi.board import Board, Move
from xiangqi.engine.book import Book
from xiangqi.engine.common.types import Limits
from xiangqi.engine.elephant_book import hash_of, open_book
from xiangqi.engine.evaluation.network import VERSION, load_network
from xiangqi.errors import ResourceError, StorageError, TableError, XiangqiError
from xiangqi.exercises.entries import STATEMENTS
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.exercises.waiting_entries import WaitingEntries
from xiangqi.i18n.message import Message
from xiangqi.jobs.checkpoint import Checkpoint
from xiangqi.jobs.plain_results import answer, called
from xiangqi.records.tree import Game
from xiangqi.resources import asset
from xiangqi.storage.analyses import MOST, keep_analyses, load_analyses
from xiangqi.storage.journal import Journal
from xiangqi.storage.settings import load_settings, save_settings
from xiangqi.storage.solved import load_solved
from xiangqi.storage.star_file import CLASSICS, LESSONS, best_of
from xiangqi.storage.waiting_file import WaitingFile
from xiangqi.tables.probing import Tables

_MOST_STARS: Final = 4000
_TABLES: Final = 12
_ANSWERS: Final = (XiangqiError, ArithmeticError, LookupError, TypeError, ValueError, OSError)
_ENDINGS: Final = (
    "4k4/9/9/9/9/9/9/9/C8/3AK4 w - - 0 1",
    "4k4/9/9/9/9/9/9/9/R8/5K3 w - - 0 1",
    "4k4/4a4/9/9/9/9/9/9/N8/5K3 b - - 0 1",
    "4k4/9/9/4P4/9/9/9/9/9/5K3 w - - 0 1",
)


@contextmanager
def _file(name: str, data: bytes) -> Iterator[Path]:
    """Yield a file with these bytes in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        yield path


def settings(data: bytes) -> None:
    """Check that settings that could be read are unchanged after writing and reading them."""
    with _file("settings.json", data) as path:
        found, _ = load_settings(path)
        save_settings(found, path)
        again, aside = load_settings(path)
        if aside is not None or again != found:
            raise UnsoundError("settings that were read and written are not the same")


def journal(data: bytes) -> None:
    """Check that a game found in a journal can be played and written again."""
    with _file("journal.pgn", data) as path:
        kept = Journal(path.parent)
        try:
            found = kept.find()
            if found is not None and found.game is not None:
                found.game.final_board()
                kept.write(found.game)
        except StorageError as error:
            raise UnsoundError(str(error)) from error
        finally:
            kept.close()


def solved(data: bytes) -> None:
    """Check that solved puzzles that could be read from a sound file are the same when it is read again."""
    with _file("puzzles.json", data) as path:
        found, aside = load_solved(path)
        if aside is None and load_solved(path) != (found, None):
            raise UnsoundError("puzzles that were read twice are not the same")


def book(data: bytes) -> None:
    """Check that a book that could be read offers legal moves, and survives writing and reading."""
    with _file("book.txt", data) as path:
        try:
            found = Book.read(path)
        except ResourceError:
            return
        for move in found.moves(Board()):
            if not Board().is_legal(move):
                raise UnsoundError(f"the book has {move} for the start")
        lines = list(found.lines())
        path.write_text("\n".join(lines), encoding="utf-8")
        if list(Book.read(path).lines()) != lines:
            raise UnsoundError("a book that was read and written is not the same")


def analyses(data: bytes) -> None:
    """Check that analyses that could be read remain after another is kept."""
    with _file("analyses.pgn", data) as path:
        found, aside = load_analyses(path)
        if aside is None and len(found) < MOST:
            keep_analyses({"new": Game()}, path)
            if set(found) - set(load_analyses(path)[0]):
                raise UnsoundError("an analysis is gone after another was kept")


def draft(data: bytes) -> None:
    """Check that a draft with any content is recovered as a file."""
    with _file("unsaved.pgn", data) as path:
        kept = Journal(path.parent)
        found = kept.recover_drafts()
        kept.close()
        if not found or found[0].read_bytes() != data:
            raise UnsoundError("a draft is not recovered")


def stars(data: bytes) -> None:
    """Check that stars that could be read stay when others are added."""
    for kind, key in ((LESSONS, "horse.2"), (CLASSICS, "4k4/9/9/9/9/9/9/9/R8/5K3 w")):
        with _file(kind.name, data) as path:
            found, _ = kind.load(path)
            if len(found) < _MOST_STARS and kind.keep({key: 3}, path) != best_of(found, {key: 3}):
                raise UnsoundError("stars that were read are gone after others were kept")


def practice(data: bytes) -> None:
    """Move waiting entries, each line with its correct checksum, into a library."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        waiting = WaitingFile("practice")
        waiting.path = Path(folder, "practice-waiting.txt")
        waiting.path.write_bytes(
            b"".join(b"%08x %s\n" % (zlib.crc32(line), line) for line in data.splitlines())
        )
        with ExerciseLog(Path(folder, "library.db")) as log:
            WaitingEntries(waiting).move_to(log)
            log.attempts(), log.cards(), log.evidence(), log.lessons_done()


def practice_samples() -> Sequence[bytes]:
    """Return lines with an entry of each kind."""
    kinds = [json.dumps([[kind, [1] * text.count("?")]]).encode() for kind, text in STATEMENTS.items()]
    return [b"\n".join(kinds), b'[["solved", ["2026-03-02T12:00:00+00:00", "4k4/9 w"]]]']


def results(data: bytes) -> None:
    """Open a file of results with these lines after a correct header, and read all of them."""
    work = {"work": 1}
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, "results")
        Checkpoint[object](path, work, lambda value: value, lambda value: value).close()
        with path.open("ab") as file:
            file.write(data)
        with contextlib.suppress(StorageError):
            kept = Checkpoint[object](path, work, lambda value: value, lambda value: value)
            for number in range(4):
                if number in kept:
                    kept[number]
            kept.close()


def cluster(data: bytes) -> None:
    """Read the answer of a cluster's worker."""
    try:
        answer(data, ("xiangqi",))
    except _ANSWERS:  # the worker's error, which it may choose, or that the answer makes no sense
        return


def cluster_samples() -> Sequence[bytes]:
    """Return answers with most kinds of plain data."""
    text = Message("detail.kept.damaged", path="a", number=Message("detail.checksum"))
    values: object = [
        1,
        2.5,
        "a",
        None,
        (1,),
        {2},
        {"a": b"b"},
        np.arange(3),
        np.int64(4),
        Move.from_iccs("h2e2"),
    ]
    return [called(lambda: values), called(int, "x"), called(Limits, nodes=3), called(lambda: text)]


def elephant_book(data: bytes) -> None:
    """Check that a book offers legal moves, both as given and sorted with an entry for the start."""
    entries = [data[place : place + 8] for place in range(0, len(data) - 7, 8)]
    key = hash_of(Board()).to_bytes(4, "little")
    move = struct.pack("<HH", 0xA7AA, 1)
    entries.append(key + move)
    entries.sort(key=lambda entry: int.from_bytes(entry[:4], "little"))
    for given in (b"".join(entries), data):
        with _file("BOOK.DAT", given) as path, contextlib.suppress(ResourceError):
            for found in open_book(path).moves(Board()):
                if not Board().is_legal(found):
                    raise UnsoundError(f"the book has {found} for the start")


def elephant_samples() -> Sequence[bytes]:
    """Return some entries for the start."""
    key = hash_of(Board()).to_bytes(4, "little")
    return [b"".join(key + struct.pack("<HH", move, 3) for move in (0xA7AA, 0xC3C7, 0, 0xFFFF))]


def table(data: bytes) -> None:
    """Probe a table file of these bytes, with a correct checksum and the name of its material."""
    data = data.ljust(16, b"\0")
    sealed = data[:12] + zlib.crc32(data[16:]).to_bytes(4, "little") + data[16:]
    named = re.search(rb'"material":"(\w{1,20})"', sealed)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        name = bytes(named[1]).decode() if named else "KCAK"
        Path(folder, f"{name}.xqt").write_bytes(sealed)
        tables = Tables([Path(folder)])
        tables.check()
        for fen in _ENDINGS:
            with contextlib.suppress(TableError):
                tables.probe(Board(fen))


def table_samples() -> Sequence[bytes]:
    """Return the program's smallest tables."""
    paths = sorted(asset("tables").glob("*.xqt"), key=lambda path: path.stat().st_size)
    return [path.read_bytes() for path in paths[:_TABLES]]


def network(data: bytes) -> None:
    """Read an evaluation network from a file."""
    with _file("other.npz", data) as path, contextlib.suppress(ResourceError):
        load_network(path)


def network_samples() -> Sequence[bytes]:
    """Return the file of a network with too few weights."""
    stream = io.BytesIO()
    np.savez_compressed(
        stream, version=np.int64(VERSION), weights=np.zeros((2, 3), np.int16), shift=np.int64(1)
    )
    return [stream.getvalue()]
