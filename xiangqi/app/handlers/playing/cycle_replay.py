"""Going through the cycle that the referee has judged: stepping is that of the game, kept within the cycle."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.files.browse import go_to
from xiangqi.app.handlers.playing.result import Result, only, toast
from xiangqi.app.messages.intents import CloseReplay, GoTo, OpenReplay, PauseReplay
from xiangqi.app.model import view
from xiangqi.app.model.hand_state import Hand
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, Replay, Tone

STEP_SECONDS: Final = 1.4
"""From one move to the next while they follow each other."""


@handles(OpenReplay)
def open_replay(state: AppState, _message: OpenReplay) -> Result:
    """Show the first position of the cycle that ended the line on the board, and let its moves follow."""
    verdict = view.judged_cycle(state)
    if verdict is None:
        return only(toast(state, Say.NO_CYCLE, Tone.QUIET))
    first = len(view.line(state).moves) - len(verdict.cycle)
    state, _ = go_to(replace(state, replay=None), GoTo(first))
    return only(_playing(replace(state, hand=Hand(), panel=None, replay=Replay(first))))


@handles(PauseReplay)
def pause_replay(state: AppState, _message: PauseReplay) -> Result:
    """Stop the moves or let them go on; at the end they begin anew."""
    if state.replay is None:
        return only(state)
    if state.replay.playing:
        return only(replace(state, replay=replace(state.replay, playing=False)))
    if view.line(state).at_end:
        state, _ = go_to(state, GoTo(state.replay.first))
    return only(_playing(state))


@handles(CloseReplay)
def close_replay(state: AppState, _message: CloseReplay) -> Result:
    """Back to the end of the line."""
    if state.replay is None:
        return only(state)
    state, _ = go_to(state, GoTo(len(view.line(state).moves)))
    return only(replace(state, replay=None, hand=Hand()))


def kept(before: AppState, result: Result) -> Result:
    """What a message has led to; a replay goes with the line it is about."""
    after, effects = result
    if after.replay is None or before.replay is None or view.line(after).moves == view.line(before).moves:
        return result
    return replace(after, replay=None), effects


def advance(state: AppState) -> Result:
    """Show the next position when it is time for it; the last one ends the playing."""
    replay = state.replay
    if replay is None or not replay.playing or state.now < replay.due:
        return only(state)
    state, effects = go_to(state, GoTo(view.line(state).ply + 1))
    return state if view.line(state).at_end else _playing(state), effects


def _playing(state: AppState) -> AppState:
    replay = state.replay
    return (
        state
        if replay is None
        else replace(state, replay=replace(replay, playing=True, due=state.now + STEP_SECONDS))
    )
