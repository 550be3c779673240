"""Judging a whole line, position by position, and going through its mistakes.

It begins at the end: what the engine has learnt there it still knows when it comes to the moves before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.files.browse import go_to
from xiangqi.app.handlers.playing.result import Result, only, toast
from xiangqi.app.messages.intents import GoTo, NextMistake, StartReview, StopReview
from xiangqi.app.model import view
from xiangqi.app.model.analysis import analysed
from xiangqi.app.model.analysis.analysis_state import Analysis, ReviewProgress
from xiangqi.app.model.analysis.judgement import line_keys
from xiangqi.app.model.positions import searchable
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, Tone
from xiangqi.engine.common.types import Limits

SECONDS: Final = 0.4
"""How long the engine looks at each position; a judgement that took as long elsewhere is as good."""

LIMITS: Final = Limits(movetime_ms=round(1000 * SECONDS))


@handles(StartReview)
def start_review(state: AppState, _message: StartReview) -> Result:
    """Begin with the last position of the line on the board that has not been judged thoroughly."""
    shown = view.line(state)
    if not analysed.is_fair(state):
        return only(toast(state, Say.NO_ANALYSIS))
    if not shown.moves:
        return only(toast(state, Say.NO_MOVES_TO_REVIEW, Tone.QUIET))
    analysis = state.analysis or Analysis()
    review = ReviewProgress(shown.start_fen, shown.moves, view.rules(state), len(shown.moves))
    state = replace(state, analysis=replace(analysis, review=review, hidden=False))
    return only(_at_next_open(state))


@handles(StopReview)
def stop_review(state: AppState, _message: StopReview) -> Result:
    """Leave it off; what has been judged stays."""
    return only(stopped(state))


def stopped(state: AppState) -> AppState:
    """The state without a review."""
    if state.analysis is None or state.analysis.review is None:
        return state
    return replace(state, analysis=replace(state.analysis, review=None))


def next_position(state: AppState, key: int) -> AppState:
    """The state with the review at its next position, when the one that has been judged is its own."""
    review = state.analysis.review if state.analysis is not None else None
    return state if review is None or _key(state, review) != key else _at_next_open(state)


def _at_next_open(state: AppState) -> AppState:
    """The state with the review at the next position that needs it; the review ends where there is none."""
    analysis = state.analysis
    if analysis is None or analysis.review is None:
        return state
    review = analysis.review
    for ply in range(review.ply, -1, -1):
        review = replace(review, ply=ply)
        known = state.judgements.get(_key(state, review))
        open_still = known is None or not known.thorough
        if open_still and searchable(review.start_fen, review.moves[:ply]) is not None:
            return replace(state, analysis=replace(analysis, review=review))
    return toast(stopped(state), Say.REVIEWED)


def _key(state: AppState, review: ReviewProgress) -> int:
    engine = state.settings.analysis_engine
    return line_keys(review.start_fen, review.moves, review.rules, engine)[review.ply]


@handles(NextMistake)
def next_mistake(state: AppState, message: NextMistake) -> Result:
    """Show the next marked move of the line on the board; behind the last one comes the first again."""
    ply = view.line(state).ply
    marked = [verdict.ply for verdict in analysed.assessment(state).marked][:: 1 if message.step > 0 else -1]
    ahead = [mark for mark in marked if (mark - ply) * message.step > 0]
    if not marked:
        return only(toast(state, Say.NO_MISTAKES, Tone.QUIET))
    if not ahead and marked == [ply]:
        return only(toast(state, Say.NO_MORE_MISTAKES, Tone.QUIET))
    return go_to(state, GoTo((ahead or marked)[0]))
