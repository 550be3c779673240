"""Writes records to files and reads files in separate threads.

Outcomes are put into an outbox as events, which the session handles at its next frame.
"""

from __future__ import annotations

import contextlib
import threading
from abc import abstractmethod
from collections.abc import Callable, Generator
from pathlib import Path

from xiangqi.app.effect import CopyText
from xiangqi.app.event import Event
from xiangqi.app.job_thread import JobThread
from xiangqi.app.outbox import Outbox
from xiangqi.app.records.effects import (
    AbandonLoad,
    CopyRecord,
    FileExists,
    FileSaved,
    FolderListed,
    ForeignChange,
    GamesRead,
    ListFolder,
    ListTyped,
    LoadFailed,
    LoadFile,
    LoadFound,
    LoadText,
    PictureDone,
    SaveFailed,
    TypedListed,
    WriteRecord,
    nothing_copied,
)
from xiangqi.app.records.workers.films import kept_picture
from xiangqi.app.records.workers.folders import list_folder, list_typed
from xiangqi.app.records.workers.reading import GamesBatch, batches_of_file, batches_of_text
from xiangqi.app.worker import Closing, Service, Site, performs
from xiangqi.disk import FileStamp, is_in_the_way, stamp_of, write_atomically
from xiangqi.errors import FileChangedError, RecordError, StorageError
from xiangqi.i18n.message import cause_of, system_reason
from xiangqi.library.own_files import insist_on_foreign
from xiangqi.notation import Style
from xiangqi.records.files import WRITERS, format_of
from xiangqi.records.losses import losses
from xiangqi.records.openings import with_opening_for
from xiangqi.records.text import pgn
from xiangqi.records.tree import Game
from xiangqi.resources import LIBRARY_NAME, pictures_folder

Batches = Generator[GamesBatch, None, None]


class RecordWriter(Service):
    """Writes games to files in the writer's thread, and remembers the state of each file at that time."""

    closing = Closing.WRITES

    def __init__(self, outbox: Outbox, writer: JobThread) -> None:
        """Create the writer, which reports to the outbox."""
        self._outbox = outbox
        self._writer = writer
        self._written: dict[tuple[int | None, Path], FileStamp | None] = {}

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, site.writer)

    @performs(WriteRecord)
    def write(self, order: WriteRecord) -> None:
        """Write a game to a file."""
        self._submit(
            f"record {order.path}",
            lambda: self._outbox.put(self._write(order)),
            lambda detail: SaveFailed(order.path, detail),
        )

    @performs(CopyRecord)
    def copy(self, order: CopyRecord) -> None:
        """Copy a game to the clipboard."""

        def job() -> None:
            content = WRITERS[order.form].write(_game_of(order, order.form), Style(order.notation), "utf-8")
            self._outbox.put(CopyText(content.decode("utf-8")))

        self._submit("copy", job, lambda _detail: nothing_copied())

    def keep_picture(self, size: tuple[int, int], pixels: bytes) -> None:
        """Write a picture (red, green and blue of each pixel, row by row) to the folder of pictures."""
        self._submit(
            "",
            lambda: self._outbox.put(kept_picture(size, pixels)),
            lambda detail: PictureDone(0, pictures_folder(), detail),
        )

    def _submit(self, kind: str, job: Callable[[], None], failed: Callable[[str], Event]) -> None:
        """Have the writer do a job; if it fails, the failure becomes an event."""
        self._writer.submit(job, lambda detail: self._outbox.put(failed(detail)), kind)

    def _write(self, order: WriteRecord) -> Event:
        """Write a game to a file and read it back, to find out what the format cannot hold.

        Returns:
            The outcome: the game is in the file, or the file is unchanged.
        """
        path = order.path
        try:
            insist_on_foreign(path)
            if is_in_the_way(path):
                if order.collection is not None and path.samefile(order.collection):
                    return FileExists(path, has_more=True)
                if not order.overwrite:
                    return FileExists(path, change=self._change(order) if self._known(order) else None)
            form = format_of(path)
            game = _game_of(order, form)
            content = WRITERS[form].write(game, Style(order.notation), "utf-8")
            write_atomically(path, content, lambda: self._insist_on_unchanged(order))
            self._written[_document_id(order), path] = stamp_of(path)
        except FileChangedError:
            return FileExists(path, change=self._change(order))
        except (RecordError, StorageError) as error:
            return SaveFailed(path, cause_of(error))
        except OSError as error:
            return SaveFailed(path, system_reason(error))
        return FileSaved(path, order.source, losses(game, content))

    def _known(self, order: WriteRecord) -> FileStamp | None:
        """Return the file's state when the document last read or wrote it, or None if it never did."""
        return self._written.get((_document_id(order), order.path), order.seen)

    def _change(self, order: WriteRecord) -> ForeignChange | None:
        """Return the change that another program has made to the file since the document used it, or None."""
        stamp = stamp_of(order.path)
        if stamp == self._known(order):
            return None
        return ForeignChange.GONE if stamp is None else ForeignChange.WRITTEN

    def _insist_on_unchanged(self, order: WriteRecord) -> None:
        if order.unchanged and self._change(order) is not None:
            raise FileChangedError


