"""Bring exercises of an earlier pack up to date: the names of their patterns, and where their solutions end.

The position stays as it is, since records of progress refer to it, and so do the first move and the rating.
"""

from __future__ import annotations

from dataclasses import replace

from tools.puzzles.composing import mate_themes
from tools.puzzles.mining import told
from xiangqi.board import Board
from xiangqi.coach.prover import Prover
from xiangqi.exercises.pack import Exercise, ExerciseKind


def renewed(exercise: Exercise, prover: Prover) -> Exercise:
    """Return the exercise with a mate's themes, or another solution's end, made anew by the current rules."""
    board = Board(exercise.fen)
    if exercise.kind is ExerciseKind.MATE:
        return replace(exercise, themes=mate_themes(board, exercise.solution))
    return replace(exercise, solution=told(board, exercise.solution, prover))
