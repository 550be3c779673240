"""Records the help that makes a game unrated, and tells the player once."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.event import Tone
from xiangqi.app.game.turns import is_rated
from xiangqi.app.mode import Unrated
from xiangqi.app.state import AppState
from xiangqi.app.transition import toast
from xiangqi.i18n.message import Message


def helped(state: AppState, help_taken: Unrated) -> AppState:
    """Return the state with the game on the board marked as unrated for a kind of help, unless it is over."""
    play = state.document.play
    if play is None or play.end is not None or help_taken in play.unrated:
        return state
    if is_rated(play):
        state = toast(state, Message("toast.no_longer_rated"), Tone.QUIET)
    return state.put(state.document.with_play(replace(play, unrated=(*play.unrated, help_taken))))
