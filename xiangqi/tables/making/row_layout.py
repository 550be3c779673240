"""The layout of a material's positions as rows of bits, and the effect of moves on rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from xiangqi.tables.material import ATTACKERS, Endgame
from xiangqi.tables.points import (
    POINTS,
    Fort,
    flipped,
    fort_of,
    leaps_from,
    points_for,
)

Ints = npt.NDArray[np.int64]


def words_for(bits: int) -> int:
    """Return the number of 64-bit words that hold `bits` bits."""
    return (bits + 63) // 64


def pack(flags: npt.NDArray[np.bool_]) -> Ints:
    """Pack rows of flags, of shape (rows, bits), into int64 words: bit i of word j is flag 64 j + i."""
    rows, bits = flags.shape
    padded = np.zeros((rows, words_for(bits) * 64), dtype=np.uint8)
    padded[:, :bits] = flags
    return np.ascontiguousarray(np.packbits(padded, axis=1, bitorder="little").view(np.int64))


def unpack(words: Ints, bits: int) -> npt.NDArray[np.bool_]:
    """Unpack int64 words into rows of flags, of shape (rows, bits)."""
    data = np.ascontiguousarray(words).view(np.uint8)
    return np.unpackbits(data, axis=1, count=bits, bitorder="little").view(np.bool_)


@dataclass(frozen=True)
class AttackerGroup:
    """A side's attackers of one kind."""

    side: int  # 0 or 1
    letter: str
    count: int
    places: tuple[int, ...]  # the points that one of them can stand on
    arrangements: Ints  # (arrangements, count): ascending places
    rank: Ints  # (places,) * count: the arrangement of places in any order, -1 for none


@cache
def _group(side: int, letter: str, count: int) -> AttackerGroup:
    places = points_for(letter, side)
    found = list(combinations(range(len(places)), count))
    arrangements = np.array(found, dtype=np.int64).reshape(len(found), count)
    rank = np.full((len(places),) * count, -1, dtype=np.int64)
    for order in permutations(range(count)):
        rank[tuple(arrangements[:, i] for i in order)] = np.arange(len(found))
    return AttackerGroup(side, letter, count, places, arrangements, rank)


@dataclass(frozen=True)
class Mover:
    """The arrays that a kernel needs to move one piece of a group; see `setkernels`."""

    group: AttackerGroup
    rows: Ints
    blocked: Ints


