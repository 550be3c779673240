"""A match game as a job: a function of small arguments that any worker process can run.

A process keeps both engines between games. It shuts them down when a game of another match begins, or after a
minute without a game, since a cluster worker outlives a match.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.options import settings_of
from xiangqi.errors import ProtocolError
from xiangqi.i18n.message import Message
from xiangqi.match.contestants import Contestant
from xiangqi.match.game import Conditions, FinishedGame, play_game
from xiangqi.match.player import ForfeitError, MatchPlayer
from xiangqi.match.start_positions import Opening

_IDLE_S: Final = 60.0


@dataclass(frozen=True)
class Pairing:
    """A game of a match that is still to be played."""

    number: int  # the game's number in the match, from 0
    opening: Opening

    @property
    def pair(self) -> int:
        """The number of the pair of games that share the opening, from 0."""
        return self.number // 2

    @property
    def first_is_red(self) -> bool:
        """Whether the first engine plays Red, as it does in even games."""
        return self.number % 2 == 0


@dataclass(frozen=True)
class Match:
    """The data common to all games of a match."""

    contestants: tuple[Contestant, Contestant]  # the first and the second engine
    terms: Conditions
    seed: int  # the seed of the random numbers used by the built-in engine's weaker levels


@dataclass(frozen=True)
class Bout:
    """A game as a chunk of work."""

    match: Match
    pairing: Pairing


class _Table:
    """The engines kept by this process, which may play only one game at a time."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._players: tuple[MatchPlayer, MatchPlayer] | None = None
        self._clearing: threading.Timer | None = None
        self._lock = threading.Lock()

    def players(self, match: Match) -> tuple[MatchPlayer, MatchPlayer]:
        """Return the engines of a match, which start when first used; shut down those of another match."""
        with self._lock:
            if self._clearing is not None:
                self._clearing.cancel()
            if self._players is None or self._match != match:
                self._end_engines()
                first, second = match.contestants
                margin_ms = match.terms.margin_ms
                self._players = (
                    MatchPlayer(first, _settings(first, match), margin_ms),
                    MatchPlayer(second, _settings(second, match), margin_ms),
                )
                self._match = match
            return self._players

    def leave(self) -> None:
        """Release the engines after a game, and schedule their shutdown."""
        with self._lock:
            self._clearing = threading.Timer(_IDLE_S, self._clear)
            self._clearing.daemon = True
            self._clearing.start()

    def _clear(self) -> None:
        with self._lock:
            if threading.current_thread() is self._clearing:
                self._end_engines()

    def _end_engines(self) -> None:
        for player in self._players or ():
            player.close()
        self._players = None


_table: Final = _Table()


def _settings(contestant: Contestant, match: Match) -> Mapping[str, str]:
    """Return the rules as options of the built-in engine; {} for other engines, whose names may differ."""
    return settings_of(match.terms.rules) if contestant.command is None else {}


def introduce(match: Match) -> tuple[str, str]:
    """Start both engines and return their names, made distinct.

    Raises:
        ProtocolError: an engine cannot be started or lacks a requested option.
    """
    players = first, second = _table.players(match)
    try:
        for player in players:
            options = player.get_ready()
            for name in player.lacks():
                offered = ", ".join(option.name for option in options) or Message("cli.match.none")
                raise ProtocolError(
                    Message("detail.option.lacking", engine=player.name, name=repr(name), names=offered)
                )
    except ForfeitError as error:
        raise ProtocolError(str(error)) from None
    finally:
        _table.leave()
    if first.name == second.name:
        return f"{first.name} A", f"{second.name} B"
    return first.name, second.name


def play_bout(bout: Bout) -> FinishedGame:
    """Play a game and return it. It is deterministic if the engines are and no limit depends on time."""
    first, second = _table.players(bout.match)
    sides = (first, second) if bout.pairing.first_is_red else (second, first)
    players = dict(zip((RED, BLACK), sides, strict=True))
    seed = random.Random(f"{bout.match.seed} {bout.pairing.number}").randrange(1, 1 << 31)
    try:
        return play_game(players, bout.pairing.opening, bout.match.terms, seed)
    finally:
        _table.leave()
