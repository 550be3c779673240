"""Endgame tables unpacked for the search tree: those that captures from the root lead to."""

from __future__ import annotations

import time
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import BLACK, BOTH, COUNTS, KIND_MASK, PIECES, RED, SQUARES
from xiangqi.core.position import State
from xiangqi.core.values import COUNT_UNIT
from xiangqi.errors import TableError
from xiangqi.fen import can_stand
from xiangqi.tables.material import ORDER, Endgame
from xiangqi.tables.points import KIND_OF, fort_of, points_for
from xiangqi.tables.probing import Tables
from xiangqi.tables.tablefile import DOUBTS, DTC, PLANES, STEPS, TableFile
from xiangqi.tables.treeprobe import NOBODY, PLANE_SIZE, reads_words, slot_of

Words = npt.NDArray[np.int64]

ROOM: Final = 128 << 20
"""The most bytes that unpacked planes take."""

MOST_CAPTURES: Final = 4
"""Tables more captures away from the root than this are unpacked only for nearer ones that depend on them."""

_CANARY: Final = np.array([3, 4], dtype=np.int64)


class TreeTables:
    """The unpacked tables, kept from search to search. Not thread-safe."""

    def __init__(self, tables: Tables, room: int = ROOM) -> None:
        """Begin without unpacked tables.

        Args:
            tables: the tables to unpack; a damaged one is added to its refused ones.
            room: the most bytes to use.
        """
        self._tables = tables
        self._room = room
        self._planes: dict[Endgame, dict[str, Words]] = {}
        self._usable: dict[tuple[Endgame, int], bool] = {}
        self._directory: Words | None = None
        self._ready: tuple[int, int] | None = None  # the root and the limit that the directory is for

    def prepare(self, state: State, natural_limit: int, seconds: float | None = None) -> int:
        """Unpack the tables that captures from a position lead to; return the address of a directory or 0.

        The memory is valid until the next call. A position with a pawn on an impossible square has no
        directory.

        Args:
            state: the root; unchanged.
            natural_limit: plies without a capture that make a draw; tables with longer wins are left out.
            seconds: the time after which no further table is begun; a later call continues.
        """
        if not _has_usual_places(state):
            return 0
        wanted = (int(state[COUNTS]), natural_limit)
        if self._ready != wanted:
            root = material_of_counts(wanted[0])
            complete = self._unpack(root, natural_limit, seconds)
            self._directory = _directory(root, self._tables, self._planes) if self._planes else None
            self._ready = wanted if complete else None
        return 0 if self._directory is None else int(self._directory.ctypes.data)

    def _unpack(self, root: Endgame, limit: int, seconds: float | None) -> bool:
        """Unpack the tables near a root and drop the others; return False if time ran out."""
        begun = time.perf_counter()
        near = self._near(root)
        self._planes = {
            material: planes
            for material, planes in self._planes.items()
            if material in near and (material == root.canonical or self._is_usable(material, limit))
        }
        for material in near:
            if material in self._planes:
                continue
            if seconds is not None and time.perf_counter() - begun > seconds:
                return False
            usable = self._is_way(material) if material == root.canonical else self._is_usable(material, limit)
            planes = self._read(material) if usable else None
            if planes is not None:
                self._planes[material] = planes
        return True

    def _near(self, root: Endgame) -> list[Endgame]:
        """Return the materials whose files to unpack for a root: its own, then those that captures lead to.

        No table is opened, since that takes longer than to unpack a small one.
        """
        if reads_words(int(_CANARY.ctypes.data)) != _CANARY.sum():
            return []
        smaller = [material for material in self._tables.materials() if material.size < root.size]
        if not _is_any_near(smaller, root):  # the usual case: a quick answer
            return []
        parts = [m for m in smaller if _is_part(m, root) or _is_part(m.swapped, root)]
        own = [root.canonical] if root.canonical in self._tables.materials() else []
        return [*own, *sorted(parts)] if _is_any_near(parts, root) else own

    def _is_usable(self, material: Endgame, limit: int) -> bool:
        """Return whether all wins of a material, also after captures, fit in the natural limit."""
        if material.is_dead:
            return True
        key = (material.canonical, limit)
        if key not in self._usable:
            table = self._tables.table(material.canonical)
            self._usable[key] = (
                table is not None
                and table.longest is not None
                and table.longest <= limit
                and all(self._is_usable(smaller, limit) for smaller in material.after_capture())
            )
        return self._usable[key]

    def _is_way(self, material: Endgame) -> bool:
        """Return whether a material's table has, or may have, wins but no distances.

        The search then has to find the way to a capture.
        """
        table = self._tables.table(material)
        return table is not None and table.metric != DTC and table.longest != 0

    def _read(self, material: Endgame) -> dict[str, Words] | None:
        """Return the unpacked planes of a table, None if they do not fit or are damaged."""
        table = self._tables.table(material)
        assert table is not None
        names = [name for name in (*PLANES, *DOUBTS, STEPS) if name in table.planes]
        used = sum(plane.nbytes for planes in self._planes.values() for plane in planes.values())
        if used + sum(table.size_of(table.planes[name]) + 8 for name in names) > self._room:
            return None
        try:
            return {name: table.unpacked(name) for name in names}
        except TableError as error:
            self._tables.refused[table.path] = str(error)
            return None


