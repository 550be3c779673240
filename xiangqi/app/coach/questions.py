"""Questions to the coach about the line on the board, and the changes after its answers.

During an analysis or review, the coach is asked about every judged move, a few at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from xiangqi.app.coach import better, coached, hints, teaching
from xiangqi.app.coach.asks import AskCoach, CoachFailed, CoachSaid
from xiangqi.app.event import Tick, Tone
from xiangqi.app.game.help_given import ask_for_help, goes_along, helped, may_ask_for_help
from xiangqi.app.intent import Help, Intent
from xiangqi.app.session import analysed, view
from xiangqi.app.session.assess import MoveVerdict
from xiangqi.app.session.busy import busy_when
from xiangqi.app.session.cards import CardKind, is_card
from xiangqi.app.session.closing import ClosingOrder, closes
from xiangqi.app.session.coaching import Insight
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.judgement import Judgement, line_keys
from xiangqi.app.session.mode import DocumentKind, Unrated
from xiangqi.app.session.orders import KeepMistakes
from xiangqi.app.session.state import AppState
from xiangqi.app.session.training import ReviewMistake
from xiangqi.app.session.transition import Result, chain, done, toast
from xiangqi.coach.grades import fault_of
from xiangqi.coach.notes import (
    DeepLook,
    HintLadder,
    MoveQuestion,
    Offer,
    Opinion,
    PositionNotes,
    PositionQuestion,
)
from xiangqi.core.constants import RED
from xiangqi.engine.chances import outcome_chance
from xiangqi.i18n.message import Message

_AT_ONCE: Final = 2
"""The most pending questions about moves; kept small, so that the player's own question is answered soon."""

_MOST_TOLD: Final = 20_000  # largest number of moves with facts; the oldest are dropped


@hears(Tick)
def renew_explanations(state: AppState, _event: Tick) -> Result:
    """Renew or close an outdated explanation, and during an analysis ask the coach about a judged move."""
    return chain(state, _let_go, _ask_about_moves)


def _ask_about_moves(state: AppState) -> Result:
    coaching = state.coaching
    if state.analysis is None or state.reviews_another or len(coaching.asked) >= _AT_ONCE:
        return done(state)
    open_still = next(coached.unexplained(state), None)
    return done(state) if open_still is None else _ask_about(state, open_still)


def _ask_about(state: AppState, verdict: MoveVerdict) -> Result:
    shown, rules = view.line(state), view.rules(state)
    keys = line_keys(shown.whole, rules, state.settings.analysis_engine)
    before, after = (state.judgements.get(key) for key in keys[verdict.ply - 1 : verdict.ply + 1])
    red = analysed.assessment(state).chances[verdict.ply] or 0.0  # the result if the game is over
    ended = Opinion(1.0 - red if verdict.side == RED else red)
    question = MoveQuestion(
        shown.whole.upto(verdict.ply),
        _opinion(before, ended),
        _opinion(after, ended),
        rules,
        is_last=verdict.ply == len(shown.moves),
        looks_again=not state.settings.analysis_engine,
    )
    asked = {**state.coaching.asked, state.next_id: keys[verdict.ply]}
    order = AskCoach(state.next_id, question)
    coaching = replace(state.coaching, asked=asked)
    return done(replace(state, coaching=coaching, next_id=state.next_id + 1), order)


def _opinion(judgement: Judgement | None, ended: Opinion) -> Opinion:
    """Return a judgement as the coach's opinion, or `ended` if there is none because the game is over."""
    if judgement is None:
        return ended
    said = judgement.compared
    return Opinion(outcome_chance(said.score_cp, said.mate), said.pv, said.mate, said.nodes)


# ---- The position explained ----


@dataclass(frozen=True)
class ExplainPosition(Intent, allowed_in_editor=False, on_board=True, helps=Help.COMMENTS):
    """Show or hide both sides' threats, pins and defenders in the position on the board."""


@handles(ExplainPosition)
def explain_position(state: AppState, intent: ExplainPosition) -> Result:
    """Ask the coach to explain the position on the board, or close the explanation.

    A timed game with a person is not explained, and two people who play under their names are asked first.
    """
    if state.coaching.insight is not None:
        return done(_with_insight(state, insight=None))
    if not analysed.is_casual(state):
        return done(toast(state, Message("toast.no_analysis")))
    if not _has_game(state):
        return done(state)
    play = state.document.play
    if play is not None and may_ask_for_help(play):
        return ask_for_help(state, play, intent)
    return _explain(replace(state, panel=None))


def _has_game(state: AppState) -> bool:
    """Return whether the position on the board may be explained, which excludes set-up and lessons."""
    mode = state.document.mode
    return not mode.arranges and mode.kind is not DocumentKind.LESSON


def _explain(state: AppState) -> Result:
    state = helped(state, Unrated.ANALYSIS)
    line, number = view.line(state).here, state.next_id
    insight = Insight(number, state.document.id, line)
    order = AskCoach(number, PositionQuestion(line))
    return done(replace(_with_insight(state, insight=insight), next_id=number + 1), order)


