"""The file of a table: a header, directories of blocks, and the blocks. See docs/formats/tables.md."""

from __future__ import annotations

import json
import mmap
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.disk import cannot_be_read, open_plain
from xiangqi.errors import TableError
from xiangqi.i18n.message import Message
from xiangqi.tables.material import Endgame
from xiangqi.tables.numbering import BLOCK, BY_FILE, BY_FORT, BY_POINT, NUMBERS_BLOCK, Numbering
from xiangqi.tables.packing import unpack

MAGIC: Final = b"XQTABLE1"
SUFFIX: Final = ".xqt"
WDL: Final = "wdl"
DTC: Final = "dtc"
STEPPED: Final = "steps"
METRICS: Final = (WDL, DTC, STEPPED)
_OLDER_METRICS: Final = ("coarse", "estimated")  # what such files tell of distances nobody asks
RULES: Final = "wxf"
_HEAD: Final = 16  # bytes: magic, length of the header, checksum of all after that

# Planes. The first letter is the winner (0, 1), the second who is to move: it (m) or the other (w).
PLANES: Final = ("0m", "0w", "1m", "1w")
DOUBTS: Final = ("0m?", "0w?", "1m?", "1w?")
"""What is won if doubts about repetition are settled so, and not surely."""
MOVE_PLANES: Final = ("0#", "1#")
"""Moves to conversion of the winner, who is to move."""
EVEN_PLANES: Final = ("0e", "1e")
"""Where the plies to conversion are even, twice the moves, and not one less."""
STEPS: Final = "0>"
"""Instead of the first side's moves: steps to a capture, alike for all that differs in its guards, and mostly
in the rank of its king, alone."""
MOST_MOVES: Final = 7
"""Of the winner, in which a step is left behind."""
UNPROVED: Final = 255
"""Steps where repetition wins some such position, or where they are too many."""

_IN_BYTES: Final = (*MOVE_PLANES, STEPS)  # a number each; other planes have a bit
_OLDER: Final = ("0/", "0~")  # planes of numbers that nobody asks
_KINGS: Final = (BY_FILE, BY_POINT, BY_FORT)
_BLOCKS: Final = (BLOCK, NUMBERS_BLOCK, 65536)  # the last in older files


@dataclass(frozen=True)
class Plane:
    """A plane of a file.

    Attributes:
        order: of the axes.
        bits: 1 or 8, of each number.
        block: bytes of a block before it is compressed.
        first: place of its first block among all blocks of the file.
        shape: how many numbers every axis has, in the order of `Numbering.shape`.
        kings: places of the first side's king that it tells apart; BY_FORT if all of its fort counts.
    """

    order: tuple[int, ...]
    bits: int
    block: int
    first: int
    shape: tuple[int, ...]
    kings: int


@dataclass(frozen=True)
class Written:
    """A plane to be written: what `planes` made of it."""

    name: str
    order: tuple[int, ...]
    bits: int
    block: int
    lengths: list[int]
    data: bytes
    kings: int = BY_FORT


def assemble(material: Endgame, generator: int, planes: list[Written], longest: Sequence[int]) -> bytes:
    """The bytes of a table's file.

    Args:
        longest: by the winner, the most plies to conversion.
    """
    names = {plane.name for plane in planes}
    kinds = ((STEPS, STEPPED), *((name, DTC) for name in MOVE_PLANES))
    metric = next((metric for name, metric in kinds if name in names), WDL)
    header = json.dumps(
        {
            "material": material.name,
            "metric": metric,
            "rules": RULES,
            "generator": generator,
            "longest": list(longest),
            "planes": [[p.name, list(p.order), p.bits, len(p.lengths), p.block, p.kings] for p in planes],
        },
        separators=(",", ":"),
    ).encode()
    lengths = np.array([length for p in planes for length in p.lengths], dtype="<u2").tobytes()
    body = header + lengths + b"".join(p.data for p in planes)
    return MAGIC + len(header).to_bytes(4, "little") + zlib.crc32(body).to_bytes(4, "little") + body


