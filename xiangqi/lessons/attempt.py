"""Attempts at tasks: the effect of each move, placed piece or chosen point, and its fault, if it has one.

>>> from xiangqi.lessons.lesson import find_lesson
>>> task = find_lesson("chariot").tasks[0]
>>> attempt = TaskAttempt.of(task)
>>> for text in task.solution:
...     attempt, fault = moved(attempt, Move.from_iccs(text))
>>> attempt.is_done, attempt.made == task.moves
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from xiangqi.bitboards import attack_map
from xiangqi.board import Board, Move, parse_square
from xiangqi.core.constants import KIND_MASK, PAWN, RED, opponent, piece_letter, rank_of, square_name
from xiangqi.fen import Position, format_fen
from xiangqi.lessons.lesson import Goal, Task
from xiangqi.line import Moves

_SHOWN: Final = 4  # the largest number of replies shown to a move that does not mate

MOST_STARS: Final = 3
_SLIPS: Final = (0, 2)  # the largest number of slips for three stars, and for two


class Slip(str, Enum):
    """The faults of legal attempts; the window has a text for each."""

    TAKEN = "taken"  # the piece that has moved can be taken
    PASSED = "passed"  # all soldiers that could reach a target have passed it
    TOO_LONG = "too_long"  # the opponent's moves have run out
    NO_CHECK = "no_check"
    ANSWERED = "answered"  # a check, but no mate
    CHECKED = "checked"  # the opponent has no move, but is in check in a task that asks for stalemate
    MOVES_LEFT = "moves_left"  # the opponent has a move
    UNGUARDED = "unguarded"
    NOT_HERE = "not_here"  # the piece does not start on this point
    FREE = "free"  # the piece can go to the point, which was chosen as one that it cannot reach
    NOT_IN_THE_WAY = "not_in_the_way"
    OUTSIDE = "outside"  # a point is not in the palace
    NEAR = "near"  # a point is not across the river


@dataclass(frozen=True)
class Misstep:
    """The fault of an attempt."""

    slip: Slip
    moves: Moves = ()  # moves that show it: the capture of the piece, the replies to the check


@dataclass(frozen=True)
class TaskAttempt:
    """A task with the progress made in it."""

    task: Task
    fen: str  # the current position
    left: frozenset[int]  # targets not yet reached, points without their piece, or points not yet chosen
    way: tuple[str, ...] = ()  # the moves, placements or points so far, as in the solution
    is_done: bool = False

    @classmethod
    def of(cls, task: Task) -> TaskAttempt:
        """Return a new attempt at a task, in which no step has been made."""
        if task.goal is Goal.PLACE:
            return cls(task, task.fen, frozenset(square for _, square in task.placements))
        if task.goal is Goal.POINTS:
            return cls(task, task.fen, frozenset(map(parse_square, task.solution)))
        return cls(task, task.fen, frozenset(task.targets))

    @property
    def missing(self) -> tuple[int, ...]:
        """The pieces that are still to be placed, in the order of the solution."""
        return tuple(piece for piece, square in self.task.placements if square in self.left)

    @property
    def made(self) -> int:
        """The number of moves made, pieces placed or points chosen so far."""
        return len(self.way)

    @property
    def next_step(self) -> str | None:
        """The next step of the solution; None if the player has left it."""
        solution = self.task.solution
        if self.task.goal in (Goal.PLACE, Goal.POINTS):
            return next((text for text in solution if parse_square(text[-2:]) in self.left), None)
        on_it = self.way == solution[: self.made] and self.made < len(solution)
        return solution[self.made] if on_it else None

    @property
    def chosen(self) -> tuple[int, ...]:
        """The points chosen so far, in a task that asks for points."""
        return tuple(map(parse_square, self.way)) if self.task.goal is Goal.POINTS else ()

    @property
    def learner(self) -> int:
        """The learner's side, RED or BLACK."""
        return Board(self.task.fen).turn


def stars(task: Task, made: int, wrong: int, hints: int) -> int:
    """Return the stars for a task: three for no slip, two for a few, otherwise one.

    Args:
        task: the task.
        made: the number of moves made.
        wrong: the number of attempts taken back.
        hints: the number of hints given.
    """
    slips = wrong + max(0, made - task.moves) + 2 * hints
    return MOST_STARS - sum(slips > most for most in _SLIPS)


# ---- Moves ----


