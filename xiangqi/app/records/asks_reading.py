"""Orders to read files of games and folders, their answers, and the worker that reads them."""

from __future__ import annotations

import contextlib
import threading
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.intent import Intent
from xiangqi.app.outbox import Outbox
from xiangqi.app.records.background_work.folders import list_folder, list_typed
from xiangqi.app.records.background_work.reading import Batches, batches_of_file, batches_of_text
from xiangqi.app.session.document import Stored
from xiangqi.app.session.files import FolderEntry
from xiangqi.app.worker import Service, Site, performs
from xiangqi.disk import FileStamp, stamp_of
from xiangqi.errors import RecordError
from xiangqi.i18n.message import cause_of
from xiangqi.records.packed import PackedGame
from xiangqi.records.tree import Game
from xiangqi.resources import LIBRARY_NAME

if TYPE_CHECKING:
    from xiangqi.library import Query
    from xiangqi.library.masters import Libraries


@dataclass(frozen=True)
class LoadFile(Effect):
    """Read a file of games in the background."""

    load_id: int
    path: Path


@dataclass(frozen=True)
class LoadText(Effect):
    """Read games from pasted text in the background."""

    load_id: int
    text: str


@dataclass(frozen=True)
class LoadFound(Effect):
    """Read library games in batches, which are reported like those of a file."""

    load_id: int  # identifies the answers
    games: tuple[tuple[int, int], ...] = ()  # (number in the library, ply to show) for each game
    query: Query | None = None  # selects the games if none are given; None for all
    libraries: Libraries | None = None  # where they are; None for the player's library


@dataclass(frozen=True)
class ListStored(Intent, allowed_in_editor=True):
    """List the games of the library that a query finds; the library's feature handles it."""

    query: Query
    of_masters: bool = False  # whether the games are those of masters instead of the player's library


@dataclass(frozen=True)
class AbandonLoad(Effect):
    """Stop reading the current file, text or games of the library."""


@dataclass(frozen=True)
class GamesRead(Event):
    """More games of the file with this load id."""

    load_id: int
    name: str  # the file's name
    path: Path | None  # None for pasted text
    games: tuple[PackedGame, ...]  # the games since the last event
    complete: bool  # whether these are the last
    share: float = 0.0  # the share of the file that has been read, up to 1; 0 if unknown
    # the first of these games already unpacked, since a large tree takes longer than a frame; None if not
    # unpacked. The receiver of the message owns it.
    first: Game | None = field(default=None, compare=False, repr=False)
    # the place of each game in the library; empty for games of a file
    stored: tuple[Stored, ...] = ()
    stamp: FileStamp | None = None  # the file's stamp before it was read; None without a file


@dataclass(frozen=True)
class LoadFailed(Event):
    """The file with this load id cannot be read, or cannot be read any further."""

    load_id: int
    name: str
    detail: str


@dataclass(frozen=True)
class ListFolder(Effect):
    """List a folder; None for the player's documents."""

    path: Path | None  # the folder
    programs: bool = False  # whether to list executable programs instead of records


@dataclass(frozen=True)
class FolderListed(Event):
    """A folder has been listed. `error` explains why it is empty; `programs` is true if it lists programs."""

    path: Path
    entries: tuple[FolderEntry, ...]
    error: str = ""
    programs: bool = False


@dataclass(frozen=True)
class ListTyped(Effect):
    """List the folder of a path that is being typed."""

    path: Path  # the folder
    name: str  # the typed beginning of a name in it; an exact match is listed even if hidden or of another kind
    programs: bool = False  # whether to list executable programs instead of records


@dataclass(frozen=True)
class TypedListed(Event):
    """The folder of a path that is being typed has been listed. The fields are those of FolderListed."""

    path: Path  # as it was asked for
    entries: tuple[FolderEntry, ...]
    error: str = ""
    programs: bool = False


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
        """Report games as they are read, until the load is abandoned; unpack the first, to be shown."""
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
