"""Who plays a game, from where and by which rules: everything the new-game panel chooses."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from xiangqi.app.game.time_control import UNTIMED, TimeControl
from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import START_FEN
from xiangqi.referee import Rules

RESIGNATION: Final = "resignation"
AGREEMENT: Final = "agreement"
TIME: Final = "time"
"""Ends that are the players' affair, beside those of the referee."""


class PlayerKind(str, Enum):
    """Who moves for a side."""

    HUMAN = "human"
    COMPUTER = "computer"  # the built-in engine
    ENGINE = "engine"  # an external UCI or UCCI program


@dataclass(frozen=True)
class Player:
    """Who moves for a side."""

    kind: PlayerKind = PlayerKind.HUMAN  # human, computer or external engine
    level: int = 1  # 1 to FULL_STRENGTH, how strong an engine plays; of no meaning for a human
    command: tuple[str, ...] = ()  # program and arguments of an external engine
    name: str = ""  # as a record names the player, "" for none
    # at which the built-in engine plays instead of a level, since it adapts to the person; else None
    rating: int | None = None

    @property
    def is_human(self) -> bool:
        """Whether a person moves."""
        return self.kind is PlayerKind.HUMAN


@dataclass(frozen=True)
class Setup:
    """How a game is played: everything the new-game panel chooses."""

    # red, black: the players
    red: Player = Player()
    black: Player = Player(PlayerKind.COMPUTER)
    start_fen: str = START_FEN  # the first position
    rules: Rules = field(default_factory=Rules)  # for repetition and the natural limit
    time: TimeControl = UNTIMED  # what Red gets, and Black, too, unless that is given
    # what Black gets; None for the same. It counts in a game by the clock only.
    black_time: TimeControl | None = None

    def time_of(self, side: int) -> TimeControl:
        """Return what the player of RED or BLACK gets."""
        other = self.black_time if side != RED else None
        return other if other is not None and other.is_timed and self.time.is_timed else self.time

    def player(self, side: int) -> Player:
        """Return the player of RED or BLACK."""
        return self.red if side == RED else self.black

    @property
    def are_named(self) -> bool:
        """Two people who have given different names: friends at one board."""
        named = bool(self.red.name and self.black.name) and self.red.name != self.black.name
        return self.is_hot_seat and named

    @property
    def is_hot_seat(self) -> bool:
        """Two people at one screen."""
        return self.red.is_human and self.black.is_human

    @property
    def is_watched(self) -> bool:
        """Engines play each other."""
        return not (self.red.is_human or self.black.is_human)

    @property
    def human_side(self) -> int | None:
        """The side of the only human, None when there are two or none."""
        if self.red.is_human == self.black.is_human:
            return None
        return RED if self.red.is_human else BLACK


@dataclass(frozen=True)
class SessionGame:
    """A game between two people with names that has ended."""

    document_id: int  # of its document
    # red, black: the names
    red: str
    black: str
    winner: str  # one of them, "" for a draw
