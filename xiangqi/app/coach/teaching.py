"""Interruptions of a game: before a costly move is answered, the coach offers to explain the mistake.

The coach interrupts only in untimed games against an engine, and only if the player wants it. As long as the
game stays open, a move that a hint proposed is never criticised. If the player left the game before the
opponent answered a move, that move is examined again when the game is resumed, so that a pending question is
not lost.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.coach import coached
from xiangqi.app.coach.asks import AskCoach
from xiangqi.app.event import Tick
from xiangqi.app.game import clock
from xiangqi.app.game.notices import GameBegun, MoveMade
from xiangqi.app.game.searching import think
from xiangqi.app.intent import Intent
from xiangqi.app.session.coaching import Interruption
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, chain, done
from xiangqi.app.session.turns import is_engine_turn
from xiangqi.app.session.view import interruption_at
from xiangqi.coach.grades import MOST_LOSS
from xiangqi.coach.notes import MistakeQuestion, Offer

_PATIENCE_S: Final = 12.0
"""Seconds for which a game waits for the coach, whose process may still have to start."""


@hears(MoveMade)
def consider(state: AppState, _notice: MoveMade) -> Result:
    """Make the game wait while the coach examines a person's last move, if the player wants comments."""
    return _examine(state)


@hears(GameBegun, when=lambda _state, notice: notice.resumed)
def consider_again(state: AppState, _notice: GameBegun) -> Result:
    """Examine the last move of a resumed game that was left before the opponent answered it."""
    return _examine(state)


def _examine(state: AppState) -> Result:
    passes = coached.comments_below(state) if _waits_for_the_reply(state) else None
    if passes is None:
        return done(state)
    play, number = state.play, state.next_id
    question = MistakeQuestion(play.line, MOST_LOSS[passes])
    interruption = Interruption(number, state.current_game.id, play.moves, state.now + _PATIENCE_S)
    state = replace(_with_interruption(state, interruption), next_id=number + 1)
    return done(state, AskCoach(number, question))


def _waits_for_the_reply(state: AppState) -> bool:
    """Return whether a person has just moved against an engine without following a hint."""
    play, hint = state.play, state.coaching.hint
    if state.document.id != state.current_game.id:  # the move has ended its game, and another one still waits
        return False
    if not is_engine_turn(play) or not play.moves or play.setup.is_watched:
        return False
    return hint is None or not hint.proposes(state.current_game.id, play.line)


def answered(state: AppState, question_id: int, offer: Offer | None) -> Result:
    """Interrupt the game for the coach's offer, or continue it without one; ignore an outdated answer."""
    interruption = interruption_at(state)
    if interruption is None or interruption.question_id != question_id:
        return done(state)
    return (
        _go_on(state) if offer is None else done(_with_interruption(state, replace(interruption, offer=offer)))
    )


@hears(Tick)
def stop_waiting(state: AppState, _event: Tick) -> Result:
    """Stop waiting for a late answer, or drop an interruption about moves that are no longer on the board."""
    interruption = state.coaching.interruption
    if interruption is None:
        return done(state)
    if interruption_at(state) is None:
        return done(_with_interruption(state, None))
    return _go_on(state) if interruption.offer is None and state.now >= interruption.until else done(state)


@dataclass(frozen=True)
class SeeWhy(Intent, allowed_in_editor=False):
    """Show why the coach considers the move a mistake."""


@handles(SeeWhy)
def see_why(state: AppState, _intent: SeeWhy) -> Result:
    interruption = interruption_at(state)
    return (
        done(state)
        if interruption is None
        else done(_with_interruption(state, replace(interruption, explained=True)))
    )


@dataclass(frozen=True)
class LeaveMove(Intent, allowed_in_editor=False):
    """Keep the move that the coach questions, and let the opponent answer it."""


@handles(LeaveMove)
def leave_move(state: AppState, _intent: LeaveMove) -> Result:
    return done(state) if interruption_at(state) is None else _go_on(state)


def _go_on(state: AppState) -> Result:
    return chain(replace(_with_interruption(state, None), preview=None), think, clock.run)


def _with_interruption(state: AppState, interruption: Interruption | None) -> AppState:
    return replace(state, coaching=replace(state.coaching, interruption=interruption))
