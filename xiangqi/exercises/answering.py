"""Checks the solver's moves: whether a move is as good as the solution's, and its refutation if not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.notes import Opinion
from xiangqi.coach.prover import Prover
from xiangqi.coach.reviewing import Judge
from xiangqi.exercises.deck import Mistake
from xiangqi.exercises.missed import Missed, missed_by
from xiangqi.exercises.pack import Exercise, ExerciseKind
from xiangqi.line import Line, Moves
from xiangqi.referee.endings import ends_in_stalemate

_AS_GOOD: Final = 0.05  # winning chance that an alternative to the solution may lose
_REFUTATION: Final = 7  # plies shown of a refutation


class Judged(str, Enum):
    """The verdict on the solver's move."""

    RIGHT = "right"  # correct, and the task continues
    SOLVED = "solved"
    WRONG = "wrong"


@dataclass(frozen=True)
class Reply:
    """The reply to the solver's move."""

    verdict: Judged
    # the moves after the solver's: the opponent's reply after RIGHT, the refutation after WRONG;
    # empty after SOLVED
    line: Moves = ()
    missed: Missed | None = None  # what a move misses after WRONG


@dataclass(frozen=True)
class SolvingTask:
    """A position with a solution to be found."""

    fen: str  # the position, with the solver to move
    solution: Moves  # the main line; its first and last moves are the solver's
    kind: ExerciseKind

    @property
    def own_moves(self) -> int:
        """The number of moves that the solver makes."""
        return (len(self.solution) + 1) // 2

    @property
    def stalemates(self) -> bool:
        """Whether the solution ends in stalemate."""
        return ends_in_stalemate(self.fen, self.solution)


def task_of(source: Exercise | Mistake) -> SolvingTask:
    """Return the task of an exercise or of a card from the deck; a card only asks for the better move."""
    if isinstance(source, Exercise):
        return SolvingTask(source.fen, source.solution, source.kind)
    return SolvingTask(source.fen, source.better[:1], ExerciseKind.WIN)


def task_from(fen: str, solution: Moves, kind: ExerciseKind = ExerciseKind.WIN) -> SolvingTask:
    """Return the task of a record with a solution, which is cut after the last move of the side that begins.

    Raises:
        ValueError: the solution is empty.
    """
    if not solution:
        raise ValueError("a task needs a solution")
    return SolvingTask(fen, solution[: len(solution) - 1 + len(solution) % 2], kind)


def expected(task: SolvingTask, played: Moves) -> Move | None:
    """Return the solver's next move in the solution; None if play has left the solution or completed it."""
    on_it = task.solution[: len(played)] == played and len(played) < len(task.solution)
    return task.solution[len(played)] if on_it else None


def answer(task: SolvingTask, played: Moves, move: Move, judge: Judge, prover: Prover) -> Reply:
    """Judge the solver's move and return the reply. A move that leaves no legal reply solves every task.

    Args:
        task: the task.
        played: the moves of both sides since the task's position.
        move: the solver's legal move.
        judge: the engine; called for moves outside the solution.
        prover: searches for mates.
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
    """Judge a move in a mating task, where every move that still mates in as many moves is right."""
    before = board.copy()
    move = before.pop()
    left = task.own_moves - len(line) // 2
    mate = prover.mates_by(before, move, left) or _mate_by_search(before, move, left, prover)
    if mate:
        return Reply(Judged.RIGHT, mate[1:2])
    after = judge(Line(task.fen, line))
    return Reply(Judged.WRONG, after.line[:_REFUTATION], missed_by(task, line, None, after))


def _mate_by_search(before: Board, move: Move, left: int, prover: Prover) -> Moves:
    """Return a mate found by a full-width search, which can contain more quiet moves, or an empty line."""
    gain = prover.gain_by(before, move, 2 * left)
    return gain.line if gain is not None and gain.mates and gain.mate_moves <= left else ()


def _beside_solution(task: SolvingTask, line: Moves, judge: Judge) -> Reply:
    """Judge a move outside the solution, which is right if it loses almost nothing against the best move."""
    after = judge(Line(task.fen, line))
    before = judge(Line(task.fen, line[:-1]))
    if not _is_as_good(before, after):
        return Reply(Judged.WRONG, after.line[:_REFUTATION], missed_by(task, line, before, after))
    if len(line) >= len(task.solution) or not after.line:
        return Reply(Judged.SOLVED)
    return Reply(Judged.RIGHT, after.line[:1])


def _is_as_good(before: Opinion, after: Opinion) -> bool:
    """Return whether a move loses at most _AS_GOOD of the position's winning chance."""
    return before.chance - (1.0 - after.chance) <= _AS_GOOD
