"""Notes whether the player has looked at the last game lost to an engine, as Home suggests."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.game.notices import GameEnded
from xiangqi.app.session.dispatch import hears
from xiangqi.app.session.mode import DocumentKind, GameInProgress
from xiangqi.app.session.notices import InputHandled
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.places import kind_of
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.core.constants import opponent
from xiangqi.storage.settings import with_values


@hears(GameEnded)
def lost(state: AppState, _notice: GameEnded) -> Result:
    """Note a game that the player has lost to an engine."""
    play = state.play
    side = play.setup.human_side
    if type(play) is not GameInProgress or side is None or play.end is None or not play.moves:
        return done(state)
    return _noted(state, unseen=True) if play.end.winner == opponent(side) else done(state)


@hears(InputHandled, when=lambda state, _notice: state.settings.unseen_loss)
def looked_at(state: AppState, notice: InputHandled) -> Result:
    """Note that the player looks at a game of their own: reviews it, opens it or practises its mistakes."""
    return _noted(state, unseen=False) if _looks(notice.before, state) else done(state)


def _looks(before: AppState, state: AppState) -> bool:
    if state.panel is not None:
        return False
    document = state.document
    if document.play is None:
        stored = document.collection is not None and bool(document.collection.stored)
        return stored and document.player_side is not None
    if kind_of(document) is DocumentKind.EXERCISE:
        return before.panel is None and _is_over(before)
    return _is_over(state) and state.shown_analysis is not None


def _is_over(state: AppState) -> bool:
    """Return whether a game played here that has ended is on the board."""
    play = state.document.play
    return state.document.is_own_game and play is not None and play.end is not None


def _noted(state: AppState, *, unseen: bool) -> Result:
    settings = with_values(state.settings, {"unseen_loss": unseen})
    if settings == state.settings:
        return done(state)
    return done(replace(state, settings=settings), SaveSettings(settings))
