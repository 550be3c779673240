"""Files beside the session: how a record is written, and threads that read.

What comes of it is put into an outbox as messages; the session takes them at its next frame.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Generator
from pathlib import Path

from xiangqi.app.messages.effects import (
    AbandonLoad,
    ListFolder,
    LoadFile,
    LoadText,
    ViewEffect,
    WriteRecord,
)
from xiangqi.app.messages.events import (
    Event,
    FileExists,
    FileSaved,
    FolderListed,
    GamesRead,
    LoadFailed,
    SaveFailed,
)
from xiangqi.app.runtime.folders import list_folder
from xiangqi.app.runtime.reading import Batch, batches_of_file, batches_of_text
from xiangqi.disk import is_in_the_way, write_atomically
from xiangqi.errors import RecordError, StorageError
from xiangqi.i18n.message import cause_of, system_reason
from xiangqi.library.library import NAME
from xiangqi.notation import Style
from xiangqi.records.files import WRITERS, format_of
from xiangqi.records.losses import losses

Outbox = queue.SimpleQueue[Event | ViewEffect]
Batches = Generator[Batch, None, None]


def write_record(order: WriteRecord) -> Event:
    """Write a game to a file and read it back, to know what the format has no place for.

    Returns:
        What came of it: the game is in the file, or the file is as it was.
    """
    try:
        if is_in_the_way(order.path):
            if order.collection is not None and order.path.samefile(order.collection):
                return FileExists(order.path, has_more=True)
            if not order.overwrite:
                return FileExists(order.path)
        game = order.game.to_game()
        content = WRITERS[format_of(order.path)].write(game, Style(order.notation), "utf-8")
        write_atomically(order.path, content)
    except (RecordError, StorageError) as error:
        return SaveFailed(order.path, cause_of(error))
    except OSError as error:
        return SaveFailed(order.path, system_reason(error))
    return FileSaved(order.path, order.source, losses(game, content))


class FileReader:
    """Reads files and folders, each in a thread of its own; only the latest load goes on."""

    def __init__(self, outbox: Outbox) -> None:
        """Reports go to the outbox."""
        self._outbox = outbox
        self._current = 0

    def load_file(self, order: LoadFile) -> None:
        """Read the games of a file, which is known from then on by its whole path."""
        self._current = order.load_id
        path = order.path.absolute()
        name = path.name or str(path)
        self._start(lambda: self._load(order.load_id, name, path, lambda: batches_of_file(path)))

    def load_text(self, order: LoadText) -> None:
        """Read games from text."""
        self._current = order.load_id
        data = order.text.encode("utf-8", "replace")
        self._start(lambda: self._load(order.load_id, "", None, lambda: batches_of_text(data)))

    def load_games(self, load_id: int, batches: Callable[[], Batches]) -> None:
        """Read games of the library."""
        self._current = load_id
        self._start(lambda: self._load(load_id, NAME, None, batches))

    def list_folder(self, order: ListFolder) -> None:
        """List a folder."""

        def work() -> None:
            path, entries, error = list_folder(order.path, order.programs)
            self._outbox.put(FolderListed(path, entries, error, order.programs))

        self._start(work)

    def abandon(self, _order: AbandonLoad) -> None:
        """Give up whatever is being read."""
        self._current = 0

    def close(self) -> None:
        """End all reading."""
        self._current = 0

    def _start(self, work: Callable[[], None]) -> None:
        threading.Thread(target=work, name="reader", daemon=True).start()

    def _load(self, load_id: int, name: str, path: Path | None, read: Callable[[], Batches]) -> None:
        try:
            with contextlib.closing(read()) as batches:
                self._deliver(load_id, name, path, batches)
        except RecordError as error:
            self._outbox.put(LoadFailed(load_id, name, cause_of(error)))
        except Exception as error:  # a fault of a reader must not leave the session waiting for ever
            self._outbox.put(LoadFailed(load_id, name, f"{type(error).__name__}: {error}"))

    def _deliver(self, load_id: int, name: str, path: Path | None, batches: Batches) -> None:
        """Report games as they come, as long as they are wanted; the first, which is shown, also unpacked."""
        shown = False
        for batch in batches:
            first = None if shown else batch.games[0].unpack()
            shown = True
            if self._current != load_id:
                return
            self._outbox.put(
                GamesRead(load_id, name, path, batch.games, False, batch.share, first, batch.stored)
            )
        self._outbox.put(GamesRead(load_id, name, path, (), complete=True))
