"""Actions that only the window can carry out; everything else that widgets request is an intent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi.action import Action
from xiangqi.app.session.players import Setup

COMMENT: Final = "comment"
"""Key of the text field with the comment on the shown move."""

MOVES_BUTTON: Final = "moves.menu"
"""Key of the button that opens the moves' menu."""

ENGINE_COMMAND: Final = "engines.command"
"""Key of the text field with the command of an engine."""

GAME_SEARCH: Final = "games.search"
"""Key of the text field for searching the list of games that is shown."""

START_FEN_FIELD: Final = "new.fen"
"""Key of the text field with the position to start from."""


@dataclass(frozen=True)
class ToggleFullScreen(Action):
    """Switch between full screen and a window."""


@dataclass(frozen=True)
class InTurn(Action):
    """Carry out several actions, one after the other."""

    actions: tuple[Action, ...]


@dataclass(frozen=True)
class PasteClipboard(Action):
    """Read the clipboard and pass its text to the session."""


@dataclass(frozen=True)
class SaveTyped(Action):
    """Save the file under the name in the save panel's text field."""


@dataclass(frozen=True)
class AddTyped(Action):
    """Add the engine whose command is in its text field."""


@dataclass(frozen=True)
class StartTyped(Action):
    """Start the game set up in the new-game panel, from the position typed there, if any."""

    setup: Setup


@dataclass(frozen=True)
class AskKey(Action):
    """Wait for a key press, then assign the key to a command."""

    name: str  # name of the command


@dataclass(frozen=True)
class Reach(Action):
    """Focus a text field, or open a button's menu, as if it had been clicked."""

    key: str  # key of the widget


@dataclass(frozen=True)
class FillField(Action):
    """Replace the text of a text field."""

    key: str  # key of the field
    text: str
    caret: int | None = None  # where the caret then stands in the text; None for its end


@dataclass(frozen=True)
class CopySelection(Action):
    """Copy the selected text of a field to the clipboard."""

    text: str
