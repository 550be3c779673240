"""Slow losses: no single move costs much, but several together do.

Sums of small losses are noise; the net change over several moves is not. Losses are measured by searches; the
text says what has changed on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from xiangqi.board import Board
from xiangqi.coach.notes import Drift, MoveReview
from xiangqi.coach.scene import HEAVY, across, as_if, kind_of
from xiangqi.coach.second_look import Verdict
from xiangqi.core.constants import PAWN, RED, opponent
from xiangqi.line import Line

OWN_MOVES: Final = 7
"""The number of a side's own moves over which its chance is compared."""

_LEAST: Final = 0.06  # the smallest net loss over that many moves
_CONFIRMED: Final = 0.05  # what a deeper search must leave of it

SOLDIERS: Final = "soldiers"
INVADERS: Final = "invaders"
CRAMPED: Final = "cramped"
CHANGES: Final = (SOLDIERS, INVADERS, CRAMPED)
"""The changes on the board by which a slow loss is explained."""


def red_chances(verdicts: Sequence[Verdict], line: Line) -> list[float]:
    """Return Red's chance in each position of a game, the last one included; empty without verdicts."""
    found = []
    for ply, verdict in enumerate(verdicts):
        found.append(verdict.before.chance if line.turn_at(ply) == RED else 1.0 - verdict.before.chance)
    if verdicts:
        last = verdicts[-1].after.chance
        found.append(last if line.turn == RED else 1.0 - last)
    return found


def smoothed(chances: Sequence[float]) -> list[float]:
    """Return chances averaged with the next ones, since a search favours the side to move."""
    pairs = zip(chances, [*chances[1:], *chances[-1:]], strict=True)
    return [(one + other) / 2 for one, other in pairs]


def drifts(line: Line, verdicts: Sequence[Verdict], chance_after: Callable[[int], float]) -> Iterator[Drift]:
    """Yield the runs in which a side loses ground by small steps; they do not overlap for a side.

    Args:
        line: the game.
        verdicts: the verdicts on its moves.
        chance_after: searches the position after a number of plies more deeply, and returns Red's chance.
    """
    curve = smoothed(red_chances(verdicts, line))
    for start in (0, 1):
        side, ply = line.turn_at(start), start
        sign = 1.0 if side == RED else -1.0
        while ply + 2 * OWN_MOVES < len(verdicts):
            end = ply + 2 * OWN_MOVES - 2  # the index of the side's last move
            lost = sign * (curve[ply] - curve[end + 1])
            quiet = not any(verdict.is_fault for verdict in verdicts[ply : end + 1 : 2])
            if lost < _LEAST or not quiet:
                ply += 2
                continue
            confirmed = sign * (chance_after(ply) - chance_after(end + 1))
            if confirmed >= _CONFIRMED:
                before, after = line.upto(ply).board(), line.upto(end + 1).board()
                yield Drift(side, ply + 1, end + 1, change_between(before, after, side), confirmed)
            ply = end + 2


def change_between(before: Board, after: Board, side: int) -> str:
    """Return the greatest change to a side's disadvantage, one of CHANGES, or "" if there is none."""
    enemy = opponent(side)
    soldiers = (_count(before, side, PAWN) - _count(after, side, PAWN)) - (
        _count(before, enemy, PAWN) - _count(after, enemy, PAWN)
    )
    invaders = across(after, enemy) - across(before, enemy)
    room = _room(before, side) - _room(after, side)
    changes = ((soldiers, SOLDIERS), (invaders, INVADERS), (room // 3, CRAMPED))
    most, name = max(changes, key=lambda change: change[0])
    return name if most > 0 else ""


def _count(board: Board, side: int, kind: int) -> int:
    return sum(code == side | kind for code in board.pieces().values())


def _room(board: Board, side: int) -> int:
    """Return the number of moves of a side's chariots, horses and cannons."""
    own = as_if(board, side)
    return sum(kind_of(board.piece_at(move.from_square)) in HEAVY for move in own.legal_moves())


def net_losses(moves: Sequence[MoveReview], side: int, most: int = 4) -> Iterator[tuple[float, int, int]]:
    """Yield the net loss of a side over one to `most` own moves, with the plies of the first and last ones."""
    own = [move for move in moves if move.side == side]
    for start in range(len(own)):
        for end in range(start, min(len(own), start + most)):
            if own[end].ply - own[start].ply == 2 * (end - start):
                yield own[start].before - own[end].after, own[start].ply, own[end].ply
