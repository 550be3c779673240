"""What a story tells of the boards of a game: what the fight was about, and what the winner had more."""

from __future__ import annotations

from collections import Counter
from typing import Final

from xiangqi.board import Board
from xiangqi.coach.scene import HEAVY, across, kind_of, side_of, value_of
from xiangqi.coach.spoils import balanced
from xiangqi.core.constants import BLACK, PAWN, RED, ROOK
from xiangqi.line import Line

FIGHTS: Final = ("endgame", "chariots", "presses", "sharp", "soldiers", "full", "exchanges")
"""What the fight in a game may have been about."""

_STEP: Final = 4  # plies between the boards that are looked at
_BOARDS: Final = 5
_FEW: Final = 5  # chariots, horses and cannons of both sides in an endgame, at most
_MANY: Final = 10  # the same where hardly anything was exchanged, at least
_DEEP: Final = 1.5  # of them across the river on average: an attack
_SOLDIERS: Final = 4  # that have gone where the fight is about them
_MOST: Final = 3  # pieces that are told
_AHEAD: Final = 200  # the least lead in material that is told: two soldiers


def fight_of(line: Line, until: int) -> tuple[str, int]:
    """Return what the fight before a ply was about, one of FIGHTS, and the side that pressed or 0."""
    boards = [line.upto(ply).board() for ply in range(max(0, until - _STEP * _BOARDS), until, _STEP)]
    last = line.upto(until).board()
    heavy = [code for code in last.pieces().values() if kind_of(code) in HEAVY]
    if len(heavy) <= _FEW:
        return "endgame", 0
    if not any(kind_of(code) == ROOK for code in heavy):
        return "chariots", 0
    red, black = (sum(across(board, side) for board in boards) / len(boards) for side in (RED, BLACK))
    if red >= _DEEP and black >= _DEEP:
        return "sharp", 0
    if abs(red - black) >= _DEEP:
        return "presses", RED if red > black else BLACK
    if len(heavy) >= _MANY:
        gone = 10 - sum(kind_of(code) == PAWN for code in last.pieces().values())
        return "soldiers" if gone >= _SOLDIERS else "full", 0
    return "exchanges", 0


def surplus(board: Board, side: int) -> tuple[int, ...]:
    """Return what a side has more: chariots, horses and cannons, or else two soldiers or more.

    Nothing is returned if the other side has something else that is worth more than a soldier.
    """
    balance = Counter[int]()
    for code in board.pieces().values():
        balance[kind_of(code)] += 1 if side_of(code) == side else -1
    found = balanced(balance, alike=True)
    is_clean = not any(value_of(kind) > value_of(PAWN) for kind in found.lost)
    if not is_clean or found.balance < _AHEAD:
        return ()
    heavy = tuple(kind for kind in found.won if kind in HEAVY)
    soldiers = tuple(kind for kind in found.won if kind == PAWN)
    return heavy[:_MOST] or soldiers[:_MOST] * (len(soldiers) > 1)
