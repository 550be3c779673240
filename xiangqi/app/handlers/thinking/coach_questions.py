"""What the coach is asked about the line on the board, and where its answers go.

It is asked about every move that has been judged, a few at a time, while a review goes on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.playing import teaching
from xiangqi.app.handlers.playing.result import Result, chain, only, toast
from xiangqi.app.handlers.playing.unrated import helped
from xiangqi.app.handlers.thinking import hinting, preview
from xiangqi.app.messages.coach_intents import ExplainPosition
from xiangqi.app.messages.effects import AskCoach
from xiangqi.app.messages.events import CoachFailed, CoachSaid
from xiangqi.app.model import view
from xiangqi.app.model.analysis import analysed, coached
from xiangqi.app.model.analysis.assess import MoveVerdict
from xiangqi.app.model.analysis.coaching import Coaching, Insight
from xiangqi.app.model.analysis.judgement import Judgement, line_keys
from xiangqi.app.model.game.mode import Unrated
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, Tone
from xiangqi.coach.notes import HintLadder, MoveQuestion, Offer, Opinion, PositionNotes, PositionQuestion
from xiangqi.core.constants import RED

_AT_ONCE: Final = 2
"""Questions about moves that wait for their answer: few, so that a player's own question is answered soon."""

_MOST_TOLD: Final = 20_000  # moves; the oldest are forgotten


def advance(state: AppState) -> Result:
    """Time passes: proofs go on, the coach is asked about the moves that have been judged."""
    return chain(state, preview.advance, teaching.advance, _let_go, _ask_about_moves)


def _ask_about_moves(state: AppState) -> Result:
    coaching = state.coaching
    if state.analysis is None or len(coaching.asked) >= _AT_ONCE:
        return only(state)
    open_still = next(coached.unexplained(state), None)
    return only(state) if open_still is None else _ask_about(state, open_still)


def _ask_about(state: AppState, verdict: MoveVerdict) -> Result:
    shown, rules = view.line(state), view.rules(state)
    keys = line_keys(shown.start_fen, shown.moves, rules, state.settings.analysis_engine)
    before, after = (state.judgements.get(key) for key in keys[verdict.ply - 1 : verdict.ply + 1])
    red = analysed.assessment(state).chances[verdict.ply] or 0.0  # of a game that is over the result
    ended = Opinion(1.0 - red if verdict.side == RED else red)
    question = MoveQuestion(
        shown.start_fen,
        shown.moves[: verdict.ply],
        _opinion(before, ended),
        _opinion(after, ended),
        rules,
    )
    asked = {**state.coaching.asked, state.next_id: keys[verdict.ply]}
    order = AskCoach(state.next_id, question)
    coaching = replace(state.coaching, asked=asked)
    return only(replace(state, coaching=coaching, next_id=state.next_id + 1), order)


def _opinion(judgement: Judgement | None, ended: Opinion) -> Opinion:
    """A judgement as the coach takes it; of the end of a game there is none."""
    if judgement is None:
        return ended
    chance = judgement.red_chance if judgement.turn == RED else 1.0 - judgement.red_chance
    return Opinion(chance, judgement.best.pv, judgement.best.mate)


# ---- The position explained ----


@handles(ExplainPosition)
def explain_position(state: AppState, _message: ExplainPosition) -> Result:
    """Ask about the position on the board, or leave off."""
    if state.coaching.insight is not None:
        return only(_with(state, insight=None))
    if not analysed.is_fair(state):
        return only(toast(state, Say.NO_ANALYSIS))
    if state.editor is not None:
        return only(state)
    return _explain(replace(state, panel=None))


def _explain(state: AppState) -> Result:
    state = helped(state, Unrated.ANALYSIS)
    shown = view.line(state)
    number = state.next_id
    insight = Insight(number, shown.start_fen, shown.played)
    order = AskCoach(number, PositionQuestion(shown.start_fen, shown.played))
    return only(replace(_with(state, insight=insight), next_id=number + 1), order)


def _let_go(state: AppState) -> Result:
    """An explanation follows the board, and goes with the fairness of it."""
    insight, shown = state.coaching.insight, view.line(state)
    if insight is None or (insight.start_fen, insight.moves) == (shown.start_fen, shown.played):
        return only(state)
    if not analysed.is_fair(state) or state.editor is not None:
        return only(_with(state, insight=None))
    return _explain(state)


def _with(state: AppState, insight: Insight | None) -> AppState:
    return replace(state, coaching=replace(state.coaching, insight=insight))


# ---- Answers ----


@handles(CoachSaid)
def coach_said(state: AppState, message: CoachSaid) -> Result:
    """An answer goes to whoever has asked; nobody waits for others any more."""
    coaching, reply, number = state.coaching, message.reply, message.question_id
    if isinstance(reply, HintLadder):
        return hinting.answered(state, number, reply)
    if isinstance(reply, PositionNotes):
        known = coaching.insight
        if known is None or known.question_id != number:
            return only(state)
        return only(_with(state, replace(known, notes=reply)))
    if reply is None or isinstance(reply, Offer):
        return teaching.answered(state, number, reply)
    key = coaching.asked.get(number)
    if key is None:
        return only(state)
    told = {**_bounded(coaching), key: reply}
    return only(replace(state, coaching=replace(coaching.without_question(number), told=told)))


def _bounded(coaching: Coaching) -> dict[int, coached.Facts]:
    kept = list(coaching.told)[_MOST_TOLD // 2 :] if len(coaching.told) >= _MOST_TOLD else list(coaching.told)
    return {key: coaching.told[key] for key in kept}


@handles(CoachFailed)
def coach_failed(state: AppState, message: CoachFailed) -> Result:
    """Nobody waits in vain: a move has no words then, a hint no reason, a game goes on."""
    coaching, number = state.coaching, message.question_id
    state = toast(state, Say.COACH_FAILED, Tone.QUIET, detail=message.detail)
    if number in coaching.asked:
        told = {**coaching.told, coaching.asked[number]: ()}
        return only(replace(state, coaching=replace(coaching.without_question(number), told=told)))
    if coaching.insight is not None and coaching.insight.question_id == number:
        return only(_with(state, replace(coaching.insight, failure=message.detail)))
    return chain(
        state,
        lambda state: hinting.answered(state, number, None),
        lambda state: teaching.answered(state, number, None),
    )
