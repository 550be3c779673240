"""Effects that review games in the background, and the events that report their results."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.insights.state import Report
from xiangqi.library import LibraryPlayer, Person


@dataclass(frozen=True)
class GoOnReviewing(Effect):
    """Review the games of a person that have not been reviewed yet, in a process of the lowest priority."""

    review_id: int  # stamps the reports; a new one makes the service look up the person's games again
    person: Person
    all_games: bool  # whether games with help and from other positions also count


@dataclass(frozen=True)
class PauseReviewing(Effect):
    """Stop reviewing at once until the next `GoOnReviewing`."""

    goes_first = True  # what needs the engine or the library must not have to wait


@dataclass(frozen=True)
class ReviewingStands(Event):
    """The progress of the reviews."""

    review_id: int  # as in the order
    counted: int = 0
    waiting: int = 0
    left_out: int = 0
    failure: str = ""  # why the reviews have stopped; "" if they have not


@dataclass(frozen=True)
class AskInsights(Effect):
    """Read the insights into a player's games."""

    ask_id: int  # stamps the answer
    person: Person
    all_games: bool  # whether games with help and from other positions also count
    name: str = ""  # the player, if an opponent asks for a dossier; "" for the person at this computer


@dataclass(frozen=True)
class InsightsRead(Event):
    """The insights into a player's games have been read."""

    ask_id: int  # as in the order
    report: Report | None = None
    failure: str = ""  # why there is no report; "" if there is one


@dataclass(frozen=True)
class ListPlayers(Effect):
    """List the players of the library."""


@dataclass(frozen=True)
class PlayersListed(Event):
    """The players of the library have been listed."""

    players: tuple[LibraryPlayer, ...]  # the ones with the most games first


@dataclass(frozen=True)
class ForgetReviews(Effect):
    """Delete the results of all reviews of a person's games."""

    person: Person


@dataclass(frozen=True)
class PrepareSparring(Effect):
    """Write a player's first moves as an opening book for the engine."""

    name: str  # the player
    side: int  # RED or BLACK, the computer's in the game to come
    fen: str  # the starting position of that game


@dataclass(frozen=True)
class SparringReady(Event):
    """A player's first moves have been written as an opening book."""

    name: str
    side: int  # as in the order
    fen: str  # as in the order
    book: Path
    rating: int | None  # the player's; None if unknown
