"""What the clock brings about: warnings, fallen flags, pauses."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.app import timing, turns
from xiangqi.app.effects import PlaySound, Sound
from xiangqi.app.engines import cancel, think
from xiangqi.app.hand_state import Hand
from xiangqi.app.intents import PauseGame
from xiangqi.app.play import finish, journal
from xiangqi.app.result import Result, chain, only, toast
from xiangqi.app.say import Say
from xiangqi.app.state import TIME, AppState, Tone
from xiangqi.core.constants import opponent
from xiangqi.referee import Outcome

_KEPT_EVERY_S: Final = 10.0
"""How much of a long thought a power cut can give back."""


def advance(state: AppState) -> Result:
    """Time has passed: a flag may fall, time may get low, and the clock is kept now and then."""
    clock = state.game.clock
    if clock is None or clock.since is None:
        return only(state)
    if clock.has_run_out(state.now):
        flagged = Outcome(opponent(clock.side), TIME)
        return chain(state, lambda state: finish(state, flagged), journal)
    effects: tuple[PlaySound, ...] = ()
    if clock.warning_due(state.now):
        clock = replace(clock, warned=clock.warned | {clock.side})
        if turns.is_human_turn(state.game):
            effects = (PlaySound(Sound.LOW_TIME),)
    keep = clock.since is not None and state.now - clock.since >= _KEPT_EVERY_S
    if keep:
        clock = clock.standing(state.now).running(state.now)
    state = replace(state, game=replace(state.game, clock=clock))
    state, more = journal(state) if keep else only(state)
    return state, (*effects, *more)


def pause_game(state: AppState, _message: PauseGame) -> Result:
    """Pause, or go on; in a game without clock and engine at work there is nothing to pause."""
    game = state.game
    if game.paused:
        return chain(replace(state, game=replace(game, paused=False)), think, timing.run)
    if not timing.can_pause(game):
        return only(toast(state, Say.NOTHING_TO_PAUSE, Tone.QUIET))
    state = replace(state, game=replace(game, paused=True), hand=Hand(typed=state.hand.typed))
    return chain(state, cancel, timing.run, journal)
