"""Compares small tables with brute force: every position, one at a time, by the moves of the engine.

    python -m tools.endings.brute_tables KRKA KRPK ... [--path FOLDER]

Nothing is shared with the solver except the rules. The positions of two or fewer pieces besides the kings are
numbered by the points of the pieces, and their values are found by trying all moves repeatedly until nothing
changes: won in n + 1 plies if a move leads to a loss in n, lost if all moves lead to wins. The value of a
capture is that of the smaller material, which is found first in the same way. Then every position is looked
up in the shipped tables, and for tables with distances some plies are compared. Rules of repetition are not
applied here; if both sides have attackers, the positions that they decide are counted separately.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.board import Board
from xiangqi.core.attacks import in_check
from xiangqi.core.constants import (
    BLACK,
    BOTH,
    CODE_MASK,
    COUNTS,
    KIND_MASK,
    KING,
    MOVE_STACK,
    PIECES,
    RED,
    SIDE,
    SLOT_SHIFT,
    SQUARES,
)
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import generate_legal
from xiangqi.core.position import State, flip_occupied, make_move, unmake_move
from xiangqi.core.values import COUNT_UNIT
from xiangqi.engine.common.layout import new_engine_state
from xiangqi.fen import Position, format_fen
from xiangqi.resources import asset
from xiangqi.tables import Endgame, Tables
from xiangqi.tables.material import attackers_of
from xiangqi.tables.points import KIND_OF, points_for, square_of
from xiangqi.tables.treeprobe import WDL_DRAW, WDL_LOSS, WDL_WIN, table_bounds
from xiangqi.tables.treetables import TreeTables, counts_of

Numbers = npt.NDArray[np.int64]

IMPOSSIBLE: Final = 1 << 20
LIMIT: Final = 120  # plies
_WITH_PLIES: Final = 3000  # positions of each material
_SIZE: Final = 100  # of the table of a piece's points: their number, their squares, then each square's index
_ROW: Final = _SIZE + 256

# Values: plies + 1 of a win, less than 0 for a loss, 0 if undecided, IMPOSSIBLE. Flat, by the side to move (Red
# first), then by the place of each piece: the kings, then the others.


@kernel("void(int64[::1], int64[::1], int64, int64)")
def set_up(state: State, pieces: Numbers, count: int, index: int) -> None:
    """Put the pieces of a numbered position on an empty board."""
    for piece in range(count - 1, -1, -1):
        places = pieces[piece * _ROW]
        square = pieces[piece * _ROW + 1 + index % places]
        index //= places
        slot = pieces[count * _ROW + 2 * piece]
        state[SQUARES + square] = slot << SLOT_SHIFT | pieces[count * _ROW + 2 * piece + 1]
        state[PIECES + slot] = square
        flip_occupied(state, square)
    state[SIDE] = RED if index == 0 else BLACK


@kernel("void(int64[::1], int64[::1], int64)")
def clear(state: State, pieces: Numbers, count: int) -> None:
    """Remove the pieces from the board."""
    for piece in range(count):
        slot = pieces[count * _ROW + 2 * piece]
        flip_occupied(state, state[PIECES + slot])
        state[SQUARES + state[PIECES + slot]] = 0
        state[PIECES + slot] = 0


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def index_of(state: State, pieces: Numbers, count: int, missing: int) -> int:
    """Return the index of the position on the board without the piece `missing`; -1 leaves out none."""
    index = 0 if state[SIDE] == RED else 1
    for piece in range(count):
        if piece != missing:
            square = state[PIECES + pieces[count * _ROW + 2 * piece]]
            index = index * pieces[piece * _ROW] + pieces[piece * _ROW + _SIZE + square]
    return index


@kernel("int64(int64[::1], int64[::1], int64, int64[::1], int64[::1], int64)")
def settle(state: State, pieces: Numbers, count: int, values: Numbers, smaller: Numbers, ply: int) -> int:
    """Decide the positions that are won or lost in `ply` plies; return their number.

    Args:
        smaller: values of the materials without the third piece, the fourth, and so on, one after another;
            at their end the offset at which each begins.
    """
    decided = 0
    for index in range(len(values)):
        if values[index] != 0:
            continue
        set_up(state, pieces, count, index)
        end = generate_legal(state, MOVE_STACK)
        best = -1
        for i in range(MOVE_STACK, end):
            captured = make_move(state, state[i])
            if captured != 0:
                taken = 2
                while pieces[count * _ROW + 2 * taken] != captured >> SLOT_SHIFT:
                    taken += 1
                begin = smaller[len(smaller) - count + taken]
                value = smaller[begin + index_of(state, pieces, count, taken)]
                if value < 0:
                    value = -1 if ply == 1 else 0  # a win in one ply, which would have been found then
                elif value > 0:
                    value = 1
            else:
                value = values[index_of(state, pieces, count, -1)]
            unmake_move(state, state[i], captured)
            if value < 0 and -value <= ply:
                best = 1
                break
            if value <= 0 or value > ply:
                best = 0
        clear(state, pieces, count)
        if best == 1 or (best == -1 and (ply > 0 or end == MOVE_STACK)):
            values[index] = best * (ply + 1)
            decided += 1
    return decided


@kernel("int64(int64[::1], int64[::1], int64)")
def can_arise(state: State, pieces: Numbers, count: int) -> int:
    """Return 1 if a numbered position on the board can arise, otherwise 0."""
    for piece in range(count):
        slot = pieces[count * _ROW + 2 * piece]
        if state[SQUARES + state[PIECES + slot]] >> SLOT_SHIFT != slot:
            return 0
    return 1 - in_check(state, state[SIDE] ^ BOTH)


@kernel("void(int64[::1], int64[::1], int64, int64[::1])")
def find_impossible(state: State, pieces: Numbers, count: int, values: Numbers) -> None:
    """Mark the positions that cannot arise with IMPOSSIBLE in `values`."""
    for index in range(len(values)):
        set_up(state, pieces, count, index)
        if can_arise(state, pieces, count) == 0:
            values[index] = IMPOSSIBLE
        clear(state, pieces, count)


@dataclass(frozen=True)
class Solved:
    """A material solved by brute force.

    Attributes:
        pieces: the data of the pieces for the kernels.
        count: number of pieces, including kings.
        values: the values of all positions.
    """

    pieces: Numbers
    count: int
    values: Numbers


_known: dict[tuple[int, ...], Solved] = {}


def pieces_of(material: Endgame) -> tuple[int, ...]:
    """Return the codes of the pieces, kings first, with the first side as Red."""
    red = [RED | KIND_OF[letter] for letter in material.first]
    black = [BLACK | KIND_OF[letter] for letter in material.second]
    return RED | KING, BLACK | KING, *red, *black


def numbered(codes: tuple[int, ...]) -> tuple[Numbers, int]:
    """Return the data of some pieces for the kernels, and the number of their positions."""
    count = len(codes)
    pieces = np.zeros(count * (_ROW + 2), dtype=np.int64)
    size = 2
    taken = {RED: 0, BLACK: 16}
    for piece, code in enumerate(codes):
        letter = next(letter for letter, kind in KIND_OF.items() if kind == code & KIND_MASK)
        squares = [square_of(point) for point in points_for(letter, 0 if code & RED else 1)]
        row = piece * _ROW
        pieces[row] = len(squares)
        pieces[row + 1 : row + 1 + len(squares)] = squares
        pieces[row + _SIZE + np.array(squares)] = np.arange(len(squares))
        pieces[count * _ROW + 2 * piece : count * _ROW + 2 * piece + 2] = taken[code & BOTH], code
        taken[code & BOTH] += 1
        size *= len(squares)
    return pieces, size


def solve(codes: tuple[int, ...]) -> Solved:
    """Find the values of all positions of some pieces."""
    if codes in _known:
        return _known[codes]
    count = len(codes)
    pieces, size = numbered(codes)
    parts = [solve(codes[:i] + codes[i + 1 :]).values for i in range(2, count)]
    begins = np.cumsum([0, 0, 0, *map(len, parts[:-1])])[-count:] if parts else np.zeros(count, dtype=np.int64)
    smaller = np.concatenate([*parts, begins]).astype(np.int64)
    values = np.zeros(size, dtype=np.int64)
    state = new_engine_state()
    find_impossible(state, pieces, count, values)
    ply = 0
    while settle(state, pieces, count, values, smaller, ply) or ply < 2:
        ply += 1
    _known[codes] = Solved(pieces, count, values)
    return _known[codes]


def compare(material: Endgame, tables: Tables) -> Counter[str]:
    """Look up all positions of a material; count those that agree, and the differences by kind.

    Raises:
        SystemExit: the table is missing, or has wins beyond the natural limit.
    """
    codes = pieces_of(material)
    solved = solve(codes)
    unpacked = TreeTables(tables)
    state = new_engine_state()
    state[COUNTS] = counts_of(Endgame(material.first + "P", material.second))
    directory = unpacked.prepare(state, LIMIT)
    if not directory:
        raise SystemExit(f"{material}: the table is missing, or wins later than the natural limit")
    state[COUNTS] = sum(int(COUNT_UNIT[code]) for code in codes)
    words = {WDL_LOSS: "lost", WDL_DRAW: "drawn", WDL_WIN: "won"}
    seen: Counter[str] = Counter()
    possible = np.flatnonzero(solved.values != IMPOSSIBLE)
    for index in possible.tolist():
        set_up(state, solved.pieces, solved.count, index)
        told = words.get(table_bounds(state, directory, MOVE_STACK), "unknown")
        clear(state, solved.pieces, solved.count)
        value = int(solved.values[index])
        found = "won" if value > 0 else "lost" if value < 0 else "drawn"
        seen["agree" if told == found else f"{told} in the table, {found} by brute force"] += 1
    table = tables.table(material.canonical)
    if table is not None and table.metric == "dtc":
        for index in random.Random(1).sample(possible.tolist(), min(_WITH_PLIES, len(possible))):
            seen[plies_agree(solved, index, tables)] += 1
    return seen


def plies_agree(solved: Solved, index: int, tables: Tables) -> str:
    """Return "plies agree" if the tables have the right plies for a position, else "plies differ"."""
    state = new_engine_state()
    set_up(state, solved.pieces, solved.count, index)
    placement = {int(s): int(state[SQUARES + s]) & CODE_MASK for s in state[PIECES : PIECES + 32] if s}
    report = tables.probe(Board(format_fen(Position(placement, int(state[SIDE])))))
    value = int(solved.values[index])
    return "plies agree" if (report.plies or 0) == max(abs(value) - 1, 0) else "plies differ"


def main() -> None:
    """Compare some materials and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("materials", nargs="+", metavar="MATERIAL", help="of four pieces at most")
    parser.add_argument("--path", type=Path, default=asset("tables"), help="folder of the tables")
    args = parser.parse_args()
    tables = Tables([args.path])
    total: Counter[str] = Counter()
    for name in args.materials:
        began = time.perf_counter()
        material = Endgame.parse(name)
        found = compare(material, tables)
        both = attackers_of(material.first) and attackers_of(material.second)
        total += Counter() if both else found
        counts = ", ".join(f"{count:,} {what}" for what, count in sorted(found.items()))
        print(f"{name}: {counts} ({time.perf_counter() - began:.0f} s)", flush=True)
    print("together, where one side alone attacks:", dict(total))


if __name__ == "__main__":
    main()