class TableFile:
    """A table, open: asks its blocks and keeps none of them.

    Attributes:
        longest: the most plies to conversion of what is won without the rules of repetition; None in a file
            made before that was noted.
    """

    def __init__(self, path: Path) -> None:
        """Open a file and look at all of it once.

        Raises:
            TableError: it cannot be read, is none, of another version, or damaged; the message names it.
        """
        self.path = path
        try:
            with open_plain(path) as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self._read_header()
        except OSError as error:
            raise TableError(cannot_be_read(path, error)) from None
        except (
            TableError,
            ValueError,
            KeyError,
            TypeError,
            IndexError,
            OverflowError,
            RecursionError,
        ) as error:
            raise TableError(
                Message("detail.of_file", file=str(path), reason=Message("detail.no_table", reason=str(error)))
            ) from None

    def _read_header(self) -> None:
        data = self._data
        if data[: len(MAGIC)] != MAGIC:
            raise ValueError(Message("detail.table.magic", magic=MAGIC.decode()))
        size = int.from_bytes(data[8:12], "little")
        with memoryview(data) as view:
            if zlib.crc32(view[_HEAD:]) != int.from_bytes(data[12:16], "little"):
                raise ValueError(Message("detail.checksum"))
        header = json.loads(data[_HEAD : _HEAD + size])
        self.material = Endgame.parse(header["material"])
        if not self.material.is_canonical or self.path.stem != self.material.name:
            raise ValueError(Message("detail.table.other", material=str(self.material)))
        if header["rules"] != RULES:
            raise ValueError(Message("detail.table.rules", rules=repr(header["rules"])))
        self.metric = WDL if header["metric"] in _OLDER_METRICS else str(header["metric"])
        if self.metric not in METRICS:
            raise ValueError(repr(self.metric))
        self.generator = int(header["generator"])
        self.longest = max(map(int, header["longest"])) if "longest" in header else None
        self.numbering = Numbering(self.material)
        self.planes: dict[str, Plane] = {}
        first = 0
        for name, order, bits, count, *others in header["planes"]:
            block = others[0] if others else BLOCK
            kings = others[1] if len(others) > 1 else BY_FORT
            known = bits == (8 if name in _IN_BYTES else 1) and block in _BLOCKS
            known &= kings in (_KINGS if name == STEPS else (BY_FORT,))
            whole = all(type(number) is int for number in (*order, bits, count, block, kings))
            if name in _OLDER and type(count) is int and count >= 0:
                first += count
                continue
            if sorted(order) != list(range(len(self.numbering.shape))) or not known or not whole:
                raise ValueError(Message("detail.table.plane", name=repr(name)))
            plane = Plane(tuple(order), bits, block, first, self.numbering.steps_shape(kings), kings)
            if -(-self.size_of(plane) // block) != count:
                raise ValueError(Message("detail.table.plane", name=repr(name)))
            self.planes[name] = plane
            first += count
        start = _HEAD + size
        lengths = np.frombuffer(data[start : start + 2 * first], dtype="<u2").astype(np.int64)
        self._ends: npt.NDArray[np.int64] = start + 2 * first + np.cumsum(lengths)
        self._lengths = lengths
        if len(lengths) != first or (first and self._ends[-1] != len(data)):
            raise ValueError(Message("detail.wrong_length"))

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return len(self._data)

    def row_bytes(self, plane: Plane) -> int:
        """Bytes of a row of a plane."""
        return (plane.shape[plane.order[-1]] * plane.bits + 7) // 8

    def size_of(self, plane: Plane) -> int:
        """Bytes of a plane, unpacked."""
        rows = 1
        for axis in plane.order[:-1]:
            rows *= plane.shape[axis]
        return rows * self.row_bytes(plane)

    def block(self, plane: Plane, number: int) -> bytes:
        """A block of a plane, unpacked; empty where every byte of it is 0.

        Raises:
            TableError: it is damaged, or unpacks to fewer or more bytes than the plane has there.
        """
        length = int(self._lengths[number])
        if not length:
            return b""
        end = int(self._ends[number])
        size = min(plane.block, self.size_of(plane) - (number - plane.first) * plane.block)
        try:
            block = unpack(self._data[end - length : end], size)
            if len(block) != size:
                raise ValueError(Message("detail.wrong_length"))
        except ValueError as error:
            raise TableError(
                Message(
                    "detail.of_file",
                    file=str(self.path),
                    reason=Message("detail.damaged_block", number=number, reason=str(error)),
                )
            ) from None
        return block

    def unpacked(self, name: str) -> npt.NDArray[np.int64]:
        """A whole plane as 64-bit words, the lowest byte of each first; behind its end there is 0.

        Raises:
            TableError: a block is damaged.
        """
        plane = self.planes[name]
        size = self.size_of(plane)
        words = np.zeros(-(-size // 8), dtype="<i8")
        room = words.view(np.uint8)
        for start in range(0, size, plane.block):
            block = self.block(plane, plane.first + start // plane.block)
            room[start : start + len(block)] = np.frombuffer(block, dtype=np.uint8)
        return words.astype(np.int64, copy=False)

    def address(self, plane: Plane, coordinates: tuple[int, ...]) -> tuple[int, int, int]:
        """Block, byte in it, and bit of a position."""
        row = 0
        for axis in plane.order[:-1]:
            row = row * plane.shape[axis] + coordinates[axis]
        last = coordinates[plane.order[-1]]
        byte = row * self.row_bytes(plane) + (last >> 3 if plane.bits == 1 else last)
        return plane.first + byte // plane.block, byte % plane.block, last & 7
