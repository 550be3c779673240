"""Ideas that are allowed and missed move after move, told once with their span."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from xiangqi.coach.facts import PLANS, Fact, FactKind, Placed, Start
from xiangqi.coach.grades import FAULTS, Grade
from xiangqi.coach.notes import NO_CAUSES, MoveReview
from xiangqi.coach.scene import kind_of
from xiangqi.core.constants import KING
from xiangqi.line import Line

_LEAST: Final = 3  # marked moves that share an idea
_NEAR: Final = 2  # plies between two of them, at most
_KEPT: Final = (FactKind.MATE, FactKind.FORCED_MATE, FactKind.REPETITION, FactKind.THEORY)
_TARGETS: Final = (FactKind.FORK, FactKind.TWO_TARGETS)  # kinds whose pieces after the first are targets

_MISSED: Final = (
    FactKind.HANGS, FactKind.TAKES, FactKind.WINS_MATERIAL, FactKind.FORK, FactKind.DOUBLE_THREAT,
    FactKind.MATE, FactKind.FORCED_MATE, FactKind.THREAT, FactKind.ATTACK, FactKind.TWO_TARGETS,
    FactKind.SHUT_IN,
)  # fmt: skip
"""Kinds of facts that are also told about a move that misses the chance."""

_WINS: Final = (
    FactKind.TAKES, FactKind.ATTACK, FactKind.THREAT, FactKind.TWO_TARGETS, FactKind.SHUT_IN, FactKind.STOOD,
    FactKind.HOLLOW_CANNON,
)  # fmt: skip
"""Kinds that are gathered besides those that prove a gain; other kinds do not attack their first target."""

_Idea = tuple[int, int, int, int, int]
"""The side that profits, the two squares of its move, and the target's square and piece code."""


def uncontradicted(moves: Sequence[MoveReview]) -> tuple[MoveReview, ...]:
    """Return reviewed moves without facts about answers that were played at once and are marked as faults.

    The deeper search for the later mark found a better answer.
    """
    found = list(moves)
    for index, (earlier, later) in enumerate(pairwise(moves)):
        if later.grade in FAULTS:
            kept = [f for f in earlier.facts if f.kind is not FactKind.ANSWER or f.proof[:1] != (later.move,)]
            found[index] = replace(earlier, facts=tuple(kept))
    return tuple(found)


def remembered(moves: Sequence[MoveReview]) -> tuple[MoveReview, ...]:
    """Return reviewed moves; a marked move without a reason gets the reason of the marked move before it.

    It does so only if it missed what the earlier move allowed: both concern one position.
    """
    found = list(moves)
    for index, (earlier, later) in enumerate(pairwise(moves), 1):
        reason = _reason(found[index - 1])
        if earlier.grade not in FAULTS or later.grade not in FAULTS or _reason(later) is not None:
            continue
        if reason is None or reason.start is Start.BEFORE or reason.kind not in _MISSED or not later.best:
            continue
        first = later.best[0]
        if reason.proof[:1] == (first,) and later.move.to_square != first.to_square:
            opening = [fact for fact in later.facts if fact.kind not in (FactKind.BETTER, FactKind.ANSWER)]
            found[index] = replace(later, facts=(reason.at(Start.BEFORE), *opening))
    return tuple(found)


def told_once(line: Line, moves: Sequence[MoveReview]) -> tuple[MoveReview, ...]:
    """Return reviewed moves; an idea that at least three marked moves share is told with its span.

    A move after which the idea is played ends the span and keeps its facts, since nobody overlooked the idea.
    """
    runs = dict[_Idea, list[int]]()
    found = list(moves)
    for index, move in enumerate(moves):
        reason = _reason(move)
        idea = None if reason is None else _idea_of(reason)
        if reason is None or idea is None:
            continue
        run = runs.setdefault(idea, [])
        is_played = _played(line, move, reason)
        if run and (is_played or move.ply - moves[run[-1]].ply > _NEAR):
            _tell(line, found, run, idea)
            run.clear()
        if not is_played:
            run.append(index)
    for idea, run in runs.items():
        _tell(line, found, run, idea)
    return tuple(found)


def _tell(line: Line, moves: list[MoveReview], run: Sequence[int], idea: _Idea) -> None:
    """Replace the fact about the idea in each move of a run with one that tells the span, if the run is long.

    `moves` is changed. Other reasons stay, and come first for a blunder.
    """
    if len(run) < _LEAST:
        return
    first, last = (_chance_at(moves[index]) for index in (run[0], run[-1]))
    span = (line.round_at(first - 1), line.round_at(last - 1))
    for index in run:
        move, told = moves[index], _reason(moves[index])
        assert told is not None
        others = [fact for fact in move.facts if fact.kind not in NO_CAUSES and _idea_of(fact) != idea]
        rest = [fact for fact in move.facts if fact.kind in NO_CAUSES]
        once = [_spanning(told, span)]
        causes = [*others, *once] if move.grade is Grade.BLUNDER else [*once, *others]
        moves[index] = replace(move, facts=(*causes, *rest))


def _chance_at(move: MoveReview) -> int:
    """Return the ply at which the side that profits from a move's first reason could have played it."""
    reason = _reason(move)
    return move.ply + (reason is not None and reason.start is Start.AFTER)


def _played(line: Line, move: MoveReview, reason: Fact) -> bool:
    """Return whether the answer that a move allows is played at once."""
    return reason.start is Start.AFTER and line.moves[move.ply : move.ply + 1] == reason.proof[:1]


def _spanning(fact: Fact, span: tuple[int, ...]) -> Fact:
    pieces = (fact.pieces[0], _target(fact))
    return replace(fact, kind=FactKind.AGAIN, name=fact.kind.value, pieces=pieces, gain=0, counts=span)


def _target(fact: Fact) -> Placed:
    """Return the piece that an idea is about: of several targets, the first that can be taken."""
    targets = fact.pieces[1:] if fact.kind in _TARGETS else fact.pieces[1:2]
    return next((piece for piece in targets if kind_of(piece.code) != KING), targets[0])


def _reason(move: MoveReview) -> Fact | None:
    return next((fact for fact in move.facts if fact.kind not in NO_CAUSES), None)


def _idea_of(fact: Fact) -> _Idea | None:
    """Return the idea of a reason, or None if it has none.

    Kinds that are always told, plans, and reasons that do not attack a piece have none.
    """
    if fact.kind in _KEPT or len(fact.pieces) < 2 or not fact.proof:
        return None
    if fact.name in PLANS or not (fact.gain or fact.kind in _WINS):
        return None
    target = _target(fact)
    if kind_of(target.code) == KING and fact.kind is not FactKind.HOLLOW_CANNON:
        return None
    return fact.side, fact.proof[0].from_square, fact.proof[0].to_square, target.square, target.code
