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
    """The search that an engine is at."""

    id: int  # stamps the engine's replies; never used again
    document_id: int  # the document whose game it belongs to
    purpose: Purpose  # a move to play, a hint that is given step by step, or a move that is shown at once
    side: int  # RED or BLACK, whoever is to move; scores in `info` are from this side's view
    started: float  # time in seconds
    info: Info | None = None  # the engine's last news; None before the first
    found: Move | None = None  # the move that it has found, where its time has not come yet


@dataclass(frozen=True)
class EngineProbe:
    """An engine that is asked who it is and what can be set."""

    id: int  # stamps its answers
    command: tuple[str, ...]  # its program and arguments
    name: str = ""  # "" until a new engine has said it
    options: tuple[Option, ...] | None = None  # what can be set; None until it has answered
    failure: str = ""  # why it does not answer, "" as long as it may
    author: str = ""  # "" until it has answered, and where it has not named one
    protocol: str = ""  # "uci" or "ucci", "" until it has answered
