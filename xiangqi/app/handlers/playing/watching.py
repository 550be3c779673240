"""Watching engines play each other: at what pace, and one move at a time."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.playing import timing
from xiangqi.app.handlers.playing.play import make_move
from xiangqi.app.handlers.playing.result import Result, chain, only, toast
from xiangqi.app.handlers.thinking.engines import think
from xiangqi.app.messages.intents import StepGame
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, Tone
from xiangqi.board import Move


def is_early(state: AppState) -> bool:
    """Whether the move that an engine has found has to wait, so that one can follow. A single step has not."""
    play = state.play
    paced = play.setup.is_watched and not play.stepping and play.tip.parent is not None
    return paced and state.now < play.moved_at + state.settings.watch_s


def hold(state: AppState, move: Move) -> Result:
    """Let a move wait for its time, for which no clock runs."""
    if state.search is None:
        return only(state)
    return timing.run(replace(state, search=replace(state.search, found=move)))


def advance(state: AppState) -> Result:
    """Time passes: the move that waits is made when its time has come."""
    search = state.search
    if search is None or search.found is None or is_early(state):
        return only(state)
    return make_move(replace(state, search=None), search.found)


@handles(StepGame)
def step_game(state: AppState, _message: StepGame) -> Result:
    """Let the engine that is to move make its move, and pause again."""
    play = state.play
    if play.end is not None or not play.setup.is_watched:
        return only(toast(state, Say.NOTHING_TO_PAUSE, Tone.QUIET))
    stepping = state.put_play(replace(play, paused=False, stepping=True))
    if state.search is None:
        return chain(stepping, think)
    return advance(stepping)
