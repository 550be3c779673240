"""Steps that start and stop the clock of the current game, and charge each side for its time."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.places import is_at_game
from xiangqi.app.session.players import Player
from xiangqi.app.session.state import AppState
from xiangqi.app.session.strength import limits_for as untimed_limits
from xiangqi.app.session.time_control import Clock
from xiangqi.app.session.transition import Result, Step, done
from xiangqi.app.session.turns import has_human_moved, is_rated, player_to_move, side_to_move
from xiangqi.core.constants import BLACK
from xiangqi.engine.common.types import Limits


def fresh_clock(play: GameInProgress) -> Clock | None:
    """Return the clock at the start of a game, or None if the game is untimed."""
    time = play.setup.time
    return Clock.of(time, side_to_move(play), play.setup.time_of(BLACK)) if time.is_timed else None


def press(state: AppState) -> Result:
    """Charge the side that has just moved, and start the other side's turn."""
    play = state.play
    if play.clock is None:
        return done(state)
    return done(state.put_play(replace(play, clock=play.clock.pressed(state.now))))


def in_own_game(state: AppState, step: Step) -> Result:
    """Apply a step to the player's own game, even if an exercise is on the board."""
    own = state.own_game
    if own is None or own.id == state.current_game.id:
        return step(state)
    state, effects = step(replace(state, acting=own.id))
    return replace(state, acting=None), effects


def run(state: AppState) -> Result:
    """Start or stop the clock, depending on the state of the game.

    It runs from a person's first move on, or between two engines from the first move. It stops during a pause,
    after the end, and while the engine to move is getting ready, has failed or, in a watched game, has
    found its move early. It also stops while another page is shown, unless the game is rated, and while a
    player is asked to let the other take a move back.
    """
    game = state.play
    if game.clock is None:
        return done(state)
    player = player_to_move(game)
    search = state.search
    held = search is not None and search.found is not None and game.setup.is_watched
    idle = search is None or held or player.command in state.preparing
    waits = not player.is_human and idle
    begun = bool(game.moves) and (game.setup.is_watched or has_human_moved(game))
    left = state.current_game.is_own_game and not is_at_game(state) and not is_rated(game)
    asked = state.question is not None and state.question.stops_clock
    runs = begun and game.end is None and not (game.paused or waits or left or asked)
    clock = game.clock.running(state.now) if runs else game.clock.standing(state.now)
    return done(state if clock is game.clock else state.put_play(replace(game, clock=clock)))


def kept(state: AppState) -> Document:
    """Return the current game with its clock stopped at the present time, ready to be saved."""
    return state.current_game.with_play(state.play.standing(state.now))


def limits(state: AppState, player: Player) -> Limits:
    """Return the search limits of the engine to move.

    Its usual limits are bounded by a time limit for each move; if the game has a total time without such a
    limit, those of its clock alone apply.
    """
    usual, clock = untimed_limits(player), state.play.clock
    return usual if clock is None else clock.limits(usual, state.now)
