"""The balance of an exchange: the kinds of pieces that one side takes beyond its losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.scene import HEAVY, kind_of, value_of
from xiangqi.coach.tactics import CLAIMED
from xiangqi.core.constants import ADVISOR, BISHOP, BLACK, CANNON, KNIGHT, PAWN, RED, ROOK, opponent
from xiangqi.line import Moves

_ORDER = (ROOK, CANNON, KNIGHT, ADVISOR, BISHOP, PAWN)
_ALIKE = ((CANNON, KNIGHT), (ADVISOR, BISHOP))
MOST_TOLD: Final = 6
"""The largest number of moves of a line in a sentence."""

LEAST_TOLD: Final = 100
"""The smallest gain that is told: a soldier."""

_LITTLE = 120  # what may be lost elsewhere without a word: a soldier
_BESIDE = 1.2  # a piece may cost a fifth of its worth elsewhere later, such as a soldier for a chariot
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


def told_part(board: Board, line: Moves, claim: int) -> Moves:
    """Return as much of a proof as is told: up to the first exchange after which the claim is won.

    The rest need not be forced. If that takes more than MOST_TOLD moves, only the gain of the first move is
    told, if there is any. An exchange that wins much more than the search found is not told, since the
    difference is lost again.

    Args:
        board: the position before the proof.
        line: legal moves.
        claim: the share CLAIMED of the material that the side to move wins.
    """
    walked, balance, side, earlier = board.copy(), 0, board.turn, 0
    found = claim / CLAIMED
    for end, move in enumerate(line, 1):
        taken = value_of(walked.piece_at(move.to_square))
        balance += taken if walked.turn == side else -taken
        walked.push_unchecked(move)
        if not taken or _goes_on(walked, line, end, side) or balance > max(found + _LITTLE, found * _BESIDE):
            continue
        if balance >= claim:
            return line[:earlier] if earlier and end > MOST_TOLD else line[:end]
        if end <= 2 and balance >= LEAST_TOLD:
            earlier = end
    return line


def _goes_on(board: Board, line: Moves, end: int, side: int) -> bool:
    """Return whether the move after the first `end` takes back, or takes more than a soldier from the side."""
    if end == len(line) or not board.is_capture(line[end]):
        return False
    taken = value_of(board.piece_at(line[end].to_square))
    return line[end].to_square == line[end - 1].to_square or (board.turn != side and taken > _LITTLE)


def spoils_of(board: Board, line: Iterable[Move], side: int) -> Spoils:
    """Return the gains and losses of a side in a line of legal moves; equal pieces cancel out.

    If more than four are left, those of similar value also cancel out: a horse and a cannon, an advisor and an
    elephant.
    """
    walked, balance = board.copy(), Counter[int]()
    for move in line:
        kind = kind_of(walked.piece_at(move.to_square))
        if kind:
            balance[kind] += 1 if walked.turn == side else -1
        walked.push_unchecked(move)
    return balanced(balance, alike=sum(map(abs, balance.values())) > _MOST)


def exchanged(board: Board, line: Iterable[Move]) -> tuple[int, ...]:
    """Return the kinds of strong pieces that both sides take in a line of legal moves, the first one first."""
    walked, taken = board.copy(), {RED: dict[int, None](), BLACK: dict[int, None]()}
    for move in line:
        taken[walked.turn][kind_of(walked.piece_at(move.to_square))] = None
        walked.push_unchecked(move)
    return tuple(kind for kind in taken[board.turn] if kind in HEAVY and kind in taken[opponent(board.turn)])


def balanced(balance: Counter[int], *, alike: bool) -> Spoils:
    """Return the gains and losses in a balance by kinds; `balance` is changed if `alike` is true.

    Args:
        balance: how many pieces of each kind a side has gained, negative if it has lost some.
        alike: whether a horse and a cannon, an advisor and an elephant cancel out.
    """
    if alike:
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
