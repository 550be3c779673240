"""Reviews of a whole line, position by position, and navigation between its mistakes.

A review starts at the end, so that what the engine has learnt there helps it with the earlier positions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.analysis import story
from xiangqi.app.event import Tone
from xiangqi.app.game.searching import end_analysis
from xiangqi.app.intent import Intent
from xiangqi.app.records import preview
from xiangqi.app.records.browse import GoTo, go_to
from xiangqi.app.session import analysed, positions, view
from xiangqi.app.session.analysis import Analysis, ReviewProgress
from xiangqi.app.session.assess import Subject, assess
from xiangqi.app.session.cards import CardKind, is_card
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.judgement import line_keys
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.moments import own_moments
from xiangqi.app.session.orders import KeepMistakes
from xiangqi.app.session.positions import searchable
from xiangqi.app.session.state import AppState
from xiangqi.app.session.training import ReviewMistake
from xiangqi.app.session.transition import Result, chain, done, toast
from xiangqi.coach.grades import fault_of
from xiangqi.engine.common.types import Limits
from xiangqi.i18n.message import Message
from xiangqi.line import Line

SECONDS: Final = 0.4
"""The seconds for which the engine searches each position; any other search this long counts as well."""

LIMITS: Final = Limits(movetime_ms=round(1000 * SECONDS))


@handles(StartReview)
def start_review(state: AppState, intent: StartReview) -> Result:
    """Start the review at the last position not yet judged thoroughly, and open its story.

    If the review is already complete, a decisive intent opens the page of the player's costliest mistake. A
    toast tells the player if there are no moves, or if the line may not be analysed.
    """
    shown = view.line(state)
    if not analysed.is_fair(state):
        return done(toast(state, Message("toast.no_analysis")))
    if not shown.moves:
        return done(toast(state, Message("toast.no_moves_to_review"), Tone.QUIET))
    analysis = replace(state.analysis or Analysis(), hidden=False, quiet=False, document_id=None)
    state, effects = _begun(story.begun(preview.closed(state)), analysis)
    dearest = max(own_moments(state), key=lambda moment: moment.verdict.loss, default=None)
    if not intent.decisive or dearest is None or not analysed.assessment(state).is_complete:
        return state, effects
    state, more = story.turn_page(state, story.TurnPage(dearest.ply))
    return state, (*effects, *more)


def _begun(state: AppState, analysis: Analysis) -> Result:
    """Start a review of the line on the board as part of the given analysis."""
    whole = view.line(state).whole
    review = ReviewProgress(whole, view.rules(state), len(whole.moves), state.document.player_side)
    return _at_next_open(replace(state, analysis=replace(analysis, review=review)))


# ---- Behind the result of a game ----


def look_back(state: AppState) -> Result:
    """Review the player's game on the board once it has ended, without being asked.

    If the player leaves the game before that is done, the review goes on whenever the engine is free.
    """
    if state.shown_analysis is not None:
        return done(state)
    if _is_worth_a_look(state):
        there = state.analysis is not None and not state.reviews_another
        return done(state) if there else chain(state, end_analysis, _look_at_ended)
    owed = next(iter(state.owed_reviews), None) if _is_idle(state) else None
    if owed is not None and _is_under_way(state, owed.line):
        return done(state)
    if state.analysis is not None:
        return end_analysis(state)
    if owed is None:
        return done(state)
    return _at_next_open(replace(state, analysis=Analysis(quiet=True, review=owed)))


def _look_at_ended(state: AppState) -> Result:
    """Start reviewing the game on the board unless it has been reviewed; the review is owed until complete."""
    is_owed = any(review.line == state.document.line for review in state.owed_reviews)
    if analysed.assessment(state).is_complete and not is_owed:
        return done(replace(state, analysis=Analysis(quiet=True)))
    state, effects = _begun(state, Analysis(quiet=True))
    review = state.analysis.review if state.analysis is not None else None
    if review is None:
        return state, effects
    others = _settled(state, review.line).owed_reviews
    return replace(state, owed_reviews=(*others, review)), effects


def _settled(state: AppState, line: Line) -> AppState:
    """Return the state in which the review of a line is no longer owed."""
    owed = tuple(review for review in state.owed_reviews if review.line != line)
    return state if owed == state.owed_reviews else replace(state, owed_reviews=owed)


def _is_under_way(state: AppState, line: Line) -> bool:
    review = state.analysis.review if state.analysis is not None else None
    return review is not None and review.line == line


def _is_idle(state: AppState) -> bool:
    """Return whether no engine is needed, nothing is being set up or loaded, and the program is not closing."""
    return not (
        state.search or state.preparing or state.loading or state.document.mode.arranges or state.quitting
    )


def _is_worth_a_look(state: AppState) -> bool:
    """Return whether a person's game against an engine has ended on the board, and no other game waits."""
    play = state.document.play
    if type(play) is not GameInProgress or play.end is None or play.setup.human_side is None:
        return False
    return bool(play.moves) and state.document.line == play.line and state.left_game is None


@dataclass(frozen=True)
class StopReview(Intent, allowed_in_editor=False):
    """Stop the review, keeping the judgements so far."""


