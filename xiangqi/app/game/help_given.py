"""Help during a game: it makes the game unrated, and two people at one screen must agree to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.event import Tone
from xiangqi.app.intent import Intent
from xiangqi.app.session.dispatch import handle, handles
from xiangqi.app.session.mode import GameInProgress, Unrated
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, asked, done, toast
from xiangqi.app.session.turns import is_rated, side_to_move
from xiangqi.core.constants import opponent
from xiangqi.i18n.message import Message
from xiangqi.storage.settings import with_values


def helped(state: AppState, help_taken: Unrated) -> AppState:
    """Return the state with the game on the board marked as unrated for a kind of help, unless it is over."""
    play = state.document.play
    if play is None or play.end is not None or help_taken in play.unrated:
        return state
    if is_rated(play):
        state = toast(state, Message("toast.no_longer_rated"), Tone.QUIET)
    return state.put(state.document.with_play(replace(play, unrated=(*play.unrated, help_taken))))


@dataclass(frozen=True)
class CountGames(Intent, allowed_in_editor=False):
    """Choose whether games against the computer count for the rating: yes from the next on, no at once."""

    yes: bool


@handles(CountGames)
def count_games(state: AppState, intent: CountGames) -> Result:
    """Save the choice, and make the game on the board unrated or say that the next one counts."""
    settings = with_values(state.settings, {"rated": intent.yes})
    state = replace(state, settings=settings)
    if intent.yes:
        state = toast(state, Message("toast.next_is_rated"), Tone.QUIET)
    else:
        state = helped(state, Unrated.CHOSEN)
    return done(state, SaveSettings(settings))


def goes_along(state: AppState, document_id: int | None) -> bool:
    """Return whether help shown beside a document may stay beside the one that is now on the board.

    It may not if that is another game being played, which would become unrated although nobody asked for help.

    Args:
        state: the session.
        document_id: the document beside which it was shown; None if it has just been asked for.
    """
    document = state.document
    watched = document.play is not None and document.play.setup.is_watched
    return document_id in (None, document.id) or document.takes_variations or watched


@dataclass(frozen=True)
class AgreeHelp(Intent, allowed_in_editor=False):
    """Show good moves to two people at one screen, now that both have agreed to it."""

    then: Intent  # the request for help


@handles(AgreeHelp)
def agree_help(state: AppState, intent: AgreeHelp) -> Result:
    """Store the agreement, and give the requested help."""
    play = state.document.play
    if play is None:
        return done(state)
    return handle(state.put(state.document.with_play(replace(play, helped=True))), intent.then)


def may_ask_for_help(play: GameInProgress | None) -> bool:
    """Return whether two named people are playing and have not yet agreed to be shown good moves."""
    return play is not None and play.end is None and play.setup.are_named and not play.helped


def ask_for_help(state: AppState, play: GameInProgress, intent: Intent) -> Result:
    """Ask the waiting player whether the player to move may be helped."""
    side = side_to_move(play)
    who, answerer = play.setup.called(side), play.setup.called(opponent(side))
    return asked(state, Message("ask.help_two", who=who, answerer=answerer), AgreeHelp(intent))
