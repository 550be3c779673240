"""Reads the games of a file in batches, and large files in a separate process.

Reading holds the GIL, which drawing releases at every call: beside a thread that reads for
seconds, frames would take ten times as long.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from xiangqi.app.answering_process import AnsweringProcess
from xiangqi.app.session.document import Stored
from xiangqi.errors import RecordError, XiangqiError
from xiangqi.records.files import read_bytes, read_games
from xiangqi.records.packed import PackedGame, pack
from xiangqi.records.tree import Game

SMALL_BYTES: Final = 64 << 10
"""Files up to this size are read in a fraction of a second, and need no process."""

_BATCH_GAMES: Final = 200
_BATCH_SECONDS: Final = 0.1


class GamesBatch(NamedTuple):
    """More games of a file, and the share of the file read so far: up to 1, or 0 if unknown.

    For library games, it also holds their places in the library.
    """

    games: tuple[PackedGame, ...]
    share: float
    stored: tuple[Stored, ...] = ()


Batches = Generator[GamesBatch, None, None]


def batches_of_file(path: Path) -> Batches:
    """Yield the games of a file in batches, the first game at once.

    Raises:
        RecordError: the file or folder cannot be opened or has no games that can be read.
    """
    try:
        small = path.stat().st_size <= SMALL_BYTES and not path.is_dir()
    except (OSError, ValueError):
        small = True  # it cannot be opened, which read_games will report
    return in_batches(read_games(path)) if small else _read_apart(str(path.absolute()))


def batches_of_text(data: bytes) -> Batches:
    """Yield the games in a text in batches.

    Raises:
        RecordError: the format of the text is unknown, or nothing in it can be read.
    """
    return in_batches(read_bytes(data, "text")) if len(data) <= SMALL_BYTES else _read_apart(data)


def in_batches(games: Iterable[Game]) -> Batches:
    """Yield packed games in batches, so that they are not reported one by one."""
    batch: list[PackedGame] = []
    due = 0.0
    for game in games:
        batch.append(pack(game))
        if time.monotonic() >= due or len(batch) >= _BATCH_GAMES:
            yield GamesBatch(tuple(batch), game.share)
            batch.clear()
            due = time.monotonic() + _BATCH_SECONDS
    if batch:
        yield GamesBatch(tuple(batch), 1.0)


def _read_apart(source: str | bytes) -> Batches:
    """Yield batches read by a child process, which is stopped when no more are requested.

    Raises:
        RecordError: the process could not read the source, start or finish.
    """
    process = AnsweringProcess(__name__)
    try:
        for batch in process.ask(source):
            assert isinstance(batch, GamesBatch)
            yield batch
    except XiangqiError as error:
        raise RecordError(str(error)) from None
    finally:
        process.end()


def answer(source: str | bytes) -> Batches:
    """Yield the games of a file, given by its path, or of a text, in batches; called in the process.

    Raises:
        RecordError: the file or text cannot be opened or has no games that can be read.
    """
    yield from in_batches(read_games(source) if isinstance(source, str) else read_bytes(source, "text"))
