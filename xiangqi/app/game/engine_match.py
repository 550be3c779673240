"""The pace of engines' moves, and playing a game between engines one move at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.event import Tick, Tone
from xiangqi.app.game import clock
from xiangqi.app.game.play import make_move
from xiangqi.app.game.searching import think
from xiangqi.app.intent import Intent
from xiangqi.app.session import turns
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.players import PlayerKind
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, chain, done, toast
from xiangqi.board import Move
from xiangqi.i18n.message import Message

_PACES_S: Final = (0.8, 1.3, 1.0, 1.6, 0.9)
_SHARE_OF_TIME: Final = 0.05  # the part of its time left for which an engine with a clock waits at most


def is_early(state: AppState) -> bool:
    """Return whether an engine's move must wait so that people can follow the game.

    The first move and single steps never wait.
    """
    play = state.play
    if play.stepping or play.tip.parent is None:
        return False
    return state.now < play.moved_at + _pace_s(state, play)


def _pace_s(state: AppState, play: GameInProgress) -> float:
    """Return the minimum time in seconds between a move and the engine's reply to it.

    If the player has chosen humanlike pacing, the built-in engine's replies are delayed by slightly varying
    times, but never by more than a small part of the time left on its clock.
    """
    if play.setup.is_watched:
        return state.settings.watch_s
    plain = type(play) is GameInProgress
    built_in = turns.player_to_move(play).kind is PlayerKind.COMPUTER
    if state.settings.pace != "human" or not (plain and built_in):
        return 0.0
    pace = _PACES_S[len(play.moves) // 2 % len(_PACES_S)]
    if play.clock is None:
        return pace
    return min(pace, _SHARE_OF_TIME * play.clock.reading(play.clock.side, state.now).left_s)


def hold(state: AppState, move: Move) -> Result:
    """Delay a move until it is due; the pause counts as the engine's time, but not if engines are watched."""
    if state.search is None:
        return done(state)
    return clock.run(replace(state, search=replace(state.search, found=move)))


@hears(Tick)
def play_held_move(state: AppState, _event: Tick) -> Result:
    """Play a delayed engine move when it is due."""
    return clock.in_own_game(state, _play_held)


def _play_held(state: AppState) -> Result:
    search = state.search
    if search is None or search.found is None or is_early(state):
        return done(state)
    return make_move(replace(state, search=None), search.found)


@dataclass(frozen=True)
class StepGame(Intent, allowed_in_editor=False):
    """Let two engines make one move, and pause again."""


@handles(StepGame)
def step_game(state: AppState, _intent: StepGame) -> Result:
    """Let the engine whose turn it is make its move, then pause again."""
    play = state.play
    if play.end is not None or not play.setup.is_watched:
        return done(toast(state, Message("toast.nothing_to_pause"), Tone.QUIET))
    stepping = state.put_play(replace(play, paused=False, stepping=True))
    if state.search is None:
        return chain(stepping, think)
    return _play_held(stepping)
