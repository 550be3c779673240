"""Positions handled by the second move generator, and those that a fact is about."""

from __future__ import annotations

from dataclasses import replace

from tools.refute.measures import VALUES
from xiangqi import bitboards
from xiangqi.bitboards import BitPosition, attacks, bit_of
from xiangqi.coach.facts import Fact, Start
from xiangqi.core.constants import BOTH, KING
from xiangqi.fen import Position


class Scene:
    """The positions that a fact is about, made by the second move generator alone."""

    def __init__(self, before: Position, move: int, fact: Fact) -> None:
        self.fact = fact
        self.before = before
        self.after = after_move(before, move)
        self.start = before if fact.start is Start.BEFORE else self.after
        self.move = move

    def shown(self) -> Position:
        """Return the position after the first move of the proof."""
        return after_move(self.start, self.fact.proof[0])

    def then(self, square: int) -> int:
        """Return the square of a piece after the first move of the proof."""
        first = self.fact.proof[0]
        return first & 255 if square == first >> 8 else square


def after_move(position: Position, move: int) -> Position:
    """Return the position after a move."""
    placement = dict(position.placement)
    placement[move & 255] = placement.pop(move >> 8)
    return Position(placement, position.turn ^ BOTH)


def code_at(position: Position, square: int) -> int:
    """Return the piece on a square, 0 for none."""
    return position.placement.get(square, 0)


def worth_at(position: Position, square: int) -> int:
    """Return the value of the piece on a square, 0 for none."""
    return int(VALUES[code_at(position, square) & 7])


def hits(position: Position, origin: int, target: int) -> bool:
    """Return whether a piece could capture on a square, ignoring the side to move."""
    code = code_at(position, origin)
    occupied = BitPosition.of(position).side(BOTH)
    return bool(code) and bool(attacks(code, bit_of(origin), occupied) & 1 << bit_of(target))


def king_at(position: Position, side: int) -> int:
    """Return the square of a side's king."""
    return next(square for square, code in position.placement.items() if code == side | KING)


def is_safe(position: Position, side: int) -> bool:
    """Return whether a side's king is not attacked."""
    return BitPosition.of(position).is_safe(side)


def protectors_of(position: Position, capture: int) -> list[int]:
    """Return the squares from which a capture could be taken back."""
    moves = bitboards.legal_moves(after_move(position, capture))
    return [move >> 8 for move in moves if move & 255 == capture & 255]


def turned(position: Position, side: int) -> Position:
    """Return the position with the given side to move."""
    return replace(position, turn=side)


def without(position: Position, square: int) -> Position:
    """Return the position without the piece on a square."""
    return Position({s: code for s, code in position.placement.items() if s != square}, position.turn)
