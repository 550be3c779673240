"""Tables solved for the tests: each once in a run."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from unittest.mock import patch

import numpy as np

from xiangqi.board import Board
from xiangqi.core.constants import BLACK, BOTH, RED, rotate_square
from xiangqi.fen import Position, format_fen
from xiangqi.tables.making import planes, repetition_bans
from xiangqi.tables.making.numbered_positions import PlacedPieces, layout_of, placement_at
from xiangqi.tables.making.row_layout import Ints
from xiangqi.tables.making.solving import PlyPair, Sets, Solver
from xiangqi.tables.making.tablebytes import table_bytes
from xiangqi.tables.material import ATTACKERS, Endgame, closure
from xiangqi.tables.tablefile import DTC

_known: dict[Endgame, Sets] = {}
_files: dict[tuple[Endgame, str], bytes] = {}


def fetch(material: Endgame) -> Sets:
    """Return the sets of a material, with all that it needs."""
    if material not in _known:
        if not material.is_canonical:
            _known[material] = fetch(material.canonical).swapped()
        else:
            solve(material)
    return _known[material]


@lru_cache(maxsize=8)
def solve(material: Endgame) -> tuple[Solver, Sets, PlyPair]:
    """Return a material solved with plies."""
    solver = Solver(material, fetch)
    plies = solver.new_plies()
    _known[material] = repetition_bans.solve(solver, plies)
    return solver, _known[material], plies


def write_tables(folder: Path, *names: str, metric: str = DTC) -> None:
    """Tables with distances, or what else is told of them, of some materials and all that they need."""
    for material in closure([Endgame.parse(name) for name in names]):
        key = material, metric
        if key not in _files:
            with patch.object(planes, "TIGHTLY", 5):  # takes a tenth of the time, and reads the same
                _files[key] = table_bytes(*solve(material), metric)
        (folder / f"{material.name}.xqt").write_bytes(_files[key])


def has(words: Ints, cell: int, bit: int) -> bool:
    """Return whether a position is in a set."""
    return bool(int(words[cell, bit >> 6]) >> (bit & 63) & 1)


def positions(sets: Sets, numbers: Iterator[tuple[int, int, int]]) -> Iterator[tuple[int, int, int, Board]]:
    """Side to move, cell, bit and board of those numbered positions that can arise, both colours in turn."""
    for count, (side, cell, bit) in enumerate(numbers):
        if not has(sets.legal[side], cell, bit):
            continue
        placement, turn = placement_at(sets.layout, cell, bit), (RED, BLACK)[side]
        if count % 2:
            placement = {rotate_square(square): code ^ BOTH for square, code in placement.items()}
            turn ^= BOTH
        yield side, cell, bit, Board(format_fen(Position(placement, turn)))


def number_of(placed: PlacedPieces) -> tuple[int, int]:
    """Cell and bit of a position.

    Raises:
        KeyError: a piece stands where it never can.
    """
    layout = layout_of(placed.material)
    points = np.array([[p for _, letter, p in placed.pieces if letter in ATTACKERS]], dtype=np.int64)
    cell = int(layout.cells_of(points)[0])
    forts = []
    for side in (0, 1):
        standing = tuple(p for s, letter, p in placed.pieces if s == side and letter not in ATTACKERS)
        forts.append(layout.forts[side].number[standing])
    if cell < 0:
        raise KeyError("a soldier stands where it never can")
    return cell, forts[0] * len(layout.forts[1].places) + forts[1]
