"""What the player wants of external engines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.model.intent import Intent, Leaves


@dataclass(frozen=True)
class AddEngine(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Start a program to find out whether it is an engine, and keep it if it is."""

    path: Path


@dataclass(frozen=True)
class AddEngineCommand(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The same with a command line: a program and its arguments, quoted as for a shell."""

    text: str


@dataclass(frozen=True)
class ShowEngine(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Show what can be set of an engine that was added; it is asked."""

    command: tuple[str, ...]


@dataclass(frozen=True)
class SetEngineOption(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """A new value for an option of the shown engine; one it cannot have is not kept. Of a button: press it."""

    name: str
    value: str = ""


@dataclass(frozen=True)
class RemoveEngine(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Forget the shown engine; its program stays where it is."""


@dataclass(frozen=True)
class PlayAgainstEngine(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Back to the new-game panel, with an engine as the opponent; () for the built-in one."""

    command: tuple[str, ...]
