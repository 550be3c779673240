"""Searches that engines are at, and engines that are asked who they are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xiangqi.board import Move
from xiangqi.engine.common.types import Info, Option


class Purpose(str, Enum):
    """What a search is for."""

    PLAY = "play"
    HINT = "hint"
    ADVICE = "advice"


@dataclass(frozen=True)
class Search:
    """The search that an engine is at.

    Attributes:
        id: stamps the engine's replies; never used again.
        document_id: the document whose game it belongs to.
        purpose: a move to play, a hint that is given step by step, or a move that is shown at once.
        side: RED or BLACK, whoever is to move; scores in `info` are from this side's view.
        started: time in seconds.
        info: the engine's last news; None before the first.
        found: the move that it has found, where its time has not come yet.
    """

    id: int
    document_id: int
    purpose: Purpose
    side: int
    started: float
    info: Info | None = None
    found: Move | None = None


@dataclass(frozen=True)
class EngineProbe:
    """An engine that is asked who it is and what can be set.

    Attributes:
        id: stamps its answers.
        command: its program and arguments.
        name: "" until a new engine has said it.
        options: what can be set; None until it has answered.
        failure: why it does not answer, "" as long as it may.
    """

    id: int
    command: tuple[str, ...]
    name: str = ""
    options: tuple[Option, ...] | None = None
    failure: str = ""
