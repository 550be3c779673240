"""Effects that ask programs whether they are engines, and the events with their answers."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.engine.common.types import Option


@dataclass(frozen=True)
class EngineIntroduced(Event):
    """The engine probed under the given id has reported its name and options."""

    probe_id: int
    name: str
    options: tuple[Option, ...]
    author: str = ""  # "" if it has not named one
    protocol: str = ""  # "uci" or "ucci"


@dataclass(frozen=True)
class EngineRefused(Event):
    """The program probed under the given id does not start or is not an engine."""

    probe_id: int
    detail: str


@dataclass(frozen=True)
class ProbeEngine(Effect):
    """Start an engine only to ask for its name and options; the answer carries the id."""

    probe_id: int
    command: tuple[str, ...]


@dataclass(frozen=True)
class DropProbe(Effect):
    """Shut down the engine that is being probed."""


@dataclass(frozen=True)
class PressEngineButton(Effect):
    """Press a button option of an engine if it is running."""

    command: tuple[str, ...]
    name: str
