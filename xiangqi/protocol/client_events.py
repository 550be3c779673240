"""Events that an engine client reports to its caller."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from xiangqi.board import Move
from xiangqi.engine.common.types import Info, Option


@dataclass(frozen=True)
class EngineReady:
    """The engine has introduced itself and is ready."""

    name: str
    protocol: str
    options: tuple[Option, ...]
    author: str = ""  # "" if it has not named one


@dataclass(frozen=True)
class EngineInfo:
    """A report on a search."""

    search_id: int
    info: Info


@dataclass(frozen=True)
class EngineNote:
    """A remark of the engine for the user."""

    text: str


@dataclass(frozen=True)
class EngineBestMove:
    """The result of a search; the move is None if the engine has none, otherwise it is legal."""

    search_id: int
    move: Move | None
    ponder: Move | None = None
    draw: bool = False
    resign: bool = False


class EngineFault(Enum):
    """The ways in which an engine can fail."""

    GONE = "cannot be started, or has ended"
    SILENT = "does not answer in time"
    ILLEGAL_MOVE = "played a move that the rules forbid"


@dataclass(frozen=True)
class EngineFailed:
    """The engine has failed and is no longer running; EngineClient.start runs it again."""

    reason: str
    fault: EngineFault = EngineFault.GONE


Event: TypeAlias = EngineReady | EngineInfo | EngineNote | EngineBestMove | EngineFailed
