"""CHN, the record of the game server Lianzhong (联众), in an early and a later variant; read only.

A file has one game without variations. Source: docs/formats/servers.md.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice
from typing import Final

from xiangqi.core.constants import RANKS
from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.records.binary.linear import RawMove, as_red_sees_it, plausible, play_steps, tell_rest
from xiangqi.records.encodings import REPLACEMENT, decode_field
from xiangqi.records.tree import Game, RecordFault, clean_comment

NAME: Final = "chn"

_MOVES: Final = 188  # offset of the first record
_RECORD: Final = struct.Struct("<4x4H20x")  # file and row of the start, file and row of the goal

_LATER_MAGIC: Final = b"GL"
_LATER_TEXTS: Final = 8
_LATER_MOVES: Final = 498
_LATER_RECORD: Final = struct.Struct("<24x2B10x")  # start and goal, each a row and a file in half a byte


def sniff(data: bytes) -> bool:
    """Return whether data has plausible moves at the offsets of the format.

    Only the later variant has a signature.
    """
    return plausible(list(islice(as_red_sees_it(_steps(data)), 4)))


def read(data: bytes) -> Iterator[Game]:
    """Yield the only game of a file.

    Raises:
        RecordError: there is no move where the format has the first one.
    """
    if not sniff(data):
        raise RecordError(Message("detail.place_byte", byte=_MOVES, reason=Message("detail.no_chn")))
    game = Game(format=NAME)
    first, size = (_LATER_MOVES, _LATER_RECORD.size) if _is_later(data) else (_MOVES, _RECORD.size)
    if _is_later(data):
        _enter_texts(game, data)
    play_steps(game, as_red_sees_it(_steps(data)))
    if (len(data) - first) % size:
        game.add_fault(RecordFault(Message("detail.file_ends_in_move"), byte=len(data)))
    tell_rest(game, data, first, size)
    yield game


def _is_later(data: bytes) -> bool:
    return data.startswith(_LATER_MAGIC)


def _enter_texts(game: Game, data: bytes) -> None:
    """Set a game's date, and store the other texts of the header in its comment."""
    texts = [decode_field(raw, "gb18030").strip() for raw in data[_LATER_TEXTS:_LATER_MOVES].split(b"\0")]
    date, *others = texts
    if date:
        game.headers["Date"] = clean_comment(date)
    known = (text for text in others if len(text) > 1 and text.isprintable() and REPLACEMENT not in text)
    game.root.comment = clean_comment("\n".join(known))


def _steps(data: bytes) -> Iterator[RawMove]:
    """Yield the moves up to the first empty one."""
    return _later_steps(data) if _is_later(data) else _earlier_steps(data)


def _earlier_steps(data: bytes) -> Iterator[RawMove]:
    for offset in range(_MOVES, len(data) - _RECORD.size + 1, _RECORD.size):
        from_file, from_row, to_file, to_row = words = _RECORD.unpack_from(data, offset)
        if not any(words):
            return
        token = " ".join(map(str, words))
        yield RawMove((from_file, RANKS - 1 - from_row), (to_file, RANKS - 1 - to_row), token, offset)


def _later_steps(data: bytes) -> Iterator[RawMove]:
    for offset in range(_LATER_MOVES, len(data) - _LATER_RECORD.size + 1, _LATER_RECORD.size):
        origin, target = points = _LATER_RECORD.unpack_from(data, offset)
        if not any(points):
            return
        token = f"{origin:02x} {target:02x}"
        yield RawMove(_place(origin), _place(target), token, offset)


def _place(point: int) -> tuple[int, int]:
    """Return the file and rank of a point stored as a row and a file of half a byte each."""
    return point & 15, RANKS - 1 - (point >> 4)
