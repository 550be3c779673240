"""Handles moves in an exercise: they are sent to be judged, and the outcome is stored."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.exercises.asks import JudgeAnswer, KeepSolving, SaveSolved
from xiangqi.app.exercises.modes import Challenge, ChallengeState, HintLevel
from xiangqi.app.exercises.state import Training
from xiangqi.app.game.notices import GameLeft, MoveMade
from xiangqi.app.session.dispatch import hears
from xiangqi.app.session.document import Document
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done


def put(state: AppState, challenge: Challenge) -> AppState:
    """Return the state with a new version of the current exercise, which has the same moves."""
    return state.put(state.document.with_play(challenge))


@hears(MoveMade)
def note_answer_given(state: AppState, _notice: MoveMade) -> Result:
    """Have the player's move in an exercise judged, and clear its hint and the last refutation."""
    challenge = state.mode(Challenge)
    if challenge is None or challenge.state is not ChallengeState.ASKED or not challenge.is_answer:
        return done(state)
    challenge = replace(challenge, assignment=challenge.assignment.on_the_wing_of(challenge.moves))
    *played, move = challenge.moves
    order = JudgeAnswer(state.document.id, challenge.assignment, tuple(played), move)
    judged = replace(challenge, state=ChallengeState.JUDGED, hint_level=HintLevel.NOTHING)
    return done(put(state, replace(judged, refutation=(), missed=None)), order)


def decided(state: AppState, *, solved: bool) -> Result:
    """Store the outcome of the exercise, once, when it is known."""
    challenge = state.mode(Challenge)
    return done(state) if challenge is None else _decided(state, state.document, challenge, solved=solved)


def _decided(state: AppState, document: Document, challenge: Challenge, *, solved: bool) -> Result:
    training = state.held(Training)
    if training is not None:
        clean = solved and not challenge.wrong and not challenge.hints
        state = state.with_part(training.decided(clean, solved=solved and not challenge.kept))
    if challenge.kept or not (solved or challenge.state is ChallengeState.SHOWN):
        return done(state)
    took_s = state.now - challenge.asked_at
    round_now = state.held(Training)
    last = round_now is None or round_now.next_open is None
    state = state.put(document.with_play(replace(challenge, kept=True, last=last, took_s=took_s)))
    kept = KeepSolving(challenge.assignment, solved, challenge.wrong, challenge.hints, took_s)
    if not solved or challenge.assignment.source != "file":
        return done(state, kept)
    state = replace(state, solved=state.solved | {challenge.assignment.key})
    return done(state, kept, SaveSolved(state.solved))


@hears(GameLeft)
def game_left(state: AppState, _notice: GameLeft) -> Result:
    """Abandon the open exercise, which counts as not solved after a wrong move."""
    return abandoned(state)


def abandoned(state: AppState) -> Result:
    """Abandon the open exercise, whether it is on the board or beneath a record.

    After a wrong move it counts as not solved; otherwise it can be started again.
    """
    for document in state.documents:
        challenge = document.mode
        if isinstance(challenge, Challenge) and challenge.wrong and not challenge.kept:
            return _decided(state, document, replace(challenge, state=ChallengeState.SHOWN), solved=False)
    return done(state)
