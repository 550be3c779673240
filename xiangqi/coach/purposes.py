"""Purposes of the better move: visible effects on the board that the move played does not have.

The better move takes or exchanges a piece, moves one out of danger, protects one, or develops one. Whether a
piece is in danger is judged by exchanges alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Placed
from xiangqi.coach.lines import captures_from
from xiangqi.coach.prover import Prover, until_repeated
from xiangqi.coach.scene import as_if, kind_of, placed, played, retakes, side_of, starts_usually, value_of
from xiangqi.coach.soundness import FOLLOWED, LEAST_GAIN, JudgedMove
from xiangqi.coach.tactics import SLACK
from xiangqi.coach.threats import WORTH_TAKING, exchange, offers_exchange
from xiangqi.core.constants import KING, KNIGHT, ROOK, opponent
from xiangqi.line import Moves

Purpose = tuple[str, tuple[Placed, ...]]
"""The name of a move's purpose, and the other pieces concerned, as they stand before the move."""

NO_PURPOSE: Final[Purpose] = ("", ())

_START: Final = Board()


def purpose_of(move: JudgedMove, prover: Prover, *, beside_reason: bool) -> Purpose:
    """Return the first purpose of the better move, or NO_PURPOSE.

    Args:
        move: the move that is judged, with a better one.
        prover: searches exchanges.
        beside_reason: whether a reason is given as well; then only captures, and moves that save or guard a
            piece which is otherwise lost, count.
    """
    for finder in _SAVING:
        for name, pieces in finder(move, prover):
            saved = placed(move.before, move.better[0].from_square) if name == "saves" else pieces[0]
            matters = value_of(saved.code) >= WORTH_TAKING and not beside_reason
            if name == "takes" or matters or falls(move, saved.square):
                return name, pieces
    quiet = () if beside_reason else _QUIET
    return next((found for finder in quiet for found in finder(move, prover)), NO_PURPOSE)


def falls(move: JudgedMove, square: int) -> bool:
    """Return whether a piece on a square before the move is taken there in the engine's line after it."""
    here = move.move.to_square if square == move.move.from_square else square
    line = move.refutation[:FOLLOWED]
    end = next((index for index, step in enumerate(line) if index % 2 and step.from_square == here), len(line))
    return any(step.to_square == here for step in line[:end:2])


def falls_anyway(move: JudgedMove, square: int) -> bool:
    """Return whether a piece on a square before the move falls in the better line too, wherever it goes.

    A piece that is taken does not count if its side takes back at once.
    """
    line = move.better[:FOLLOWED]
    for index, step in enumerate(line):
        if index % 2 and step.to_square == square:
            return all(back.to_square != square for back in line[index + 1 : index + 2])
        square = step.to_square if index % 2 == 0 and step.from_square == square else square
    return False


def is_given_up(move: JudgedMove, prover: Prover) -> bool:
    """Return whether the better move leaves its piece to be taken for less than the piece is worth."""
    better = move.better[0]
    shown = played(move.before, [better])
    won = value_of(move.before.piece_at(better.to_square))
    return any(
        exchange(shown, capture, prover) - won >= WORTH_TAKING for capture in _captures(shown, better.to_square)
    )


def _takes(move: JudgedMove, prover: Prover) -> Iterator[Purpose]:
    """Yield a purpose if the better move wins by a capture that its side does not make otherwise."""
    better = move.better[0]
    target = placed(move.before, better.to_square)
    if not target.code or better.to_square in (step.to_square for step in _own(move)):
        return
    if exchange(move.before, better, prover) >= LEAST_GAIN:
        yield "takes", (target,)


def _own(move: JudgedMove) -> Moves:
    """Return the move played and the next one of its side in the engine's line."""
    return (move.move, *move.refutation[1:2])


def _saves(move: JudgedMove, prover: Prover) -> Iterator[Purpose]:
    """Yield a purpose if the better move takes its piece out of a danger in which the move played leaves it."""
    better = move.better[0]
    danger = _danger(move, better.from_square, prover)
    if danger is None:
        return
    found = way_out(played(move.before, [better]), better.to_square, prover)
    if found == NO_PURPOSE:
        yield _from_danger("saves", danger, better)
    elif found is not None:
        yield found


def _guards(move: JudgedMove, prover: Prover) -> Iterator[Purpose]:
    """Yield a purpose if the better move protects a piece that the move played leaves in danger."""
    shown = played(move.before, move.better[:1])
    if shown.is_check():  # it only puts off the danger
        return
    own = [Placed(*piece) for piece in move.before.pieces().items() if side_of(piece[1]) == move.before.turn]
    for piece in sorted(own, key=lambda piece: (-value_of(piece.code), piece.square)):
        if kind_of(piece.code) == KING or piece.square == move.better[0].from_square:
            continue
        danger = _danger(move, piece.square, prover)
        if danger is not None and is_safe(shown, piece.square, prover):
            if is_held(shown, piece.square, prover):
                if not falls_anyway(move, piece.square):
                    yield _from_danger("guards", danger, move.better[0], piece)
            else:
                yield from _counters(shown, danger, piece, prover)
            return


def is_held(board: Board, square: int, prover: Prover) -> bool:
    """Return whether a piece is safe with the other side to move, and every capture of it can be retaken."""
    return is_safe(board, square, prover) and all(retakes(board, take) for take in _captures(board, square))


