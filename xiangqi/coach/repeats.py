"""One idea that is allowed and missed move after move is one sentence with its span."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xiangqi.coach.facts import Fact, FactKind
from xiangqi.coach.notes import NO_CAUSES, MoveReview
from xiangqi.line import Line

_LEAST: Final = 3  # marked moves that share an idea
_NEAR: Final = 2  # plies between two of them, at most
_KEPT: Final = (FactKind.MATE, FactKind.FORCED_MATE, FactKind.REPETITION, FactKind.THEORY)

_Idea = tuple[int, int, int, int]
"""The side that profits, where its move goes, and the target with its square."""


def told_once(line: Line, moves: Sequence[MoveReview]) -> tuple[MoveReview, ...]:
    """Return reviewed moves in which an idea that at least three marked moves share is told with its span."""
    runs = dict[_Idea, list[int]]()
    found = list(moves)
    for index, move in enumerate(moves):
        idea = _idea_of(move)
        if idea is None:
            continue
        run = runs.setdefault(idea, [])
        if run and move.ply - moves[run[-1]].ply > _NEAR:
            _tell(line, found, run)
            run.clear()
        run.append(index)
    for run in runs.values():
        _tell(line, found, run)
    return tuple(found)


def _tell(line: Line, moves: list[MoveReview], run: Sequence[int]) -> None:
    """Replace the first reason of each move of a run by the idea with its span, if there are enough of them."""
    if len(run) < _LEAST:
        return
    span = tuple(line.round_at(moves[index].ply - 1) for index in (run[0], run[-1]))
    for index in run:
        move = moves[index]
        reason = _reason(move)
        facts = tuple(
            replace(fact, kind=FactKind.AGAIN, name=fact.kind.value, gain=0, counts=span)
            if fact is reason
            else fact
            for fact in move.facts
            if fact is reason or fact.kind in NO_CAUSES
        )
        moves[index] = replace(move, facts=facts)


def _spanning(fact: Fact, span: tuple[int, ...]) -> Fact:
    return replace(fact, kind=FactKind.AGAIN, name=fact.kind.value, gain=0, counts=span)


def _reason(move: MoveReview) -> Fact | None:
    return next((fact for fact in move.facts if fact.kind not in NO_CAUSES), None)


def _idea_of(move: MoveReview) -> _Idea | None:
    """Return the idea of a marked move's first reason, or None without a target that stands still."""
    fact = _reason(move)
    if fact is None or fact.kind in _KEPT or len(fact.pieces) < 2 or not fact.proof:
        return None
    target = fact.pieces[1]
    return fact.side, fact.proof[0].to_square, target.square, target.code
