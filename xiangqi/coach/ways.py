"""Ways that a move opens: the moved piece was in the way of the answer, or kept the enemy general at home."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import (
    as_if,
    between,
    blocker,
    captures,
    checkers,
    kind_of,
    placed,
    played,
    retakes,
    value_of,
)
from xiangqi.coach.soundness import LEAST_GAIN, JudgedMove
from xiangqi.coach.threats import WORTH_TAKING, exchange
from xiangqi.core.constants import CANNON, KING, ROOK, file_of, opponent
from xiangqi.line import Moves

_IMPORTANCE: Final = 58
_FOLLOWED: Final = 5  # plies within which a general that has stepped onto a file is checked there


def opened(move: JudgedMove, prover: Prover) -> Iterator[Fact]:
    """Yield a fact if the move makes the answer possible, and the better move would not.

    The answer must be a king's move, a capture or a check.
    """
    if not (move.refutation and move.better) or move.before.is_check():
        return
    answer, after = move.refutation[0], played(move.before, [move.move])
    earlier = as_if(move.before, after.turn)
    mover = after.piece_at(answer.from_square)
    if earlier.is_legal(answer) or earlier.piece_at(answer.from_square) != mover:
        return
    shown = played(move.before, move.better[:1])
    if shown.piece_at(answer.from_square) == mover and shown.is_legal(answer):
        return
    is_king = kind_of(mover) == KING
    if not is_king and not (_stood_between(move.move, answer, mover) and _matters(after, answer)):
        return
    if is_king and not earlier.is_pseudo_legal(answer):
        return
    pieces = (placed(after, answer.from_square), placed(after, move.move.to_square))
    name = "king" if is_king else "takes" if after.is_capture(answer) else ""
    target, line = (placed(after, answer.to_square),) if name == "takes" else (), move.refutation[:1]
    back = move.refutation[1:2]
    is_retaken = name == "takes" and bool(back) and back[0].to_square == answer.to_square
    if is_retaken and exchange(after, answer, prover) < LEAST_GAIN:
        name, line = "trades", move.refutation[:2]
    yield Fact(
        FactKind.OPENED, after.turn, Start.AFTER, (*pieces, *target), line,
        name=name, importance=_IMPORTANCE,
    )  # fmt: skip


def _stood_between(move: Move, answer: Move, code: int) -> bool:
    """Return whether a move leaves a point on the line of an answer, or its leg or eye."""
    return move.from_square in (*between(answer.from_square, answer.to_square), blocker(answer, code))


def _matters(after: Board, answer: Move) -> bool:
    """Return whether an answer captures a piece or gives check."""
    return after.is_capture(answer) or played(after, [answer]).is_check()


def uncovered(move: JudgedMove, prover: Prover) -> Iterator[Fact]:
    """Yield a fact if the answer goes to a point that the move played stops covering, or cuts off from a guard.

    Before the move, and after the better one, a piece that goes there would be lost.
    """
    if not (move.refutation and move.better) or move.before.is_check():
        return
    answer, after = move.refutation[0], played(move.before, [move.move])
    earlier = as_if(move.before, after.turn)
    shown = played(move.before, move.better[:1])
    if answer.to_square == move.move.to_square or shown.is_check() or _is_lost(after, answer, prover):
        return
    if not (_is_lost(earlier, answer, prover) and _is_lost(shown, answer, prover)):
        return
    left = {step.from_square for step in retakes(after, answer)}
    for step in retakes(earlier, answer):
        guard = step.from_square
        if guard in left:
            continue
        blocked = guard != move.move.from_square and move.move.to_square in (
            *between(guard, answer.to_square),
            blocker(guard << 8 | answer.to_square, earlier.piece_at(guard)),
        )
        if guard != move.move.from_square and not blocked:
            continue
        pieces = (placed(after, answer.from_square), placed(after, move.move.to_square))
        line = move.refutation[:3]
        if not blocked and len(line) == 3 and _goes_on(after, line):
            name, others = "guard.then", tuple[Placed, ...]()
        else:
            line = line[:1]
            name, others = (
                ("blocked", (placed(after, guard),))
                if blocked
                else _aim_of(after, answer, move.move.to_square, prover)
            )
        yield Fact(
            FactKind.OPENED, after.turn, Start.AFTER, (*pieces, *others), line,
            name=name, counts=(2,), importance=_IMPORTANCE,
        )  # fmt: skip
        return


def _aim_of(after: Board, answer: Move, gone: int, prover: Prover) -> tuple[str, tuple[Placed, ...]]:
    """Return the name of the fact about a point without its guard, and the piece taken or attacked there.

    The guard has gone to the square `gone`.
    """
    if after.is_capture(answer):
        return "guard.takes", (placed(after, answer.to_square),)
    if played(after, [answer]).is_check():
        return "guard.check", ()
    again = as_if(played(after, [answer]), after.turn)
    if again.is_check():
        return "guard", ()
    aims = [
        placed(after, step.to_square)
        for step in captures(again)
        if step.from_square == answer.to_square and exchange(again, step, prover) >= WORTH_TAKING
    ]
    target = max(aims, key=lambda piece: (value_of(piece.code), piece.square), default=None)
    if target is None:
        return "guard", ()
    return ("guard.attacks.it", ()) if target.square == gone else ("guard.attacks", (target,))


def _goes_on(after: Board, line: Moves) -> bool:
    """Return whether a piece that arrives by a line's first move gives check or takes with the third."""
    then = played(after, line[:2])
    same = line[2].from_square == line[0].to_square and not after.is_capture(line[1])
    return same and (then.is_capture(line[2]) or played(then, line[2:]).is_check())


def _is_lost(board: Board, move: Move, prover: Prover) -> bool:
    """Return whether a legal move loses its piece for less than it is worth."""
    if not board.is_legal(move):
        return False
    won, then = value_of(board.piece_at(move.to_square)), played(board, [move])
    return any(exchange(then, take, prover) - won >= LEAST_GAIN for take in retakes(board, move))


def king_step(move: JudgedMove, _prover: Prover) -> Iterator[Fact]:
    """Yield a fact if a check awaits a general on the file to which it has moved of its own accord."""
    before, after = move.before, played(move.before, [move.move])
    king = placed(after, move.move.to_square)
    if kind_of(king.code) != KING or not move.better or move.better[0].from_square == move.move.from_square:
        return
    if file_of(move.move.from_square) == file_of(king.square) or len(before.legal_moves()) < 2:
        return
    walked = after.copy()
    for index, step in enumerate(move.refutation[:_FOLLOWED]):
        if walked.is_capture(step) or (index % 2 and step.from_square == king.square):
            return
        walked.push_unchecked(step)
        if index % 2:
            continue
        for square in checkers(walked):
            code = walked.piece_at(square)
            if kind_of(code) in (ROOK, CANNON) and file_of(square) == file_of(king.square):
                shown = move.refutation[: index + 1]
                piece = placed(after, _came_from(shown, square))
                pieces = (piece, king)
                yield Fact(
                    FactKind.KING_STEP,
                    opponent(before.turn),
                    Start.AFTER,
                    pieces,
                    shown,
                    importance=_IMPORTANCE,
                )
                return


def _came_from(line: tuple[Move, ...], square: int) -> int:
    """Return the square, before a line, of the piece that stands on a square after it."""
    for step in reversed(line[::2]):
        square = step.from_square if step.to_square == square else square
    return square
