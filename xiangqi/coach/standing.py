"""Threats that stood: the opponent would have made them had the mover passed, and the move did not meet them.

They rest on a search of the position with the turn passed, so they are told as threats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.confinement import shut_in
from xiangqi.coach.facts import MEETS, Fact, FactKind, Placed, Start
from xiangqi.coach.lines import is_quiet, until_quiet
from xiangqi.coach.notes import NO_CAUSES
from xiangqi.coach.prover import Prover
from xiangqi.coach.purposes import NO_PURPOSE, Purpose, danger_to, falls_anyway, way_out
from xiangqi.coach.scene import as_if, kind_of, placed, played, side_of, value_of
from xiangqi.coach.soundness import LEAST_GAIN, JudgedMove
from xiangqi.coach.spoils import spoils_of
from xiangqi.coach.threats import exchange
from xiangqi.core.constants import KING, opponent
from xiangqi.line import Moves

_IMPORTANCE: Final = 72
_FOLLOWED: Final = 5  # plies of the line with the turn passed


def stood(move: JudgedMove, prover: Prover) -> Iterator[Fact]:
    """Yield a fact if the answer is a threat that stood before the move and that the better move meets."""
    if move.search is None or not (move.better and move.refutation) or move.before.is_check():
        return
    passed = as_if(move.before, opponent(move.before.turn))
    answer = move.refutation[0]
    if not passed.is_legal(answer) or passed.piece_at(answer.from_square) == 0:
        return
    line = move.search(passed).line
    if line[:1] != (answer,):
        return
    target = _target(passed, line, prover)
    if target is None or not _still_falls(move, target):
        return
    how, after = _met(move, answer, target), played(move.before, [move.move])
    if how != "takes" and falls_anyway(move, target.square):
        return
    if how and _wins(after, move.refutation, move.taken, prover):
        pieces = (placed(after, answer.from_square), target)
        taken = 2 * [step.to_square for step in move.refutation[0:_FOLLOWED:2]].index(target.square)
        proof = move.refutation[: 1 if after.is_capture(answer) else max(3, taken + 1)]
        yield Fact(FactKind.STOOD, after.turn, Start.AFTER, pieces, proof, name=how, importance=_IMPORTANCE)


def _target(passed: Board, line: Moves, prover: Prover) -> Placed | None:
    """Return the piece that a threat wins; None if nothing is won.

    It is won by an immediate capture, by shutting it in, or by the capture that follows.
    """
    if passed.is_capture(line[0]):
        target = placed(passed, line[0].to_square)
        return target if exchange(passed, line[0], prover) >= LEAST_GAIN else None
    found = shut_in(passed, line, prover)
    if found is not None:
        return found.pieces[1]
    if len(line) < 3 or not played(passed, line[:2]).is_capture(line[2]):
        return None
    for end in range(min(_FOLLOWED, len(line)), 2, -1):
        if is_quiet(passed, line[:end], prover):
            won = spoils_of(passed, line[:end], passed.turn).balance
            target = placed(passed, _winning(passed, line[:end]).to_square)
            return target if won >= LEAST_GAIN and target.code else None
    return None


def _winning(passed: Board, line: Moves) -> Move:
    """Return the capture by which a line wins material: the third move, or the fifth if that is exchanged."""
    then = played(passed, line[:2])
    pair = [value_of(then.piece_at(square)) for square in (line[2].from_square, line[2].to_square)]
    is_exchange = line[3:4] != () and line[3].to_square == line[2].to_square and pair[1] - pair[0] < LEAST_GAIN
    return line[4] if is_exchange and len(line) > 4 else line[2]


def _wins(after: Board, line: Moves, due: int, prover: Prover) -> bool:
    """Return whether the answer to a move wins more than `due`: by force, or in its line if that is quiet."""
    found = prover.gain_by(after, line[0])
    if found is not None and found.value - due >= LEAST_GAIN:
        return True
    shown = until_quiet(after, line, prover)
    won = spoils_of(after, shown, after.turn).balance - due
    return not after.is_capture(line[0]) and won >= LEAST_GAIN and is_quiet(after, shown, prover)


def _still_falls(move: JudgedMove, target: Placed) -> bool:
    """Return whether the line after the move takes the target where it stands."""
    after = played(move.before, [move.move])
    if placed(after, target.square) != target:
        return False
    return any(step.to_square == target.square for step in move.refutation[0:_FOLLOWED:2])


def ways_of(move: JudgedMove, how: str, prover: Prover) -> Iterator[Purpose]:
    """Yield the purpose of a better move that meets a threat in a way named at `FactKind.STOOD`.

    A moved piece must not stand where it can be exchanged; otherwise the exchange is told instead. A capture is
    told as such.
    """
    better = move.better[0]
    found: Purpose | None = NO_PURPOSE
    if how == "moves" and kind_of(move.before.piece_at(better.from_square)) != KING:
        is_capture = move.before.is_capture(better)
        found = None if is_capture else way_out(played(move.before, [better]), better.to_square, prover)
    taken = (placed(move.before, better.to_square),) if how == "takes" else ()
    if found is not None:
        yield (f"{MEETS}.{how}", taken) if found == NO_PURPOSE else found


def how_met(move: JudgedMove, fact: Fact, prover: Prover) -> Iterator[Purpose]:
    """Yield a purpose if the better move visibly prevents the answer that a fact is about."""
    answer = fact.proof[0] if fact.start is Start.AFTER and fact.proof else None
    shown = played(move.before, move.better[:1])
    if answer is None or shown.is_check() or fact.kind in NO_CAUSES:
        return
    target = fact.pieces[1] if len(fact.pieces) > 1 else Placed(answer.to_square, 0)
    how = _met(move, answer, target)
    made_possible = answer.to_square == move.move.to_square or not _was_possible(move, answer)
    if not how or made_possible or (how == "moves" and target.square == move.move.to_square):
        return
    if target.code and how in ("moves", "covers") and falls_anyway(move, target.square):
        return
    guarded = placed(move.before, answer.to_square)
    if how == "covers" and side_of(guarded.code) == move.before.turn:
        yield f"{MEETS}.guards", (guarded,)
    else:
        is_early = how == "moves" and danger_to(move.before, target.square, prover) is None
        yield from (way for way in ways_of(move, how, prover) if not (is_early and way[0].startswith(MEETS)))


def _was_possible(move: JudgedMove, answer: Move) -> bool:
    """Return whether an answer could have been played if it had been the other side's turn before the move."""
    passed = as_if(move.before, opponent(move.before.turn))
    return passed.is_pseudo_legal(answer)


def _met(move: JudgedMove, answer: Move, target: Placed) -> str:
    """Return how the better move meets a threat; "" if that cannot be seen on the board."""
    better = move.better[0]
    shown = played(move.before, [better])
    return next((name for name, holds in _WAYS if holds(shown, better, answer, target)), "")


def _moves(_shown: Board, better: Move, _answer: Move, target: Placed) -> bool:
    return better.from_square == target.square


def _takes(_shown: Board, better: Move, answer: Move, _target: Placed) -> bool:
    return better.to_square == answer.from_square


def _blocks(shown: Board, _better: Move, answer: Move, _target: Placed) -> bool:
    return not shown.is_legal(answer)


def _covers(shown: Board, better: Move, answer: Move, _target: Placed) -> bool:
    then = played(shown, [answer])
    return any(take == Move.of(better.to_square, answer.to_square) for take in then.legal_moves())


_WAYS: Final[tuple[tuple[str, Callable[[Board, Move, Move, Placed], bool]], ...]] = (
    ("takes", _takes),
    ("moves", _moves),
    ("blocks", _blocks),
    ("covers", _covers),
)
