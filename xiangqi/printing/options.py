"""The layout options of documents."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from xiangqi.board import Board
from xiangqi.diagram.labels import RED_DIGITS, RED_LABELS
from xiangqi.diagram.picture import BoardPicture
from xiangqi.diagram.theme import PLAIN, DiagramTheme
from xiangqi.i18n.languages import SOURCE
from xiangqi.i18n.message import Catalogue, catalogue
from xiangqi.notation import Style as Notation
from xiangqi.printing.flow import A4, Paper


class Places(str, Enum):
    """Where to put diagrams in a game, besides the positions for which the record asks for them."""

    USUAL = "usual"  # at comments; without comments, in the middle and at the end
    COMMENTS = "comments"  # where the main line has comments
    MISTAKES = "mistakes"  # before each mistake found by the review
    EVERY = "every"  # at regular intervals
    NONE = "none"  # nowhere else


@dataclass(frozen=True)
class Diagrams:
    """The choice of which diagrams to print for a game."""

    places: Places = Places.USUAL
    every: int = 10  # the interval in moves of both sides, for Places.EVERY


@dataclass(frozen=True)
class Layout:
    """The layout of any document."""

    language: str = SOURCE  # one of i18n.message.LANGUAGES
    notation: Notation = Notation.ICCS
    paper: Paper = A4
    theme: DiagramTheme = PLAIN
    diagrams: Diagrams = field(default_factory=Diagrams)
    flipped: bool = False  # whether Black is at the bottom
    title: str = ""  # the title of the book or sheet

    @property
    def texts(self) -> Catalogue:
        """The texts in the layout's language."""
        return catalogue(self.language)

    def say(self, key: str, **values: object) -> str:
        """Return a text in the layout's language."""
        return self.texts.wording(key, values)

    def labelled(self, picture: BoardPicture) -> BoardPicture:
        """Return a picture with the file numbers or coordinates that suit the notation."""
        if self.notation is Notation.ICCS:
            return replace(picture, numbers="", coordinates=True)
        return replace(picture, numbers=RED_LABELS if self.notation.is_chinese else RED_DIGITS)

    def shown(self, board: Board) -> BoardPicture:
        """Return the picture of a position."""
        return self.labelled(board.picture())