def _counters(shown: Board, danger: Placed, piece: Placed, prover: Prover) -> Iterator[Purpose]:
    """Yield a purpose if an enemy piece falls in return for a piece in danger that nothing protects."""
    capture = Move.of(danger.square, piece.square)
    if not shown.is_legal(capture) or retakes(shown, capture):
        return
    taken = played(shown, [capture])
    found = prover.gain(taken, 0)
    target = placed(taken, found.line[0].to_square) if found is not None and found.line else Placed(0, 0)
    if target.code and value_of(target.code) + SLACK >= value_of(piece.code):
        yield "counters", (piece, danger, target)


def way_out(board: Board, square: int, prover: Prover) -> Purpose | None:
    """Return the way out of danger for a piece on its new square, with the other side to move.

    It is NO_PURPOSE if the piece is safe there, "offers" if a piece of its kind may be exchanged for it, and
    None otherwise.
    """
    attackers = [placed(board, capture.from_square) for capture in _captures(board, square)]
    if not is_safe(board, square, prover):
        return None
    if not offers_exchange(board, {square}, prover):
        return NO_PURPOSE
    alike = (piece for piece in attackers if kind_of(piece.code) == kind_of(board.piece_at(square)))
    return next((("offers", (piece,)) for piece in alike), None)


def _from_danger(name: str, danger: Placed, better: Move, *guarded: Placed) -> Purpose:
    """Return the purpose of a move that ends a danger: a given name, or the capture of the attacker."""
    return ("takes", (danger,)) if better.to_square == danger.square else (name, (*guarded, danger))


def _danger(move: JudgedMove, square: int, prover: Prover) -> Placed | None:
    """Return the attacker of a piece before the move if the move played leaves it in danger; else None."""
    if move.before.is_check():
        return None
    here = move.move.to_square if square == move.move.from_square else square
    if is_safe(played(move.before, [move.move]), here, prover):
        return None
    return danger_to(move.before, square, prover, first=move.better[0].to_square)


def danger_to(board: Board, square: int, prover: Prover, first: int | None = None) -> Placed | None:
    """Return an enemy piece that could take the one on a square at a profit if it were its turn; else None.

    Args:
        board: the position.
        square: where the piece stands.
        prover: searches exchanges.
        first: the square of the attacker that is returned rather than others.
    """
    turned = as_if(board, opponent(board.turn))
    for capture in sorted(_captures(turned, square), key=lambda capture: capture.from_square != first):
        if exchange(turned, capture, prover) >= LEAST_GAIN:
            return placed(board, capture.from_square)
    return None


def is_safe(board: Board, square: int, prover: Prover) -> bool:
    """Return whether the side to move wins less than half a soldier by taking on a square."""
    return all(exchange(board, capture, prover) < SLACK for capture in _captures(board, square))


def _captures(board: Board, square: int) -> list[Move]:
    return [move for move in board.legal_moves() if move.to_square == square]


def trades(move: JudgedMove, prover: Prover) -> Iterator[Purpose]:
    """Yield a purpose if the better line begins with an even exchange, at once or after its first move.

    There is none if the line played has such an exchange at the same move as well.
    """
    board, line = move.before, until_repeated(move.before, move.better)
    for start in (0,) if board.is_capture(line[0]) else (1, 2):
        run = captures_from(board, line, start)
        if len(run) < start + 2 or run[start].to_square != run[start + 1].to_square:
            continue
        first = played(board, line[:start]).piece_at(line[start].to_square)
        other = captures_from(board, (move.move, *move.refutation), start)
        is_fair = value_of(first) >= WORTH_TAKING and _even(board, run) and not _even(board, other)
        end = played(board, run)
        stands = prover.keeps(end, SLACK) if end.turn == board.turn else prover.holds(end, SLACK)
        if is_fair and stands:
            yield "trades", ()
            return


def _even(board: Board, line: Moves) -> bool:
    """Return whether each side captures in a line, and neither gains a soldier more than the other."""
    walked, taken = board.copy(), {board.turn: 0, opponent(board.turn): 0}
    for step in line:
        taken[walked.turn] += value_of(walked.piece_at(step.to_square))
        walked.push_unchecked(step)
    mine, theirs = taken.values()
    return min(mine, theirs) > 0 and abs(mine - theirs) < LEAST_GAIN


def _develops(move: JudgedMove, _prover: Prover) -> Iterator[Purpose]:
    """Yield a purpose if only the better move brings out a chariot or horse, and strategy may be told."""
    if move.tells_points and comes_out(move.before, move.better[0]) and not comes_out(move.before, move.move):
        yield "develops", ()


def comes_out(board: Board, move: Move) -> bool:
    """Return whether a move is a chariot's or horse's first, from its place at the start of the game."""
    if not starts_usually(board):
        return False
    square, code = move.from_square, board.piece_at(move.from_square)
    touched = {step.to_square for step in board.move_stack}
    return kind_of(code) in (ROOK, KNIGHT) and code == _START.piece_at(square) and square not in touched


_SAVING: Final[tuple[Callable[[JudgedMove, Prover], Iterator[Purpose]], ...]] = (_takes, _saves, _guards)
_QUIET: Final[tuple[Callable[[JudgedMove, Prover], Iterator[Purpose]], ...]] = (trades, _develops)
