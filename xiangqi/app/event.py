"""What the world reports to `update`: the base of all events, and those that belong to no feature.

`Input` is everything that `update` understands: intents and events.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xiangqi.app.intent import Intent
from xiangqi.i18n.message import Message


class Tone(str, Enum):
    """How a toast looks, and how long it stays."""

    QUIET = "quiet"
    NORMAL = "normal"
    ERROR = "error"


class Event:
    """What the world reports. The runner alone sends it."""


@dataclass(frozen=True)
class Tick(Event):
    """A frame begins; toasts and refusals whose time has come go."""

    now: float  # seconds of a clock that never goes back


@dataclass(frozen=True)
class DayBegan(Event):
    """The player's date is another one."""

    today: str  # as PGN writes it, 2026.01.31


@dataclass(frozen=True)
class Notify(Event):
    """The player is told something; nothing else changes."""

    message: Message
    tone: Tone = Tone.NORMAL
    instead_of: str = ""  # key of the toasts that are no longer true


Input = Intent | Event
