"""The balance of an exchange: the kinds of pieces that one side takes beyond its losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from xiangqi.board import Board, Move
from xiangqi.coach.scene import kind_of, value_of
from xiangqi.core.constants import ADVISOR, BISHOP, CANNON, KNIGHT, PAWN, ROOK

_ORDER = (ROOK, CANNON, KNIGHT, ADVISOR, BISHOP, PAWN)
_ALIKE = ((CANNON, KNIGHT), (ADVISOR, BISHOP))
_MOST = 4  # with more pieces than this, those of similar value also cancel out


@dataclass(frozen=True)
class Spoils:
    """Kinds of pieces, the most valuable first."""

    won: tuple[int, ...]
    lost: tuple[int, ...]

    @property
    def balance(self) -> int:
        """The value of the gains minus that of the losses."""
        return sum(map(value_of, self.won)) - sum(map(value_of, self.lost))


def spoils_of(board: Board, line: Iterable[Move], side: int) -> Spoils:
    """Return what a side wins and loses in a line of legal moves; equal pieces cancel out.

    If there are many pieces, those of similar value, such as a horse and a cannon, also cancel out.
    """
    walked, balance = board.copy(), Counter[int]()
    for move in line:
        kind = kind_of(walked.piece_at(move.to_square))
        if kind:
            balance[kind] += 1 if walked.turn == side else -1
        walked.push_unchecked(move)
    if sum(map(abs, balance.values())) > _MOST:
        _cancel(balance)
    won = tuple(kind for kind in _ORDER for _ in range(balance[kind]))
    lost = tuple(kind for kind in _ORDER for _ in range(-balance[kind]))
    return Spoils(won, lost)


def _cancel(balance: Counter[int]) -> None:
    for one, other in _ALIKE:
        if balance[one] * balance[other] < 0:
            both = min(abs(balance[one]), abs(balance[other]))
            sign = 1 if balance[one] > 0 else -1
            balance[one] -= sign * both
            balance[other] += sign * both
