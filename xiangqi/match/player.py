"""A match player: an engine process that must deliver its moves in time."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.engine.common.types import Info, Limits, Option
from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.match.contestants import Contestant
from xiangqi.protocol.client import EngineClient, Patience
from xiangqi.protocol.client_events import (
    EngineBestMove,
    EngineFailed,
    EngineFault,
    EngineInfo,
    EngineReady,
    Event,
)

CRASH: Final = "crash"
TIME: Final = "time"
ILLEGAL_MOVE: Final = "illegal_move"
NO_MOVE: Final = "no_move"
FORFEITS: Final = (CRASH, TIME, ILLEGAL_MOVE, NO_MOVE)
"""Reasons for losing a game that are failures of the engine as a program."""

_REASONS: Final = {EngineFault.GONE: CRASH, EngineFault.SILENT: TIME, EngineFault.ILLEGAL_MOVE: ILLEGAL_MOVE}
_GLANCE_S: Final = 0.1  # the delay until a cancelled match is noticed
_LONGEST_SEARCH_S: Final = 600.0  # the limit of a search without a clock
_STOP_S: Final = 1.0
_SEED: Final = "Seed"  # an option of the built-in engine


class ForfeitError(XiangqiError):
    """An engine cannot continue its game.

    Attributes:
        reason: one of FORFEITS.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True)
class MoveAnswer:
    """An engine's answer to a request for a move."""

    move: Move | None  # None if the engine resigns or has no move
    resigns: bool
    seconds: float  # the time from the request to the answer, measured by the match
    info: Info | None  # the last report of the search, None if there was none


class MatchPlayer:
    """An engine process, kept from game to game. Not thread-safe."""

    def __init__(self, contestant: Contestant, settings: Mapping[str, str], margin_ms: int) -> None:
        """Prepare an engine without starting it.

        Args:
            contestant: the engine and its options.
            settings: options that are set before the contestant's own, if the engine has them.
            margin_ms: tolerance for late answers.
        """
        self.name = contestant.name
        self._contestant = contestant
        patience = Patience(overtime_s=margin_ms / 1000 + _STOP_S, stop_s=_STOP_S)
        command = None if contestant.command is None else list(contestant.command)
        self._client = EngineClient(command, patience=patience)
        for name, value in [*settings.items(), *contestant.options]:
            self._client.set_option(name, value)
        chosen = {name.lower() for name, _ in contestant.options}
        self._is_to_be_seeded = contestant.command is None and _SEED.lower() not in chosen
        self._searches = 0

    def get_ready(self, seed: int | None = None) -> tuple[Option, ...]:
        """Begin a new game: start the engine if necessary and wait until it is ready.

        Args:
            seed: the seed of the built-in engine's random numbers; None leaves it unchanged.

        Returns:
            The engine's options.

        Raises:
            ForfeitError: the engine cannot be started, or does not get ready.
        """
        if seed is not None and self._is_to_be_seeded:
            self._client.set_option(_SEED, str(seed))
        self._client.new_game()
        self._client.get_ready()
        while True:
            for event in self._news(math.inf):
                if isinstance(event, EngineReady):
                    if self._contestant.command is not None:
                        self.name = event.name
                    return event.options

    def lacks(self) -> list[str]:
        """Return the requested options that the engine, which must be ready, does not have."""
        return [name for name, _ in self._contestant.options if not self._client.has_option(name)]

    def think(self, board: Board, limits: Limits) -> MoveAnswer:
        """Search a position and wait for the answer.

        Raises:
            ForfeitError: the engine fails, does not answer in time, or makes an illegal move.
        """
        self._searches += 1
        info: Info | None = None
        began = time.perf_counter()
        self._client.search_board(self._searches, board, limits)
        while True:
            for event in self._news(began + _LONGEST_SEARCH_S):
                if isinstance(event, EngineInfo):
                    info = event.info
                elif isinstance(event, EngineBestMove):
                    return MoveAnswer(event.move, event.resign, time.perf_counter() - began, info)

    def _news(self, deadline: float) -> list[Event]:
        """Return the engine's next events, perhaps none, after waiting for a moment at most.

        Args:
            deadline: the time limit, in seconds of time.perf_counter.

        Raises:
            ForfeitError: the engine failed, or the deadline has passed.
        """
        self._client.wait(_GLANCE_S)
        events = self._client.poll()
        for event in events:
            if isinstance(event, EngineFailed):
                raise ForfeitError(_REASONS[event.fault], event.reason)
        if not events and time.perf_counter() > deadline:
            self._client.close()
            raise ForfeitError(TIME, Message("detail.does_not_answer", name=self.name))
        return events

    def close(self) -> None:
        """Shut the engine down."""
        self._client.close()
