"""Asks the coach for the reason why a move is better than a practised mistake."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.coach.asks import AskCoach
from xiangqi.app.session.coaching import Better
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.intents import ExplainBetter
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.coach.notes import HintLadder, HintQuestion
from xiangqi.line import Line


@handles(ExplainBetter)
def explain_better(state: AppState, intent: ExplainBetter) -> Result:
    """Ask the coach why the first move of a line is best, and why the move played is a mistake."""
    better = Better(state.next_id, intent.fen, intent.played)
    coaching = replace(state.coaching, better=better)
    state = replace(state, coaching=coaching, next_id=state.next_id + 1)
    question = HintQuestion(Line(intent.fen), intent.line, intent.played)
    return done(state, AskCoach(better.question_id, question))


def answered(state: AppState, question_id: int, ladder: HintLadder | None) -> Result:
    """Keep the reasons if it answers the latest question of its kind; do nothing without an answer."""
    better = state.coaching.better
    if better is None or better.question_id != question_id or ladder is None:
        return done(state)
    better = replace(better, reason=ladder.reason, fault=ladder.fault)
    return done(replace(state, coaching=replace(state.coaching, better=better)))
