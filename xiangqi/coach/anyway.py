"""Detects facts that are true but no reason: they hold after the better move as well, or held before.

Only kinds that rest on the engine's lines are examined; proved wins have been compared already.
"""

from __future__ import annotations

from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import PLANS, Fact, FactKind, Placed, Start
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import as_if, placed, played, value_of
from xiangqi.coach.soundness import FOLLOWED, LEAST_GAIN, JudgedMove
from xiangqi.coach.spoils import told_part
from xiangqi.coach.tactics import Win
from xiangqi.coach.threats import WORTH_TAKING, exchange
from xiangqi.line import Moves

_SHOWN: Final = (
    FactKind.ATTACK,
    FactKind.TWO_TARGETS,
    FactKind.PIN,
    FactKind.KING_DRIVEN,
    FactKind.SHUT_IN,
    FactKind.ANSWER,
    FactKind.POINT,
    FactKind.BETTER,
)
_ATTACKS: Final = (FactKind.ATTACK, FactKind.THREAT)
_KEEPS: Final = ("saves", "guards", "counters")  # names of answers whose further pieces are not targets


def is_no_reason(move: JudgedMove, fact: Fact, prover: Prover) -> bool:
    """Return whether a fact is no reason: it is true without the move as well, or its attack is not new."""
    if _attacked_by_the_move_played(move, fact, prover):
        return True
    if fact.kind not in _SHOWN:
        return False
    return _comes_anyway(move, fact) or _attacked_before(move, fact, prover)


def wins_anyway(move: JudgedMove, win: Win) -> bool:
    """Return whether the better line has the same answer and loses the same pieces, soldiers aside."""
    told = told_part(win.shot.before, win.line, win.claim)
    if win.line[0] not in move.better[1:2]:
        return False
    taken = _taken(win.shot.before, told)
    return bool(taken) and taken <= _taken(played(move.before, move.better[:1]), move.better[1:])


def _taken(board: Board, line: Moves) -> set[Placed]:
    """Return the pieces except soldiers that the first side of a line takes, on the squares where they fall."""
    walked, found = board.copy(), set[Placed]()
    for index, step in enumerate(line):
        target = placed(walked, step.to_square)
        if index % 2 == 0 and value_of(target.code) >= WORTH_TAKING:
            found.add(target)
        walked.push_unchecked(step)
    return found


def _attacked_by_the_move_played(move: JudgedMove, fact: Fact, prover: Prover) -> bool:
    """Return whether the piece that moved instead could win the target that the better move would attack."""
    if fact.start is Start.AFTER or fact.kind not in _ATTACKS or len(fact.pieces) < 2:
        return False
    passed = as_if(played(move.before, [move.move]), move.before.turn)
    target = fact.pieces[1]
    attack = Move.of(move.move.to_square, target.square)
    if placed(passed, target.square) != target or not passed.is_legal(attack):
        return False
    return exchange(passed, attack, prover) >= LEAST_GAIN


def _comes_anyway(move: JudgedMove, fact: Fact) -> bool:
    """Return whether the other line has the first move of a fact's proof, too, with its targets in place."""
    is_after = fact.start is Start.AFTER
    board, line = move.before.copy(), move.better if is_after else (move.move, *move.refutation)
    for index, step in enumerate(line[:FOLLOWED]):
        if index % 2 == is_after and step == fact.proof[0]:
            targets = () if fact.name in _KEEPS or fact.kind is FactKind.POINT else fact.pieces[1:]
            return all(placed(board, piece.square) == piece for piece in targets)
        board.push_unchecked(step)
    return False


def _attacked_before(move: JudgedMove, fact: Fact, prover: Prover) -> bool:
    """Return whether the attack in a fact existed before, or wins nothing."""
    if fact.kind is not FactKind.ATTACK or fact.name in PLANS:
        return False
    board = played(move.before, [move.move]) if fact.start is Start.AFTER else move.before
    first, (attacker, target) = fact.proof[0], fact.pieces[:2]
    earlier = Move.of(attacker.square, target.square)
    by_mover = attacker.square == first.from_square
    if board.is_pseudo_legal(earlier):
        return True
    shown = played(board, [first])
    if shown.is_check():
        return False
    now = Move.of(first.to_square if by_mover else attacker.square, target.square)
    passed = as_if(shown, board.turn)
    return not passed.is_legal(now) or exchange(passed, now, prover) < LEAST_GAIN
