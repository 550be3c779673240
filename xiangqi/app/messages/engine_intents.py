"""What the player wants of external engines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.model.intent import Intent


@dataclass(frozen=True)
class AddEngine(Intent):
    """Start a program to find out whether it is an engine, and keep it if it is."""

    path: Path


@dataclass(frozen=True)
class AddEngineCommand(Intent):
    """The same with a command line: a program and its arguments, quoted as for a shell."""

    text: str


@dataclass(frozen=True)
class ShowEngine(Intent):
    """Show what can be set of an engine that was added; it is asked."""

    command: tuple[str, ...]


@dataclass(frozen=True)
class SetEngineOption(Intent):
    """A new value for an option of the shown engine; one it cannot have is not kept. Of a button: press it."""

    name: str
    value: str = ""


@dataclass(frozen=True)
class RemoveEngine(Intent):
    """Forget the shown engine; its program stays where it is."""


@dataclass(frozen=True)
class PlayAgainstEngine(Intent):
    """Back to the new-game panel, with an engine as the opponent; () for the built-in one."""

    command: tuple[str, ...]
