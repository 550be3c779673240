"""Where positions stand in the planes of a table. Loads no kernel, since every engine asks tables."""

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
"""Bytes of a block before it is compressed: unpacking one takes 20 microseconds."""

NUMBERS_BLOCK: Final = 32768
"""The same for planes of numbers, which are asked less often: a tenth of the bytes is saved."""

BY_FILE: Final = 3
"""Places of the first side's king that a plane of steps tells apart: its files."""
BY_POINT: Final = 9
BY_FORT: Final = 0
"""The guards count, too."""


MOST_ARRANGEMENTS: Final = 500_000
"""Of pieces of a kind that a side has: five pawns have seven times as many, which take 700 MB."""


def insist_on_groups(material: Endgame) -> None:
    """Let only materials pass whose positions can be numbered in little memory.

    Raises:
        TableError: a side has too many pieces of a kind.
    """
    for letters in (material.first, material.second):
        for letter in attackers_of("".join(dict.fromkeys(letters))):
            if comb(len(points_for(letter, 0)), letters.count(letter)) > MOST_ARRANGEMENTS:
                raise TableError(Message("detail.table.group", material=str(material)))


class Numbering:
    """Where positions of a canonical material stand in planes; plain Python, since it is asked often."""

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
        """The place on every axis of a position, None for one with a piece where it never stands.

        Args:
            pieces: as in `numbered_positions.PlacedPieces`.
        """
        found = self._try(pieces)
        if found is None or found[-1] >= 0:
            return found
        turned = sorted(((side, letter, mirrored(point)) for side, letter, point in pieces), key=_piece_order)
        return self._try(turned)

    def steps_shape(self, kings: int) -> tuple[int, ...]:
        """How many numbers every axis of a plane of steps has, which tells so many places of the king apart."""
        return (*self.shape[:-2], kings or self.shape[-2], self.shape[-1])

    def step_forts(self, kings: int) -> list[int]:
        """Where each arrangement of the first side's fort stands on that axis."""
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
    """The arrangements of the second side's fort that are numbered no higher than their mirror images."""
    fort = fort_of(pieces, 1)
    mirror = [fort.number[fort.normal(tuple(mirrored(p) for p in points))] for points in fort.places]
    return [number for number, image in enumerate(mirror) if number <= image]


@cache
def _ranks(side: int, letter: str, count: int) -> dict[tuple[int, ...], int]:
    """Rising points of a group -> its arrangement, in the order of `layout`."""
    points = points_for(letter, side)
    return {
        tuple(sorted(points[place] for place in places)): rank
        for rank, places in enumerate(combinations(range(len(points)), count))
    }
