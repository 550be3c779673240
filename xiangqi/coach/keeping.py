"""Pieces that the better line keeps and the line played loses, judged at the last quiet positions of both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xiangqi.coach.facts import Placed
from xiangqi.coach.lines import until_quiet
from xiangqi.coach.prover import Prover, until_repeated
from xiangqi.coach.purposes import Purpose, falls, falls_anyway, is_held
from xiangqi.coach.scene import played, side_of, value_of
from xiangqi.coach.soundness import LEAST_GAIN, JudgedMove
from xiangqi.coach.spoils import spoils_of
from xiangqi.coach.threats import WORTH_TAKING
from xiangqi.line import Moves

_SOON: Final = 5  # plies of the line played within which the piece must fall
_SHARE: Final = 0.6  # of what the line played loses, that the piece must be worth


def balances(move: JudgedMove, prover: Prover) -> tuple[int, int]:
    """Return the mover's gains, negative for losses, once the better line and the line played are quiet."""
    better, real = (spoils_of(move.before, line, move.before.turn).balance for line in _quiet(move, prover))
    return better, real


def keeps(move: JudgedMove, prover: Prover) -> Iterator[Purpose]:
    """Yield a purpose with the first piece that falls in the line played, unless it falls in the better one.

    There is none unless the better line loses clearly less. Soldiers do not count, and the piece that the move
    played moves is left out.
    """
    better, real = balances(move, prover)
    if real > better - WORTH_TAKING or real > -LEAST_GAIN:
        return
    line, _ = _quiet(move, prover)
    first = _first_fallen(move)
    own = [Placed(*piece) for piece in move.before.pieces().items() if side_of(piece[1]) == move.before.turn]
    for piece in sorted(own, key=lambda piece: (-value_of(piece.code), piece.square)):
        matters = value_of(piece.code) >= max(WORTH_TAKING, _SHARE * (better - real))
        if not matters or piece.square == move.move.from_square:
            continue
        is_first = piece.square == first and falls(move, piece.square)
        if is_first and not _is_taken(line, piece.square) and _is_held(move, piece, prover):
            yield "keeps", (piece,)
            return


def _first_fallen(move: JudgedMove) -> int | None:
    """Return the square of the first capture of more than a soldier that the better line avoids, or None."""
    walked = played(move.before, [move.move])
    for index, step in enumerate(move.refutation[:_SOON]):
        is_dear = index % 2 == 0 and value_of(walked.piece_at(step.to_square)) >= WORTH_TAKING
        if is_dear and not falls_anyway(move, step.to_square):
            return step.to_square
        walked.push_unchecked(step)
    return None


def _is_held(move: JudgedMove, piece: Placed, prover: Prover) -> bool:
    """Return whether a piece is safe after the better move, and not only by counter-threats."""
    better = move.better[0]
    here = better.to_square if piece.square == better.from_square else piece.square
    return is_held(played(move.before, [better]), here, prover)


def _quiet(move: JudgedMove, prover: Prover) -> tuple[Moves, Moves]:
    """Return the better line and the line played, each as far as its last quiet position."""
    before = move.before
    lines = (until_repeated(before, line) for line in (move.better, (move.move, *move.refutation)))
    better, real = (until_quiet(before, line, prover) for line in lines)
    return better, real


def _is_taken(line: Moves, square: int) -> bool:
    """Return whether the other side takes the piece from a square in a line, wherever it goes."""
    for index, step in enumerate(line):
        if index % 2 and step.to_square == square:
            return True
        square = step.to_square if index % 2 == 0 and step.from_square == square else square
    return False
