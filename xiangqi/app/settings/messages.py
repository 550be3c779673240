"""Settings to be kept, and what went wrong with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.storage.settings import Settings


@dataclass(frozen=True)
class SettingsDamaged(Event):
    """The settings file was unreadable and was set aside."""

    set_aside: Path | None


@dataclass(frozen=True)
class SettingsFailed(Event):
    """The settings cannot be read or written; the program goes on with what it has."""

    detail: str


@dataclass(frozen=True)
class SaveSettings(Effect):
    """Keep the settings."""

    settings: Settings
