"""Quits: closes the window, and saves the settings and the running game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from xiangqi.app.game.asks import DeleteDraft, DeleteJournal
from xiangqi.app.game.clock import in_own_game
from xiangqi.app.game.notices import GameLeft
from xiangqi.app.game.play import journal
from xiangqi.app.game.searching import cancel
from xiangqi.app.session.dispatch import announce, handles
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, chain


@handles(Quit)
def quit_program(state: AppState, _intent: Quit) -> Result:
    """Close the window, stopping the search and saving the settings.

    The draft is deleted, and so is the journal of a game that is over, unless a game of an earlier run is still
    offered. A timed game is written to the journal with its clock.
    """
    state, effects = chain(replace(state, quitting=True), cancel, partial(announce, heard=GameLeft()))
    if state.saving.drafted:
        effects = (*effects, DeleteDraft())
    play = state.kept_game.play or state.play
    if play.end is not None and state.resume is None:
        effects = (*effects, DeleteJournal(is_last=True))
    elif play.clock is not None and play.moves:
        state, more = in_own_game(state, journal)
        effects = (*effects, *more)
    return state, (*effects, SaveSettings(state.settings))
