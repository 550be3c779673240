"""Trifles, too small to be reasons: a soldier beside a chariot, or a gain beside a much larger loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xiangqi.coach.facts import PLANS, Fact, FactKind, Start
from xiangqi.coach.scene import value_of
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.spoils import spoils_of
from xiangqi.coach.tactics import CLAIMED

_LITTLE: Final = 130  # the most that is little beside something else: a soldier
_SMALL: Final = 260  # the most that may be too little for the loss: an advisor or an elephant
_WORTH: Final = 900  # the least material that explains the loss of the whole winning chance
_MOST_WORTH: Final = 3_800  # the most material that may explain the loss of the whole chance of a level game
_LEAST_SPREAD: Final = 0.3  # how much less a loss weighs where the game is decided, at most
_COSTLY: Final = 0.1  # the least loss that an attack alone does not explain
_SHARE: Final = 2  # how many times as much the other gain must be


def weight_of(move: JudgedMove, fact: Fact) -> int | None:
    """Return the value of the gain in a fact about a move, or of its small target; None if it has neither."""
    if fact.kind is FactKind.ATTACK and len(fact.pieces) > 1 and fact.name not in PLANS:
        attacked = value_of(fact.pieces[1].code)
        return attacked if attacked <= _SMALL else None
    if fact.gain and fact.kind is not FactKind.THREAT:
        return round(fact.gain / CLAIMED)
    if fact.kind is not FactKind.TAKES:
        return None
    line = (move.move, *fact.proof) if fact.start is Start.AFTER else fact.proof
    return spoils_of(move.before, line, fact.side).balance


def is_trifle(move: JudgedMove, fact: Fact) -> bool:
    """Return whether the material in a fact is small and explains only a part of what the move cost."""
    weight = weight_of(move, fact)
    if weight is None or weight > _SMALL:
        return False
    is_attack = fact.kind is FactKind.ATTACK and fact.name != "falls"  # and wins nothing yet
    return (weight / 2 if is_attack else weight) < _WORTH * move.loss


def is_weak(move: JudgedMove, fact: Fact) -> bool:
    """Return whether a fact is a trifle or, after a costly move, an attack or check that is easily avoided."""
    is_check = fact.kind is FactKind.KING_DRIVEN and not fact.name
    is_attack = fact.kind is FactKind.ATTACK and fact.name in ("", "moves")
    is_bare = (is_check or is_attack) and move.loss >= _COSTLY
    return is_bare or is_trifle(move, fact)


def is_too_much(move: JudgedMove, won: int) -> bool:
    """Return whether a gain of material exceeds the move's cost so far that it cannot be the whole truth.

    Something is hidden then: the piece would have been lost anyway, or something is won back. Nothing is too
    much for a move whose cost is not known.
    """
    chance = move.chance - move.loss / 2
    spread = max(_LEAST_SPREAD, 4 * chance * (1.0 - chance))
    return move.loss > 0 and move.chance > 0 and won * spread > _MOST_WORTH * move.loss


def without_trifles(move: JudgedMove, facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts without trifles, unless all are; a fact may be a trifle beside a much greater one."""
    weights = [weight_of(move, fact) for fact in facts]
    most = max((weight for weight in weights if weight is not None), default=0)
    kept = [
        fact
        for fact, weight in zip(facts, weights, strict=True)
        if weight is None or weight > _LITTLE or most < _SHARE * weight
    ]
    return [fact for fact in kept if not is_trifle(move, fact)] or list(kept)
