"""The passing of time in a game: warnings, losses on time and pauses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.effect import Effect, PlaySound, Sound
from xiangqi.app.event import Tick, Tone
from xiangqi.app.game import clock
from xiangqi.app.game.clock import in_own_game
from xiangqi.app.game.play import finish, journal
from xiangqi.app.game.searching import cancel, think
from xiangqi.app.intent import Intent
from xiangqi.app.session import turns
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.notices import InputHandled
from xiangqi.app.session.places import is_at_game
from xiangqi.app.session.players import TIME
from xiangqi.app.session.searches import Purpose
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, chain, done, toast
from xiangqi.core.constants import opponent
from xiangqi.i18n.message import Message
from xiangqi.referee import Outcome

_KEPT_EVERY_S: Final = 10.0
"""The interval in seconds at which the clock is saved: a power cut gives a player no more time than that."""


@hears(Tick)
def check_clock(state: AppState, _event: Tick) -> Result:
    """Check the clock: end the game if time has run out, warn of low time, and save the clock at intervals."""
    return in_own_game(state, _check)


def _check(state: AppState) -> Result:
    clock = state.play.clock
    if clock is None or clock.since is None:
        return done(state)
    if clock.has_run_out(state.now):
        flagged = Outcome(opponent(clock.side), TIME)
        return chain(state, lambda state: finish(state, flagged), journal)
    effects: tuple[PlaySound, ...] = ()
    if clock.warning_due(state.now):
        clock = replace(clock, warned=clock.warned | {clock.side})
        if turns.is_human_turn(state.play):
            effects = (PlaySound(Sound.LOW_TIME),)
    keep = clock.since is not None and state.now - clock.since >= _KEPT_EVERY_S
    if keep:
        clock = clock.standing(state.now).running(state.now)
    state = state.put_play(replace(state.play, clock=clock))
    state, more = journal(state) if keep else done(state)
    return state, (*effects, *more)


def go_on(state: AppState) -> Result:
    """Resume the current game: run its clock and, if an engine is to move, start its search."""
    play, search = state.play, state.search
    if play.paused:
        return chain(state.put_play(replace(play, paused=False)), think, clock.run)
    if play.engine_failures or (search is not None and search.document_id == state.current_game.id):
        return done(state)
    return chain(state, cancel, think, clock.run)


def try_again(state: AppState) -> Result:
    """Restart the search of a failed engine; if it fails again, the player is asked again."""
    return chain(state, lambda state: think(state, restart=True), clock.run)


@hears(InputHandled)
def turned_away(state: AppState, notice: InputHandled) -> Result:
    """Start or stop the clock when the game is left or returned to, or a question comes or goes.

    A search for advice is cancelled when another game comes to the board; an engine to move keeps thinking.
    """
    before, search = notice.before, state.search
    effects: tuple[Effect, ...] = ()
    if (
        search is not None
        and search.purpose is not Purpose.PLAY
        and search.document_id != state.current_game.id
    ):
        state, effects = cancel(state)
    if is_at_game(before) == is_at_game(state) and before.question == state.question:
        return state, effects
    state, more = in_own_game(state, clock.run)
    return state, (*effects, *more)


@hears(InputHandled)
def uncovered(state: AppState, notice: InputHandled) -> Result:
    """Resume a game that has just returned to the board, unless it is over or paused."""
    before = notice.before
    comes_back = _is_covered(before) or before.document.id != state.document.id
    if not comes_back or _is_covered(state) or before.find(state.document.id) is None:
        return done(state)
    waits = state.play.end is not None or (state.play.paused and turns.can_pause(state.play))
    return done(state) if waits else go_on(state)


def _is_covered(state: AppState) -> bool:
    """Return whether another document, a panel or the offer to resume a game covers the game in the journal."""
    return state.document.id != state.kept_game.id or state.panel is not None or state.resume is not None


@dataclass(frozen=True)
class PauseGame(Intent, allowed_in_editor=False, on_board=True):
    """Pause or resume the current game; during a pause, the clock is stopped, and nobody can move."""


@handles(PauseGame)
def pause_game(state: AppState, _intent: PauseGame) -> Result:
    """Pause or resume the game; only a timed game or one between engines can be paused."""
    play = state.play
    if play.paused:
        return go_on(state)
    if not turns.can_pause(play):
        return done(toast(state, Message("toast.nothing_to_pause"), Tone.QUIET))
    state = replace(
        state.put_play(replace(play, paused=True)), selection=Selection(typed=state.selection.typed)
    )
    return chain(state, cancel, clock.run, journal)
