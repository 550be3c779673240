"""Work with files beside the session: a thread that writes in order, and threads that read.

What comes of it is put into an outbox as messages; the session takes them at its next frame.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from xiangqi.app.effects import ListFolder, LoadFile, LoadText, ViewEffect, WriteRecord
from xiangqi.app.events import (
    Event,
    FileExists,
    FileSaved,
    FolderListed,
    GamesRead,
    LoadFailed,
    SaveFailed,
)
from xiangqi.app.folders import list_folder
from xiangqi.errors import RecordError, StorageError
from xiangqi.notation import Style
from xiangqi.records.files import WRITERS, format_of, read_bytes, read_games
from xiangqi.records.losses import losses
from xiangqi.records.tree import Game
from xiangqi.storage.atomic import write_atomically

Outbox = queue.SimpleQueue[Event | ViewEffect]
Job = Callable[[], None]

_BATCH_GAMES: Final = 200
_BATCH_SECONDS: Final = 0.1
_LAST_WRITES_SECONDS: Final = 10.0


class Writer:
    """One thread that does jobs in the order in which they come, so that no disk holds up a frame."""

    def __init__(self) -> None:
        self._jobs: queue.Queue[tuple[str, int, Job] | None] = queue.Queue()
        self._newest: dict[str, int] = {}
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    def submit(self, kind: str, job: Job) -> None:
        """Add a job; it replaces one of the same kind that still waits."""
        number = self._newest.get(kind, 0) + 1
        self._newest[kind] = number
        self._jobs.put((kind, number, job))

    def _work(self) -> None:
        while (task := self._jobs.get()) is not None:
            kind, number, job = task
            if number == self._newest[kind]:
                job()
            self._jobs.task_done()

    @property
    def is_idle(self) -> bool:
        """Whether all jobs have been done."""
        return self._jobs.unfinished_tasks == 0

    def close(self) -> None:
        """Finish all jobs, unless a disk does not answer, and end."""
        self._jobs.put(None)
        self._thread.join(_LAST_WRITES_SECONDS)


def write_record(order: WriteRecord) -> Event:
    """Write a game to a file and read it back, to know what the format has no place for.

    Returns:
        What came of it: the game is in the file, or the file is as it was.
    """
    try:
        if order.path.exists():
            if order.collection is not None and order.path.samefile(order.collection):
                return FileExists(order.path, has_more=True)
            if not order.overwrite:
                return FileExists(order.path)
        game = order.game.to_game()
        content = WRITERS[format_of(order.path)].write(game, Style(order.notation), "utf-8")
        write_atomically(order.path, content)
    except (RecordError, StorageError) as error:
        return SaveFailed(order.path, str(error))
    except OSError as error:
        return SaveFailed(order.path, error.strerror or str(error))
    return FileSaved(order.path, order.source, losses(game, content))


class Reader:
    """Reads files and folders, each in a thread of its own; only the latest load goes on."""

    def __init__(self, outbox: Outbox) -> None:
        """Reports go to the outbox."""
        self._outbox = outbox
        self._current = 0

    def load_file(self, order: LoadFile) -> None:
        """Read the games of a file."""
        self._current = order.load_id
        name = order.path.name or str(order.path)
        self._start(lambda: self._load(order.load_id, name, order.path, lambda: read_games(order.path)))

    def load_text(self, order: LoadText) -> None:
        """Read games from text."""
        self._current = order.load_id
        data = order.text.encode("utf-8", "replace")
        self._start(lambda: self._load(order.load_id, "", None, lambda: read_bytes(data, "text")))

    def list_folder(self, order: ListFolder) -> None:
        """List a folder."""

        def work() -> None:
            path, entries, error = list_folder(order.path, order.programs)
            self._outbox.put(FolderListed(path, entries, error, order.programs))

        self._start(work)

    def close(self) -> None:
        """Give up whatever is being read."""
        self._current = 0

    def _start(self, work: Job) -> None:
        threading.Thread(target=work, name="reader", daemon=True).start()

    def _load(self, load_id: int, name: str, path: Path | None, read: Callable[[], Iterator[Game]]) -> None:
        try:
            self._deliver(load_id, name, path, read())
        except RecordError as error:
            detail = str(error).removeprefix(f"{path}: ").removeprefix("text: ")
            self._outbox.put(LoadFailed(load_id, name, detail))
        except Exception as error:  # a fault of a reader must not leave the session waiting for ever
            self._outbox.put(LoadFailed(load_id, name, f"{type(error).__name__}: {error}"))

    def _deliver(self, load_id: int, name: str, path: Path | None, games: Iterator[Game]) -> None:
        """Report games in batches: the first at once, then as they come."""
        batch: list[Game] = []
        due = 0.0
        for game in games:
            if self._current != load_id:
                return
            batch.append(game)
            if time.monotonic() >= due or len(batch) >= _BATCH_GAMES:
                self._outbox.put(GamesRead(load_id, name, path, tuple(batch), complete=False))
                batch.clear()
                due = time.monotonic() + _BATCH_SECONDS
        self._outbox.put(GamesRead(load_id, name, path, tuple(batch), complete=True))
