"""The choice of the exercises for the pack: no two alike, every pattern, and all degrees of difficulty."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from xiangqi.coach.facts import PATTERN
from xiangqi.core.constants import BOTH, mirror_square, rotate_square
from xiangqi.exercises.pack import Exercise, ExerciseKind
from xiangqi.fen import parse_fen

ALIKE: Final = 6
"""Positions that differ in at most this many pieces and points are alike; a moved piece counts twice."""

_EASIEST: Final = 700  # rating below which an exercise is trivial
_STEP: Final = 100  # width of a band of ratings
_MATES: Final = 0.6  # largest share of mates
_EASY_MATES: Final = 150  # mates in one, and in two, of each pattern and of none


def choose(
    exercises: Iterable[Exercise], wanted: int, seed: int = 1, kept: Iterable[Exercise] = ()
) -> list[Exercise]:
    """Return a pack of exercises, the easiest first.

    Long mates come first, then those of rare patterns; then the bands of ratings are filled evenly.

    Args:
        exercises: the exercises to choose from; trivial ones are left out.
        wanted: the most exercises.
        seed: decides among equals.
        kept: exercises that are always included, unless two of them are alike.
    """
    pool = sorted(
        (exercise for exercise in exercises if exercise.rating >= _EASIEST),
        key=lambda one: (one.key, one.rating),
    )
    random.Random(seed).shuffle(pool)
    taken = _Taken()
    for exercise in kept:
        taken.take(exercise)
    others = sum(not exercise.mate for exercise in taken.chosen)
    for exercise in _rarest_first(pool):
        if len(taken.chosen) - others < _MATES * wanted and taken.has_room_for(exercise):
            taken.take(exercise)
    bands = Counter(exercise.rating // _STEP for exercise in taken.chosen)
    rest = [exercise for exercise in pool if exercise.kind is not ExerciseKind.MATE]
    by_band: dict[int, list[Exercise]] = {}
    for exercise in rest:
        by_band.setdefault(exercise.rating // _STEP, []).append(exercise)
    while by_band and len(taken.chosen) < wanted:
        band = min(by_band, key=lambda number: (bands[number], number))
        exercise = by_band[band].pop()
        if not by_band[band]:
            del by_band[band]
        if taken.take(exercise):
            bands[band] += 1
    return sorted(taken.chosen, key=lambda exercise: (exercise.rating, exercise.key))


def _rarest_first(pool: Sequence[Exercise]) -> list[Exercise]:
    """Return the mates, the longest first, and of equal length those of the rarest pattern first."""
    counts = Counter(theme for exercise in pool for theme in exercise.themes if theme.startswith(PATTERN))
    mates = [exercise for exercise in pool if exercise.kind is ExerciseKind.MATE]
    return sorted(
        mates,
        key=lambda mate: (-mate.mate, min((counts[t] for t in mate.themes if t in counts), default=10**9)),
    )


class _Taken:
    """The chosen exercises, and the positions that are too similar to them."""

    def __init__(self) -> None:
        self.chosen: list[Exercise] = []
        self._marks: list[int] = []
        self._short: Counter[str] = Counter()

    def has_room_for(self, mate: Exercise) -> bool:
        """Return whether a mate is long, or there are not yet enough short mates of its kind."""
        return mate.mate > 2 or self._short[_group(mate)] < _EASY_MATES

    def take(self, exercise: Exercise) -> bool:
        """Choose an exercise; return False if a similar one has been chosen."""
        views = _views(exercise)
        if any((known ^ view).bit_count() <= ALIKE for known in self._marks for view in views):
            return False
        self.chosen.append(exercise)
        self._marks.append(views[0])
        if 0 < exercise.mate <= 2:
            self._short[_group(exercise)] += 1
        return True


def _group(mate: Exercise) -> str:
    """Return the first pattern of a mate with its length."""
    return f"{mate.mate} {next((theme for theme in mate.themes if theme.startswith(PATTERN)), '')}"


def _views(exercise: Exercise) -> list[int]:
    """Return the position, its mirror image, and both colour-swapped: a bit for each piece and point."""
    placement = parse_fen(exercise.fen).placement
    turned = {rotate_square(square): code ^ BOTH for square, code in placement.items()}
    return [
        _bits(view)
        for men in (placement, turned)
        for view in (men, {mirror_square(square): code for square, code in men.items()})
    ]


def _bits(placement: dict[int, int]) -> int:
    bits = 0
    for square, code in placement.items():
        bits |= 1 << (square * 32 + code)
    return bits
