"""Replays the cycle that the referee has judged; stepping works as in the game, within the cycle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.event import Tick, Tone
from xiangqi.app.intent import Intent
from xiangqi.app.records.browse import GoTo, go_to
from xiangqi.app.session import view
from xiangqi.app.session.closing import ClosingOrder, closes
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.notices import InputHandled
from xiangqi.app.session.replay import Replay
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.i18n.message import Message

STEP_SECONDS: Final = 1.4
"""The interval between moves during the replay, in seconds."""


@dataclass(frozen=True)
class OpenReplay(Intent, allowed_in_editor=False, on_board=True):
    """Replay the judged cycle automatically, from its start."""


@handles(OpenReplay)
def open_replay(state: AppState, _intent: OpenReplay) -> Result:
    """Show the first position of the cycle that ended the line on the board, and start the replay."""
    verdict = view.judged_cycle(state)
    if verdict is None:
        return done(toast(state, Message("toast.no_cycle"), Tone.QUIET))
    first = len(view.line(state).moves) - len(verdict.cycle)
    state, _ = go_to(replace(state, replay=None), GoTo(first))
    return done(_playing(replace(state, selection=Selection(), panel=None, replay=Replay(first))))


@dataclass(frozen=True)
class PauseReplay(Intent, allowed_in_editor=False, on_board=True):
    """Pause or resume the automatic replay."""


@handles(PauseReplay)
def pause_replay(state: AppState, _intent: PauseReplay) -> Result:
    """Pause or resume the replay; at its end it starts again."""
    if state.replay is None:
        return done(state)
    if state.replay.playing:
        return done(replace(state, replay=replace(state.replay, playing=False)))
    if view.line(state).at_end:
        state, _ = go_to(state, GoTo(state.replay.first))
    return done(_playing(state))


@dataclass(frozen=True)
class CloseReplay(Intent, allowed_in_editor=False):
    """Leave the replay and return to the end of the game."""


@handles(CloseReplay)
def close_replay(state: AppState, _intent: CloseReplay) -> Result:
    """Close the replay and show the end of the line."""
    if state.replay is None:
        return done(state)
    state, _ = go_to(state, GoTo(len(view.line(state).moves)))
    return done(replace(state, replay=None, selection=Selection()))


@closes(ClosingOrder.REPLAY, when=lambda state: state.replay is not None)
def leave_replay(state: AppState) -> Result:
    """Close the replay and show the end of the line."""
    return close_replay(state, CloseReplay())


@hears(InputHandled)
def drop_stale_replay(state: AppState, notice: InputHandled) -> Result:
    """Close the replay if the input has changed the replayed line."""
    before = notice.before
    if state.replay is None or before.replay is None or view.line(state).moves == view.line(before).moves:
        return done(state)
    return done(replace(state, replay=None))


@hears(Tick)
def show_next_position(state: AppState, _event: Tick) -> Result:
    """Show the next position when it is due, and stop after the last one."""
    replay = state.replay
    if replay is None or not replay.playing or state.now < replay.due:
        return done(state)
    state, effects = go_to(state, GoTo(view.line(state).ply + 1))
    return state if view.line(state).at_end else _playing(state), effects


def _playing(state: AppState) -> AppState:
    replay = state.replay
    return (
        state
        if replay is None
        else replace(state, replay=replace(replay, playing=True, due=state.now + STEP_SECONDS))
    )
