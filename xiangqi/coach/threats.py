"""What a move threatens: the captures that it makes possible, and what each would win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
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

WORTH_TAKING: Final = 150
"""What a capture must win by exchange to be called a threat: more than a soldier."""


@dataclass(frozen=True)
class Threat:
    """A capture that would win something if it were not answered.

    Attributes:
        move: the capture.
        attacker, target: the pieces as they stand before it.
        gain: what it wins by exchange.
    """

    move: Move
    attacker: Placed
    target: Placed
    gain: int


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
        """Whether a threat after the move was none before it; by the piece that moved it always is."""
        if threat.move.from_square == self.move.to_square:
            return True
        if not self.before.is_legal(threat.move):
            return True
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
