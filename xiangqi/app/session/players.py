"""The players, start position, clock and rules of a game: everything the new-game panel offers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from xiangqi.app.session.time_control import UNTIMED, TimeControl
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.referee import Rules

RESIGNATION: Final = "resignation"
AGREEMENT: Final = "agreement"
TIME: Final = "time"
"""Reasons for results that the referee does not determine."""


class PlayerKind(str, Enum):
    """The kinds of players: a person or some engine."""

    HUMAN = "human"
    COMPUTER = "computer"  # the built-in engine
    ENGINE = "engine"  # an external UCI or UCCI program


@dataclass(frozen=True)
class Player:
    """The player of a side."""

    kind: PlayerKind = PlayerKind.HUMAN  # human, computer or external engine
    level: int = 1  # an engine's strength, 1 to FULL_STRENGTH; ignored for a person
    command: tuple[str, ...] = ()  # program and arguments of an external engine
    name: str = ""  # the name in records, "" for none
    # the rating at which the built-in engine plays if it adapts to the person; otherwise None
    rating: int | None = None
    book: str = ""  # a file of first moves that the built-in engine plays, "" for its own

    @property
    def is_human(self) -> bool:
        """Whether the player is a person."""
        return self.kind is PlayerKind.HUMAN


@dataclass(frozen=True)
class Setup:
    """The setup of a game: everything the new-game panel offers."""

    # red, black: the players
    red: Player = Player()
    black: Player = Player(PlayerKind.COMPUTER)
    start_fen: str = START_FEN  # the start position
    rules: Rules = field(default_factory=Rules)  # the rules of repetitions and the natural limit
    time: TimeControl = UNTIMED  # Red's time control, and Black's unless that is given
    # Black's time control; None for the same as Red's. It matters only in timed games.
    black_time: TimeControl | None = None

    def time_of(self, side: int) -> TimeControl:
        """Return the time control of RED's or BLACK's player."""
        other = self.black_time if side != RED else None
        return other if other is not None and other.is_timed and self.time.is_timed else self.time

    def player(self, side: int) -> Player:
        """Return the player of RED or BLACK."""
        return self.red if side == RED else self.black

    def called(self, side: int) -> str:
        """Return the name of RED's or BLACK's player or, without a name, the side as a Message argument."""
        return self.player(side).name or ("red" if side == RED else "black")

    def asks(self, key: str, side: int) -> Message:
        """Return the question that the player of a side asks the other one at the same screen."""
        return Message(key, who=self.called(side), answerer=self.called(opponent(side)))

    @property
    def are_named(self) -> bool:
        """Whether two people play who have entered different names."""
        named = bool(self.red.name and self.black.name) and self.red.name != self.black.name
        return self.is_hot_seat and named

    @property
    def is_sparring(self) -> bool:
        """Whether the built-in engine plays a player's first moves."""
        return bool(self.red.book or self.black.book)

    @property
    def is_hot_seat(self) -> bool:
        """Whether two people share the screen."""
        return self.red.is_human and self.black.is_human

    @property
    def is_watched(self) -> bool:
        """Whether engines play each other."""
        return not (self.red.is_human or self.black.is_human)

    @property
    def human_side(self) -> int | None:
        """The side of the only person; None if there are two or none."""
        if self.red.is_human == self.black.is_human:
            return None
        return RED if self.red.is_human else BLACK


@dataclass(frozen=True)
class SessionGame:
    """A finished game between two people with names."""

    document_id: int  # the game's document
    # red, black: the players' names
    red: str
    black: str
    winner: str  # one of them, or "" for a draw
