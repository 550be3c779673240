"""A piece that a line shuts in: it could go to a safe point before, has none after a quiet move, and is taken.

Only the engine's search says that nothing else saves it, so it is told as what *would* happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.lines import until_quiet
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import HEAVY, as_if, kind_of, placed, played, side_of, value_of
from xiangqi.coach.soundness import LEAST_GAIN, JudgedMove
from xiangqi.coach.spoils import spoils_of
from xiangqi.coach.threats import WORTH_TAKING, exchange
from xiangqi.core.constants import opponent
from xiangqi.line import Moves

_FOLLOWED: Final = 9  # plies within which the piece must fall
_CLOSED_BY: Final = 5  # plies within which it must be shut in: three moves of the side that profits
_LEAST_SHARE: Final = 0.4  # of its value that must be won
_IMPORTANCE: Final = 75


def confined(move: JudgedMove, prover: Prover) -> Iterator[Fact]:
    """Yield a fact if the answer to a move shuts in a piece, or else if the better move would have.

    Neither counts if a search finds a defence, nor the answer if the better move allows a piece of the same
    kind to be shut in.
    """
    after = played(move.before, [move.move])
    found = shut_in(after, move.refutation, prover, due=move.taken)
    if found is not None and not _is_defended(after, found, move, prover, move.taken):
        board = played(move.before, move.better[:1])
        other = shut_in(board, move.better[1:], prover) if move.better else None
        if other is None or other.pieces[1].code != found.pieces[1].code:
            yield found.at(Start.AFTER)
            return
    missed = shut_in(move.before, move.better, prover)
    if missed is not None and not _is_defended(move.before, missed, move, prover, 0):
        yield missed


def _is_defended(board: Board, fact: Fact, move: JudgedMove, prover: Prover, due: int) -> bool:
    """Return whether a search finds less than a soldier lost once the piece is shut in; False without it."""
    if move.search is None:
        return False
    closed = fact.proof[: fact.counts[0] + 1]
    line = until_quiet(board, (*closed, *move.search(played(board, closed)).line), prover, _FOLLOWED)
    return spoils_of(board, line, board.turn).balance - due < LEAST_GAIN


def shut_in(board: Board, line: Moves, prover: Prover, *, due: int = 0) -> Fact | None:
    """Return the fact that a line of the side to move shuts in and wins a piece, or None.

    Args:
        board: the position before the line. It is not changed.
        line: legal moves.
        prover: searches exchanges.
        due: the material that the other side has just won, which must be won back first.
    """
    victim = opponent(board.turn)
    if not line or board.is_check() or board.is_capture(line[0]):
        return None
    could = {square for square in _heavy(board, victim) if _can_go(as_if(board, victim), square, prover)}
    walked, closed, still = board.copy(), dict[int, int](), set(could)
    for index, step in enumerate(line[:_FOLLOWED]):
        if index % 2 == 0 and step.to_square in closed:
            return _fact(board, line, index, closed[step.to_square], prover, due)
        walked.push_unchecked(step)
        still -= {step.from_square, step.to_square}
        if index % 2:
            closed = _followed(closed, step.from_square, step.to_square)
        elif index < _CLOSED_BY and not walked.is_check():
            earlier = as_if(played(board, line[:index]), victim)
            shut = (square for square in still - set(closed) if _is_closed(earlier, walked, square, prover))
            closed |= dict.fromkeys(shut, index)
    return None


def _followed(closed: dict[int, int], origin: int, target: int) -> dict[int, int]:
    """Return the pieces that are shut in, by their squares after a move of their side."""
    return {(target if square == origin else square): index for square, index in closed.items()}


def _heavy(board: Board, side: int) -> list[int]:
    pieces = board.pieces().items()
    return [square for square, code in pieces if side_of(code) == side and kind_of(code) in HEAVY]


def _is_closed(earlier: Board, later: Board, square: int, prover: Prover) -> bool:
    """Return whether a move has shut in a piece of the side to move that could go somewhere before.

    It must have blocked the way to a safe point, or made a capture there possible. A piece that could be taken
    there before, though at too high a price, was not shut in by the move.
    """
    if _can_go(later, square, prover):
        return False
    for move in _safe_moves(earlier, square, prover):
        if not later.is_legal(move):
            return True
        then, now = played(earlier, [move]), played(later, [move])
        takes = (take for take in now.legal_moves() if take.to_square == move.to_square)
        if any(not then.is_pseudo_legal(take) for take in takes):
            return True
    return False


def _can_go(board: Board, square: int, prover: Prover) -> bool:
    """Return whether a piece of the side to move has a move to a point where it is not lost."""
    return next(_safe_moves(board, square, prover), None) is not None


def _safe_moves(board: Board, square: int, prover: Prover) -> Iterator[Move]:
    """Yield the moves of a piece of the side to move to points where it is not lost."""
    for move in board.legal_moves():
        if move.from_square == square:
            won, then = value_of(board.piece_at(move.to_square)), played(board, [move])
            takes = [take for take in then.legal_moves() if take.to_square == move.to_square]
            if all(exchange(then, take, prover) - won < WORTH_TAKING for take in takes):
                yield move


def _fact(board: Board, line: Moves, index: int, closing: int, prover: Prover, due: int) -> Fact | None:
    """Return the fact that a piece is shut in, or None if the exchange from `index` on wins too little."""
    end = index + 1
    while end < len(line) and line[end].to_square == line[index].to_square:
        end += 1
    shown = line[:end]
    final = played(board, shown)
    target = placed(played(board, line[:index]), line[index].to_square)
    answer = prover.gain(final)
    won = spoils_of(board, shown, board.turn).balance - due
    if answer is None or won - max(0, answer.value) < _LEAST_SHARE * value_of(target.code):
        return None
    square = target.square
    for step in reversed(line[1:index:2]):
        square = step.from_square if step.to_square == square else square
    return Fact(
        FactKind.SHUT_IN,
        board.turn,
        Start.BEFORE,
        (placed(board, line[0].from_square), Placed(square, target.code)),
        shown,
        name="later" if closing else "",
        counts=(closing,),
        importance=_IMPORTANCE,
    )
