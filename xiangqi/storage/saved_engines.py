"""External engines that the player has added, as the settings keep them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

MOST_ENGINES: Final = 50
_MOST_OPTIONS: Final = 500
_LONGEST: Final = 5000


@dataclass(frozen=True)
class SavedEngine:
    """An engine by the name it gives itself."""

    name: str  # unique among the saved engines
    command: tuple[str, ...]  # program and arguments; run as they are, without a shell
    options: tuple[tuple[str, str], ...] = ()  # name and value of those that the player has changed

    def with_option(self, name: str, value: str) -> SavedEngine:
        """The engine with a value for one of its options."""
        return SavedEngine(self.name, self.command, tuple((dict(self.options) | {name: value}).items()))


def to_plain(engines: Sequence[SavedEngine]) -> list[dict[str, Any]]:
    """As JSON has it."""
    return [
        {"name": engine.name, "command": list(engine.command), "options": dict(engine.options)}
        for engine in engines
    ]


def from_plain(value: Any) -> tuple[SavedEngine, ...]:
    """The engines in what JSON had; an entry that is none is left out, and so is one whose name is taken."""
    found: dict[str, SavedEngine] = {}
    for entry in value[:MOST_ENGINES] if isinstance(value, list) else []:
        engine = _engine(entry)
        if engine is not None:
            found.setdefault(engine.name, engine)
    return tuple(found.values())


def _engine(entry: Any) -> SavedEngine | None:
    if not isinstance(entry, dict):
        return None
    name, command, options = entry.get("name"), entry.get("command"), entry.get("options", {})
    if not isinstance(name, str) or not (
        _is_text(name) and isinstance(command, list) and command and all(map(_is_text, command))
    ):
        return None
    if not isinstance(options, dict) or len(options) > _MOST_OPTIONS:
        return None
    kept = tuple(
        (key, value) for key, value in options.items() if isinstance(value, str) and len(value) < _LONGEST
    )
    return SavedEngine(name, tuple(command), kept)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) < _LONGEST


def find(engines: Sequence[SavedEngine], command: Sequence[str]) -> SavedEngine | None:
    """The engine of a command."""
    return next((engine for engine in engines if engine.command == tuple(command)), None)


def options_of(engines: Sequence[SavedEngine], command: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """What the player has changed of the options of a command's engine."""
    engine = find(engines, command)
    return engine.options if engine is not None else ()
