"""The change of the player's rating due to the game that has just ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi.app.game.notices import GameEnded
from xiangqi.app.session.dispatch import hears
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.players import AGREEMENT, RESIGNATION, TIME
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.app.session.turns import is_rated
from xiangqi.exercises.rating import rounded

LEAST_MOVES: Final = 8
"""The minimum number of the player's moves after which a game counts that did not end on the board."""


@dataclass(frozen=True)
class RatingBefore:
    """The rating before the last rated game."""

    document_id: int  # the document of the game
    games: int  # the number of games that counted before
    rating: float | None  # None before the first


@dataclass(frozen=True)
class RatingChange:
    """The rating after a game, and its change."""

    rating: int
    by: int | None  # None if it is the first rating


@hears(GameEnded)
def note_rating(state: AppState, _notice: GameEnded) -> Result:
    """Note the rating before the game, if the game counts."""
    if not is_rated(state.play) or state.practice is None:
        return done(state)
    known = state.practice
    before = None if known.estimate is None else known.estimate.mean
    return done(state.with_part(RatingBefore(state.current_game.id, len(known.curve), before)))


def is_too_short(play: GameInProgress) -> bool:
    """Return whether an ended game goes unrated only because the person made too few moves.

    A game that has ended on the board counts, however short.
    """
    side = play.setup.human_side
    if play.end is None or side is None or not is_rated(play):
        return False
    if play.end.reason not in (RESIGNATION, AGREEMENT, TIME):
        return False
    return (len(play.moves) + int(play.line.turn_at(0) == side)) // 2 < LEAST_MOVES


def rating_change(state: AppState) -> RatingChange | None:
    """Return how the game on the board changes the rating; None if it does not count or is not weighed yet."""
    before, known = state.held(RatingBefore), state.practice
    if before is None or known is None or before.document_id != state.document.id:
        return None
    if len(known.curve) <= before.games:
        return None
    rating = rounded(known.curve[-1].mean)
    return RatingChange(rating, None if before.rating is None else rating - rounded(before.rating))
