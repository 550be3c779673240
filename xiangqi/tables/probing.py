"""Probing endgame tables: the result of a position, the plies to conversion, and the result of each move."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import BOARD_SIZE, CODE_MASK, KIND_MASK, LETTERS, MOVES, PIECES, RED, SIDE, SQUARES
from xiangqi.core.movegen import CAPTURES, generate, generate_legal, leaves_king_safe
from xiangqi.core.position import State, make_move, unmake_move
from xiangqi.errors import ResourceError, TableError
from xiangqi.resources import asset, data_folder
from xiangqi.tables.material import ORDER, Endgame
from xiangqi.tables.points import POINTS, flipped, point_of, square_of
from xiangqi.tables.tablefile import SUFFIX, Plane, TableFile

CACHED_BYTES: Final = 16 << 20
NATURAL_LIMIT: Final = 120  # plies without a capture

_POINT: Final = {square_of(point): point for point in range(POINTS)}
_FLIPPED: Final = {square: flipped(point_of(square)) for square in _POINT}
_ORDER: Final = {letter: i for i, letter in enumerate("K" + ORDER)}


class TableVerdict(Enum):
    """The result of a position for the side to move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    UNKNOWN = "unknown"  # it depends on repetitions that the table cannot judge
    NOT_COVERED = "not covered"

    @property
    def reversed(self) -> TableVerdict:
        """The verdict for the other side."""
        return {TableVerdict.WIN: TableVerdict.LOSS, TableVerdict.LOSS: TableVerdict.WIN}.get(self, self)


@dataclass(frozen=True)
class Bounds:
    """The lower and upper bound of a position's result for the side to move: 1 won, 0 drawn, -1 lost."""

    low: int
    high: int

    @property
    def verdict(self) -> TableVerdict:
        """The verdict, UNKNOWN if the bounds differ."""
        if self.low != self.high:
            return TableVerdict.UNKNOWN
        return (TableVerdict.DRAW, TableVerdict.WIN, TableVerdict.LOSS)[self.low]

    @property
    def reversed(self) -> Bounds:
        """The bounds for the other side."""
        return Bounds(-self.high, -self.low)


@dataclass(frozen=True)
class TableReport:
    """The result of probing a position, from the view of the side to move."""

    verdict: TableVerdict
    plies: int | None = None  # to a capture or mate with best play; None if drawn or unknown
    within_limit: bool | None = True  # whether that is before the natural limit; None if unknown
    moves: dict[Move, TableVerdict] = field(default_factory=dict)  # the result of each legal move


_DRAWN: Final = Bounds(0, 0)
_WON: Final = Bounds(1, 1)
_LOST: Final = Bounds(-1, -1)


def own_folder() -> Path:
    """Return the folder of the user's own tables, which may not exist."""
    return data_folder() / "tables"


def usual_folders() -> list[Path]:
    """Return the user's own folder and the program's; tables in the first take precedence."""
    folders = [own_folder()]
    with contextlib.suppress(ResourceError):  # a copy without them still plays
        folders.append(asset("tables"))
    return folders


