"""What the player wants while a position is set up. Clicks and drags on the board are those of `intents`."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.model.editor import Tool
from xiangqi.app.model.intent import Intent


@dataclass(frozen=True)
class OpenEditor(Intent):
    """Set up a position, beginning with the one on the board."""


@dataclass(frozen=True)
class CloseEditor(Intent):
    """Leave the editor: what was on the board before is there again."""


@dataclass(frozen=True)
class ChooseBrush(Intent):
    """Take a piece (code) from the palette, ERASER, EMPTY, or None: the bare hand."""

    piece: int | None


@dataclass(frozen=True)
class CarryBrush(Intent):
    """The piece of the palette is dragged; position of the pointer in pixels."""

    position: tuple[int, int]


@dataclass(frozen=True)
class DropBrush(Intent):
    """The piece from the palette is let go over a square, or beside the board (None)."""

    square: int | None


@dataclass(frozen=True)
class EraseSquare(Intent):
    """Take away what stands on a square."""

    square: int


@dataclass(frozen=True)
class UseTool(Intent):
    """Change the whole position."""

    tool: Tool


@dataclass(frozen=True)
class SetTurn(Intent):
    """RED or BLACK is to move."""

    side: int


@dataclass(frozen=True)
class TypeFen(Intent):
    """The position as it is being typed; what is no position yet changes nothing."""

    text: str


@dataclass(frozen=True)
class PlayEdited(Intent):
    """Begin a game from the position: against the computer with the side to move, or of two people."""

    two_people: bool = False


@dataclass(frozen=True)
class AnalyseEdited(Intent):
    """Show the position as a record, to be looked into; the running game waits behind it."""