class RowLayout:
    """The positions of a material: a row, or cell, for each arrangement of the attackers.

    A row has a bit for each pair of arrangements of the two forts: bit
    ``first * len(forts[1].places) + second`` for arrangements ``first`` and ``second``.
    """

    def __init__(self, material: Endgame) -> None:
        """Lay out a material, canonical or not."""
        self.material = material
        sides = (material.first, material.second)
        self.groups = tuple(
            _group(side, letter, letters.count(letter))
            for side, letters in enumerate(sides)
            for letter in ATTACKERS
            if letter in letters
        )
        self.forts: tuple[Fort, Fort] = (fort_of(sides[0], 0), fort_of(sides[1], 1))
        self.cells = int(np.prod([len(group.arrangements) for group in self.groups], dtype=np.int64))
        self.bits = len(self.forts[0].places) * len(self.forts[1].places)
        self.words = words_for(self.bits)
        self._strides = [
            int(np.prod([len(g.arrangements) for g in self.groups[i + 1 :]], dtype=np.int64))
            for i in range(len(self.groups))
        ]

    @cached_property
    def points(self) -> Ints:
        """The point of every attacker, in the order of the groups, as int64 of shape (cells, attackers)."""
        columns = []
        for group, stride in zip(self.groups, self._strides, strict=True):
            number = np.arange(self.cells) // stride % len(group.arrangements)
            columns.append(np.array(group.places, dtype=np.int64)[group.arrangements[number]])
        return np.concatenate(columns, axis=1) if columns else np.zeros((1, 0), dtype=np.int64)

    @cached_property
    def owners(self) -> tuple[tuple[int, str], ...]:
        """The (side, letter) of every column of `points`."""
        return tuple((group.side, group.letter) for group in self.groups for _ in range(group.count))

    def cells_of(self, points: Ints) -> Ints:
        """Return the rows of arrangements, -1 for impossible ones.

        Args:
            points: int64 of shape (n, attackers), in the order of `owners`.
        """
        found = np.zeros(len(points), dtype=np.int64)
        invalid = np.zeros(len(points), dtype=np.bool_)
        column = 0
        for group, stride in zip(self.groups, self._strides, strict=True):
            place_of = np.full(POINTS, -1, dtype=np.int64)
            place_of[list(group.places)] = np.arange(len(group.places))
            places = place_of[points[:, column : column + group.count]]
            number = group.rank[tuple(places.T)]
            invalid |= (places < 0).any(axis=1) | (number < 0)
            found += number * stride
            column += group.count
        found[invalid] = -1
        return found

    def mover(self, index: int) -> Mover:
        """Return the mover for one piece of a group."""
        group, stride = self.groups[index], self._strides[index]
        size = len(group.arrangements)
        others = np.arange(self.cells)
        others = others[others // stride % size == 0]  # the group itself in its first arrangement
        columns = [i for i, owner in enumerate(self.owners) if owner != (group.side, group.letter)]
        elsewhere = self.points[others][:, columns]
        rest = np.array(list(combinations(range(len(group.places)), group.count - 1)), dtype=np.int64)
        rest = rest.reshape(len(rest), group.count - 1)
        numbers = group.rank[tuple(rest.T)] if group.count > 1 else group.rank
        numbers = numbers.reshape(len(rest), len(group.places))
        rows = np.where(numbers[None] < 0, -1, others[:, None, None] + numbers[None] * stride)
        standing = np.array(group.places, dtype=np.int64)[rest]
        blocked = np.concatenate(
            (np.repeat(elsewhere, len(rest), axis=0), np.tile(standing, (len(others), 1))), axis=1
        )
        return Mover(
            group,
            np.ascontiguousarray(rows.reshape(-1, len(group.places))),
            np.ascontiguousarray(blocked),
        )

    def leaps(self, group: AttackerGroup) -> Ints:
        """Return the moves of a knight or pawn by origin, for `setkernels.leap_back`."""
        place_of = {point: place for place, point in enumerate(group.places)}
        found = np.full((len(group.places), 18), -1, dtype=np.int64)
        for place, point in enumerate(group.places):
            moves = leaps_from(group.letter, group.side, point)
            for i, (target, leg) in enumerate(moves):
                found[place, 2 * i : 2 * i + 2] = place_of[target], leg
        return found

    def fort_bits(self, flags: npt.NDArray[np.bool_], side: int) -> npt.NDArray[np.bool_]:
        """Expand flags of one side's arrangements, of shape (..., arrangements), to flags of all pairs."""
        first, second = (len(fort.places) for fort in self.forts)
        if side == 0:
            return np.repeat(flags, second, axis=-1)
        return np.tile(flags, first)

    def fort_points(self, side: int) -> npt.NDArray[np.bool_]:
        """Return which arrangements of a side's fort occupy each point: flags of shape (91, arrangements)."""
        fort = self.forts[side]
        standing = np.zeros((POINTS + 1, len(fort.places)), dtype=np.bool_)
        for number, points in enumerate(fort.places):
            standing[list(points), number] = True
        return standing

    def fort_moves(self, side: int) -> Ints:
        """Return a side's fort moves, shaped (moves, 3): arrangement before, after, and blocker or NOWHERE."""
        return np.array(list(self.forts[side].moves(side)), dtype=np.int64).reshape(-1, 3)

    def fort_strides(self, side: int) -> tuple[int, int, int]:
        """Return the stride of a side's arrangements, and the number and stride of the other side's."""
        first, second = (len(fort.places) for fort in self.forts)
        return (second, first and second, 1) if side == 0 else (1, first, second)

    def losses(self, side: int, letter: str) -> dict[int, Ints]:
        """Return the captures of a side's advisor or bishop by point: pairs of bits, with it and without it."""
        first, second = self.forts
        smaller = fort_of((self.material.first, self.material.second)[side].replace(letter, "", 1), side)
        found: dict[int, list[tuple[int, int]]] = {}
        for number, points in enumerate(self.forts[side].places):
            for slot, piece in enumerate(self.forts[side].pieces):
                if piece == letter:
                    left = smaller.number[points[:slot] + points[slot + 1 :]]
                    found.setdefault(points[slot], []).append((number, left))
        pairs = {}
        for point, kinds in found.items():
            whole = np.array(kinds, dtype=np.int64)
            if side == 0:
                other = np.arange(len(second.places))[None, :, None]
                both = whole[:, None, :] * len(second.places) + other
            else:
                other = np.arange(len(first.places))[:, None, None]
                both = other * np.array([len(second.places), len(smaller.places)]) + whole[None]
            pairs[point] = np.ascontiguousarray(both.reshape(-1, 2))
        return pairs

    def swapped_cells(self) -> Ints:
        """Return for each cell of the swapped material the cell of this one that holds the same positions."""
        other = RowLayout(self.material.swapped)
        first = sum(group.count for group in other.groups if group.side == 0)
        table = np.array([flipped(point) for point in range(POINTS)], dtype=np.int64)
        points = table[other.points]
        return self.cells_of(np.concatenate((points[:, first:], points[:, :first]), axis=1))
