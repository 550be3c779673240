"""The base class of all events, and the events that belong to no feature.

`Input` is everything that `update` accepts: intents and events.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xiangqi.app.intent import Intent
from xiangqi.i18n.message import Message


class Tone(str, Enum):
    """The look of a toast and how long it stays."""

    QUIET = "quiet"
    NORMAL = "normal"
    ERROR = "error"


class Event:
    """An occurrence outside the session. The runner sends all kinds of events, the window only `Notify`."""


@dataclass(frozen=True)
class Tick(Event):
    """A frame has begun, in which everything that changes with time is brought up to date."""

    now: float  # seconds of a monotonic clock


@dataclass(frozen=True)
class DayBegan(Event):
    """The date has changed."""

    today: str  # the date in PGN form, such as 2026.01.31


@dataclass(frozen=True)
class Notify(Event):
    """A message for the player; nothing else changes."""

    message: Message
    tone: Tone = Tone.NORMAL
    instead_of: str = ""  # key of the toasts that are replaced


Input = Intent | Event
