"""The numbering of positions in the planes of a table. It loads no kernel, since every engine needs it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

from xiangqi.errors import TableError
from xiangqi.i18n.message import Message
from xiangqi.tables.material import ATTACKERS, Endgame, attackers_of
from xiangqi.tables.points import fort_of, mirrored, points_for

BLOCK: Final = 16384
"""Bytes of a block before compression; decompressing one takes 20 microseconds."""

NUMBERS_BLOCK: Final = 32768
"""The same for planes of numbers, which are probed less often: this saves a tenth of the bytes."""

# The places of the first side's king that a plane of steps distinguishes.
BY_FILE: Final = 3
BY_POINT: Final = 9
BY_FORT: Final = 0  # the guards as well

MOST_ARRANGEMENTS: Final = 500_000
"""The most arrangements of one kind of a side; five pawns would have seven times as many, which take 700 MB."""


def insist_on_groups(material: Endgame) -> None:
    """Check that the positions of a material can be numbered.

    Raises:
        TableError: a side has too many pieces of a kind.
    """
    for letters in (material.first, material.second):
        for letter in attackers_of("".join(dict.fromkeys(letters))):
            if comb(len(points_for(letter, 0)), letters.count(letter)) > MOST_ARRANGEMENTS:
                raise TableError(Message("detail.table.group", material=str(material)))


class Numbering:
    """The coordinates of the positions of a canonical material in planes."""

    def __init__(self, material: Endgame) -> None:
        """Number the arrangements of groups and forts.

        Raises:
            TableError: there are too many.
        """
        insist_on_groups(material)
        self.material = material
        sides = (material.first, material.second)
        self.groups = tuple(
            (side, letter, letters.count(letter))
            for side, letters in enumerate(sides)
            for letter in ATTACKERS
            if letter in letters
        )
        self.ranks = tuple(_ranks(side, letter, count) for side, letter, count in self.groups)
        self.first = fort_of(sides[0], 0)
        self.second = fort_of(sides[1], 1)
        self.kept = _kept(self.second.pieces)
        self.kept_number = {number: i for i, number in enumerate(self.kept)}
        self.shape = (*(_arrangements(*g) for g in self.groups), len(self.first.places), len(self.kept))

    def coordinates(self, pieces: Sequence[tuple[int, str, int]]) -> tuple[int, ...] | None:
        """Return the coordinates of a position, None if a piece is on an impossible point.

        Args:
            pieces: as in `numbered_positions.PlacedPieces`.
        """
        found = self._try(pieces)
        if found is None or found[-1] >= 0:
            return found
        turned = sorted(((side, letter, mirrored(point)) for side, letter, point in pieces), key=_piece_order)
        return self._try(turned)

    def steps_shape(self, kings: int) -> tuple[int, ...]:
        """Return the shape of a plane of steps that distinguishes `kings` places of the king, 0 for forts."""
        return (*self.shape[:-2], kings or self.shape[-2], self.shape[-1])

    def step_forts(self, kings: int) -> list[int]:
        """Return the coordinate of each arrangement of the first side's fort on the axis of `steps_shape`."""
        if not kings:
            return list(range(self.shape[-2]))
        places = {point: place for place, point in enumerate(points_for("K", 0))}
        return [places[points[0]] % kings for points in self.first.places]

    def _try(self, pieces: Sequence[tuple[int, str, int]]) -> tuple[int, ...] | None:
        forts: tuple[list[int], list[int]] = ([], [])
        attackers = []
        for side, letter, point in pieces:
            if letter in ATTACKERS:
                attackers.append(point)
            else:
                forts[side].append(point)
        first = self.first.number.get(tuple(forts[0]))
        second = self.second.number.get(tuple(forts[1]))
        if first is None or second is None:
            return None
        found = []
        column = 0
        for (_, _, count), ranks in zip(self.groups, self.ranks, strict=True):
            rank = ranks.get(tuple(attackers[column : column + count]))
            if rank is None:
                return None
            found.append(rank)
            column += count
        return (*found, first, self.kept_number.get(second, -1))


_PIECES: Final = "KRNCPAB"


def _piece_order(piece: tuple[int, str, int]) -> tuple[int, int, int]:
    return piece[0], _PIECES.index(piece[1]), piece[2]


def _arrangements(side: int, letter: str, count: int) -> int:
    return len(_ranks(side, letter, count))


@cache
def _kept(pieces: str) -> list[int]:
    """Return the arrangements of the second side's fort that are stored, the lower of two mirror images."""
    fort = fort_of(pieces, 1)
    mirror = [fort.number[fort.normal(tuple(mirrored(p) for p in points))] for points in fort.places]
    return [number for number, image in enumerate(mirror) if number <= image]


@cache
def _ranks(side: int, letter: str, count: int) -> dict[tuple[int, ...], int]:
    """Return the number of each arrangement of a group: ascending points -> number, as in `row_layout`."""
    points = points_for(letter, side)
    return {
        tuple(sorted(points[place] for place in places)): rank
        for rank, places in enumerate(combinations(range(len(points)), count))
    }
