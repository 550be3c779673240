"""How a game's curve of winning chances shifts: who stood better when, and by which moves that changed.

A side has the initiative from a chance of 62 %, an advantage from 70, and is winning from 80, if that lasts for
three rounds; what is less, or shorter, is noise or a chance that both sides missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Final

from xiangqi.coach.drift import smoothed
from xiangqi.coach.notes import MoveReview
from xiangqi.core.constants import BLACK, RED

BANDS: Final = (0.62, 0.70, 0.80)
"""The largest chances of an equal side, of one that has the initiative, and of one that has an advantage."""

LEVEL, BETTER, CLEAR, WON = range(4)

HELD: Final = 6
"""The plies that a standing must last."""

_KEPT: Final = {1: 0.56, 2: 0.74}  # the chance down to which a side stays better, and winning
_BACK: Final = 14  # plies before a shift in which it may have begun
_AHEAD: Final = 6  # plies after it in which it may have been completed
_RISE: Final = 0.03  # by how much the least chance may be exceeded where a shift ends
_SINGLE: Final = 0.10  # the loss of a move that explains a shift alone
_CHEAP: Final = 0.07  # the least loss of a move that explains a shift
_SHARE: Final = 0.5  # the share of a shift that a cheaper move must explain
_SOON: Final = 16  # plies between runs of small steps that are one
STEP: Final = 0.03
"""The smallest loss of a move that is named as a step."""


@dataclass(frozen=True)
class Shift:
    """A lasting change of who stands better, to the disadvantage of a side."""

    side: int  # RED or BLACK, who lost ground
    # first, last: the plies of that side's first and last move in it, from 1
    first: int
    last: int
    worst: int | None  # the ply of the move that cost most, None if none cost anything
    is_single: bool  # whether that move alone explains the change
    # before, after: the side's winning chance
    before: float
    after: float
    # was, now: its standing, 1 and 2 if it is better or winning, -1 and -2 if the opponent is, 0 if neither
    was: int
    now: int

    @property
    def swing(self) -> float:
        """How much the side lost."""
        return self.before - self.after


def red_curve(moves: Sequence[MoveReview]) -> list[float]:
    """Return Red's chance after 0, 1 … moves of a whole game, averaged with that one ply later."""
    first = moves[0]
    start = first.before if first.side == RED else 1 - first.before
    return smoothed([start, *(move.after if move.side == RED else 1 - move.after for move in moves)])


def standing(red: float) -> tuple[int, int]:
    """Return the side that stands better, 0 if neither does, and by how much: LEVEL, BETTER, CLEAR or WON."""
    chance = max(red, 1.0 - red)
    band = sum(chance >= least for least in BANDS)
    return (0 if band == LEVEL else RED if red > 0.5 else BLACK), band


def shifts(moves: Sequence[MoveReview]) -> list[Shift]:
    """Return the lasting changes of a wholly reviewed game in order; a win that shrinks to less is none."""
    curve, found = red_curve(moves), list[Shift]()
    spans = standings(curve)
    for (before, start, _), (after, middle, end) in pairwise(spans):
        if abs(after) < abs(before) and before * after > 0:
            continue
        side = RED if after < before else BLACK
        own = curve if side == RED else [1 - chance for chance in curve]
        was, now = (before, after) if side == RED else (-before, -after)
        shift = replace(_shift(moves, own, side, (start, middle, end)), was=was, now=now)
        found.append(_merged(found.pop(), shift) if found and _is_one(found[-1], shift) else shift)
    return found


def _is_one(earlier: Shift, later: Shift) -> bool:
    """Return whether two shifts are one: by the same move, or by small steps soon after each other."""
    if earlier.side != later.side:
        return False
    is_same = earlier.worst == later.worst and earlier.worst is not None
    return is_same or not (earlier.is_single or later.is_single or later.first - earlier.last > _SOON)


def _merged(earlier: Shift, later: Shift) -> Shift:
    worst = earlier.worst or later.worst
    return replace(earlier, last=later.last, worst=worst, after=later.after, now=later.now)


def standings(curve: Sequence[float]) -> list[tuple[int, int, int]]:
    """Return spans of a curve: 0 for level, 1 and 2 if Red is better or winning, -1 and -2 for Black.

    Each with the index of its first point and of the one behind its last. Short spans belong to the one before.
    """
    labels, label = list[int](), 0
    for chance in curve:
        label = label if _keeps(label, chance) else _label(chance)
        labels.append(label)
    spans = _joined((label, len(list(group))) for label, group in groupby(labels))
    while True:
        last = len(spans) - 1
        inner = range(1, last if abs(spans[-1][0]) == 2 else last + 1)
        brief = [at for at in inner if spans[at][1] < HELD]
        if not brief:
            break
        at = min(brief, key=lambda at: spans[at][1])
        spans[at] = (spans[at - 1][0], spans[at][1])
        spans = _joined(spans)
    found, at = list[tuple[int, int, int]](), 0
    for label, length in spans:
        found.append((label, at, at + length))
        at += length
    return found


def _joined(spans: Iterator[tuple[int, int]] | Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    return [
        (label, sum(length for _, length in group)) for label, group in groupby(spans, key=lambda one: one[0])
    ]


def _label(red: float) -> int:
    side, band = standing(red)
    size = 0 if band == LEVEL else 2 if band == WON else 1
    return size if side == RED else -size


def _keeps(label: int, red: float) -> bool:
    """Return whether a standing lasts at a chance near its borders."""
    chance = red if label >= 0 else 1 - red
    if label == 0:
        return 1 - BANDS[0] < chance < BANDS[0]
    return _KEPT[abs(label)] <= chance < (BANDS[2] if abs(label) == 1 else 2)


def _shift(moves: Sequence[MoveReview], own: Sequence[float], side: int, span: tuple[int, int, int]) -> Shift:
    """Return the change at the middle of a span of a side's chances, with the moves that explain it."""
    start, middle, end = span
    begin = max(range(max(start, middle - _BACK), middle + 1), key=lambda at: (round(own[at], 2), at))
    later = own[middle : min(end, middle + _AHEAD)]
    done = middle + next(at for at, chance in enumerate(later) if chance <= min(later) + _RISE)
    near = [move for move in moves[begin : done + 1] if move.side == side]
    near = near or [move for move in moves[max(0, begin - 1) : done + 1] if move.side == side]
    before, after = own[begin], own[done]
    worst = max(near, key=lambda move: (_lasting(move, own, done), -move.ply), default=None)
    if worst is None:
        return Shift(side, begin + 1, done, None, False, before, after, 0, 0)
    loss = worst.loss
    is_single = loss >= min(_SINGLE, max(_CHEAP, _SHARE * (before - after)))
    named = worst.ply if loss >= STEP else None
    return Shift(side, near[0].ply, near[-1].ply, named, is_single, before, after, 0, 0)


def _lasting(move: MoveReview, own: Sequence[float], done: int) -> float:
    """Return how much of a move's loss was still lost until the end of a shift."""
    regained = max(own[move.ply : done + 1], default=move.after)
    return min(move.loss, move.before - regained)
