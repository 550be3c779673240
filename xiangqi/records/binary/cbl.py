"""CBL, a library of CBR records (象棋桥); read only, one game at a time.

Source: docs/formats/cbr.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.records.binary import cbr
from xiangqi.records.tree import Game, RecordFault

NAME: Final = "cbl"
MAGIC: Final = b"CCBridgeLibrary\0"
_CAPACITY: Final = 60  # offset of the number of entries the index has room for
_ENTRY: Final = 276  # bytes of an entry
_SLOT: Final = 4096  # records begin at multiples of this after the first


def sniff(data: bytes) -> bool:
    """Return whether data begins like a CBL file."""
    return data.startswith(MAGIC)


def read(data: bytes) -> Iterator[Game]:
    """Yield the games of a library in file order, including headings without moves.

    The index is not used: its entries outlive the deleted records they refer to, and its count is a capacity.
    Records are found by their signatures.

    Raises:
        RecordError: the data is not a CBL file or contains no record.
    """
    if not sniff(data):
        raise RecordError(Message("detail.place_byte", byte=0, reason=Message("detail.no_cbl")))
    start: int | None = _next_record(data, len(MAGIC))
    if start is None:
        raise RecordError(Message("detail.place_byte", byte=len(data), reason=Message("detail.cbl_ends")))
    first = start
    faults = _index_faults(data)
    while start is not None:
        following = _next_record(data, start + 1, first)
        game = cbr.read_record(data, start, len(data) if following is None else following)
        game.format, game.share = NAME, start / len(data)
        game.errors[:0] = faults
        faults = []
        rest = (len(data) - first) % _SLOT
        if following is None and rest:
            game.add_fault(RecordFault(Message("detail.library_cut", count=rest, most=_SLOT), byte=len(data)))
        yield game
        start = following


def _index_faults(data: bytes) -> list[RecordFault]:
    capacity = int.from_bytes(data[_CAPACITY : _CAPACITY + 4], "little", signed=True)
    if 0 < capacity <= len(data) // _ENTRY:
        return []
    return [RecordFault(Message("detail.index_too_large", count=capacity), byte=_CAPACITY)]


def _next_record(data: bytes, offset: int, first: int | None = None) -> int | None:
    """Return the offset of the next record, or None if there is none.

    If `first`, the offset of the first record, is given, only offsets a whole number of slots after it count.
    """
    while (offset := data.find(cbr.MAGIC, offset)) >= 0:
        if first is None or (offset - first) % _SLOT == 0:
            return offset
        offset += 1
    return None
