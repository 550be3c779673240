"""The board as tables see it: 90 points, where pieces may stand, and what can be on the way.

A point is ``9 * rank + file``, rank 0 at the bottom, which is the back rank of the first side of a material.
The second side plays from the top. All moves come from `core.tables`, the geometry of the rules.
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
"""Stands for the blocker of a move that nothing blocks."""

KIND_OF: Final = {"K": KING, "A": ADVISOR, "B": BISHOP, "N": KNIGHT, "R": ROOK, "C": CANNON, "P": PAWN}
COLOUR_OF: Final = (RED, BLACK)
"""Of the first and the second side of a material."""


def point_of(square: int) -> int:
    """The point of a square of the padded board."""
    return 9 * rank_of(square) + file_of(square)


def square_of(point: int) -> int:
    """The square of the padded board of a point."""
    return make_square(point % 9, point // 9)


def flipped(point: int) -> int:
    """The point seen from the other side of the table: ranks change, files do not."""
    return 9 * (9 - point // 9) + point % 9


def mirrored(point: int) -> int:
    """The point with files a and i changed."""
    return point - 2 * (point % 9) + 8


@cache
def points_for(letter: str, side: int) -> tuple[int, ...]:
    """Where a piece may stand: all points, or those of the first side, flipped for the second."""
    if letter in "RNC":
        return tuple(range(POINTS))
    if side == 1:
        return tuple(flipped(point) for point in points_for(letter, 0))
    return tuple(point for point in range(POINTS) if can_stand(KIND_OF[letter], RED, square_of(point)))


@cache
def leaps_from(letter: str, side: int, point: int) -> tuple[tuple[int, int], ...]:
    """(target, blocker) points of a king, advisor, bishop, knight or pawn; NOWHERE for no blocker."""
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
    """Where the pieces of a side that never attack may stand together: king, advisors, bishops.

    Attributes:
        pieces: the letters, king first.
        places: points in the order of `pieces`, sorted within a kind, one tuple for each arrangement.
        number: arrangement -> its place in `places`.
    """

    pieces: str
    places: tuple[tuple[int, ...], ...]
    number: dict[tuple[int, ...], int]

    def normal(self, points: tuple[int, ...]) -> tuple[int, ...]:
        """An arrangement with like pieces in order."""
        kinds = sorted(zip(self.pieces, points, strict=True), key=lambda item: ("KAB".index(item[0]), item[1]))
        return tuple(point for _, point in kinds)

    def moves(self, side: int) -> Iterator[tuple[int, int, int]]:
        """(arrangement, arrangement after the move, blocker) of every move that its own pieces permit."""
        for here, points in enumerate(self.places):
            for slot, letter in enumerate(self.pieces):
                for target, blocker in leaps_from(letter, side, points[slot]):
                    if target in points or blocker in points:
                        continue
                    moved = (*points[:slot], target, *points[slot + 1 :])
                    yield here, self.number[self.normal(moved)], blocker


def fort_of(side_letters: str, side: int) -> Fort:
    """The fort of a side given all its letters; the second side's are the first's flipped, in their order."""
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
