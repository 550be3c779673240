"""External engines added by the player, as stored in the settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

MOST_ENGINES: Final = 50
_MOST_OPTIONS: Final = 500
_LONGEST: Final = 5000


@dataclass(frozen=True)
class SavedEngine:
    """An external engine that the player has added."""

    name: str  # unique among the saved engines
    command: tuple[str, ...]  # program and arguments, run without a shell
    options: tuple[tuple[str, str], ...] = ()  # names and values of the options that the player changed

    def with_option(self, name: str, value: str) -> SavedEngine:
        """Return the engine with a new value for one of its options."""
        return SavedEngine(self.name, self.command, tuple((dict(self.options) | {name: value}).items()))


def to_plain(engines: Sequence[SavedEngine]) -> list[dict[str, Any]]:
    """Return the engines as JSON objects with name, command and options."""
    return [
        {"name": engine.name, "command": list(engine.command), "options": dict(engine.options)}
        for engine in engines
    ]


def from_plain(value: Any) -> tuple[SavedEngine, ...]:
    """Return the valid engines among the first MOST_ENGINES of a JSON list, each name once; () if none."""
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
    """Return the engine with this command, or None."""
    return next((engine for engine in engines if engine.command == tuple(command)), None)


def options_of(engines: Sequence[SavedEngine], command: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the options that the player changed for the engine with this command."""
    engine = find(engines, command)
    return engine.options if engine is not None else ()
