"""The state of the share panel: the kind of document and its preview."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from xiangqi.app.pixels import Pixels
from xiangqi.line import Line
from xiangqi.records.revision import Revision


class ShareKind(str, Enum):
    """The kinds of documents that a game can be shared as."""

    LONG = "long"  # a picture of the whole game
    CARD = "card"  # a picture of the position on the board
    PAPER = "paper"  # a document to print
    PAGE = "page"  # a page that plays in a browser

    @property
    def suffix(self) -> str:
        """The suffix of the file."""
        return {ShareKind.PAPER: ".pdf", ShareKind.PAGE: ".html"}.get(self, ".png")


@dataclass(frozen=True)
class Share:
    """A document that is previewed before it is written."""

    id: int  # identifies the reports; those of an older request are dropped
    kind: ShareKind
    game: Revision = field(compare=False, repr=False)  # as it was when the preview was requested
    here: Line  # the line to the position on the board
    preview: Pixels | None = None  # None until it is ready
    failure: str = ""  # why it cannot be made
    is_writing: bool = False  # whether the file has been requested
    is_choosing: bool = False  # whether the player is choosing a folder for the file
