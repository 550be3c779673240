"""Hints that are revealed step by step: the theme, the piece, the move and the reason."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.coach.coached import hint_at
from xiangqi.app.coach.effects import AskCoach
from xiangqi.app.coach.state import HintGiven, HintStep
from xiangqi.app.session import positions
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.board import Move
from xiangqi.coach.facts import Placed
from xiangqi.coach.notes import HintLadder, HintQuestion
from xiangqi.line import Moves


def begin(state: AppState, line: Moves) -> Result:
    """Ask the coach for a hint about the best line of the position on the board."""
    number = state.next_id
    hint = HintGiven(number, state.game.id, state.play.line, line)
    state = replace(state, coaching=replace(state.coaching, hint=hint), next_id=number + 1)
    return done(state, AskCoach(number, HintQuestion(hint.at, line)))


def proposed(state: AppState, move: Move) -> AppState:
    """Return the state with a move already proposed, so that no lesson criticises it."""
    state = _with(state, HintGiven(0, state.game.id, state.play.line, (move,)))
    return state if hint_at(state) is None else replace(state, selection=replace(state.selection, hint=move))


def answered(state: AppState, question_id: int, ladder: HintLadder | None) -> Result:
    """Show the first step of a hint: the theme, or the piece if the coach gives no reason."""
    hint = state.coaching.hint
    if hint is None or hint.question_id != question_id:
        return done(state)
    if ladder is None:
        move = hint.line[0]
        code = positions.snapshot(hint.at).pieces[move.from_square]
        ladder = HintLadder(Placed(move.from_square, code), move, None, hint.line)
    step = HintStep.PIECE if ladder.reason is None else HintStep.THEME
    return done(_with(state, replace(hint, ladder=ladder, step=step)))


def more(state: AppState) -> AppState | None:
    """Return the state with the next step of the hint, if there is one; None if no hint was requested here."""
    hint = hint_at(state)
    if hint is None or hint.ladder is None:
        return state if hint is not None and hint.question_id else None
    last = HintStep.MOVE if hint.ladder.reason is None else HintStep.REASON
    if hint.step >= last:
        return state
    hint = replace(hint, step=HintStep(hint.step + 1))
    if hint.step >= HintStep.MOVE:
        state = replace(state, selection=replace(state.selection, hint=hint.line[0]))
    return _with(state, hint)


def _with(state: AppState, hint: HintGiven) -> AppState:
    return replace(state, coaching=replace(state.coaching, hint=hint))
