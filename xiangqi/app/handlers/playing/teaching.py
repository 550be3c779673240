"""A lesson in the game: before a costly move is answered, the coach offers to say why it is one.

Only in games without a clock against an engine, and only where the player wants it. The move that a hint has
proposed is never spoken against.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.playing import timing
from xiangqi.app.handlers.playing.result import Result, chain, only
from xiangqi.app.handlers.thinking.engines import think
from xiangqi.app.messages.coach_intents import LeaveMove, SeeWhy
from xiangqi.app.messages.effects import AskCoach
from xiangqi.app.model.analysis.coached import lesson_at
from xiangqi.app.model.analysis.coaching import LessonMove
from xiangqi.app.model.game.mode import Play
from xiangqi.app.model.game.turns import is_engine_turn
from xiangqi.app.model.state import AppState
from xiangqi.coach.grades import MOST_LOSS, Grade
from xiangqi.coach.notes import LessonQuestion, Offer

_PATIENCE_S: Final = 12.0
"""How long a game waits for the coach, whose process may have to start."""


def consider(state: AppState) -> Result:
    """Ask the coach about the move that a person has just made, where there is a lesson; else go on."""
    if not _is_taught(state):
        return only(state)
    play, number = state.play, state.next_id
    question = LessonQuestion(state.game.start_fen, play.moves, MOST_LOSS[Grade(state.settings.lesson)])
    lesson = LessonMove(number, state.game.id, play.moves, state.now + _PATIENCE_S)
    state = replace(_with(state, lesson), next_id=number + 1)
    return only(state, AskCoach(number, question))


def _is_taught(state: AppState) -> bool:
    play, hint = state.play, state.coaching.hint
    if not state.settings.lesson or type(play) is not Play or play.clock is not None or play.setup.is_watched:
        return False
    if not is_engine_turn(play) or not play.moves:
        return False
    return hint is None or not hint.proposes(state.game.start_fen, play.moves)


def answered(state: AppState, question_id: int, offer: Offer | None) -> Result:
    """What the coach says of the move: an offer stops the game, else it goes on."""
    lesson = lesson_at(state)
    if lesson is None or lesson.question_id != question_id:
        return only(state)
    return _go_on(state) if offer is None else only(_with(state, replace(lesson, offer=offer)))


def advance(state: AppState) -> Result:
    """A game does not wait for ever; a lesson about moves that are gone is over."""
    lesson = state.coaching.lesson
    if lesson is None:
        return only(state)
    if lesson_at(state) is None:
        return only(_with(state, None))
    return _go_on(state) if lesson.offer is None and state.now >= lesson.until else only(state)


@handles(SeeWhy)
def see_why(state: AppState, _message: SeeWhy) -> Result:
    """Show the reasons."""
    lesson = lesson_at(state)
    return only(state) if lesson is None else only(_with(state, replace(lesson, explained=True)))


@handles(LeaveMove)
def leave_move(state: AppState, _message: LeaveMove) -> Result:
    """Let the opponent answer."""
    return only(state) if lesson_at(state) is None else _go_on(state)


def _go_on(state: AppState) -> Result:
    return chain(replace(_with(state, None), preview=None), think, timing.run)


def _with(state: AppState, lesson: LessonMove | None) -> AppState:
    return replace(state, coaching=replace(state.coaching, lesson=lesson))
