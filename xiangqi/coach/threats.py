"""What a move threatens: the captures that it makes possible, and what each would win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Placed
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import (
    as_if,
    captures,
    checkers,
    king_square,
    placed,
    played,
    value_of,
)
from xiangqi.core.constants import opponent
from xiangqi.line import Moves

WORTH_TAKING: Final = 150
"""What a capture must win by exchange to be called a threat: more than a soldier."""

_MATE_THREATENED: Final = 4  # moves of the longest mate that is looked for behind a threat
_ANSWERS: Final = 12  # answers that are tried for one that does nothing about a threat


@dataclass(frozen=True)
class Threat:
    """A capture that would win something if it were not answered."""

    move: Move  # the capture
    # attacker, target: the pieces as they stand before it
    attacker: Placed
    target: Placed
    gain: int  # what it wins by exchange


class Shot:
    """A move looked at closely: the positions before and after it, and what it threatens.

    Attributes:
        before: the position in which it is played.
        move: the move.
        after: the position after it.
        side: who plays it.
        prover: for the exchanges.
    """

    def __init__(self, before: Board, move: int, prover: Prover) -> None:
        self.before = before
        self.move = Move(move)
        self.after = played(before, [move])
        self.side = before.turn
        self.prover = prover

    @property
    def mover(self) -> Placed:
        """The piece that moves, where it stands before."""
        return placed(self.before, self.move.from_square)

    @property
    def taken(self) -> Placed | None:
        """What the move takes."""
        piece = placed(self.before, self.move.to_square)
        return piece if piece.code else None

    @property
    def enemy_king(self) -> Placed:
        """The king of the other side."""
        return placed(self.after, king_square(self.after, opponent(self.side)))

    @cached_property
    def checkers(self) -> list[int]:
        """The squares of the pieces that give check after the move."""
        return checkers(self.after)

    @cached_property
    def again(self) -> Board:
        """The position after the move, as if its side were to move once more."""
        return as_if(self.after, self.side)

    @cached_property
    def threats(self) -> list[Threat]:
        """The captures after the move that would win something and that were not there before it."""
        return [threat for threat in threats_of(self.again, self.prover) if self.is_new(threat)]

    def is_new(self, threat: Threat) -> bool:
        """Whether a threat after the move was none before it; by the piece that moved it always is.

        What only a check held up was threatened before.
        """
        if threat.move.from_square == self.move.to_square:
            return True
        if not self.before.is_legal(threat.move):
            return not (self.before.is_check() and self.before.is_pseudo_legal(threat.move))
        gain = exchange(self.before, threat.move, self.prover)
        return gain < WORTH_TAKING

    def by_mover(self) -> list[Threat]:
        """The new threats of the piece that moved."""
        return [threat for threat in self.threats if threat.move.from_square == self.move.to_square]

    def by_others(self) -> list[Threat]:
        """The new threats of pieces that stood still."""
        return [threat for threat in self.threats if threat.move.from_square != self.move.to_square]


def exchange(board: Board, capture: int, prover: Prover) -> int:
    """What a legal capture wins when both sides go on taking, or stop."""
    found = prover.gain_by(board, capture, 1)
    return 0 if found is None else found.value


def threats_of(board: Board, prover: Prover) -> Iterator[Threat]:
    """The captures of the side to move that win something by exchange; not of a king."""
    for move in captures(board):
        target = placed(board, move.to_square)
        if value_of(target.code) < WORTH_TAKING:
            continue
        gain = exchange(board, move, prover)
        if gain >= WORTH_TAKING:
            yield Threat(move, placed(board, move.from_square), target, gain)


@dataclass(frozen=True)
class Intention:
    """What a quiet move would do next if it were not answered."""

    line: Moves  # the move, an answer that does nothing about it, and what follows
    gain: int  # what the third move wins by force then; 0 where it mates

    @property
    def mate_moves(self) -> int:
        """Moves to mate after the first, 0 without a mate."""
        return 0 if self.gain else (len(self.line) - 1) // 2


def intention(board: Board, move: Move, prover: Prover) -> Intention | None:
    """What a quiet move that gives no check threatens, beyond what its side could have won at once.

    Args:
        board: before the move. It is not changed.
        move: legal.
        prover: shows it.
    """
    after = played(board, [move])
    if board.is_capture(move) or after.is_check():
        return None
    again = as_if(after, board.turn)
    mate = prover.mate(again, _MATE_THREATENED)
    if mate:
        return None if prover.mate(board) else _mating(after, move, mate, prover)
    gain, now = prover.gain(again), prover.gain(board)
    if gain is None or now is None or gain.mates or not gain.line:
        return None
    if gain.value - max(0, now.value) < WORTH_TAKING:
        return None
    return _winning(after, move, gain.line[0], gain.value, prover)


def _mating(after: Board, move: Move, mate: Moves, prover: Prover) -> Intention | None:
    for answer in _quiet(after):
        if not played(after, [answer]).is_legal(mate[0]):
            continue
        line = prover.mates_by(played(after, [answer]), mate[0], (len(mate) + 1) // 2)
        if len(line) == len(mate):
            return Intention((move, answer, *line), 0)
    return None


def _winning(after: Board, move: Move, first: Move, value: int, prover: Prover) -> Intention | None:
    for answer in _quiet(after):
        then = played(after, [answer])
        if not then.is_legal(first):
            continue
        found = prover.gain_by(then, first)
        if found is not None and not found.mates and abs(found.value - value) < WORTH_TAKING // 2:
            return Intention((move, answer, *found.line), min(found.value, value))
    return None


def _quiet(board: Board) -> list[Move]:
    """Some moves that take nothing and give no check."""
    moves = (move for move in board.legal_moves() if not board.is_capture(move))
    return list(islice((move for move in moves if not played(board, [move]).is_check()), _ANSWERS))
