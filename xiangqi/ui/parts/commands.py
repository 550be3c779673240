"""What only the window itself can do; everything else that a widget asks for is an intent of the app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi.action import Action
from xiangqi.app.game.players import Setup

COMMENT: Final = "comment"
"""Key of the field with the comment on the shown move."""

MOVES_BUTTON: Final = "moves.menu"
"""Key of the button from which the menu of the moves hangs."""

ENGINE_COMMAND: Final = "engines.command"
"""Key of the text field with the command of an engine."""

START_FEN_FIELD: Final = "new.fen"
"""Key of the text field with the position to begin from."""


@dataclass(frozen=True)
class ToggleFullScreen(Action):
    """Fill the screen, or go back to a window."""


@dataclass(frozen=True)
class PasteClipboard(Action):
    """Read the clipboard and hand its text to the app."""


@dataclass(frozen=True)
class SaveTyped(Action):
    """Save under the name in the save panel's text field."""


@dataclass(frozen=True)
class AddTyped(Action):
    """Add the engine of the command in the text field."""


@dataclass(frozen=True)
class StartTyped(Action):
    """Begin a game from the position in the new-game panel's text field, everything else as in the setup."""

    setup: Setup


@dataclass(frozen=True)
class AskKey(Action):
    """Wait for a key to be pressed, and give it to a command of the keyboard."""

    name: str  # of the command


@dataclass(frozen=True)
class Reach(Action):
    """Go to a widget as a click on it would: into a field, or to the menu that hangs from a button."""

    key: str  # of the widget


@dataclass(frozen=True)
class FillField(Action):
    """Write a text into a text field, in place of what was typed there."""

    key: str  # of the field
    text: str


@dataclass(frozen=True)
class CopySelection(Action):
    """Put text that is selected in a field on the clipboard."""

    text: str
