"""Effects that make documents, and the events that report the outcome."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.pixels import Pixels
from xiangqi.app.share.state import ShareKind
from xiangqi.line import Line
from xiangqi.records.revision import Revision


@dataclass(frozen=True)
class MakeDocument(Effect):
    """Make a document, either as a preview or as a new file."""

    share_id: int  # identifies the report
    kind: ShareKind
    game: Revision = field(compare=False, repr=False)
    here: Line  # the line to the position on the board
    words: tuple[str, ...]  # options of the command: language, notation, pieces, and the side at the bottom
    is_preview: bool
    folder: Path | None = None  # destination of the file; None for the player's folder of pictures


@dataclass(frozen=True)
class StopDocument(Effect):
    """Stop making the preview; a file that has been ordered is still written."""


@dataclass(frozen=True)
class DocumentShown(Event):
    """The preview of a document has been made or has failed."""

    share_id: int
    preview: Pixels | None
    failure: str = ""


@dataclass(frozen=True)
class DocumentWritten(Event):
    """A document has been written or could not be written."""

    share_id: int
    path: Path
    failure: str = ""
