"""Sequels: a side's next move in a line, or the one after it, takes or attacks a piece thanks to the first.

The other side need not play along, so a sequel is told as what *would* follow. How much the line wins rests on
the engine's search.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.deeds import deed_of
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.lines import captures_from, is_forced, is_quiet, until_quiet
from xiangqi.coach.prover import Prover, until_repeated
from xiangqi.coach.scene import as_if, placed, played, retakes, value_of
from xiangqi.coach.soundness import FOLLOWED, LEAST_GAIN, JudgedMove
from xiangqi.coach.spoils import spoils_of
from xiangqi.coach.tactics import SLACK
from xiangqi.coach.threats import WORTH_TAKING, exchange
from xiangqi.line import Moves

_IMPORTANCE: Final = 54
_WORSE: Final = 0.1  # of the chance that may be lost if a piece is taken back
_NAMES: Final = ("takes", "attacks")
_STEPS: Final = (2, 4)  # indices of the moves of a line that may be told as well as the first


def taken_later(move: JudgedMove, prover: Prover) -> Iterator[Fact]:
    """Yield a fact if the answer to a move leads to a capture, or else if the better move would."""
    return followed(move, prover, names=("takes",))


def followed(
    move: JudgedMove, prover: Prover, *, least: int = WORTH_TAKING, names: Collection[str] = _NAMES
) -> Iterator[Fact]:
    """Yield a fact if the answer to a move leads to a capture or an attack, or else if the better move would.

    A fact does not count if its side takes the same piece, or makes the same move, in the other line as well.

    Args:
        move: the move that is judged.
        prover: searches exchanges.
        least: the least value of a piece whose capture counts.
        names: the effects that count: "takes", "attacks" or both.
    """
    after = played(move.before, [move.move])
    line = until_repeated(after, move.refutation)
    found = leads_to(after, line, prover, due=move.taken, least=least)
    if found is not None and found.name in names and not _comes_anyway(found, move.better[1::2]):
        yield found.at(Start.AFTER)
        return
    missed = leads_to(move.before, until_repeated(move.before, move.better), prover, least=least)
    others = (move.move, *move.refutation[1::2])
    if missed is not None and missed.name in names and not _comes_anyway(missed, others):
        yield missed


def going_on(move: JudgedMove, fact: Fact, prover: Prover) -> Fact:
    """Return a fact about a capture, joined with its side's next capture in the engine's line, if there is one.

    The next capture must be forced, take a piece that stood there before the line, and leave its side a soldier
    ahead.
    """
    is_after = fact.start is Start.AFTER
    board = played(move.before, [move.move]) if is_after else move.before
    line = until_repeated(board, move.refutation if is_after else move.better)
    if fact.kind is not FactKind.TAKES or len(fact.proof) > 2 or len(line) < 3 or line[0] != fact.proof[0]:
        return fact
    then, target = played(board, line[:2]), placed(board, line[2].to_square)
    if not then.is_capture(line[2]) or placed(then, target.square) != target:
        return fact
    due = move.taken if is_after else 0
    end = captures_from(board, line, 2)
    if not (_pays(board, line, 2, prover, due) and is_quiet(board, end, prover)):
        return fact
    if not is_forced(board, end, prover, move.search):
        return fact
    return replace(fact, name="then", pieces=(*fact.pieces, target), proof=line[:3], counts=(2,))


def if_retaken(move: JudgedMove, fact: Fact, prover: Prover) -> Fact:
    """Return a fact about a capture with the move after a recapture if it pays only by that, others unchanged.

    The engine's line does not recapture then, and a search finds that the side stands about as well if it does.
    """
    is_after = fact.start is Start.AFTER
    board = played(move.before, [move.move]) if is_after else move.before
    line = move.refutation if is_after else move.better
    if fact.kind is not FactKind.TAKES or fact.name or move.search is None or line[:1] != fact.proof[:1]:
        return fact
    takes = retakes(board, line[0])
    is_retaken = len(line) > 1 and line[1].to_square == line[0].to_square
    if len(takes) != 1 or is_retaken or exchange(board, line[0], prover) >= SLACK:
        return fact
    found = move.search(played(board, [line[0], takes[0]]))
    expected = 1.0 - (move.chance - move.loss) if is_after else move.chance
    if not found.line or found.chance < expected - _WORSE:
        return fact
    return replace(fact, name="if", proof=(line[0], takes[0], found.line[0]))


def _comes_anyway(fact: Fact, others: Moves) -> bool:
    """Return whether the side that profits takes the same piece in its other line, or makes the same move."""
    last = fact.proof[fact.counts[0]]
    return any(step in (fact.proof[0], last) or step.to_square == last.to_square for step in others[:FOLLOWED])


def leads_to(
    board: Board, line: Moves, prover: Prover, *, due: int = 0, least: int = WORTH_TAKING
) -> Fact | None:
    """Return the fact that a line of the side to move leads to a capture or an attack, or None.

    Its first move must make that possible: the same piece moves on, or another piece could not do it before.
    A capture counts if the line is at least a soldier ahead when it is quiet again.

    Args:
        board: the position before the line. It is not changed.
        line: legal moves.
        prover: searches exchanges.
        due: the material that the other side has just won, which must be won back first.
        least: the least value of a piece whose capture counts.
    """
    if not line or board.is_check() or _takes_for_good(board, line):
        return None
    for index in _STEPS:
        if index >= len(line):
            return None
        target = _target(board, line, index, prover, due, least)
        if target is not None and _can_be_told(board, line[: index + 1]):
            name, piece = target
            pieces = (placed(board, line[0].from_square), piece)
            shown = line[: index + 1]
            return Fact(
                FactKind.FOLLOWS, board.turn, Start.BEFORE, pieces, shown,
                name=name, counts=(index,), importance=_IMPORTANCE,
            )  # fmt: skip
    return None


def _can_be_told(board: Board, line: Moves) -> bool:
    """Return whether a side's own moves in a line are legal one after the other, without the replies."""
    walked = board
    for step in line[::2]:
        walked = as_if(walked, board.turn)
        if not walked.is_legal(step) or walked.piece_at(step.from_square) == 0:
            return False
        walked = played(walked, [step])
    return True