@handles(StopReview)
def stop_review(state: AppState, _intent: StopReview) -> Result:
    return done(stopped(state))


def stopped(state: AppState) -> AppState:
    """Return the state with the review stopped and no longer owed."""
    analysis = state.analysis
    if analysis is None or analysis.review is None:
        return state
    return replace(_settled(state, analysis.review.line), analysis=replace(analysis, review=None))


def next_position(state: AppState, key: int) -> Result:
    """Move the review on if the position just judged is its current one."""
    review = state.analysis.review if state.analysis is not None else None
    return done(state) if review is None or _key(state, review) != key else _at_next_open(state)


def _at_next_open(state: AppState) -> Result:
    """Move the review to the next position that must be judged, or end it and update the deck of mistakes."""
    analysis = state.analysis
    if analysis is None or analysis.review is None:
        return done(state)
    review = analysis.review
    for ply in range(review.ply, -1, -1):
        review = replace(review, ply=ply)
        known = state.judgements.get(_key(state, review))
        open_still = known is None or not known.thorough
        if open_still and searchable(review.line.upto(ply), review.rules):
            return done(replace(state, analysis=replace(analysis, review=review)))
    kept = _for_the_deck(state, analysis.review)
    state = stopped(state)
    if analysis.quiet or story.told_story(state) is not None:
        return done(state, *kept)
    return done(toast(state, _finished(state)), *kept)


def _finished(state: AppState) -> Message:
    """Return the message that ends a review, saying how to reach its mistakes or that there are none."""
    if not analysed.marked(state):
        return Message("toast.reviewed_clean")
    return Message("toast.reviewed", key_next="next_mistake", key_previous="previous_mistake")


def _for_the_deck(state: AppState, review: ReviewProgress) -> tuple[KeepMistakes, ...]:
    """Return the effect that adds the player's mistakes to the deck and withdraws cleared moves; () if none."""
    subject = Subject(review.line, review.rules, state.settings.analysis_engine)
    verdicts = assess(subject, state.judgements, state.coaching.looked).verdicts
    own = [one for one in verdicts if one is not None and one.side == review.side]
    found = (one for one in own if one.grade is not None and one.better)
    slips = tuple(
        ReviewMistake(
            positions.snapshot(review.line.upto(one.ply - 1)).fen,
            review.line.moves[one.ply - 1],
            one.better,
            one.loss,
        )
        for one in found
    )
    cleared = tuple(
        (positions.snapshot(review.line.upto(one.ply - 1)).fen, review.line.moves[one.ply - 1])
        for one in own
        if fault_of(one.loss) is None
    )
    return (KeepMistakes(slips, cleared),) if slips or cleared else ()


def _key(state: AppState, review: ReviewProgress) -> int:
    return line_keys(review.line, review.rules, state.settings.analysis_engine)[review.ply]


@dataclass(frozen=True)
class ListMistakes(Intent, allowed_in_editor=False):
    """Choose whose mistakes in one of the player's own games are listed and stepped through."""

    everything: bool  # whether to list the mistakes of both sides, not only the player's


@handles(ListMistakes)
def list_mistakes(state: AppState, intent: ListMistakes) -> Result:
    """List the mistakes of both sides, or the player's."""
    analysis = state.analysis
    if analysis is None:
        return done(state)
    return done(replace(state, analysis=replace(analysis, everything=intent.everything)))


@dataclass(frozen=True)
class NextMistake(Intent, allowed_in_editor=False, on_board=True):
    """Show the next (+1) or previous (-1) marked move of the line, wrapping around at the ends."""

    step: int = 1


@handles(NextMistake)
def next_mistake(state: AppState, intent: NextMistake) -> Result:
    """Show the move; a toast says if there is none or no other, or if the search has wrapped around.

    While the story of the review is shown, turn to a moment instead.
    """
    told = story.told_story(state)
    if told is not None:
        return story.stepped(state, told, intent.step)
    ply = view.line(state).ply
    marked = [verdict.ply for verdict in analysed.marked(state)][:: 1 if intent.step > 0 else -1]
    ahead = [mark for mark in marked if (mark - ply) * intent.step > 0]
    if not marked:
        return done(toast(state, Message("toast.no_mistakes"), Tone.QUIET))
    if not ahead and marked == [ply]:
        return done(toast(state, Message("toast.no_more_mistakes"), Tone.QUIET))
    if not ahead:
        state = toast(
            state,
            Message("toast.mistakes_from_start" if intent.step > 0 else "toast.mistakes_from_end"),
            Tone.QUIET,
        )
    return go_to(state, GoTo((ahead or marked)[0]))


@is_card(CardKind.TASK)
def is_at_moment(state: AppState) -> bool:
    """Return whether the move on the board is one that a finished review has marked."""
    analysis = state.shown_analysis
    if analysis is None or analysis.hidden or analysis.review is not None:
        return False
    return any(verdict.ply == state.document.cursor.ply for verdict in analysed.marked(state))


@is_card(CardKind.WORK)
def is_reviewing(state: AppState) -> bool:
    """Return whether a review that the player has asked for is in progress."""
    return state.shown_analysis is not None and state.shown_analysis.review is not None
