"""The board of the endgame tables: 90 points, where pieces may stand, and their moves.

A point is ``9 * rank + file``, where rank 0 is the back rank of the first side of a material. The moves are
those of `core.tables`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    CANNON,
    KING,
    KNIGHT,
    NO_BLOCKER,
    PAWN,
    RED,
    ROOK,
    file_of,
    make_square,
    rank_of,
)
from xiangqi.core.tables import FIRST_LEAP, LEAPS
from xiangqi.fen import can_stand

POINTS: Final = 90
NOWHERE: Final = 90
"""The blocker of a move that nothing can block."""

KIND_OF: Final = {"K": KING, "A": ADVISOR, "B": BISHOP, "N": KNIGHT, "R": ROOK, "C": CANNON, "P": PAWN}
COLOUR_OF: Final = (RED, BLACK)
"""The colours of the first and the second side of a material."""


def point_of(square: int) -> int:
    """Return the point of a square of core.constants."""
    return 9 * rank_of(square) + file_of(square)


def square_of(point: int) -> int:
    """Return the square of core.constants of a point."""
    return make_square(point % 9, point // 9)


def flipped(point: int) -> int:
    """Return the point with its rank counted from the other side."""
    return 9 * (9 - point // 9) + point % 9


def mirrored(point: int) -> int:
    """Return the point mirrored left to right."""
    return point - 2 * (point % 9) + 8


@cache
def points_for(letter: str, side: int) -> tuple[int, ...]:
    """Return the points where a piece of a side may stand."""
    if letter in "RNC":
        return tuple(range(POINTS))
    if side == 1:
        return tuple(flipped(point) for point in points_for(letter, 0))
    return tuple(point for point in range(POINTS) if can_stand(KIND_OF[letter], RED, square_of(point)))


@cache
def leaps_from(letter: str, side: int, point: int) -> tuple[tuple[int, int], ...]:
    """Return the moves of a king, advisor, bishop, knight or pawn as (target, blocker) points."""
    code = COLOUR_OF[side] | KIND_OF[letter]
    entry = int(FIRST_LEAP[code << 8 | square_of(point)])
    found = []
    while LEAPS[entry]:
        blocker = int(LEAPS[entry + 1])
        found.append((point_of(int(LEAPS[entry])), NOWHERE if blocker == NO_BLOCKER else point_of(blocker)))
        entry += 2
    return tuple(found)


@dataclass(frozen=True)
class Fort:
    """The arrangements of the pieces of a side that stay at home: king, advisors and bishops."""

    pieces: str  # the letters, king first
    places: tuple[tuple[int, ...], ...]  # for each arrangement, points in the order of `pieces`
    number: dict[tuple[int, ...], int]  # arrangement -> its index in `places`

    def normal(self, points: tuple[int, ...]) -> tuple[int, ...]:
        """Return an arrangement with like pieces sorted."""
        kinds = sorted(zip(self.pieces, points, strict=True), key=lambda item: ("KAB".index(item[0]), item[1]))
        return tuple(point for _, point in kinds)

    def moves(self, side: int) -> Iterator[tuple[int, int, int]]:
        """Iterate over the moves that the fort itself permits: arrangement before, after, and blocker."""
        for here, points in enumerate(self.places):
            for slot, letter in enumerate(self.pieces):
                for target, blocker in leaps_from(letter, side, points[slot]):
                    if target in points or blocker in points:
                        continue
                    moved = (*points[:slot], target, *points[slot + 1 :])
                    yield here, self.number[self.normal(moved)], blocker


def fort_of(side_letters: str, side: int) -> Fort:
    """Return the fort of a side with some letters; the second side's arrangements are the first's flipped."""
    return _fort(side_letters.count("A"), side_letters.count("B"), side)


@cache
def _fort(advisors: int, bishops: int, side: int) -> Fort:
    pieces = "K" + "A" * advisors + "B" * bishops
    places = []
    for king in points_for("K", 0):
        for pair in combinations(points_for("A", 0), advisors):
            for others in combinations(points_for("B", 0), bishops):
                points = (king, *pair, *others)
                if len(set(points)) == len(points):
                    places.append(points)
    if side == 1:
        kinds = [slice(0, 1), slice(1, 1 + advisors), slice(1 + advisors, None)]
        places = [
            tuple(p for kind in kinds for p in sorted(flipped(q) for q in points[kind])) for points in places
        ]
    return Fort(pieces, tuple(places), {points: i for i, points in enumerate(places)})
