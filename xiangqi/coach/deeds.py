"""The visible effects of moves, confirmed by the lines that they begin.

A move takes, gives check, attacks a piece that then has to move or falls, leaves a point where its piece could
be taken, or protects a piece that could be taken. Other effects of a line are not told.
"""

from __future__ import annotations

from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Placed
from xiangqi.coach.prover import Prover
from xiangqi.coach.purposes import Purpose, danger_to, is_safe
from xiangqi.coach.scene import as_if, kind_of, placed, played, retakes, side_of, value_of
from xiangqi.coach.soundness import FOLLOWED, LEAST_GAIN
from xiangqi.coach.tactics import SLACK
from xiangqi.coach.threats import WORTH_TAKING, exchange, is_idle
from xiangqi.core.constants import KING
from xiangqi.line import Moves

_CHECKS: Final[Purpose] = ("checks", ())


def deed_of(board: Board, line: Moves, instead: Move | None, prover: Prover) -> Purpose | None:
    """Return the visible effect of the first move of a line, or None.

    Args:
        board: the position before the line.
        line: legal moves, the engine's expected play.
        instead: the move played instead of the first one, which must not do the same; None for an answer.
        prover: searches exchanges.
    """
    first = line[0]
    after = played(board, [first])
    if board.is_capture(first):
        return _takes(board, line, instead, prover)
    if not is_safe(after, first.to_square, prover):
        return None
    if after.is_check():
        return None if instead is not None and played(board, [instead]).is_check() else _CHECKS
    found = _attacks(board, line, instead, prover)
    return found or (_protects(board, first, prover) if instead is None else None)


def _takes(board: Board, line: Moves, instead: Move | None, prover: Prover) -> Purpose | None:
    """Return the capture that a line begins with; None if it is only an exchange or is made anyway."""
    first = line[0]
    may_be_retaken = len(line) < 2 or line[1].to_square == first.to_square
    if instead is not None and instead.to_square == first.to_square:
        return None
    if may_be_retaken and exchange(board, first, prover) < SLACK:
        return None
    name = "takes.check" if played(board, [first]).is_check() else "takes"
    return name, (placed(board, first.to_square),)


def _attacks(board: Board, line: Moves, instead: Move | None, prover: Prover) -> Purpose | None:
    """Return the attack by a line's quiet first move, or its offer of an exchange; None without one.

    The target is the most valuable piece that was not attacked before and would not be attacked after the move
    played instead. The line must take it, or parry the attack.
    """
    after = played(board, line[:1])
    passed = as_if(after, board.turn)
    known = _attacked(board, prover)
    if instead is not None:
        known |= _attacked(as_if(played(board, [instead]), board.turn), prover)
    fresh = [
        move.to_square
        for move in passed.legal_moves()
        if move.from_square == line[0].to_square
        and move.to_square not in known
        and value_of(passed.piece_at(move.to_square)) >= WORTH_TAKING
        and exchange(passed, move, prover) >= LEAST_GAIN
        and _is_answered(after, line, move, prover)
    ]
    target = max(fresh, key=lambda square: (value_of(board.piece_at(square)), -square), default=None)
    if target is None:
        return None
    leaves = line[1:2] != () and line[1].from_square == target and line[1].to_square != line[0].to_square
    alike = kind_of(board.piece_at(target)) == kind_of(board.piece_at(line[0].from_square))
    is_offer = alike and not leaves and after.is_legal(Move.of(target, line[0].to_square))
    return "offers" if is_offer else "attacks", (placed(board, target),)


def _is_answered(after: Board, line: Moves, capture: Move, prover: Prover) -> bool:
    """Return whether a line's second move parries a capture, or a later one makes it; True without a second."""
    if len(line) < 2 or any(step.to_square == capture.to_square for step in line[2:FOLLOWED:2]):
        return True
    if is_idle(after, line, capture.to_square):
        return False
    then = played(after, line[1:2])
    return not then.is_legal(capture) or exchange(then, capture, prover) < LEAST_GAIN


def _attacked(board: Board, prover: Prover) -> frozenset[int]:
    """Return the squares on which the side to move could win a piece worth more than a soldier."""
    return frozenset(
        move.to_square
        for move in board.legal_moves()
        if value_of(board.piece_at(move.to_square)) >= WORTH_TAKING
        and exchange(board, move, prover) >= LEAST_GAIN
    )


def _bars(after: Board, move: Move, capture: Move) -> bool:
    """Return whether a move makes a capture impossible, or lets the moved piece recapture."""
    return not after.is_legal(capture) or any(
        take.from_square == move.to_square for take in retakes(after, capture)
    )


def _protects(board: Board, move: Move, prover: Prover) -> Purpose | None:
    """Return a purpose if a quiet move saves its piece or protects one (the most valuable), else None."""
    if board.is_check():
        return None
    after = played(board, [move])
    own = [Placed(*piece) for piece in board.pieces().items() if side_of(piece[1]) == board.turn]
    for piece in sorted(own, key=lambda piece: (-value_of(piece.code), piece.square)):
        is_mover = piece.square == move.from_square
        if kind_of(piece.code) == KING or value_of(piece.code) < WORTH_TAKING:
            continue
        danger = danger_to(board, piece.square, prover)
        if danger is None or not is_safe(after, move.to_square if is_mover else piece.square, prover):
            continue
        if is_mover:
            return "saves", (danger,)
        if _bars(after, move, Move.of(danger.square, piece.square)):
            return "guards", (piece, danger)
    return None
