"""Effects that review games in the background, and the events with what they have found."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.insights.state import Report
from xiangqi.library import LibraryPlayer, Person


@dataclass(frozen=True)
class GoOnReviewing(Effect):
    """Review the games of a person that were not reviewed yet, in a process of the lowest priority."""

    review_id: int  # stamps the reports; with another one the person's games are looked up anew
    person: Person
    all_games: bool  # whether games with help and from other positions count, too


@dataclass(frozen=True)
class PauseReviewing(Effect):
    """Stop reviewing at once, until it goes on."""


@dataclass(frozen=True)
class ReviewingStands(Event):
    """How far the reviews are."""

    review_id: int  # the order
    counted: int = 0
    waiting: int = 0
    left_out: int = 0
    failure: str = ""  # why it has stopped, "" if it has not


@dataclass(frozen=True)
class AskInsights(Effect):
    """Ask what the games of a player say."""

    ask_id: int  # stamps the answer
    person: Person
    all_games: bool  # whether games with help and from other positions count, too
    name: str = ""  # the player's where an opponent asks, who wants a dossier; "" where the person does


@dataclass(frozen=True)
class InsightsRead(Event):
    """What the games of a player say."""

    ask_id: int  # the question
    report: Report | None = None
    failure: str = ""  # why there is no report, "" if nothing is wrong


@dataclass(frozen=True)
class ListPlayers(Effect):
    """List the players of the library."""


@dataclass(frozen=True)
class PlayersListed(Event):
    """The players of the library have been listed."""

    players: tuple[LibraryPlayer, ...]  # those with the most games first


@dataclass(frozen=True)
class ForgetReviews(Effect):
    """Delete what reviews have found in the games of a person."""

    person: Person


@dataclass(frozen=True)
class PrepareSparring(Effect):
    """Write the first moves of a player as a book for the engine."""

    name: str  # the player
    side: int  # RED or BLACK, the computer's in the game to come
    fen: str  # the first position of that game


@dataclass(frozen=True)
class SparringReady(Event):
    """The first moves of a player have been written."""

    name: str
    side: int  # as in the order
    fen: str  # as in the order
    book: Path
    rating: int | None  # the player's; None if it is not known