def _game_of(order: WriteRecord | CopyRecord, form: str) -> Game:
    """Return the game that an order is to write; in PGN, one that was played here names its opening."""
    game = order.game.to_game()
    named = order.opening_in and form == pgn.NAME
    return with_opening_for(game, Style(order.notation), order.opening_in) if named else game


def _document_id(order: WriteRecord) -> int | None:
    return None if order.source is None else order.source.document_id


class GamesFinder(Service):
    """Finds games of the library for the board."""

    @abstractmethod
    def batches(self, order: LoadFound) -> Batches:
        """Yield the requested games in batches, without damaged ones.

        Raises:
            RecordError: the library cannot be read, or all of the games are damaged.
        """


class FileReader(Service):
    """Reads files, text and library games, and lists folders, each in its own thread.

    Only the latest load continues.
    """

    def __init__(self, outbox: Outbox, found: Callable[[LoadFound], Batches]) -> None:
        """Create the reader, which reports to the outbox; `found` yields library games in batches."""
        self._outbox = outbox
        self._found = found
        self._current = 0
        self._listed: ListFolder | None = None  # the latest listing asked for
        self._typed: ListTyped | None = None  # the same for a path being typed
        self._reporting = threading.Lock()  # held while a listing is reported or superseded

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, lambda order: site.one(GamesFinder).batches(order))

    @performs(LoadFile)
    def load_file(self, order: LoadFile) -> None:
        """Read the games of a file, which is identified by its absolute path from then on."""
        self._current = order.load_id
        path = order.path.absolute()
        name = path.name or str(path)
        self._start(lambda: self._load(order.load_id, name, path, lambda: batches_of_file(path)))

    @performs(LoadText)
    def load_text(self, order: LoadText) -> None:
        """Read games from text."""
        self._current = order.load_id
        data = order.text.encode("utf-8", "replace")
        self._start(lambda: self._load(order.load_id, "", None, lambda: batches_of_text(data)))

    @performs(LoadFound)
    def load_found(self, order: LoadFound) -> None:
        """Read games of the library."""
        self._current = order.load_id
        self._start(lambda: self._load(order.load_id, LIBRARY_NAME, None, lambda: self._found(order)))

    @performs(ListFolder)
    def list_folder(self, order: ListFolder) -> None:
        """List a folder; a listing that a later one has overtaken is not reported."""
        with self._reporting:
            self._listed = order

        def work() -> None:
            path, entries, error = list_folder(order.path, order.programs)
            with self._reporting:
                if self._listed is order:
                    self._outbox.put(FolderListed(path, entries, error, order.programs))

        self._start(work)

    @performs(ListTyped)
    def list_typed(self, order: ListTyped) -> None:
        """List the folder of a typed path; a listing that a later one has overtaken is not reported."""
        with self._reporting:
            self._typed = order

        def work() -> None:
            entries, error = list_typed(order.path, order.name, order.programs)
            with self._reporting:
                if self._typed is order:
                    self._outbox.put(TypedListed(order.path, entries, error, order.programs))

        self._start(work)

    @performs(AbandonLoad)
    def abandon(self, _order: AbandonLoad) -> None:
        """Stop reading."""
        self._current = 0

    def close(self, _seconds: float = 0.0) -> None:
        """Stop all reading."""
        self._current = 0

    def _start(self, work: Callable[[], None]) -> None:
        threading.Thread(target=work, name="reader", daemon=True).start()

    def _load(self, load_id: int, name: str, path: Path | None, read: Callable[[], Batches]) -> None:
        try:
            stamp = None if path is None else stamp_of(path)
            with contextlib.closing(read()) as batches:
                self._deliver(load_id, name, path, batches, stamp)
        except RecordError as error:
            self._outbox.put(LoadFailed(load_id, name, cause_of(error)))
        except Exception as error:  # a fault of a reader must not leave the session waiting for ever
            self._outbox.put(LoadFailed(load_id, name, f"{type(error).__name__}: {error}"))

    def _deliver(
        self, load_id: int, name: str, path: Path | None, batches: Batches, stamp: FileStamp | None
    ) -> None:
        """Report games as they are read, until the load is abandoned; the first also unpacked, to be shown."""
        shown = False
        for batch in batches:
            first = None if shown else batch.games[0].unpack()
            shown = True
            if self._current != load_id:
                return
            self._outbox.put(
                GamesRead(load_id, name, path, batch.games, False, batch.share, first, batch.stored, stamp)
            )
        self._outbox.put(GamesRead(load_id, name, path, (), complete=True))
