"""What makes a game say nothing of the player's strength, noted as it happens, and told once."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.game.turns import is_rated
from xiangqi.app.mode import Unrated
from xiangqi.app.notice import NoticeKey
from xiangqi.app.state import AppState, Tone
from xiangqi.app.transition import toast


def helped(state: AppState, help_taken: Unrated) -> AppState:
    """The state with the game on the board marked by what the player has had, unless it is over."""
    play = state.document.play
    if play is None or play.end is not None or help_taken in play.unrated:
        return state
    if is_rated(play):
        state = toast(state, NoticeKey.NO_LONGER_RATED, Tone.QUIET)
    return state.put(state.document.with_play(replace(play, unrated=(*play.unrated, help_taken))))