class Tables:
    """The tables in a list of folders. Not thread-safe.

    Attributes:
        refused: the files that cannot be used, each with the reason.
    """

    def __init__(self, folders: Iterable[Path] | None = None) -> None:
        """List the files; each is opened when it is first probed.

        Args:
            folders: earlier ones take precedence; None for the usual ones. Missing ones count as empty.
        """
        self.refused: dict[Path, str] = {}
        self._paths: dict[str, list[Path]] = {}
        self._materials: list[Endgame] | None = None
        self._open: dict[Endgame, TableFile | None] = {}
        self._blocks: OrderedDict[tuple[Endgame, int], bytes] = OrderedDict()
        self._cached = 0  # bytes of the blocks in memory
        for folder in usual_folders() if folders is None else folders:
            if folder.is_dir():
                for path in sorted(folder.glob(f"*{SUFFIX}")):
                    self._paths.setdefault(path.stem, []).append(path)

    def __len__(self) -> int:
        """Return the number of materials with a table, by the names of the files."""
        return len(self._paths)

    def names(self) -> list[str]:
        """Return the names of the materials with a table, by the names of the files."""
        return sorted(self._paths)

    def check(self) -> list[str]:
        """Open the first usable file of each material; return a message for each file found to be unusable."""
        for name, paths in self._paths.items():
            try:
                self.table(Endgame.parse(name))
            except TableError as error:  # not the name of a material
                self.refused[paths[0]] = f"{paths[0]}: {error}"
        return list(self.refused.values())

    def materials(self) -> list[Endgame]:
        """Return the canonical materials with a table, by the names of the files."""
        if self._materials is None:
            self._materials = []
            for name in self._paths:
                with contextlib.suppress(TableError):  # not the name of a material
                    self._materials.append(Endgame.parse(name))
        return self._materials

    def table(self, material: Endgame) -> TableFile | None:
        """Return the table of a canonical material, or None if there is none or it was refused."""
        if material not in self._open:
            self._open[material] = self._find(material)
        return self._open[material]

    def _find(self, material: Endgame) -> TableFile | None:
        for path in self._paths.get(material.name, ()):
            try:
                return TableFile(path)
            except TableError as error:
                self.refused[path] = str(error)
        return None

    def covers(self, state: State) -> bool:
        """Return whether there is a table for the position, or neither side can win it."""
        material = _placed(state)[0]
        return material.is_dead or self.table(material) is not None

    def bounds(self, state: State) -> Bounds | None:
        """Return the bounds of a legal position for the side to move, None if no table covers it.

        Args:
            state: an int64 array of shape (>= BOARD_SIZE,); its MOVES are overwritten.

        Raises:
            TableError: a block of a table is damaged.
        """
        material, mover, pieces = _placed(state)
        if material.is_dead:
            return _DRAWN if generate_legal(state, MOVES) > MOVES else _LOST
        table = self.table(material)
        coordinates = None if table is None else table.numbering.coordinates(pieces)
        if table is None or coordinates is None:
            return None
        if self._number(table, f"{mover}m", coordinates):
            return _WON
        low = high = -1
        for move in _captures(state):
            after = self._after(state, move)
            if after is None:
                high = 1
                continue
            low, high = max(low, -after.high), max(high, -after.low)
            if low == 1:
                return _WON
        if high < 0 and self._number(table, f"{1 - mover}w", coordinates):
            return _LOST
        doubted = self._number(table, f"{1 - mover}w?", coordinates)
        hoped = self._number(table, f"{mover}m?", coordinates)
        return Bounds(max(low, -1 if doubted else 0), max(high, 1 if hoped else 0))

    def _after(self, state: State, move: int) -> Bounds | None:
        captured = make_move(state, move)
        try:
            return self.bounds(state)
        finally:
            unmake_move(state, move, captured)

    def _number(self, table: TableFile, name: str, coordinates: tuple[int, ...]) -> int:
        """Return the number of a position in a plane, 0 if the file has no such plane."""
        plane = table.planes.get(name)
        if plane is None:
            return 0
        number, byte, bit = table.address(plane, coordinates)
        block = self._block(table, plane, number)
        if not block:
            return 0
        return block[byte] >> bit & 1 if plane.bits == 1 else block[byte]

    def _block(self, table: TableFile, plane: Plane, number: int) -> bytes:
        key = (table.material, number)
        found = self._blocks.get(key)
        if found is not None:
            self._blocks.move_to_end(key)
            return found
        block = table.block(plane, number)
        self._blocks[key] = block
        self._cached += len(block)
        while self._cached > CACHED_BYTES:
            self._cached -= len(self._blocks.popitem(last=False)[1])
        return block

    def plies(self, state: State) -> int | None:
        """Return the plies to a capture or mate in a position that is surely won or lost, None if unknown.

        Raises:
            TableError: a block of a table is damaged.
        """
        bounds = self.bounds(state)
        if bounds == _WON:
            return self._plies_to_win(state)
        return self._plies_to_loss(state) if bounds == _LOST else None

    def _plies_to_win(self, state: State) -> int | None:
        if any(self._after(state, move) == _LOST for move in _captures(state)):
            return 1
        material, mover, pieces = _placed(state)
        table = self.table(material)
        coordinates = None if table is None else table.numbering.coordinates(pieces)
        if table is None or coordinates is None:
            return None
        moves = self._number(table, f"{mover}#", coordinates)
        return 2 * moves - 1 + self._number(table, f"{mover}e", coordinates) if moves else None

    def _plies_to_loss(self, state: State) -> int | None:
        longest = 0
        for move in _legal(state):
            if state[SQUARES + (move & 255)]:
                longest = max(longest, 1)
                continue
            captured = make_move(state, move)
            plies = self._plies_to_win(state)
            unmake_move(state, move, captured)
            if plies is None:
                return None
            longest = max(longest, plies + 1)
        return longest

    def probe(self, board: Board, natural_limit: int | None = NATURAL_LIMIT) -> TableReport:
        """Probe a position and all its moves.

        Args:
            board: the position; unchanged.
            natural_limit: plies without a capture that make a draw; None for no limit.

        Raises:
            TableError: a block of a table is damaged.
        """
        state = board.state[:BOARD_SIZE].copy()
        bounds = self.bounds(state)
        if bounds is None:
            return TableReport(TableVerdict.NOT_COVERED)
        plies = self.plies(state)
        left = None if natural_limit is None else natural_limit - board.halfmove_clock
        within = True if left is None else self._is_in_time(state, bounds, plies, left)
        moves = {}
        for move in _legal(state):
            after = self._after(state, move)
            moves[Move(move)] = TableVerdict.NOT_COVERED if after is None else after.reversed.verdict
        return TableReport(bounds.verdict, plies, within, moves)

    def _is_in_time(self, state: State, bounds: Bounds, plies: int | None, left: int) -> bool | None:
        """Return whether a win or loss comes within `left` plies; None if unknown, True for other results."""
        if plies is not None or bounds not in (_WON, _LOST):
            return plies is None or plies <= left
        table = self.table(_placed(state)[0])
        return True if table is None or (table.longest is not None and table.longest <= left) else None


