"""Orders to the worker that writes games to files, its reports, and the worker itself."""

from __future__ import annotations

import io
import time
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from xiangqi.app.effect import CopyText, Effect
from xiangqi.app.event import Event
from xiangqi.app.job_thread import JobThread
from xiangqi.app.outbox import Outbox
from xiangqi.app.records.clipboard_faults import nothing_copied
from xiangqi.app.worker import Answers, Closing, Service, Site, Worker, answers
from xiangqi.disk import FileStamp, free_name, is_in_the_way, stamp_of, write_atomically
from xiangqi.errors import FileChangedError, RecordError, StorageError
from xiangqi.i18n.message import cause_of, system_reason
from xiangqi.library.own_files import insist_on_foreign
from xiangqi.notation import Style
from xiangqi.records.files import WRITERS, format_of
from xiangqi.records.losses import losses
from xiangqi.records.openings import with_opening_for
from xiangqi.records.revision import Revision
from xiangqi.records.text import pgn
from xiangqi.records.tree import Game
from xiangqi.resources import pictures_folder


@dataclass(frozen=True)
class SavedSource:
    """Identifies the document, and the revision of it, that is being written."""

    document_id: int  # the document
    index: int  # the game's index in its file
    number: int  # the revision's number


@dataclass(frozen=True)
class WriteRecord(Effect):
    """Write a game in the format given by the file name."""

    path: Path  # the file
    game: Revision  # the game to write
    notation: str  # one of settings.NOTATIONS
    overwrite: bool  # whether an existing file may be replaced
    source: SavedSource | None = None  # identifies the game in the report, or None
    # a file of several games that this one was read from: never replaced by this one alone
    collection: Path | None = None
    # replace the file only if it is as the document of the source read or wrote it last
    unchanged: bool = False
    # the file's stamp when the document was read from it; None if it was not
    seen: FileStamp | None = None
    # the language of the opening's name in games played here; "" for records, which are left unchanged
    opening_in: str = ""


@dataclass(frozen=True)
class FileSaved(Event):
    """A game has been written to a file."""

    path: Path  # the file
    source: SavedSource | None = None  # the document written, None for a running game
    missing: tuple[str, ...] = ()  # what the format cannot represent, as named by `records.losses`


class ForeignChange(Enum):
    """Changes that another program can make to a file."""

    WRITTEN = "written"
    GONE = "gone"


@dataclass(frozen=True)
class FileExists(Event):
    """A game was not written because the file exists and may not be replaced without asking."""

    path: Path  # the file
    has_more: bool = False  # whether it is the file the game was read from and holds other games too
    change: ForeignChange | None = None  # its change by another program since it was last read or written here


@dataclass(frozen=True)
class SaveFailed(Event):
    """A game could not be written to a file."""

    path: Path
    detail: str


@dataclass(frozen=True)
class CopyRecord(Effect):
    """Copy a game to the clipboard as text; the worker answers with a CopyText for the window."""

    game: Revision  # the game to copy
    notation: str  # one of settings.NOTATIONS
    form: str = "pgn"  # a key of WRITERS for a text format
    opening_in: str = ""  # as in WriteRecord


@dataclass(frozen=True)
class KeepPicture(Effect):
    """Write a picture of the board to the player's folder of pictures, named by the time."""

    size: tuple[int, int]  # width and height in pixels
    pixels: bytes = field(repr=False)  # red, green and blue of each pixel, row by row


@dataclass(frozen=True)
class PictureDone(Event):
    """A film or picture has been finished or has failed."""

    film_id: int  # the film; 0 for a picture of the board
    path: Path | None = None  # the file; None if there is nothing to report
    detail: str = ""  # why it could not be written, or ""


class RecordWriter(Worker):
    """Writes games to files in the writer's thread, and remembers the state of each file at that time."""

    name = "writer"
    closing = Closing.WRITES

    def __init__(self, outbox: Outbox, writer: JobThread) -> None:
        """Create the worker, which writes in the thread `writer`."""
        super().__init__(outbox, writer)
        self._written: dict[tuple[int | None, Path], FileStamp | None] = {}

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, site.writer)

    @answers(WriteRecord)
    def write(self, question: WriteRecord) -> Answers:
        """Write a game to a file."""
        yield self._write(question)

    @answers(CopyRecord, newest=True)
    def copy(self, question: CopyRecord) -> Answers:
        """Write a game as text, and have the window copy that."""
        content = WRITERS[question.form].write(
            _game_of(question, question.form), Style(question.notation), "utf-8"
        )
        yield CopyText(content.decode("utf-8"))

    @answers(KeepPicture)
    def keep_picture(self, question: KeepPicture) -> Answers:
        """Write a picture to the folder of pictures."""
        yield _kept_picture(question)

    def failed(self, question: Effect, detail: str) -> Answers:
        """Answer that a file, a copy or a picture could not be written."""
        if isinstance(question, WriteRecord):
            yield SaveFailed(question.path, detail)
        elif isinstance(question, CopyRecord):
            yield nothing_copied()
        else:
            yield PictureDone(0, pictures_folder(), detail)

    def _write(self, order: WriteRecord) -> Event:
        """Write a game to a file, and compare the two to find the parts that the format cannot represent.

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
        """Return the change of the file since this document last read or wrote it; None if it is unchanged."""
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


def _kept_picture(order: KeepPicture) -> PictureDone:
    """Write a picture to the player's folder of pictures, and return the outcome."""
    from PIL import Image  # here, since it is seldom needed

    path = free_name(pictures_folder() / time.strftime("xiangqi-%Y%m%d-%H%M%S.png"))
    data = io.BytesIO()
    Image.frombytes("RGB", order.size, order.pixels).save(data, "PNG")
    try:
        write_atomically(path, data.getvalue())
    except StorageError as error:
        return PictureDone(0, path, str(error))
    return PictureDone(0, path)
