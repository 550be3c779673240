"""What the world reports to `update`: the base of all events, and those that belong to no feature.

`Input` is everything that `update` understands: intents and events.
"""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.intent import Intent


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
class RunsInterpreted(Event):
    """Nothing can be compiled here, though nobody asked for that: the engine is much slower."""


Input = Intent | Event
