"""What the player wants while a position is set up. Clicks and drags on the board are those of `intents`."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.model.editor import Tool
from xiangqi.app.model.intent import Intent, Leaves


@dataclass(frozen=True)
class OpenEditor(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Set up a position, beginning with the one on the board."""


@dataclass(frozen=True)
class CloseEditor(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Leave the editor: what was on the board before is there again."""


@dataclass(frozen=True)
class ChooseBrush(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Take a piece (code) from the palette, ERASER, EMPTY, or None: the bare hand."""

    piece: int | None


@dataclass(frozen=True)
class CarryBrush(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The piece of the palette is dragged; position of the pointer in pixels."""

    position: tuple[int, int]


@dataclass(frozen=True)
class DropBrush(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The piece from the palette is let go over a square, or beside the board (None)."""

    square: int | None


@dataclass(frozen=True)
class EraseSquare(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Take away what stands on a square."""

    square: int


@dataclass(frozen=True)
class UseTool(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Change the whole position."""

    tool: Tool


@dataclass(frozen=True)
class SetTurn(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """RED or BLACK is to move."""

    side: int


@dataclass(frozen=True)
class TypeFen(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The position as it is being typed; what is no position yet changes nothing."""

    text: str


@dataclass(frozen=True)
class PlayEdited(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=True):
    """Begin a game from the position: against the computer with the side to move, or of two people."""

    two_people: bool = False


@dataclass(frozen=True)
class AnalyseEdited(Intent, leaves_document=Leaves.RECORD, allowed_in_editor=True):
    """Show the position as a record, to be looked into; the running game waits behind it."""