def moved(attempt: TaskAttempt, move: Move) -> tuple[TaskAttempt, Misstep | None]:
    """Make a move of the learner, followed by the task's reply if there is one.

    Args:
        attempt: the attempt before the move; the task is not done yet.
        move: a legal move.

    Returns:
        The attempt after the move, and the fault of the move, if any; in that case the position is the one
        after the wrong move, with the opponent to move.
    """
    board, task = Board(attempt.fen), attempt.task
    board.push(move)
    counts = task.by in (0, board.piece_at(move.to_square) & KIND_MASK)
    reached = attempt.left - {move.to_square} if counts else attempt.left
    after = replace(attempt, fen=board.fen(), left=reached, way=(*attempt.way, str(move)))
    fault = _FAULTS[task.goal](after, board, move)
    if fault is not None:
        return after, fault
    if not reached or task.goal not in (Goal.REACH, Goal.TAKE):
        return replace(after, is_done=True), None
    if not task.replies:
        return replace(after, fen=format_fen(Position(board.pieces(), opponent(board.turn)))), None
    board.push(task.replies[attempt.made])
    return replace(after, fen=board.fen()), None


def solved(task: Task) -> TaskAttempt:
    """Return the attempt at a task of moves after its whole solution."""
    attempt = TaskAttempt.of(task)
    for text in task.solution:
        attempt, _ = moved(attempt, Move.from_iccs(text))
    return attempt


_Judge = Callable[[TaskAttempt, Board, Move], Misstep | None]
"""A function that finds the fault of a move, from the attempt and the board after it (opponent to move)."""


def _on_the_way(after: TaskAttempt, board: Board, move: Move) -> Misstep | None:
    takers = tuple(reply for reply in board.legal_moves() if reply.to_square == move.to_square)
    if after.task.safe and takers:
        return Misstep(Slip.TAKEN, takers[:1])
    if not after.left:
        return None
    if _is_passed(after, board):
        return Misstep(Slip.PASSED)
    replies = after.task.replies
    out_of_replies = bool(replies) and (
        after.made > len(replies) or not board.is_legal(replies[after.made - 1])
    )
    return Misstep(Slip.TOO_LONG) if out_of_replies else None


def _is_passed(after: TaskAttempt, board: Board) -> bool:
    """Return whether the learner has only soldiers left to move, all of which have passed a target."""
    side = after.learner
    own = {square: code for square, code in board.pieces().items() if code & side}
    if any(code & KIND_MASK != PAWN for code in own.values()):
        return False
    forward = 1 if side == RED else -1
    hindmost = min(forward * rank_of(square) for square in own)
    return any(forward * rank_of(target) < hindmost for target in after.left)


def _check(_after: TaskAttempt, board: Board, _move: Move) -> Misstep | None:
    return None if board.is_check() else Misstep(Slip.NO_CHECK)


def _answer(_after: TaskAttempt, _board: Board, _move: Move) -> Misstep | None:
    return None  # any legal move answers a check


def _guard(after: TaskAttempt, board: Board, _move: Move) -> Misstep | None:
    guarded = attack_map(board.position(), after.learner)
    return None if all(target in guarded for target in after.task.targets) else Misstep(Slip.UNGUARDED)


def _mate(after: TaskAttempt, board: Board, move: Move) -> Misstep | None:
    answers = tuple(board.legal_moves())
    return _check(after, board, move) or (Misstep(Slip.ANSWERED, answers[:_SHOWN]) if answers else None)


def _stalemate(_after: TaskAttempt, board: Board, _move: Move) -> Misstep | None:
    answers = tuple(board.legal_moves())
    if answers:
        return Misstep(Slip.MOVES_LEFT, answers[:_SHOWN])
    return Misstep(Slip.CHECKED) if board.is_check() else None


_FAULTS: Final[dict[Goal, _Judge]] = {
    Goal.REACH: _on_the_way,
    Goal.TAKE: _on_the_way,
    Goal.CHECK: _check,
    Goal.ANSWER: _answer,
    Goal.GUARD: _guard,
    Goal.MATE: _mate,
    Goal.STALEMATE: _stalemate,
}


# ---- Placements and points ----


def placed(attempt: TaskAttempt, piece: int, square: int) -> tuple[TaskAttempt, Misstep | None]:
    """Place one of the missing pieces on a point; a wrong placement changes nothing.

    Returns:
        The attempt afterwards, and what was wrong with the placement, or None.
    """
    if square not in attempt.left or (piece, square) not in attempt.task.placements:
        return attempt, Misstep(Slip.NOT_HERE)
    board = Board(attempt.fen)
    fen = format_fen(Position({**board.pieces(), square: piece}, board.turn))
    return _marked_off(replace(attempt, fen=fen), square, f"{piece_letter(piece)}@{square_name(square)}"), None


def chosen(attempt: TaskAttempt, point: int) -> TaskAttempt:
    """Mark a point as found if it answers the question."""
    return _marked_off(attempt, point, square_name(point))


def _marked_off(attempt: TaskAttempt, square: int, text: str) -> TaskAttempt:
    left = attempt.left - {square}
    return replace(attempt, left=left, way=(*attempt.way, text), is_done=not left)
