"""Games between engines: their pace, and playing them one move at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.dispatch import handles
from xiangqi.app.engines.searching import think
from xiangqi.app.event import Tone
from xiangqi.app.game import clock
from xiangqi.app.game.play import make_move
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.state import AppState
from xiangqi.app.transition import Result, chain, done, toast
from xiangqi.board import Move
from xiangqi.i18n.message import Message


def is_early(state: AppState) -> bool:
    """Return whether an engine's move must wait so that spectators can follow; False in a single step."""
    play = state.play
    paced = play.setup.is_watched and not play.stepping and play.tip.parent is not None
    return paced and state.now < play.moved_at + state.settings.watch_s


def hold(state: AppState, move: Move) -> Result:
    """Delay a move until it is due; no clock runs meanwhile."""
    if state.search is None:
        return done(state)
    return clock.run(replace(state, search=replace(state.search, found=move)))


def advance(state: AppState) -> Result:
    """Play a delayed engine move when it is due."""
    search = state.search
    if search is None or search.found is None or is_early(state):
        return done(state)
    return make_move(replace(state, search=None), search.found)


@dataclass(frozen=True)
class StepGame(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Let two engines make one move, and pause again."""


@handles(StepGame)
def step_game(state: AppState, _intent: StepGame) -> Result:
    """Let the engine to move make its move, and pause again."""
    play = state.play
    if play.end is not None or not play.setup.is_watched:
        return done(toast(state, Message("toast.nothing_to_pause"), Tone.QUIET))
    stepping = state.put_play(replace(play, paused=False, stepping=True))
    if state.search is None:
        return chain(stepping, think)
    return advance(stepping)
