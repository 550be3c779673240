"""Pressure that wins nothing yet: a check that drives the king from its place, or a new pin.

Both are seen on the board after the engine's next move. They are reported only if the same was not possible
before the move and would not be possible after the better one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import HEAVY, as_if, checkers, kind_of, king_square, pinners, placed, played
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.tactics import cannot_leave
from xiangqi.coach.threats import offers_exchange
from xiangqi.line import Moves

_IMPORTANCE: Final = 68


def pressure(move: JudgedMove, prover: Prover) -> Iterator[Fact]:
    """Yield a fact if the answer to a move exerts pressure, or else if the better move would have."""
    after = played(move.before, [move.move])
    answered = _of(after, move.refutation, prover)
    if answered is not None:
        boards = (as_if(move.before, after.turn), played(move.before, move.better[:1]))
        if not any(_does_anyway(board, move.refutation, answered, prover) for board in boards):
            yield answered.at(Start.AFTER)
            return
    missed = _of(move.before, move.better, prover)
    if missed is not None and _of(move.before, (move.move, *move.refutation), prover) is None:
        yield missed


def _of(board: Board, line: Moves, prover: Prover) -> Fact | None:
    """Return the pressure exerted by a line's first move; None if there is none or the line is too short."""
    if len(line) < 2 or board.is_check():
        return None
    return next((fact for kind in _KINDS for fact in kind(board, line, prover)), None)


def _does_anyway(board: Board, line: Moves, fact: Fact, prover: Prover) -> bool:
    """Return whether the first move of a line exerts the same pressure on another board, with some answer."""
    if board.turn != fact.side or not board.is_legal(line[0]):
        return False
    others = (_of(board, (line[0], answer), prover) for answer in played(board, line[:1]).legal_moves())
    return any(other and (other.kind, other.pieces[:2]) == (fact.kind, fact.pieces[:2]) for other in others)


def _driven_king(board: Board, line: Moves, _prover: Prover) -> Iterator[Fact]:
    """Yield a fact if a line's first move gives a check that the king alone can answer, by moving away."""
    shown = played(board, line[:1])
    origins, king = checkers(shown), king_square(shown, shown.turn)
    answers = shown.legal_moves()
    if origins and all(move.from_square == king and move.to_square not in origins for move in answers):
        pieces = (_stood(board, line[0], origins[0]), placed(board, king))
        taken = (placed(board, line[0].to_square),) if board.is_capture(line[0]) else ()
        yield _fact(FactKind.KING_DRIVEN, board, line, (*pieces, *taken), "takes" if taken else "")


def _new_pin(board: Board, line: Moves, prover: Prover) -> Iterator[Fact]:
    """Yield a fact for each strong piece that a line's first move pins and that its second leaves pinned.

    There is none for a move that gives check, nor for a pin that can be exchanged off.
    """
    shown = played(board, line[:1])
    if shown.is_check():
        return
    earlier, later = (as_if(at, shown.turn) for at in (board, played(board, line[:2])))
    king = placed(shown, king_square(shown, shown.turn))
    for square, code in shown.pieces().items():
        if code & shown.turn == 0 or kind_of(code) not in HEAVY or not cannot_leave(shown, square):
            continue
        if cannot_leave(earlier, square) or later.piece_at(square) != code or not cannot_leave(later, square):
            continue
        origins = [origin for origin in pinners(shown, square) if kind_of(shown.piece_at(origin)) in HEAVY]
        if origins and not offers_exchange(shown, (origins[0], line[0].to_square), prover):
            pieces = (_stood(board, line[0], origins[0]), Placed(square, code), king)
            yield _fact(FactKind.PIN, board, line, pieces, "gets")


def _stood(board: Board, move: Move, square: int) -> Placed:
    """Return the piece that a move leaves on a square, placed on its square before the move."""
    return placed(board, move.from_square if square == move.to_square else square)


def _fact(kind: FactKind, board: Board, line: Moves, pieces: tuple[Placed, ...], name: str = "") -> Fact:
    return Fact(kind, board.turn, Start.BEFORE, pieces, line[:2], name=name, importance=_IMPORTANCE)


_KINDS: Final[tuple[Callable[[Board, Moves, Prover], Iterator[Fact]], ...]] = (_driven_king, _new_pin)