def _let_go(state: AppState) -> Result:
    """Explain a new position on the board, or close the explanation if that position may not be explained."""
    insight = state.coaching.insight
    shown = state.document.id, view.line(state).here
    if insight is None or (insight.document_id, insight.at) == shown:
        return done(state)
    if not goes_along(state, insight.document_id) or not analysed.is_casual(state) or not _has_game(state):
        return done(_with_insight(state, insight=None))
    return _explain(state)


def _with_insight(state: AppState, insight: Insight | None) -> AppState:
    return replace(state, coaching=replace(state.coaching, insight=insight))


# ---- Answers ----


@handles(CoachSaid)
def coach_said(state: AppState, event: CoachSaid) -> Result:
    """Keep the coach's answer, or pass it to the part of the session that asked; ignore it if none waits.

    The coach's deeper look at a move of the player may add the move to the deck of mistakes or withdraw it.
    """
    coaching, reply, number = state.coaching, event.reply, event.question_id
    if isinstance(reply, HintLadder):
        return chain(
            state,
            lambda state: hints.answered(state, number, reply),
            lambda state: better.answered(state, number, reply),
        )
    if isinstance(reply, PositionNotes):
        known = coaching.insight
        if known is None or known.question_id != number:
            return done(state)
        return done(_with_insight(state, replace(known, notes=reply)))
    if reply is None or isinstance(reply, Offer):
        return teaching.answered(state, number, reply)
    key = coaching.asked.get(number)
    if key is None:
        return done(state)
    told = {**_bounded(coaching.told), key: coached.spaced(state, key, reply.facts)}
    looked = _bounded(coaching.looked)
    look = looked.setdefault(key, reply.look)  # the first look stands, as of a review that was kept
    coaching = replace(coaching.without_question(number), told=told, looked=looked)
    return done(replace(state, coaching=coaching), *_confirmed(state, key, look))


def _confirmed(state: AppState, key: int, look: DeepLook | None) -> tuple[KeepMistakes, ...]:
    """Return the effect that adds the player's move to the deck or withdraws it, depending on a look; or ()."""
    document = state.document
    keys = line_keys(document.line, view.rules(state), state.settings.analysis_engine)
    ply = keys.index(key) if key in keys else 0
    if look is None or not ply or document.line.turn_at(ply - 1) != document.player_side:
        return ()
    fen, move = document.line.upto(ply - 1).board().fen(), document.line.moves[ply - 1]
    if fault_of(look.loss) is None:
        return (KeepMistakes((), ((fen, move),)),)
    return (KeepMistakes((ReviewMistake(fen, move, look.better, look.loss),)),) if look.better else ()


_Kept = TypeVar("_Kept")


def _bounded(kept: Mapping[int, _Kept]) -> dict[int, _Kept]:
    """Return a copy of a mapping, without its oldest items once it is very large."""
    return dict(list(kept.items())[_MOST_TOLD // 2 if len(kept) >= _MOST_TOLD else 0 :])


@handles(CoachFailed)
def coach_failed(state: AppState, event: CoachFailed) -> Result:
    """Report the failure, and continue without the facts, the explanation, the reason or the interruption."""
    coaching, number = state.coaching, event.question_id
    state = toast(state, Message("toast.coach_failed", detail=event.detail), Tone.QUIET)
    if number in coaching.asked:
        key = coaching.asked[number]
        told, looked = {**coaching.told, key: ()}, {**coaching.looked, key: None}
        coaching = replace(coaching.without_question(number), told=told, looked=looked)
        return done(replace(state, coaching=coaching))
    if coaching.insight is not None and coaching.insight.question_id == number:
        return done(_with_insight(state, replace(coaching.insight, failure=event.detail)))
    return chain(
        state,
        lambda state: hints.answered(state, number, None),
        lambda state: teaching.answered(state, number, None),
    )


@busy_when
def is_asked(state: AppState) -> bool:
    """Return whether the coach still has to answer about a move, a hint, a mistake or the position."""
    coaching = state.coaching
    return bool(
        coaching.asked
        or (coaching.hint is not None and coaching.hint.question_id and coaching.hint.ladder is None)
        or (coaching.interruption is not None and coaching.interruption.offer is None)
        or (coaching.insight is not None and coaching.insight.notes is None and not coaching.insight.failure)
    )


@is_card(CardKind.ADVICE)
def is_advising(state: AppState) -> bool:
    """Return whether a hint, the coach's comment or an explanation is shown."""
    hinted = coached.hint_at(state) is not None or state.selection.hint is not None
    return hinted or view.shown_interruption(state) is not None or state.coaching.insight is not None


@closes(ClosingOrder.EXPLANATION, when=lambda state: state.coaching.insight is not None)
def leave_explanation(state: AppState) -> Result:
    """Close the explanation of the position."""
    return done(_with_insight(state, insight=None))
