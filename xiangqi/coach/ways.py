"""Ways that a move opens: the moved piece was in the way of the answer, or kept the enemy general at home."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.scene import as_if, between, blocker, checkers, kind_of, placed, played
from xiangqi.coach.soundness import JudgedMove
from xiangqi.core.constants import CANNON, KING, ROOK, file_of, opponent

_IMPORTANCE: Final = 58
_FOLLOWED: Final = 5  # plies within which a general that has stepped onto a file is checked there


def opened(move: JudgedMove) -> Iterator[Fact]:
    """Yield that the answer was impossible before the move, and would be after the better one."""
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
    yield Fact(
        FactKind.OPENED,
        after.turn,
        Start.AFTER,
        pieces,
        (answer,),
        name="king" if is_king else "",
        importance=_IMPORTANCE,
    )


def _stood_between(move: Move, answer: Move, code: int) -> bool:
    """Return whether a piece moves away from the line or the leg of a move."""
    return move.from_square in (*between(answer.from_square, answer.to_square), blocker(answer, code))


def _matters(after: Board, answer: Move) -> bool:
    """Return whether an answer takes something or gives check."""
    return after.is_capture(answer) or played(after, [answer]).is_check()


def king_step(move: JudgedMove) -> Iterator[Fact]:
    """Yield the check that awaits a general on the file to which it has moved of its own will."""
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
    """Return where the piece that stands on a square after a line stood before it."""
    for step in reversed(line[::2]):
        square = step.from_square if step.to_square == square else square
    return square
