"""Marks that explain one move of a repetition, in the replay and in docs/rules.md."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.diagram.picture import Arrow, Circle, Ink
from xiangqi.referee import Attack, CycleMove

_GUARD = 0.3  # strength of the arrows of protectors


def cycle_marks(
    step: CycleMove, king: int | None, checkers: tuple[int, ...]
) -> tuple[tuple[Arrow, ...], tuple[Circle, ...]]:
    """Return arrows and circles for the position after a move.

    New threats are dashed red arrows with a circle around the target; other attacks by the moved piece are
    blue. Real protection is green; invalid protection from new threats is dashed violet; checks are amber.

    Args:
        step: the move.
        king: the square of the king in check, or None.
        checkers: the squares of the pieces that give check.
    """
    arrows = [arrow for attack in step.attacks for arrow in _of_attack(attack, step)]
    if king is not None:
        arrows += [Arrow(square, king, Ink.OWN) for square in checkers]
    chased = dict.fromkeys(attack.chased for attack in step.new_threats)
    return tuple(arrows), tuple(Circle(square, Ink.THREAT) for square in chased)


def _of_attack(attack: Attack, step: CycleMove) -> Iterator[Arrow]:
    """Yield the arrows of an attack that matters, its protectors' first, so that they are drawn below."""
    if not attack.new and attack.chaser != step.move.to_square:
        return
    for guard in attack.protectors:
        if guard.real or attack.new:
            yield Arrow(guard.square, attack.chased, Ink.BEST if guard.real else Ink.OTHER, _GUARD)
    yield Arrow(attack.chaser, attack.chased, Ink.THREAT if attack.new else Ink.HINT)
