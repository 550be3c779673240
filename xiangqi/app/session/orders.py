"""The effect that saves the settings."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.storage.settings import Settings


@dataclass(frozen=True)
class SaveSettings(Effect):
    """Save the settings."""

    settings: Settings
