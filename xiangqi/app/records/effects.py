"""Effects that read and write files, the events with the outcomes, and an intent for games of the library."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.intent import Intent
from xiangqi.app.session.document import Stored
from xiangqi.app.session.files import FolderEntry
from xiangqi.disk import FileStamp
from xiangqi.i18n.message import Message
from xiangqi.line import Line
from xiangqi.records.packed import PackedGame
from xiangqi.records.revision import Revision
from xiangqi.records.tree import Game

if TYPE_CHECKING:
    from xiangqi.library import Query


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
class FolderListed(Event):
    """A folder has been listed. `error` explains why it is empty; `programs` is true if it lists programs."""

    path: Path
    entries: tuple[FolderEntry, ...]
    error: str = ""
    programs: bool = False


@dataclass(frozen=True)
class TypedListed(Event):
    """The folder of a path that is being typed has been listed. The fields are those of FolderListed."""

    path: Path  # as it was asked for
    entries: tuple[FolderEntry, ...]
    error: str = ""
    programs: bool = False


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
class FilmProgress(Event):
    """Some moves of a film have been drawn."""

    film_id: int
    done: int
    count: int


@dataclass(frozen=True)
class PictureDone(Event):
    """A film or picture has been finished or has failed."""

    film_id: int  # the film; 0 for a picture of the board
    path: Path | None = None  # the file; None if there is nothing to report
    detail: str = ""  # why it could not be written, or ""


@dataclass(frozen=True)
class DraftRecovered(Event):
    """The unsaved changes of an earlier run have been found in this file."""

    path: Path


def nothing_copied() -> Notify:
    """Return the message that copying failed, after it had been announced."""
    return Notify(Message("toast.clipboard_failed"), Tone.ERROR, instead_of="toast.copied")


def nothing_pasted(reason: str) -> Notify:
    """Return the message that the clipboard's text cannot be read, with the reason."""
    if isinstance(reason, Message) and reason.key == "detail.clipboard.silent":
        return Notify(Message("toast.clipboard_silent"), Tone.ERROR)
    return Notify(Message("toast.paste_unreadable", detail=reason), Tone.ERROR)


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
class AbandonLoad(Effect):
    """Stop reading the current file, text or games of the library."""


@dataclass(frozen=True)
class ListFolder(Effect):
    """List a folder; None for the player's documents."""

    path: Path | None  # the folder
    programs: bool = False  # whether to list executable programs instead of records


@dataclass(frozen=True)
class ListTyped(Effect):
    """List the folder of a path that is being typed."""

    path: Path  # the folder
    name: str  # what is typed of the name in it; listed also if it is hidden or of another kind
    programs: bool = False  # whether to list executable programs instead of records


@dataclass(frozen=True)
class SavedSource:
    """Identifies the document and the revision of it that is written."""

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
class CopyRecord(Effect):
    """Copy a game to the clipboard as text; the runner turns this into a CopyText."""

    game: Revision  # the game to copy
    notation: str  # one of settings.NOTATIONS
    form: str = "pgn"  # a key of WRITERS for a text format
    opening_in: str = ""  # as in WriteRecord


@dataclass(frozen=True)
class MakeFilm(Effect):
    """Draw a whole line of moves as a GIF, or its last position as a PNG."""

    film_id: int  # identifies the reports
    path: Path  # the file; its suffix decides between the two
    line: Line
    # theme, piece_set: its appearance
    theme: str
    piece_set: str
    flipped: bool  # whether Black is at the bottom
    overwrite: bool  # whether an existing file may be replaced


@dataclass(frozen=True)
class StopFilm(Effect):
    """Stop drawing; the file is not written."""


@dataclass(frozen=True)
class LoadFound(Effect):
    """Read library games in batches, which are reported like those of a file."""

    load_id: int  # identifies the answers
    games: tuple[tuple[int, int], ...] = ()  # (number in the library, ply to show) for each game
    query: Query | None = None  # selects the games if none are given; None for all


@dataclass(frozen=True)
class ListStored(Intent, allowed_in_editor=True):
    """List the games of the library that a query finds; the library's feature handles it."""

    query: Query


@dataclass(frozen=True)
class KeepAnalyses(Effect):
    """Keep analyses, the one changed last at the end; others that are kept stay, up to a number."""

    analyses: tuple[tuple[str, Revision], ...]  # each with its key


@dataclass(frozen=True)
class AnalysesKnown(Event):
    """The analyses of earlier runs have been read."""

    run: str  # begins the keys of this run's analyses, which differ from those of all others
    games: tuple[tuple[str, Game], ...]  # each with its key, the one changed last at the end