def _takes_for_good(board: Board, line: Moves) -> bool:
    """Return whether a line begins with a capture that is not retaken; it is no sequel, but told by itself."""
    return board.is_capture(line[0]) and (len(line) < 2 or line[1].to_square != line[0].to_square)


def _target(
    board: Board, line: Moves, index: int, prover: Prover, due: int, least: int
) -> tuple[str, Placed] | None:
    """Return "takes" or "attacks" for a later move of a line, with the piece, which has not moved; or None."""
    step, then = line[index], played(board, line[:index])
    if _takes_meanwhile(board, line[:index]) or not _is_made_possible(board, line, index, prover):
        return None
    if then.is_capture(step):
        target = placed(board, step.to_square)
        taken = placed(then, step.to_square) == target and not _moved(line[:index], target.square)
        taken = taken and (index == _STEPS[0] or _is_forced(board, line, index, prover))
        if taken and value_of(target.code) >= least and _pays(board, line, index, prover, due):
            return "takes", target
        return None
    deed = deed_of(then, line[index:], None, prover)
    if deed is None or deed[0] != "attacks":
        return None
    target = deed[1][0]
    return ("attacks", target) if not _moved(line[:index], target.square) else None


def _is_forced(board: Board, line: Moves, index: int, prover: Prover) -> bool:
    """Return whether the move that a side plays before a capture in a line wins against any answer."""
    return prover.wins(played(board, line[: index - 2]), line[index - 2], LEAST_GAIN)


def _takes_meanwhile(board: Board, line: Moves) -> bool:
    """Return whether a line contains a capture, which a sequel after it would leave untold."""
    return any(played(board, line[:index]).is_capture(step) for index, step in enumerate(line))


def _moved(line: Moves, square: int) -> bool:
    """Return whether a line moves a piece from or to a square."""
    return any(square in (step.from_square, step.to_square) for step in line)


def _is_made_possible(board: Board, line: Moves, index: int, prover: Prover) -> bool:
    """Return whether the first move of a line makes a later one of its side possible, or worth playing."""
    step: Move = line[index]
    own = line[:index:2]
    if any(earlier.to_square == step.from_square for earlier in own):
        been = {earlier.from_square for earlier in own}
        return been.isdisjoint((step.from_square, step.to_square))  # it has not come back
    if not board.is_legal(step):
        return True
    return board.is_capture(step) and exchange(board, step, prover) < LEAST_GAIN


def _pays(board: Board, line: Moves, index: int, prover: Prover, due: int) -> bool:
    """Return whether a side is a soldier up both after a capture is answered and once the position is quiet."""
    end = index + 1
    while end < len(line) and line[end].to_square == line[index].to_square:
        end += 1
    quiet = until_quiet(board, line, prover)
    won = [spoils_of(board, part, board.turn).balance - due for part in (line[:end], quiet)]
    return len(quiet) > index and min(won) >= LEAST_GAIN
