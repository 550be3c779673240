"""Reviews in the window's idle time, which pause as soon as an engine is needed for anything else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.event import Tick
from xiangqi.app.insights.asks_reviews import GoOnReviewing, PauseReviewing, ReviewingStands
from xiangqi.app.insights.people import is_known_whose, person_of
from xiangqi.app.insights.state import BackgroundReview, InsightsState
from xiangqi.app.intent import Intent
from xiangqi.app.session.busy import is_busy
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.session.notices import InputHandled
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.library import Person
from xiangqi.storage.settings import with_values

REST_S: Final = 1.0
"""The idle time in seconds before reviews continue."""

_EVERY: Final = 5
"""The number of further reviews after which the insights are read again."""


@dataclass(frozen=True)
class ToggleReviewing(Intent, allowed_in_editor=True):
    """Stop or resume reviewing in idle time."""


@handles(ToggleReviewing)
def toggle_reviewing(state: AppState, _intent: ToggleReviewing) -> Result:
    """Stop or resume reviewing, and save the choice."""
    settings = with_values(state.settings, {"reviewing": not state.settings.reviewing})
    return done(looked_up_anew(replace(state, settings=settings)), SaveSettings(settings))


@dataclass(frozen=True)
class ReviewTheirGames(Intent, allowed_in_editor=True):
    """Review the games of another player before the person's own, or stop doing so."""

    name: str  # the player; "" to stop


@handles(ReviewTheirGames)
def review_their_games(state: AppState, intent: ReviewTheirGames) -> Result:
    """Begin the reviews when next idle, even if reviewing is switched off; only the last request counts."""
    reviews = state.part(InsightsState).reviews
    if reviews.wish == intent.name:
        return done(state)
    running = reviews.running
    state = _with_reviews(state, replace(reviews, wish=intent.name, about=None, failure="", running=False))
    return done(state, *([PauseReviewing()] if running else []))


def _with_reviews(state: AppState, reviews: BackgroundReview) -> AppState:
    return state.with_part(replace(state.part(InsightsState), reviews=reviews))


def looked_up_anew(state: AppState) -> AppState:
    """Return the state in which the games to review and the insights are due to be looked up again."""
    reviews = replace(state.part(InsightsState).reviews, about=None, failure="")
    return state.with_part(replace(state.part(InsightsState), reviews=reviews, stale=True))


@hears(InputHandled)
def make_way(state: AppState, _notice: InputHandled) -> Result:
    """Pause the reviews before an engine or the library is needed for another purpose."""
    reviews = state.part(InsightsState).reviews
    if not reviews.running or not is_busy(state):
        return done(state)
    return done(
        _with_reviews(state, replace(reviews, running=False, idle_from=state.now + REST_S)), PauseReviewing()
    )


@hears(Tick)
def review_when_idle(state: AppState, _event: Tick) -> Result:
    """Start, continue or stop the reviews, depending on the settings and on what else is going on."""
    reviews, settings = state.part(InsightsState).reviews, state.settings
    if is_busy(state):
        return done(_with_reviews(state, replace(reviews, idle_from=state.now + REST_S)))
    own = settings.reviewing and is_known_whose(state)
    is_wanted = (own or bool(reviews.wish)) and not reviews.failure
    if not is_wanted:
        stopped = _with_reviews(state, replace(reviews, running=False))
        return done(stopped, PauseReviewing()) if reviews.running else done(state)
    person = Person((reviews.wish,)) if reviews.wish else person_of(settings)
    about = person, settings.all_games
    if reviews.about != about:
        reviews = replace(reviews, id=state.next_id, about=about, running=False, waiting=None)
        state = replace(state, next_id=state.next_id + 1)
    if reviews.running or reviews.is_done or state.now < reviews.idle_from:
        return done(_with_reviews(state, reviews))
    order = GoOnReviewing(reviews.id, *about)
    return done(_with_reviews(state, replace(reviews, running=True)), order)


@handles(ReviewingStands)
def reviewing_stands(state: AppState, event: ReviewingStands) -> Result:
    """Record the progress of the reviews; the insights become stale every _EVERY games and at the end."""
    reviews = state.part(InsightsState).reviews
    if reviews.id != event.review_id:
        return done(state)
    is_over = bool(event.failure) or not event.waiting
    if event.counted != reviews.counted and (is_over or event.counted % _EVERY == 0):
        state = state.with_part(replace(state.part(InsightsState), stale=True))
    reviews = replace(
        reviews,
        counted=event.counted,
        waiting=event.waiting,
        left_out=event.left_out,
        failure=event.failure,
        running=reviews.running and not is_over,
    )
    if reviews.wish and event.waiting == 0 and not event.failure:
        reviews = replace(reviews, wish="", about=None)  # one's own games are next
    return done(_with_reviews(state, reviews))


@hears(LibraryChanged)
def library_changed(state: AppState, _event: LibraryChanged) -> Result:
    """Have the games to review, and the insights, looked up again."""
    return done(looked_up_anew(state))