def _captures(state: State) -> list[int]:
    end = generate(state, MOVES, CAPTURES)
    return [move for move in state[MOVES:end].tolist() if leaves_king_safe(state, move)]


def _legal(state: State) -> list[int]:
    end = generate_legal(state, MOVES)
    moves: list[int] = state[MOVES:end].tolist()
    return moves


_Placed = tuple[Endgame, int, list[tuple[int, str, int]]]


def _placed(state: State) -> _Placed:
    """Return the canonical material, side to move, and pieces as in `numbered_positions.PlacedPieces`."""
    slots: list[int] = state[PIECES : PIECES + 32].tolist()
    squares = [square for square in slots if square]
    codes = [code & CODE_MASK for code in state[[SQUARES + square for square in squares]].tolist()]
    material, red, turned = _material(tuple(sorted(codes)))
    where = _FLIPPED if turned else _POINT
    pieces = [
        (red if code & RED else 1 - red, LETTERS[code & KIND_MASK], where[square])
        for square, code in zip(squares, codes, strict=True)
    ]
    pieces.sort(key=lambda piece: (piece[0], _ORDER[piece[1]], piece[2]))
    return material, red if state[SIDE] == RED else 1 - red, pieces


@cache
def _material(codes: tuple[int, ...]) -> tuple[Endgame, int, bool]:
    """Return the canonical material of the pieces, the side Red plays, and whether the board is turned."""
    letters = ["", ""]
    for code in codes:
        if LETTERS[code & KIND_MASK] != "K":
            letters[0 if code & RED else 1] += LETTERS[code & KIND_MASK]
    material = Endgame(*("".join(sorted(side, key=ORDER.index)) for side in letters))
    turned = not material.is_canonical
    return material.canonical, int(turned), turned
