"""Solving: whether a move is as good as the solution's, and what refutes it where it is not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.notes import Opinion
from xiangqi.coach.prover import Prover
from xiangqi.coach.reviewing import Judge
from xiangqi.exercises.deck import Mistake
from xiangqi.exercises.pack import Exercise, ExerciseKind
from xiangqi.line import Line, Moves
from xiangqi.referee.endings import ends_in_stalemate

_AS_GOOD: Final = 0.05  # of the winning chance: an alternative may cost so much against the solution
_REFUTATION: Final = 7  # plies that are shown of what is wrong with a move


class Judged(str, Enum):
    """What becomes of a move."""

    RIGHT = "right"  # and the task goes on
    SOLVED = "solved"
    WRONG = "wrong"


@dataclass(frozen=True)
class Reply:
    """The answer to a move."""

    verdict: Judged  # what becomes of it
    # after RIGHT the opponent's reply, after WRONG what refutes the move, both from the position after it;
    # empty after SOLVED
    line: Moves = ()


@dataclass(frozen=True)
class SolvingTask:
    """What is to be found."""

    fen: str  # the position; its side to move has the task
    solution: Moves  # the main line, the first and the last move by that side
    kind: ExerciseKind  # what is asked for

    @property
    def own_moves(self) -> int:
        """How many moves the solver makes."""
        return (len(self.solution) + 1) // 2

    @property
    def stalemates(self) -> bool:
        """Whether the solution leaves the other side without a move, though not in check."""
        return ends_in_stalemate(self.fen, self.solution)


def task_of(source: Exercise | Mistake) -> SolvingTask:
    """The task of an exercise, or of a card of the deck: there one move, the better one, is to be found."""
    if isinstance(source, Exercise):
        return SolvingTask(source.fen, source.solution, source.kind)
    return SolvingTask(source.fen, source.better[:1], ExerciseKind.WIN)


def task_from(fen: str, solution: Moves, kind: ExerciseKind = ExerciseKind.WIN) -> SolvingTask:
    """The task of a record with a solution; it ends with the last move of the side that begins.

    Raises:
        ValueError: there is no solution.
    """
    if not solution:
        raise ValueError("a task needs a solution")
    return SolvingTask(fen, solution[: len(solution) - 1 + len(solution) % 2], kind)


def expected(task: SolvingTask, played: Moves) -> Move | None:
    """The solver's next move of the solution; None when play has left it or it is at its end."""
    on_it = task.solution[: len(played)] == played and len(played) < len(task.solution)
    return task.solution[len(played)] if on_it else None


def answer(task: SolvingTask, played: Moves, move: Move, judge: Judge, prover: Prover) -> Reply:
    """What becomes of a move, and the reply.

    Args:
        task: what is to be found.
        played: the moves since the task's position, both sides'.
        move: the solver's, legal.
        judge: the engine; called for moves that are not the solution's.
        prover: for mates.
    """
    line = (*played, move)
    board = Board(task.fen)
    for step in line:
        board.push(step)
    if not board.legal_moves():
        return Reply(Judged.SOLVED)
    if move == expected(task, played):
        rest = task.solution[len(line) :]
        return Reply(Judged.RIGHT, rest[:1]) if rest else Reply(Judged.SOLVED)
    if task.kind is ExerciseKind.MATE:
        return _in_mate(task, board, line, judge, prover)
    return _beside_solution(task, line, judge)


def _in_mate(task: SolvingTask, board: Board, line: Moves, judge: Judge, prover: Prover) -> Reply:
    """The same where a mate is to be given: any move is right that still mates in as many moves."""
    before = board.copy()
    move = before.pop()
    left = task.own_moves - len(line) // 2
    mate = prover.mates_by(before, move, left) or _mate_by_search(before, move, left, prover)
    if mate:
        return Reply(Judged.RIGHT, mate[1:2])
    return Reply(Judged.WRONG, judge(Line(task.fen, line)).line[:_REFUTATION])


def _mate_by_search(before: Board, move: Move, left: int, prover: Prover) -> Moves:
    """A mate with more quiet moves than the last two, by full width; empty where that would take too long."""
    gain = prover.gain_by(before, move, 2 * left)
    return gain.line if gain is not None and gain.mates and gain.mate_moves <= left else ()


def _beside_solution(task: SolvingTask, line: Moves, judge: Judge) -> Reply:
    """The same elsewhere: a move is right that costs next to nothing of what the best one keeps."""
    after = judge(Line(task.fen, line))
    before = judge(Line(task.fen, line[:-1]))
    if not _is_as_good(before, after):
        return Reply(Judged.WRONG, after.line[:_REFUTATION])
    if len(line) >= len(task.solution) or not after.line:
        return Reply(Judged.SOLVED)
    return Reply(Judged.RIGHT, after.line[:1])


def _is_as_good(before: Opinion, after: Opinion) -> bool:
    """Whether a move keeps the winning chance that the position has."""
    return before.chance - (1.0 - after.chance) <= _AS_GOOD
