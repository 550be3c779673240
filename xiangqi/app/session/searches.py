"""Searches in progress, and engines that are being probed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xiangqi.board import Move
from xiangqi.engine.common.types import Info, Option


class Purpose(str, Enum):
    """The purpose of a search."""

    PLAY = "play"
    HINT = "hint"
    ADVICE = "advice"


@dataclass(frozen=True)
class Search:
    """A search that an engine is running."""

    id: int  # marks the engine's replies; never reused
    document_id: int  # the document whose game it belongs to
    purpose: Purpose  # a move to play, a hint revealed step by step, or a move shown at once
    side: int  # the side to move, RED or BLACK; scores in `info` are from its view
    started: float  # time in seconds
    info: Info | None = None  # the latest report; None before the first
    found: Move | None = None  # the move found, while it waits to be played


@dataclass(frozen=True)
class EngineProbe:
    """An engine that is being probed for its name and options."""

    id: int  # identifies its answers
    command: tuple[str, ...]  # its program and arguments
    name: str = ""  # "" until a new engine has sent it
    options: tuple[Option, ...] | None = None  # its options; None until it has answered
    failure: str = ""  # why the engine does not answer; "" as long as it may still do so
    author: str = ""  # "" until it has answered, or if it has not named one
    protocol: str = ""  # "uci" or "ucci", "" until it has answered
