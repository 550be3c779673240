"""The purpose of idle moves under the Chinese rules: sacrifice, block, pursuit (article C1 of docs/rules.md).

It does not affect the verdict. It is reported to explain to a player why a move is not a chase.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import ADVISOR, BISHOP, BOTH, CANNON, KIND_MASK, KNIGHT, PAWN, ROOK, on_own_half
from xiangqi.fen import Position, format_fen
from xiangqi.referee.rules import BLOCK, SACRIFICE, TAIL, Attack, IdlePurpose

_WORTH: Final = {ROOK: 10, KNIGHT: 5, CANNON: 5, ADVISOR: 2, BISHOP: 2}
_CROSSED_PAWN: Final = 1


def purpose(
    before: Board, after: Board, move: Move, attacks: Sequence[Attack], arrived: int
) -> IdlePurpose | None:
    """Return the purpose of an idle move; None if it is none of the three.

    Args:
        before: the position before the move.
        after: the position after it.
        move: the move.
        attacks: the captures that the mover threatens after it.
        arrived: the slot of the piece that the other side has just moved.
    """
    return _sacrifice(after, move) or _block(before, after, move) or _pursuit(move, attacks, arrived)


def _worth(code: int, square: int) -> int:
    """Return the value of a piece (C3 of docs/rules.md); 0 for a king or a soldier on its own half."""
    kind = code & KIND_MASK
    if kind == PAWN:
        return 0 if on_own_half(square, code & BOTH) else _CROSSED_PAWN
    return _WORTH.get(kind, 0)


def _sacrifice(after: Board, move: Move) -> IdlePurpose | None:
    """Return the purpose if a piece of another kind can capture the moved piece and gain by it, else None."""
    target = move.to_square
    given = after.piece_at(target)
    best, answer = 0, None
    for capture in after.legal_moves():
        if capture.to_square != target or after.piece_at(capture.from_square) & KIND_MASK == given & KIND_MASK:
            continue
        gain = _worth(given, target)
        board = after.copy()
        board.push_unchecked(capture)
        if any(retake.to_square == target for retake in board.legal_moves()):
            gain -= _worth(board.piece_at(target), target)
        if gain > best:
            best, answer = gain, capture
    return IdlePurpose(SACRIFICE, given, target, answer) if answer else None


def _block(before: Board, after: Board, move: Move) -> IdlePurpose | None:
    """Return the purpose if the moved piece alone blocks a capture or check by the other side, else None."""
    possible = set(after.legal_moves())
    passed = _with_turn(before, after.turn)
    opened = _with_turn(after, after.turn, without=move.to_square)
    for barred in passed.legal_moves():
        square = barred.from_square
        touched = {move.from_square, move.to_square} & {square, barred.to_square}
        if barred in possible or touched or not _matters(passed, barred):
            continue
        if opened.is_legal(barred):
            return IdlePurpose(BLOCK, after.piece_at(square), square, barred)
    return None


def _matters(board: Board, move: Move) -> bool:
    """Return whether a move captures a piece of value or gives check."""
    if _worth(board.piece_at(move.to_square), move.to_square):
        return True
    next_board = board.copy()
    next_board.push_unchecked(move)
    return next_board.is_check()


def _with_turn(board: Board, turn: int, without: int | None = None) -> Board:
    placement = {square: code for square, code in board.pieces().items() if square != without}
    return Board(format_fen(Position(placement, turn)))


def _pursuit(move: Move, attacks: Sequence[Attack], arrived: int) -> IdlePurpose | None:
    """Return the purpose if the moved piece attacks the piece that the other side moved last, else None.

    The attack must win nothing; `arrived` is the slot of the attacked piece.
    """
    for attack in attacks:
        if attack.chaser == move.to_square and attack.chased_slot == arrived and not attack.new:
            return IdlePurpose(TAIL, attack.chased_piece, attack.chased)
    return None
