"""Converts positions to pieces in the order of a table, and a cell and bit of a table to its pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from xiangqi.core.constants import KIND_MASK, KING, LETTERS, RED
from xiangqi.tables.making.row_layout import RowLayout
from xiangqi.tables.material import ORDER, Endgame
from xiangqi.tables.points import COLOUR_OF, KIND_OF, flipped, point_of, square_of


@dataclass(frozen=True)
class PlacedPieces:
    """The pieces of a position, with the sides in the order of its canonical material."""

    material: Endgame  # canonical
    mover: int  # the side to move, 0 or 1
    red: int  # the side that Red plays
    pieces: tuple[tuple[int, str, int], ...]  # (side, letter, point), sorted, as the first side sees them


def material_of(placement: Mapping[int, int]) -> Endgame:
    """Return the material of pieces on squares (square -> colour | kind), Red's first."""
    letters = ["", ""]
    for code in placement.values():
        if code & KIND_MASK != KING:
            letters[0 if code & RED else 1] += LETTERS[code & KIND_MASK]
    return Endgame(*("".join(sorted(side, key=ORDER.index)) for side in letters))


def place(placement: Mapping[int, int], turn: int) -> PlacedPieces:
    """Return a position's pieces, with the sides in the order of its canonical material."""
    material = material_of(placement)
    red = 0 if material.is_canonical else 1
    pieces = []
    for square, code in placement.items():
        side = red if code & RED else 1 - red
        point = point_of(square)
        pieces.append((side, LETTERS[code & KIND_MASK], point if red == 0 else flipped(point)))
    pieces.sort(key=lambda piece: (piece[0], ("K" + ORDER).index(piece[1]), piece[2]))
    return PlacedPieces(material.canonical, red if turn == RED else 1 - red, red, tuple(pieces))


@cache
def layout_of(material: Endgame) -> RowLayout:
    """Return the layout of a material; layouts are cached."""
    return RowLayout(material)


def placement_at(layout: RowLayout, cell: int, bit: int) -> dict[int, int]:
    """Return the pieces (square -> colour | kind) of a numbered position, with the first side as Red."""
    found = {}
    for (side, letter), point in zip(layout.owners, layout.points[cell].tolist(), strict=True):
        found[square_of(point)] = COLOUR_OF[side] | KIND_OF[letter]
    first, second = divmod(bit, len(layout.forts[1].places))
    for side, number in ((0, first), (1, second)):
        fort = layout.forts[side]
        for letter, point in zip(fort.pieces, fort.places[number], strict=True):
            found[square_of(point)] = COLOUR_OF[side] | KIND_OF[letter]
    return found