def _has_usual_places(state: State) -> bool:
    """Return whether every piece stands on a square that it can reach."""
    squares = [square for square in state[PIECES : PIECES + 32].tolist() if square]
    codes = [int(state[SQUARES + square]) for square in squares]
    return all(can_stand(code & KIND_MASK, code & BOTH, at) for code, at in zip(codes, squares, strict=True))


def material_of_counts(counts: int) -> Endgame:
    """Return the material of a COUNTS value, Red's first."""
    sides = []
    for colour in (RED, BLACK):
        units = ((letter, int(COUNT_UNIT[colour | KIND_OF[letter]])) for letter in ORDER)
        sides.append("".join(letter * (counts // unit & 15) for letter, unit in units))
    return Endgame(*sides)


def counts_of(material: Endgame) -> int:
    """Return the COUNTS value of a material, Red's first."""
    units = [
        int(COUNT_UNIT[colour | KIND_OF[letter]])
        for colour, letters in zip((RED, BLACK), (material.first, material.second), strict=True)
        for letter in ("K", *letters)
    ]
    return sum(units)


def _is_any_near(materials: list[Endgame], root: Endgame) -> bool:
    return any(root.size - material.size <= MOST_CAPTURES for material in materials)


def _is_part(material: Endgame, root: Endgame) -> bool:
    """Return whether captures can reduce the root's material to this one."""
    return all(
        small.count(letter) <= whole.count(letter)
        for small, whole in ((material.first, root.first), (material.second, root.second))
        for letter in ORDER
    )


def _directory(root: Endgame, tables: Tables, unpacked: dict[Endgame, dict[str, Words]]) -> Words:
    """Return the directory for `treeprobe`: the unpacked tables, and the materials that nobody can win."""
    words = [0, 0]
    entries = {}
    for guards in product(_guards_within(root.first), _guards_within(root.second)):
        entries[counts_of(Endgame(*guards))] = len(words)
    words.append(NOBODY)
    forts: dict[tuple[int, int, int], int] = {}
    for material, planes in unpacked.items():
        table = tables.table(material)
        assert table is not None
        for red, coloured in enumerate((material, material.swapped)):
            counts = counts_of(coloured)
            if _is_part(coloured, root) and counts not in entries:
                places = [_fort_at(words, forts, side, table) for side in (0, 1)]
                entries[counts] = len(words)
                words += [red, *_entry(table, planes, places)]
    slots = 1 << (4 * len(entries)).bit_length()
    table_of_slots = [0] * (2 * slots)
    for counts, entry in entries.items():
        slot = slot_of(counts) & slots - 1
        while table_of_slots[2 * slot]:
            slot = slot + 1 & slots - 1
        table_of_slots[2 * slot : 2 * slot + 2] = counts, entry
    words[:2] = slots - 1, len(words)
    return np.array(words + table_of_slots, dtype=np.int64)


def _entry(table: TableFile, unpacked: dict[str, Words], forts: list[int]) -> list[int]:
    """Return the words of a directory entry after the first.

    Args:
        table: the table.
        unpacked: its planes. The entry has their addresses, so they must outlive it.
        forts: the offset of each side's table of fort numbers.
    """
    groups = table.numbering.groups
    words = [len(groups)]
    for at, letters in zip(forts, (table.material.first, table.material.second), strict=True):
        words += [at, comb(5, letters.count("A")), comb(7, letters.count("B"))]
    for name in (*PLANES, *DOUBTS, STEPS):
        plane = [int(unpacked[name].ctypes.data), *_strides(table, name)] if name in unpacked else []
        words += [*plane, *[0] * (PLANE_SIZE - len(plane))]
    words.append(table.planes[STEPS].kings if STEPS in table.planes else 0)
    for side, letter, _ in groups:
        words += [side, KIND_OF[letter], len(points_for(letter, 0))]
    return words


def _strides(table: TableFile, name: str) -> list[int]:
    """Return the strides of a plane's axes, in bits or bytes."""
    plane = table.planes[name]
    strides = [1] * len(plane.order)
    stride = 8 * table.row_bytes(plane) // plane.bits
    for axis in reversed(plane.order[:-1]):
        strides[axis] = stride
        stride *= plane.shape[axis]
    return strides


def _fort_at(words: list[int], forts: dict[tuple[int, int, int], int], side: int, table: TableFile) -> int:
    """Return the index at which `words` has the numbers of a side's fort, which are appended if missing."""
    letters = (table.material.first, table.material.second)[side]
    key = (letters.count("A"), letters.count("B"), side)
    if key not in forts:
        forts[key] = len(words)
        numbers = _fort_numbers(*key[:2])
        kept = table.numbering.kept_number
        words += [kept.get(number, -1) for number in numbers] if side else numbers
    return forts[key]


@cache
def _fort_numbers(advisors: int, bishops: int) -> list[int]:
    """Return the number of each arrangement by the places of king, advisors and bishops, -1 for none."""
    number = fort_of("A" * advisors + "B" * bishops, 0).number
    return [
        number.get((king, *pair, *others), -1)
        for king in points_for("K", 0)
        for pair in combinations(points_for("A", 0), advisors)
        for others in combinations(points_for("B", 0), bishops)
    ]


def _guards_within(letters: str) -> list[str]:
    """Return the sides without attackers that captures can reduce a side to."""
    return [
        "A" * advisors + "B" * bishops
        for advisors in range(letters.count("A") + 1)
        for bishops in range(letters.count("B") + 1)
    ]
