"""Finds why a wrong try in an exercise fails: how it is answered, and what the solution achieves instead.

This is derived from the moves of the task and of the answer, and from the engine's opinion on which the verdict
rests; nothing is searched.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Protocol

from xiangqi.board import Board, Move
from xiangqi.coach.notes import Opinion
from xiangqi.coach.scene import as_if, between, blocker, checkers, kind_of, king_square, played, value_of
from xiangqi.coach.spoils import spoils_of
from xiangqi.core.constants import KING, PAWN, opponent
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.line import Moves
from xiangqi.tables import TableVerdict

_AHEAD: Final = 0.75
"""The winning chance from which the solver counts as ahead after a wrong try."""

_LOST: Final = 0.25
"""The winning chance up to which the game counts as lost after it."""


class Rejoinder(str, Enum):
    """The effects of the opponent's answer to a wrong try."""

    MATES = "mates"  # it forces mate
    TAKES = "takes"  # it takes the piece that has moved, or another one that is no soldier
    STEPS = "steps"  # the general leaves a check
    BLOCKS = "blocks"  # a piece gets in the way of a check
    CHECKS = "checks"  # it gives check
    EVADES = "evades"  # a piece leaves a point on which the try attacked it
    FREE = "free"  # anything, since the try gives no check where the solution does


class Shortfall(str, Enum):
    """The ways in which a wrong try falls short."""

    SLOWER = "slower"  # it mates, but in more moves than are asked for
    NO_MATE = "no_mate"  # it does not mate in as many moves as are asked for
    TO_MATE = "to_mate"  # the right move forces mate, which is not asked for
    LESS = "less"  # it takes less than the right move can take
    IDLE = "idle"  # it takes nothing where the right move can take something
    LOSES = "loses"  # the game is lost, where it could be saved
    DRAWS = "draws"  # the game is drawn, where it could be won


class Asked(Protocol):
    """The task of an exercise, in the form of `answering.SolvingTask`."""

    @property
    def fen(self) -> str:
        """The position."""

    @property
    def solution(self) -> Moves:
        """The right moves and the replies to them."""

    @property
    def kind(self) -> ExerciseKind:
        """The kind of the solution."""

    @property
    def own_moves(self) -> int:
        """The number of the solver's moves."""

    @property
    def stalemates(self) -> bool:
        """Whether the solution ends in stalemate."""


@dataclass(frozen=True)
class Missed:
    """The answer to a wrong try in an exercise, and the way in which the try falls short."""

    answer: Rejoinder | None = None  # what the opponent's move does; None if nothing of that kind
    piece: int = (
        0  # for TAKES, the piece taken; for EVADES and STEPS, the one that moves; colour | kind, else 0
    )
    shortfall: Shortfall | None = None  # None if the answer says all that is known
    count: int = 0  # for SLOWER, the number of the solver's moves to mate
    asked: int = 0  # for SLOWER and NO_MATE, the number of moves asked for
    took: int = 0  # the kind of the piece that the try takes, 0 for none
    right: tuple[int, ...] = ()  # for LESS and IDLE, the kinds of the pieces that the right move can take
    is_ahead: bool = False  # whether the solver is still clearly ahead


def missed_by(task: Asked, line: Moves, before: Opinion | None, after: Opinion) -> Missed:
    """Return what a wrong try misses.

    Args:
        task: the task.
        line: legal moves of both sides since its position, the last one the try.
        before: the opinion of the position before the try; None if it is unknown.
        after: the opinion of the position after it.
    """
    board, (*earlier, tried) = Board(task.fen), line
    for move in earlier:
        board.push(move)
    rest = task.solution[len(earlier) :] if task.solution[: len(earlier)] == tuple(earlier) else ()
    answer, piece = _answer(board, tried, after, rest[:1] if task.kind is ExerciseKind.MATE else ())
    took = kind_of(board.piece_at(tried.to_square))
    missed = Missed(answer, piece, took=took, is_ahead=1.0 - after.chance >= _AHEAD)
    if answer is Rejoinder.MATES:
        return missed
    if task.kind is ExerciseKind.MATE:
        return _of_mate(missed, task, len(line), after)
    if task.kind is ExerciseKind.SAVE:
        return replace(missed, shortfall=Shortfall.LOSES) if 1.0 - after.chance <= _LOST else missed
    if before is not None and before.mate is not None and before.mate > 0:
        return replace(missed, shortfall=Shortfall.TO_MATE)
    return _of_gain(missed, board, rest)


