"""Sets the running game aside, so that another document can be put on the board."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.game.play import journal
from xiangqi.app.game.searching import cancel, end_analysis
from xiangqi.app.records import preview
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, chain, done


def set_game_aside(state: AppState) -> Result:
    """Make room on the board: stop the analysis, and pause a game between engines.

    An engine to move against a person keeps thinking.
    """
    return chain(state, _not_analysed, _waiting)


def _not_analysed(state: AppState) -> Result:
    """Stop the analysis, since it would reveal the move that an exercise or a lesson asks for."""
    return done(state) if state.analysis is None else end_analysis(preview.closed(state))


def _waiting(state: AppState) -> Result:
    """Pause the running game if engines play each other."""
    left = state.left_game
    if left is None or left.play is None or left.play.paused or not left.play.setup.is_watched:
        return done(state)
    state = state.put(left.with_play(replace(left.play.standing(state.now), paused=True)))
    return chain(state, cancel, *((journal,) if left.play.clock is not None else ()))
