"""Threats of a move: captures that it makes possible, and the gain from each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
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
"""The least material that a capture must win by exchange to count as a threat: more than a soldier."""

_EVEN: Final = 60  # the largest difference that counts as an even exchange: half a soldier
_MATE_THREATENED: Final = 4  # length in moves of the longest threatened mate searched for
_ANSWERS: Final = 12  # replies tried in search of one that ignores a threat


@dataclass(frozen=True)
class Threat:
    """A capture that would win material if it were not answered."""

    move: Move  # the capture
    # attacker, target: the pieces before the capture
    attacker: Placed
    target: Placed
    gain: int  # material won by exchange


class Shot:
    """A move with the positions before and after it and the threats it creates.

    Attributes:
        before: the position before the move.
        move: the move.
        after: the position after it.
        side: the side that plays it.
        prover: searches exchanges.
    """

    def __init__(self, before: Board, move: int, prover: Prover) -> None:
        self.before = before
        self.move = Move(move)
        self.after = played(before, [move])
        self.side = before.turn
        self.prover = prover

    @property
    def mover(self) -> Placed:
        """The piece that moves, on its square before the move."""
        return placed(self.before, self.move.from_square)

    @property
    def taken(self) -> Placed | None:
        """The captured piece, or None."""
        piece = placed(self.before, self.move.to_square)
        return piece if piece.code else None

    @property
    def enemy_king(self) -> Placed:
        """The opponent's king."""
        return placed(self.after, king_square(self.after, opponent(self.side)))

    @cached_property
    def checkers(self) -> list[int]:
        """The squares of the pieces that give check after the move."""
        return checkers(self.after)

    @cached_property
    def again(self) -> Board:
        """The position after the move with the same side to move again."""
        return as_if(self.after, self.side)

    @cached_property
    def threats(self) -> list[Threat]:
        """The threats that the move creates."""
        return [threat for threat in threats_of(self.again, self.prover) if self.is_new(threat)]

    def is_new(self, threat: Threat) -> bool:
        """Return whether a threat did not exist before the move; threats by the moved piece are always new.

        A capture that was only prevented by a check counts as threatened before.
        """
        if threat.move.from_square == self.move.to_square:
            return True
        if not self.before.is_legal(threat.move):
            return not (self.before.is_check() and self.before.is_pseudo_legal(threat.move))
        gain = exchange(self.before, threat.move, self.prover)
        return gain < WORTH_TAKING

    def by_mover(self) -> list[Threat]:
        """Return the new threats of the piece that moved."""
        return [threat for threat in self.threats if threat.move.from_square == self.move.to_square]

    def by_others(self) -> list[Threat]:
        """Return the new threats of the other pieces."""
        return [threat for threat in self.threats if threat.move.from_square != self.move.to_square]


def exchange(board: Board, capture: int, prover: Prover) -> int:
    """Return the gain of a legal capture if both sides may go on capturing: material or a mate score.

    It is 0 if the node limit was reached.
    """
    found = prover.gain_by(board, capture, 1)
    return 0 if found is None else found.value


def offers_exchange(board: Board, squares: Collection[int], prover: Prover) -> bool:
    """Return whether the side to move can take on one of some squares at a cost of half a soldier at most."""
    takes = [move for move in captures(board) if move.to_square in squares]
    return any(exchange(board, move, prover) >= -_EVEN for move in takes)


def escapes(board: Board, line: Moves, square: int) -> bool:
    """Return whether a line's second move takes the piece on a square away with check or by a capture."""
    reply = line[1:2]
    is_gone = reply != () and reply[0].from_square == square
    return is_gone and (board.is_capture(reply[0]) or played(board, reply).is_check())


def is_idle(board: Board, line: Moves, square: int) -> bool:
    """Return whether a threat is idle: a line answers it by a capture, or by a check with the threatened piece.

    Other checks may come before.

    Args:
        board: the position with the threat, after the line's first move.
        line: legal moves.
        square: where the threatened piece stands.
    """
    walked = board.copy()
    for index, step in enumerate(line[1:], 1):
        if index % 2 == 0 and step.to_square == square:
            return False
        if index % 2 and walked.is_capture(step):
            return True
        walked.push_unchecked(step)
        if index % 2 and not walked.is_check():
            return False
        if index % 2 and step.from_square == square:
            return True
    return False


def threats_of(board: Board, prover: Prover) -> Iterator[Threat]:
    """Yield the side to move's captures of more than a soldier that win at least WORTH_TAKING by exchange.

    Captures of a king are left out.
    """
    for move in captures(board):
        target = placed(board, move.to_square)
        if value_of(target.code) < WORTH_TAKING:
            continue
        gain = exchange(board, move, prover)
        if gain >= WORTH_TAKING:
            yield Threat(move, placed(board, move.from_square), target, gain)


@dataclass(frozen=True)
class Intention:
    """The threat of a quiet move."""

    line: Moves  # the move, a reply that ignores it, and the continuation
    gain: int  # material that the third move then wins by force; 0 if it mates

    @property
    def mate_moves(self) -> int:
        """Moves to mate after the first one, 0 if there is no mate."""
        return 0 if self.gain else (len(self.line) - 1) // 2


def intention(board: Board, move: Move, prover: Prover) -> Intention | None:
    """Return the threat of a quiet move that its side could not have carried out at once, or None.

    Args:
        board: the position before the move. It is not changed.
        move: a legal move.
        prover: proves the threat.
    """
    after = played(board, [move])
    if (
        board.is_capture(move) or after.is_check() or board.is_check()
    ):  # a king that leaves check threatens nothing
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
    aimed = (move.to_square, gain.line[0].from_square)
    if offers_exchange(after, aimed, prover):
        return None
    return _winning(after, move, gain.line[0], gain.value, prover)


def _mating(after: Board, move: Move, mate: Moves, prover: Prover) -> Intention | None:
    for answer in quiet_moves(after):
        if not played(after, [answer]).is_legal(mate[0]):
            continue
        line = prover.mates_by(played(after, [answer]), mate[0], (len(mate) + 1) // 2)
        if len(line) == len(mate):
            return Intention((move, answer, *line), 0)
    return None


def _winning(after: Board, move: Move, first: Move, value: int, prover: Prover) -> Intention | None:
    for answer in quiet_moves(after):
        then = played(after, [answer])
        if not then.is_legal(first):
            continue
        found = prover.gain_by(then, first)
        if found is not None and not found.mates and abs(found.value - value) < WORTH_TAKING // 2:
            return Intention((move, answer, *found.line), min(found.value, value))
    return None


def quiet_moves(board: Board) -> list[Move]:
    """Return up to `_ANSWERS` moves that neither capture nor give check."""
    moves = (move for move in board.legal_moves() if not board.is_capture(move))
    return list(islice((move for move in moves if not played(board, [move]).is_check()), _ANSWERS))
