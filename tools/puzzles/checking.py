"""Checks exercises with a search of many more nodes than they were made with."""

from __future__ import annotations

from dataclasses import dataclass

from tools.puzzles.mining import HELD, is_only_mate, two_chances
from xiangqi.board import Board
from xiangqi.coach.prover import Prover
from xiangqi.exercises.pack import Exercise, ExerciseKind


@dataclass(frozen=True)
class Question:
    """An exercise to be checked, and the nodes of each search."""

    exercise: Exercise
    nodes: int


def refuted(question: Question) -> str:
    """Return the reason why an exercise is wrong; "" if it holds."""
    exercise, board = question.exercise, Board(question.exercise.fen)
    if exercise.kind is ExerciseKind.MATE:
        return _refuted_mate(exercise, board, question.nodes)
    best, second, _, other = two_chances(board, exercise.solution[0], question.nodes)
    if HELD[exercise.kind].hold(best, second):
        return ""
    return f"{exercise.solution[0]} leaves a chance of {best:.2f}, {other.best_move} one of {second:.2f}"


def _refuted_mate(exercise: Exercise, board: Board, nodes: int) -> str:
    line = exercise.solution
    if len(Prover().mates_by(board, line[0], exercise.mate)) != len(line):
        return f"{line[0]} does not mate in {exercise.mate}"
    if not is_only_mate(board, line, nodes):
        return f"there is another mate in {exercise.mate} or fewer"
    return ""
