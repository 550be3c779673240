"""Marks of an exercise on the board: hints about the next move, and the refutation of a wrong one."""

from __future__ import annotations

from typing import Final

from xiangqi.app.analysis.tablebase import keeping_moves
from xiangqi.app.exercises.modes import Challenge, ChallengeState, HintLevel
from xiangqi.app.exercises.state import AnswerMode
from xiangqi.app.session import view
from xiangqi.app.session.state import AppState
from xiangqi.diagram.picture import Arrow, Circle, Ink
from xiangqi.ui.parts.idea_words import idea_squares

_MOST_ARROWS: Final = 6


def exercise_arrows(state: AppState) -> tuple[Arrow, ...]:
    """Return arrows for the hinted move, or for the latest reply of a refutation.

    A hint in an endgame shows up to _MOST_ARROWS moves that keep the result.
    """
    challenge, shown = state.mode(Challenge), state.preview
    if challenge is None:
        return ()
    if challenge.state is ChallengeState.REFUTED and shown is not None:
        replies = shown.moves[1 : shown.shown : 2]
        return tuple(Arrow(move.from_square, move.to_square, Ink.THREAT) for move in replies[-1:])
    if challenge.state is not ChallengeState.ASKED:
        return ()
    if challenge.hint_level is HintLevel.SQUARE and challenge.assignment.answer_mode is AnswerMode.ENDING:
        kept = keeping_moves(view.snapshot(state).fen)
        return tuple(Arrow(move.from_square, move.to_square, Ink.HINT) for move in kept[:_MOST_ARROWS])
    move = challenge.next_move
    if challenge.hint_level is HintLevel.SQUARE and move is not None:
        return (Arrow(move.from_square, move.to_square, Ink.HINT),)
    return ()


def exercise_circles(state: AppState) -> tuple[Circle, ...]:
    """Return circles round the piece named by a hint, or round the points that an opening move is about."""
    challenge = state.mode(Challenge)
    if challenge is None or challenge.state is not ChallengeState.ASKED:
        return ()
    if challenge.hint_level is HintLevel.NOTHING and challenge.assignment.answer_mode is AnswerMode.ALONG:
        return tuple(Circle(square, Ink.HINT) for square in idea_squares(challenge.line))
    if challenge.hint_level is not HintLevel.PIECE:
        return ()
    move = challenge.next_move
    return () if move is None else (Circle(move.from_square, Ink.HINT),)
