"""The clock of the game that is played, as steps of the session: it runs while somebody's time is charged."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.document import Document
from xiangqi.app.game.players import Player
from xiangqi.app.game.strength import limits_for as untimed_limits
from xiangqi.app.game.time_control import Clock
from xiangqi.app.game.turns import has_human_moved, player_to_move, side_to_move
from xiangqi.app.mode import GameInProgress
from xiangqi.app.state import AppState
from xiangqi.app.transition import Result, done
from xiangqi.core.constants import BLACK
from xiangqi.engine.common.types import Limits


def fresh_clock(play: GameInProgress) -> Clock | None:
    """Return the clock at the beginning of a game, None when it has no time control."""
    time = play.setup.time
    return Clock.of(time, side_to_move(play), play.setup.time_of(BLACK)) if time.is_timed else None


def press(state: AppState) -> Result:
    """Charge the side that has just moved, and begin the other one's turn."""
    play = state.play
    if play.clock is None:
        return done(state)
    return done(state.put_play(replace(play, clock=play.clock.pressed(state.now))))


def run(state: AppState) -> Result:
    """Let the clock run or stand, as the game says.

    It runs from a person's first move on; not in a pause, nor after the end, nor while the engine to move gets
    ready, is at a loss or has found its move.
    """
    game = state.play
    if game.clock is None:
        return done(state)
    player = player_to_move(game)
    search = state.search
    idle = search is None or search.found is not None or player.command in state.preparing
    waits = not player.is_human and idle
    begun = bool(game.moves) and (game.setup.is_watched or has_human_moved(game))
    runs = begun and game.end is None and not game.paused and not waits
    clock = game.clock.running(state.now) if runs else game.clock.standing(state.now)
    return done(state if clock is game.clock else state.put_play(replace(game, clock=clock)))


def kept(state: AppState) -> Document:
    """Return the game that is played with its clock as it stands now: what can be written down."""
    return state.game.with_play(state.play.standing(state.now))


def limits(state: AppState, player: Player) -> Limits:
    """When the engine that is to move should stop thinking: by its level, and by its clock if there is one."""
    usual, clock = untimed_limits(player), state.play.clock
    return usual if clock is None else clock.limits(usual, state.now)