def missed_in_tables(worth: TableVerdict, board: Board, tried: Move, reply: Move | None) -> Missed:
    """Return what is missed by a move that, according to the endgame tables, does not keep the result.

    Args:
        worth: the result with the move for the side that makes it.
        board: the position before the move. It is not changed.
        tried: the move.
        reply: the tables' answer; None if there is none.
    """
    lost = worth is TableVerdict.LOSS
    opinion = Opinion(1.0 if lost else 0.5, () if reply is None else (reply,))
    answer, piece = _answer(board, tried, opinion, ())
    return Missed(answer, piece, Shortfall.LOSES if lost else Shortfall.DRAWS)


def _of_mate(missed: Missed, task: Asked, plies: int, after: Opinion) -> Missed:
    """Return what is missed in a mating task in which `plies` have been made, the last of them the try."""
    asked = task.own_moves - plies // 2
    if after.mate is not None and after.mate < 0 and 1 - after.mate > asked:
        return replace(missed, shortfall=Shortfall.SLOWER, count=1 - after.mate, asked=asked)
    return missed if task.stalemates else replace(missed, shortfall=Shortfall.NO_MATE, asked=asked)


def _of_gain(missed: Missed, board: Board, solution: Moves) -> Missed:
    """Return what is missed in a task to win material, compared with what the solution takes."""
    spoils = spoils_of(board, solution, board.turn)
    if not spoils.won or spoils.balance <= value_of(missed.took):
        return missed
    shortfall = Shortfall.LESS if missed.took else Shortfall.IDLE
    return replace(missed, shortfall=shortfall, right=spoils.won)


# ---- The answer ----


def _answer(board: Board, tried: Move, after: Opinion, right: Moves) -> tuple[Rejoinder | None, int]:
    """Return the effect of the opponent's first move, or None, and the piece that it concerns, or 0.

    Args:
        board: the position before the try.
        tried: the try.
        after: the opinion after it, with the opponent's line.
        right: in mating tasks, the right move; () if play has left the solution, and in other tasks.
    """
    if not after.line:
        return None, 0
    reply, asked = after.line[0], played(board, (tried,))
    if after.mate is not None and after.mate > 0:
        return Rejoinder.MATES, 0
    code = asked.piece_at(reply.to_square)
    if code and (kind_of(code) != PAWN or reply.to_square == tried.to_square):
        return Rejoinder.TAKES, code
    if asked.is_check():
        return _out_of_check(asked, reply)
    if played(asked, (reply,)).is_check():
        return Rejoinder.CHECKS, 0
    if _evades(asked, tried.to_square, reply):
        return Rejoinder.EVADES, asked.piece_at(reply.from_square)
    return (Rejoinder.FREE, 0) if right and played(board, right).is_check() else (None, 0)


def _out_of_check(board: Board, reply: Move) -> tuple[Rejoinder | None, int]:
    """Return the way in which a quiet move ends a check, or None, and the general if it moves, or 0."""
    king = king_square(board, board.turn)
    if reply.from_square == king:
        return Rejoinder.STEPS, board.piece_at(king)
    for square in checkers(board):
        leg = blocker(square << 8 | king, board.piece_at(square))
        if reply.to_square in (*between(square, king), leg):
            return Rejoinder.BLOCKS, 0
    return None, 0


def _evades(board: Board, attacker: int, reply: Move) -> bool:
    """Return whether a move takes its piece out of the attacker's reach; never for the general."""
    if kind_of(board.piece_at(reply.from_square)) == KING:
        return False

    def attacks(position: Board, target: int) -> bool:
        seen = as_if(position, opponent(board.turn))
        return any((move.from_square, move.to_square) == (attacker, target) for move in seen.legal_moves())

    moved = played(board, (reply,))
    return attacks(board, reply.from_square) and not attacks(moved, reply.to_square)
