"""What an engine client reports to its caller."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from xiangqi.board import Move
from xiangqi.engine.common.types import Info, Option


@dataclass(frozen=True)
class EngineReady:
    """The engine has introduced itself and waits for orders."""

    name: str
    protocol: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class EngineInfo:
    """News from a search."""

    search_id: int
    info: Info


@dataclass(frozen=True)
class EngineNote:
    """A remark of the engine for the user."""

    text: str


@dataclass(frozen=True)
class EngineBestMove:
    """The answer to a search; move is None when the engine has none to play. A move is always legal."""

    search_id: int
    move: Move | None
    ponder: Move | None = None
    draw: bool = False
    resign: bool = False


class EngineFault(Enum):
    """What an engine did wrong."""

    GONE = "cannot be started, or has ended"
    SILENT = "does not answer in time"
    ILLEGAL_MOVE = "played a move that the rules forbid"


@dataclass(frozen=True)
class EngineFailed:
    """The engine is gone, and why. EngineClient.start runs it anew."""

    reason: str
    fault: EngineFault = EngineFault.GONE


Event: TypeAlias = EngineReady | EngineInfo | EngineNote | EngineBestMove | EngineFailed
