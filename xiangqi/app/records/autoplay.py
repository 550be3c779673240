"""Plays through the shown line by itself, at a chosen pace."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.event import Tick, Tone
from xiangqi.app.intent import Intent
from xiangqi.app.records.browse import GoTo, go_to
from xiangqi.app.session import view
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.i18n.message import Message

PACES: Final = (1.0, 2.0, 4.0, 8.0)
"""The seconds for a move that can be chosen, the quickest first."""


@dataclass(frozen=True)
class Autoplay:
    """The document whose line plays by itself, and its pace."""

    pace: int = 1  # an index into PACES
    document_id: int | None = None  # the document that plays; None while nothing does
    ply: int = 0  # the position that was shown last
    due: float = 0.0  # when the next move is due, in seconds


@dataclass(frozen=True)
class ToggleAutoplay(Intent, allowed_in_editor=False, on_board=True):
    """Let the shown line play by itself from the shown position, or stop it."""


@handles(ToggleAutoplay)
def toggle_autoplay(state: AppState, _intent: ToggleAutoplay) -> Result:
    """Start, from the first position if the last is shown, or stop; a running game is refused."""
    if is_playing_on(state):
        return done(_stopped(state))
    shown = view.line(state)
    is_live = state.document.play is not None and state.document.play.end is None
    if is_live or not shown.moves or state.replay is not None:
        return done(toast(state, Message("toast.nothing_to_play"), Tone.QUIET))
    if shown.at_end:
        state, _ = go_to(state, GoTo(0))
    return done(_waiting(state))


@dataclass(frozen=True)
class ChangePace(Intent, allowed_in_editor=False, on_board=True):
    """Switch to the next slower pace or, from the slowest, to the quickest."""


@handles(ChangePace)
def change_pace(state: AppState, _intent: ChangePace) -> Result:
    """Change the pace, even while a line is playing, and show it in a toast."""
    autoplay = state.part(Autoplay)
    state = state.with_part(replace(autoplay, pace=(autoplay.pace + 1) % len(PACES)))
    if is_playing_on(state):
        state = _waiting(state)
    seconds = PACES[state.part(Autoplay).pace]
    return done(toast(state, Message("toast.pace", count=round(seconds)), Tone.QUIET))


def is_playing_on(state: AppState) -> bool:
    """Return whether the line on the board is playing by itself, and the player has not gone elsewhere."""
    autoplay = state.part(Autoplay)
    return autoplay.document_id == state.document.id and autoplay.ply == view.line(state).ply


def _waiting(state: AppState) -> AppState:
    autoplay = state.part(Autoplay)
    due = state.now + PACES[autoplay.pace]
    return state.with_part(Autoplay(autoplay.pace, state.document.id, view.line(state).ply, due))


def _stopped(state: AppState) -> AppState:
    return state.with_part(Autoplay(state.part(Autoplay).pace))


@hears(Tick)
def show_next_move(state: AppState, _event: Tick) -> Result:
    """Show the next position when it is due; stop at the end, or if the player has gone elsewhere."""
    autoplay = state.part(Autoplay)
    if autoplay.document_id is None:
        return done(state)
    if not is_playing_on(state) or state.replay is not None or state.document.mode.arranges:
        return done(_stopped(state))
    if state.now < autoplay.due:
        return done(state)
    state, effects = go_to(state, GoTo(autoplay.ply + 1))
    return _stopped(state) if view.line(state).at_end else _waiting(state), effects
