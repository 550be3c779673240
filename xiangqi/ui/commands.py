"""What only the window itself can do; everything else that a widget asks for is an intent of the app."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ToggleFullScreen:
    """Fill the screen, or go back to a window."""


@dataclass(frozen=True)
class PasteClipboard:
    """Read the clipboard and hand its text to the app."""


@dataclass(frozen=True)
class SaveTyped:
    """Save under the name in the save panel's text field."""


Command = ToggleFullScreen | PasteClipboard | SaveTyped
