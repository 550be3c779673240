"""What is about to be shared, as the session knows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from xiangqi.line import Line
from xiangqi.records.revision import Revision


class ShareKind(str, Enum):
    """What a game becomes."""

    LONG = "long"  # a picture of the whole game
    CARD = "card"  # a picture of the position on the board
    PAPER = "paper"  # a document to print
    PAGE = "page"  # a page that plays in a browser

    @property
    def suffix(self) -> str:
        """The ending of its file."""
        return {ShareKind.PAPER: ".pdf", ShareKind.PAGE: ".html"}.get(self, ".png")


class Pixels(NamedTuple):
    """A picture."""

    width: int
    height: int
    data: bytes  # red, green and blue of each pixel, row by row


@dataclass(frozen=True)
class Share:
    """What is looked at before it is written."""

    id: int  # stamps the reports; those of an older one are dropped
    kind: ShareKind
    game: Revision = field(compare=False, repr=False)  # as it was when the preview was asked for
    here: Line  # the way to the position on the board
    preview: Pixels | None = None  # how it looks, None before it has been made
    failure: str = ""  # why it cannot be made
    is_writing: bool = False  # whether it has been asked for
    is_choosing: bool = False  # whether the player looks for a folder to write it into
