"""Effects that make documents, and the events with the outcome."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.share.state import Pixels, ShareKind
from xiangqi.line import Line
from xiangqi.records.revision import Revision


@dataclass(frozen=True)
class MakeDocument(Effect):
    """Make a document: to be looked at, or into a new file."""

    share_id: int  # stamp of the report
    kind: ShareKind
    game: Revision = field(compare=False, repr=False)
    here: Line  # the way to the position on the board
    words: tuple[str, ...]  # options of the command: language, notation, pieces, side at the bottom
    is_preview: bool
    folder: Path | None = None  # where the file is to be; None for the player's folder of pictures


@dataclass(frozen=True)
class StopDocument(Effect):
    """End what is being made; nothing is written."""


@dataclass(frozen=True)
class DocumentShown(Event):
    """A document can be looked at, or cannot be made."""

    share_id: int
    preview: Pixels | None
    failure: str = ""


@dataclass(frozen=True)
class DocumentWritten(Event):
    """A document is in its file, or could not be written."""

    share_id: int
    path: Path
    failure: str = ""
