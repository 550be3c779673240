"""The costliest slips of a game, which its story should mention."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.notes import MoveReview
from xiangqi.coach.story_causes import cause_of
from xiangqi.line import Moves

LEAST: Final = 0.10
"""The smallest loss of a slip that is told for its size alone."""

MOST: Final = 6
"""The most slips of a game that are told for their size."""

_SHARE: Final = 0.35  # of the dearest slip, below which others are not told beside it
_LOW: Final = 0.30  # the same where fewer than three would be told
_FEW: Final = 3
_GIVEN_BACK: Final = 0.5  # the weight of a slip that the answer gave back
_GRAVE: Final = 0.25  # the loss of a slip that is told without its reason though it was given back
_NEAR: Final = 4  # plies within which the same chance is told once
_ALIKE: Final = 1.5  # times a slip's loss, up to which the answer's loss is no other mistake


def dearest(moves: Sequence[MoveReview]) -> list[MoveReview]:
    """Return the costliest slips of a game in order, without answers that only returned what a slip had given.

    Args:
        moves: all moves of the game, in order.
    """
    most, chosen = max(move.loss for move in moves), list[int]()
    for share in (_SHARE, _LOW):
        slips = (move for move in moves if move.loss >= max(LEAST, share * most))
        weights = {move.ply: _weight(moves, move) for move in slips}
        chosen = sorted((ply for ply in weights if weights[ply]), key=lambda ply: (-weights[ply], ply))[:MOST]
        if len(chosen) >= _FEW:
            break
    return [moves[ply - 1] for ply in sorted(chosen)]


def is_given_back(moves: Sequence[MoveReview], move: MoveReview) -> bool:
    """Return whether the opponent's answer gave back at least half of what a slip cost.

    It did not if the slip missed a chance, or if the opponent took his own chance a move later.
    """
    cause = cause_of(move)
    if cause is not None and cause.start is Start.BEFORE:
        return False
    return any(
        answer.loss >= move.loss / 2 and not is_made_up(moves, answer, cause)
        for answer in moves[move.ply : move.ply + 1]
    )


def is_made_up(moves: Sequence[MoveReview], move: MoveReview, chance: Fact | None) -> bool:
    """Return whether the side's next move took the chance that a move missed."""
    better = chance.proof[:1] if chance is not None else move.best[:1]
    return any(better == (later.move,) for later in moves[move.ply + 1 : move.ply + 2])


def gave_back(moves: Sequence[MoveReview], move: MoveReview) -> bool:
    """Return whether a slip only gave back what the opponent's slip just before it had given.

    The opponent's slip must not have given something back itself.
    """
    if move.ply < 2 or move.loss < LEAST / 2:
        return False
    slip = moves[move.ply - 2]
    return (
        slip.loss >= LEAST and slip.loss / 2 <= move.loss <= _ALIKE * slip.loss and not gave_back(moves, slip)
    )


def chance_of(move: MoveReview) -> Moves:
    """Return the first move of the chance that a move allowed or missed, as a line; () if it is unknown."""
    cause = cause_of(move)
    return () if cause is None else cause.proof[:1]


def idea_of(moves: Sequence[MoveReview], move: MoveReview) -> list[MoveReview]:
    """Return the moves from a given one on that left its chance, if the coach tells of them at once, or []."""
    cause = cause_of(move)
    if cause is None or cause.kind is not FactKind.AGAIN:
        return []
    found = list[MoveReview]()
    for one in moves[move.ply - 1 :]:
        its = cause_of(one)
        if its is not None and (its.counts, its.proof[:1]) == (cause.counts, cause.proof[:1]):
            found.append(one)
    return found


def _weight(moves: Sequence[MoveReview], move: MoveReview) -> float:
    near = moves[max(0, move.ply - 1 - _NEAR) : move.ply - 1]
    alike = (slip for slip in near if chance_of(move) and chance_of(slip) == chance_of(move))
    is_same = any(slip.loss >= LEAST and move.loss <= _ALIKE * slip.loss for slip in alike)
    if is_same or gave_back(moves, move):
        return 0.0
    if not is_given_back(moves, move):
        return move.loss
    return _GIVEN_BACK * move.loss if chance_of(move) or move.loss >= _GRAVE else 0.0
