"""What is to be read and written, and what has come of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from xiangqi.app.document import Stored
from xiangqi.app.event import Event
from xiangqi.app.records.state import FolderEntry
from xiangqi.board import Move
from xiangqi.disk import FileStamp
from xiangqi.records.packed import PackedGame
from xiangqi.records.revision import Revision
from xiangqi.records.tree import Game


@dataclass(frozen=True)
class GamesRead(Event):
    """Some more games of the file with this load id.

    Attributes:
        name: of the file.
        path: None for pasted text.
        games: those since the last such message.
        complete: whether these were the last.
        share: how much of the file has been read, up to 1; 0 where its format does not tell.
        first: the first of these games unpacked, which takes longer than a frame for a large tree; None where
            nobody did it. It belongs to whoever takes the message in.
        stored: for each of the games, where it lies in the library; empty for those of a file.
        stamp: of the file as it was before it was read; None for what is no file.
    """

    load_id: int
    name: str
    path: Path | None
    games: tuple[PackedGame, ...]
    complete: bool
    share: float = 0.0
    first: Game | None = field(default=None, compare=False, repr=False)
    stored: tuple[Stored, ...] = ()
    stamp: FileStamp | None = None


@dataclass(frozen=True)
class LoadFailed(Event):
    """The file with this load id cannot be read, or not any further."""

    load_id: int
    name: str
    detail: str


@dataclass(frozen=True)
class FolderListed(Event):
    """The listing of a folder; `error` says why it is empty, `programs` whether it is one of programs."""

    path: Path
    entries: tuple[FolderEntry, ...]
    error: str = ""
    programs: bool = False


@dataclass(frozen=True)
class FileSaved(Event):
    """A game was written to a file.

    Attributes:
        path: of the file.
        source: what was written, None for a running game.
        missing: what of it the format has no place for, as `records.losses` names it.
    """

    path: Path
    source: SavedSource | None = None
    missing: tuple[str, ...] = ()


class Change(Enum):
    """What has become of a file."""

    WRITTEN = "written"
    GONE = "gone"


@dataclass(frozen=True)
class FileExists(Event):
    """A game was to be written, but the file must not be replaced unasked.

    Attributes:
        path: of the file.
        has_more: it is the file that the game was read from, and holds other games too.
        change: what another program has done to it since it was read or written here.
    """

    path: Path
    has_more: bool = False
    change: Change | None = None


@dataclass(frozen=True)
class SaveFailed(Event):
    """A game could not be written to a file."""

    path: Path
    detail: str


@dataclass(frozen=True)
class FilmProgress(Event):
    """So many moves of a film have been drawn."""

    film_id: int
    done: int
    count: int


@dataclass(frozen=True)
class PictureDone(Event):
    """A film or picture has come to its end.

    Attributes:
        film_id: of the film; 0 for a picture of the moment.
        path: of the file, None when there is nothing to say of it.
        detail: why it could not be written, "" if it is there.
    """

    film_id: int
    path: Path | None = None
    detail: str = ""


@dataclass(frozen=True)
class DraftRecovered(Event):
    """What an earlier run had not saved of a record is in this file."""

    path: Path


@dataclass(frozen=True)
class ClipboardFailed(Event):
    """The window cannot copy anything: there is no clipboard, or it does not take it."""


@dataclass(frozen=True)
class WriteDraft:
    """Keep the unsaved documents, durably.

    Attributes:
        games: as they are now, the uppermost first.
        awaited: before the change is shown, as a move of a game is.
    """

    games: tuple[Revision, ...]
    awaited: bool


@dataclass(frozen=True)
class DeleteDraft:
    """All documents are saved or given up: there is nothing to recover."""


@dataclass(frozen=True)
class LoadFile:
    """Read a file of games in the background."""

    load_id: int
    path: Path


@dataclass(frozen=True)
class LoadText:
    """Read games from pasted text in the background."""

    load_id: int
    text: str


@dataclass(frozen=True)
class AbandonLoad:
    """Read no more of the file or text that is being read."""


@dataclass(frozen=True)
class ListFolder:
    """List a folder; None for the player's own documents.

    Attributes:
        path: the folder.
        programs: list what can be run instead of records.
    """

    path: Path | None
    programs: bool = False


@dataclass(frozen=True)
class SavedSource:
    """Which revision of which open document is written.

    Attributes:
        document_id: of the document.
        index: of the game in its file.
        number: of the revision.
    """

    document_id: int
    index: int
    number: int


@dataclass(frozen=True)
class WriteRecord:
    """Write a game in the format that the name of the file tells.

    Attributes:
        path: of the file.
        game: what to write.
        notation: one of settings.NOTATIONS.
        overwrite: whether an existing file may be replaced.
        source: what the report is to be about; None where nobody asks.
        collection: a file of several games that this one was read from: never replaced by this one alone.
        unchanged: replace the file only if it is as the document of the source read or wrote it last.
        seen: what the file was like when the document was read from it, None if it was not.
    """

    path: Path
    game: Revision
    notation: str
    overwrite: bool
    source: SavedSource | None = None
    collection: Path | None = None
    unchanged: bool = False
    seen: FileStamp | None = None


@dataclass(frozen=True)
class CopyRecord:
    """Write a game and put the text on the clipboard: the runner turns it into a CopyText.

    Attributes:
        game: what to write.
        notation: one of settings.NOTATIONS.
        form: a key of WRITERS, of a format that is text.
    """

    game: Revision
    notation: str
    form: str = "pgn"


@dataclass(frozen=True)
class MakeFilm:
    """Draw a line of moves into a file: the whole of it as GIF, or its last position as PNG.

    Attributes:
        film_id: stamp of the reports.
        path: of the file; its ending says which of the two.
        start_fen: where the line begins.
        moves: of the line.
        theme, piece_set: how it looks.
        flipped: Black at the bottom.
        overwrite: whether an existing file may be replaced.
    """

    film_id: int
    path: Path
    start_fen: str
    moves: tuple[Move, ...]
    theme: str
    piece_set: str
    flipped: bool
    overwrite: bool


@dataclass(frozen=True)
class StopFilm:
    """End what is being drawn; its file is not written."""
