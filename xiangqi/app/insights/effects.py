"""Effects that review games in the background, and the events that report their results."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.library import Person


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
