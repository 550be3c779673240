"""The state of the export page: the document, its options and its preview."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from xiangqi.app.pixels import Pixels
from xiangqi.line import Line
from xiangqi.records.revision import Revision


class ShareKind(str, Enum):
    """The kinds of export."""

    FEN = "fen"  # the position, for the clipboard
    MOVES = "moves"  # the moves as text, for the clipboard
    PGN = "pgn"
    XQF = "xqf"
    DHTMLXQ = "dhtmlxq"
    CARD = "card"  # a picture of the position on the board
    LONG = "long"  # a picture of the whole game
    FILM = "film"  # a moving picture
    PAPER = "paper"  # a document to print
    PAGE = "page"  # a page that plays in a browser

    @property
    def suffix(self) -> str:
        """The suffix of the file; "" for a kind that is copied."""
        return _SUFFIXES.get(self, "")

    @property
    def is_copied(self) -> bool:
        """Whether the export goes to the clipboard."""
        return self in (ShareKind.FEN, ShareKind.MOVES)

    @property
    def is_record(self) -> bool:
        """Whether the export is a game record, which other programs can read."""
        return self in (ShareKind.PGN, ShareKind.XQF, ShareKind.DHTMLXQ)


_SUFFIXES: Final = {
    ShareKind.PGN: ".pgn",
    ShareKind.XQF: ".xqf",
    ShareKind.DHTMLXQ: ".ubb",
    ShareKind.CARD: ".png",
    ShareKind.LONG: ".png",
    ShareKind.FILM: ".gif",
    ShareKind.PAPER: ".pdf",
    ShareKind.PAGE: ".html",
}


class ShareOption(str, Enum):
    """The options of an export."""

    PAPER = "paper"
    DIAGRAMS = "diagrams"
    COMMENTS = "comments"
    NOTATION = "notation"
    PIECES = "pieces"
    COLOURS = "colours"

    @property
    def choices(self) -> tuple[str, ...]:
        """The values, the usual one first; "" means the window's or, for colours, the kind's usual ones."""
        return _CHOICES[self]


_CHOICES: Final = {
    ShareOption.PAPER: ("a4", "letter"),
    ShareOption.DIAGRAMS: ("mistakes", "every", "none"),
    ShareOption.COMMENTS: ("coach", "mine", "none"),
    ShareOption.NOTATION: ("", "chinese", "wxf", "iccs", "vietnamese", "vietnamese-words"),
    ShareOption.PIECES: ("", "traditional", "simplified", "western"),
    ShareOption.COLOURS: ("", "plain", "wood"),
}

OPTIONS: Final = {
    ShareKind.PGN: (ShareOption.COMMENTS, ShareOption.NOTATION),
    ShareKind.DHTMLXQ: (ShareOption.COMMENTS,),
    ShareKind.XQF: (ShareOption.COMMENTS,),
    ShareKind.CARD: (ShareOption.NOTATION, ShareOption.PIECES, ShareOption.COLOURS),
    ShareKind.LONG: tuple(option for option in ShareOption if option is not ShareOption.PAPER),
    ShareKind.PAPER: tuple(ShareOption),
    ShareKind.PAGE: tuple(option for option in ShareOption if option is not ShareOption.PAPER),
}
"""The options of each kind; one without options is absent."""


@dataclass(frozen=True)
class ReviewRemark:
    """The review's remark on a move of the main line, or on the game."""

    ply: int  # from 1; 0 for a remark before the first move
    glyph: int  # its mark as a numeric annotation glyph; 0 for none
    words: str  # the coach's sentences
    is_drawn: bool  # whether it is costly enough for a diagram


@dataclass(frozen=True)
class Share:
    """An export, which is previewed before it is written."""

    id: int  # identifies the reports; those of an older request are dropped
    kind: ShareKind
    game: Revision = field(compare=False, repr=False)  # as it was when the preview was requested
    here: Line  # the line to the position on the board
    preview: Pixels | None = None  # None until it is ready
    text: str = ""  # the preview of what is text
    failure: str = ""  # why it cannot be made
    is_writing: bool = False  # whether the file has been requested
    saved: str = ""  # the path where it was written last, "" before that
    is_choosing: bool = False  # whether the player is choosing a folder for the file

    @property
    def is_ready(self) -> bool:
        """Whether the export has been previewed, and can be written or copied."""
        return self.preview is not None or bool(self.text)
