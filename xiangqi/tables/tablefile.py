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
_OLDER_METRICS: Final = ("coarse", "estimated")  # their distances are ignored
RULES: Final = "wxf"
_HEAD: Final = 16  # bytes: magic, length of the header, checksum of all after that

# Planes. The first letter is the winner (0, 1), the second the side to move: the winner (m) or the other (w).
PLANES: Final = ("0m", "0w", "1m", "1w")
DOUBTS: Final = ("0m?", "0w?", "1m?", "1w?")
"""The wins that depend on doubts about repetition."""
MOVE_PLANES: Final = ("0#", "1#")
"""The winner's moves to conversion, with the winner to move."""
EVEN_PLANES: Final = ("0e", "1e")
"""Whether the plies to conversion are twice the moves, and not one less."""
STEPS: Final = "0>"
"""Steps to a capture, instead of the first side's moves (tables.making.steps)."""
MOST_MOVES: Final = 7
"""The most moves of the winner within which a step is gained."""
UNPROVED: Final = 255
"""The steps if a position of the cell is won by repetition, or if they are too many."""

_IN_BYTES: Final = (*MOVE_PLANES, STEPS)  # planes of bytes; the others have bits
_OLDER: Final = ("0/", "0~")  # planes of older files, ignored
_KINGS: Final = (BY_FILE, BY_POINT, BY_FORT)
_BLOCKS: Final = (BLOCK, NUMBERS_BLOCK, 65536)  # the last in older files


@dataclass(frozen=True)
class Plane:
    """The description of a plane in the file of a table."""

    order: tuple[int, ...]  # the order of the axes
    bits: int  # bits per number, 1 or 8
    block: int  # bytes of a block before compression
    first: int  # the number of its first block in the file
    shape: tuple[int, ...]  # as in `Numbering.shape`
    kings: int  # places of the first side's king that it distinguishes; BY_FORT for its whole fort


@dataclass(frozen=True)
class Written:
    """A compressed plane to be written."""

    name: str
    order: tuple[int, ...]
    bits: int
    block: int
    lengths: list[int]
    data: bytes
    kings: int = BY_FORT


def assemble(material: Endgame, generator: int, planes: list[Written], longest: Sequence[int]) -> bytes:
    """Assemble the file of a table; `longest` has the most plies to conversion for either winner."""
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
    """The open file of a table.

    Attributes:
        longest: the most plies to conversion of wins that need no rule of repetition; None in older files.
    """

    def __init__(self, path: Path) -> None:
        """Open a file and verify its checksum.

        Raises:
            TableError: the file cannot be read, is not a table, is of another version or is damaged; the
                message names it.
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
        """The size of the file in bytes."""
        return len(self._data)

    def row_bytes(self, plane: Plane) -> int:
        """Return the number of bytes of a row of a plane."""
        return (plane.shape[plane.order[-1]] * plane.bits + 7) // 8

    def size_of(self, plane: Plane) -> int:
        """Return the number of bytes of a plane, decompressed."""
        rows = 1
        for axis in plane.order[:-1]:
            rows *= plane.shape[axis]
        return rows * self.row_bytes(plane)

    def block(self, plane: Plane, number: int) -> bytes:
        """Return a block of a plane, decompressed; empty if every byte of it is 0.

        Raises:
            TableError: the block is damaged or has the wrong length.
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
        """Return a whole plane as little-endian 64-bit words, padded with 0.

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
        """Return the block, byte and bit of a position."""
        row = 0
        for axis in plane.order[:-1]:
            row = row * plane.shape[axis] + coordinates[axis]
        last = coordinates[plane.order[-1]]
        byte = row * self.row_bytes(plane) + (last >> 3 if plane.bits == 1 else last)
        return plane.first + byte // plane.block, byte % plane.block, last & 7
