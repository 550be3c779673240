"""Reads the games of a file in batches, and large files in a separate process.

Reading holds the GIL, which drawing releases at every call: beside a thread that reads for
seconds, frames would take ten times as long.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import IO, Final, NamedTuple

from xiangqi.app.session.document import Stored
from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.launch import start_own
from xiangqi.records.files import read_bytes, read_games
from xiangqi.records.packed import PackedGame, pack
from xiangqi.records.tree import Game

SMALL_BYTES: Final = 64 << 10
"""Files up to this size are read in a fraction of a second, and need no process."""

_BATCH_GAMES: Final = 200
_BATCH_SECONDS: Final = 0.1
_PIPE: Final = subprocess.PIPE
_FROM_STDIN: Final = "-"


class GamesBatch(NamedTuple):
    """More games of a file, and the share of the file read so far: up to 1, or 0 if unknown.

    For library games, it also holds their places in the library.
    """

    games: tuple[PackedGame, ...]
    share: float
    stored: tuple[Stored, ...] = ()


def batches_of_file(path: Path) -> Generator[GamesBatch, None, None]:
    """Yield the games of a file in batches, the first game at once.

    Raises:
        RecordError: as from records.files.read_games.
    """
    try:
        small = path.stat().st_size <= SMALL_BYTES and not path.is_dir()
    except (OSError, ValueError):
        small = True  # it cannot be opened, which read_games will report
    return in_batches(read_games(path)) if small else _read_apart(str(path.absolute()), b"")


def batches_of_text(data: bytes) -> Generator[GamesBatch, None, None]:
    """Yield the games in a text in batches.

    Raises:
        RecordError: as from records.files.read_bytes.
    """
    return in_batches(read_bytes(data, "text")) if len(data) <= SMALL_BYTES else _read_apart(_FROM_STDIN, data)


def in_batches(games: Iterable[Game]) -> Generator[GamesBatch, None, None]:
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


def _read_apart(source: str, data: bytes) -> Generator[GamesBatch, None, None]:
    """Yield batches read by a child process, which is stopped when no more are requested."""
    try:
        child = start_own("read", source, stdin=_PIPE, stdout=_PIPE, stderr=subprocess.DEVNULL)
    except OSError as error:
        raise RecordError(
            Message(
                "detail.of_file", file=source, reason=Message("detail.unopened", reason=system_reason(error))
            )
        ) from None
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        with child.stdin:
            child.stdin.write(data)
        while True:
            try:
                message = pickle.load(child.stdout)
            except (EOFError, pickle.UnpicklingError):
                raise RecordError(Message("detail.reader_ended")) from None
            if message is None:
                return
            if isinstance(message, str):
                raise RecordError(message)
            yield message
    except BrokenPipeError:
        raise RecordError(Message("detail.reader_ended")) from None
    finally:
        child.kill()
        child.stdout.close()
        child.wait()


def main(words: list[str]) -> int:
    """Run the internal command ``read FILE`` or ``read -``, which writes packed games to stdout."""
    serve(words[0], sys.stdin.buffer, sys.stdout.buffer)
    return 0


def serve(source: str, given: IO[bytes], sink: IO[bytes]) -> None:
    """Read a file in the child process: write batches to the sink, then None or an error's message.

    Args:
        source: a path, or "-" for `given`.
        given: standard input.
        sink: standard output.
    """
    end: str | None = None
    try:
        games = read_bytes(given.read(), "text") if source == _FROM_STDIN else read_games(source)
        for batch in in_batches(games):
            pickle.dump(batch, sink)
            sink.flush()
    except RecordError as error:
        end = str(error)
    pickle.dump(end, sink)
    sink.flush()
