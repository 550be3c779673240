"""Hints that are revealed step by step: the theme, the piece, the move with its reason."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.coach.asks import AskCoach
from xiangqi.app.coach.coached import hint_at
from xiangqi.app.event import Tone
from xiangqi.app.game.help_given import ask_for_help, helped, may_ask_for_help
from xiangqi.app.game.notices import Advised
from xiangqi.app.game.searching import advise
from xiangqi.app.session import positions
from xiangqi.app.session.coaching import HintGiven, HintStep
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.mode import DocumentKind, Unrated
from xiangqi.app.session.searches import Purpose
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.app.session.turns import is_human_turn
from xiangqi.app.session.under_way import under_way
from xiangqi.board import Move
from xiangqi.coach.facts import Fact, FactKind, Placed
from xiangqi.coach.notes import HintLadder, HintQuestion
from xiangqi.i18n.message import Message
from xiangqi.line import Moves


@handles(Hint)
def hint(state: AppState, intent: Hint) -> Result:
    """Start a search by the built-in engine for the player's move, or reveal the next step of its hint.

    A toast says why there is no hint, as in a timed game. Two people playing under their names are asked first.
    """
    play = state.document.play
    if play is None:
        return done(toast(state, Message("toast.browsing")))
    if play.paused:
        return done(toast(state, Message("toast.game_is_paused"), Tone.QUIET))
    if not state.document.at_tip:
        return done(toast(state, Message("toast.not_at_the_end", key_last="last")))
    if play.is_contest:
        return done(toast(state, Message("toast.no_hint"), Tone.QUIET))
    if not is_human_turn(play):
        return done(
            toast(state, Message("toast.game_is_over" if play.end else "toast.not_your_turn"), Tone.QUIET)
        )
    if may_ask_for_help(play):
        return ask_for_help(state, play, intent)
    state = helped(state, Unrated.HINT)
    told = None if intent.at_once else more(state)
    if told is not None:
        return done(told)
    return advise(state, at_once=intent.at_once)


@under_way(Hint)
def is_thinking(state: AppState) -> bool:
    """Return whether the engine or the coach is looking for a hint."""
    if state.search is not None:
        return state.search.purpose in (Purpose.HINT, Purpose.ADVICE)
    hint = hint_at(state)
    return hint is not None and bool(hint.question_id) and hint.ladder is None


@hears(Advised)
def advised(state: AppState, notice: Advised) -> Result:
    """Show the move that was asked for, or begin a hint that leads to it step by step."""
    return done(proposed(state, notice.line[0])) if notice.at_once else begin(state, notice.line)


def begin(state: AppState, line: Moves) -> Result:
    """Ask the coach for a hint about the best line of the position on the board."""
    number = state.next_id
    hint = HintGiven(number, state.current_game.id, state.play.line, line)
    state = replace(state, coaching=replace(state.coaching, hint=hint), next_id=number + 1)
    return done(state, AskCoach(number, HintQuestion(hint.at, line)))


def proposed(state: AppState, move: Move) -> AppState:
    """Return the state with a move proposed and, if possible, shown; the coach does not criticise it."""
    state = _with_hint(state, HintGiven(0, state.current_game.id, state.play.line, (move,)))
    return state if hint_at(state) is None else replace(state, selection=replace(state.selection, hint=move))


def answered(state: AppState, question_id: int, ladder: HintLadder | None) -> Result:
    """Show the first step of the latest hint: the theme, or the piece if no theme helps."""
    hint = state.coaching.hint
    if hint is None or hint.question_id != question_id:
        return done(state)
    if ladder is None:
        move = hint.line[0]
        code = positions.snapshot(hint.at).pieces[move.from_square]
        ladder = HintLadder(Placed(move.from_square, code), move, None, hint.line)
    step = HintStep.THEME if ladder.reason is not None and _says_more(state, ladder.reason) else HintStep.PIECE
    return done(_with_hint(state, replace(hint, ladder=ladder, step=step)))


def _says_more(state: AppState, reason: Fact) -> bool:
    """Return whether the theme of a hint says more than the task does.

    The theme of a merely better move says no more, nor, in an exercise, does that of a mate without a pattern.
    """
    if reason.kind is FactKind.BETTER:
        return False
    is_puzzle = state.play.kind is DocumentKind.EXERCISE
    return not (is_puzzle and reason.kind is FactKind.MATE and not reason.patterns)


def more(state: AppState) -> AppState | None:
    """Return the state with the hint's next step; None if there is no hint for this position.

    The state is unchanged before the coach has answered and after the last step.
    """
    hint = hint_at(state)
    if hint is None or hint.ladder is None:
        return state if hint is not None and hint.question_id else None
    if hint.step is HintStep.MOVE:
        return state
    hint = replace(hint, step=HintStep(hint.step + 1))
    if hint.step is HintStep.MOVE:
        state = replace(state, selection=replace(state.selection, hint=hint.line[0]))
    return _with_hint(state, hint)


def _with_hint(state: AppState, hint: HintGiven) -> AppState:
    return replace(state, coaching=replace(state.coaching, hint=hint))
