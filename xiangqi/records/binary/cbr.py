"""CBR, the record of the program CCBridge (象棋桥), versions 1 and 2: one game with its tree; read only.

Libraries of such records are read by cbl.py. Source: docs/formats/cbr.md.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    CANNON,
    FILES,
    KING,
    KNIGHT,
    PAWN,
    RANKS,
    RED,
    ROOK,
)
from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.records.binary.preorder import (
    LONGEST_COMMENT,
    UNREADABLE,
    CutShortError,
    Record,
    grow,
    tell_rest,
)
from xiangqi.records.encodings import REPLACEMENT
from xiangqi.records.placement import fen_of, point_table
from xiangqi.records.tree import EMPTY_FEN, Game, RecordFault

NAME: Final = "cbr"
MAGIC: Final = b"CCBridge Record\0"
ENCODING: Final = "utf-16-le"

_TEXTS: Final = {  # header: offset, bytes
    "Title": (180, 128),
    "Opening": (308, 128),
    "Event": (692, 64),
    "Round": (756, 64),
    "Table": (852, 32),
    "Date": (884, 64),
    "Site": (948, 64),
    "TimeControl": (1012, 64),
    "Red": (1076, 64),
    "RedTeam": (1140, 64),
    "Black": (1300, 64),
    "BlackTeam": (1364, 64),
    "Annotator": (1652, 64),
    "Author": (1780, 64),
}
_VERSION: Final = 19
_RESULT: Final = 2076
_RESULTS: Final = {1: "1-0", 2: "0-1", 3: "1/2-1/2"}
_KINDS: Final = (ROOK, KNIGHT, BISHOP, ADVISOR, KING, CANNON, PAWN)
_CODES: Final = {
    high << 4 | number: colour | kind
    for high, colour in ((1, RED), (2, BLACK))
    for number, kind in enumerate(_KINDS, 1)
}
_POINTS: Final = point_table(columns_first=False, down=True)
_DIGITS: Final = {file << 4 | row: FILES * row + file for file in range(FILES) for row in range(RANKS)}


class _Layout(NamedTuple):
    """The offsets of the fields in one version of the format."""

    texts: Mapping[str, tuple[int, int]]  # header -> offset, bytes
    side: int  # offset of the side to move
    board: int  # offset of 90 bytes
    tree: int  # offset of the first record; the header ends there
    # number of a point in a record -> its number in _POINTS; empty if they are equal
    points: Mapping[int, int]


_LATEST: Final = 2
_LAYOUTS: Final = {
    1: _Layout({"Title": (52, 128)}, 1860, 1864, 1958, _DIGITS),
    _LATEST: _Layout(_TEXTS, 2116, 2120, 2214, {}),
}
"""The layouts by version; in version 1, only these fields of the header are known."""
_END, _VARIATION, _COMMENT = 1, 2, 4
_NODE: Final = struct.Struct("<BBBB")
_LENGTH: Final = struct.Struct("<I")


def sniff(data: bytes) -> bool:
    """Return whether data begins like a CBR file."""
    return data.startswith(MAGIC)


def read(data: bytes) -> Iterator[Game]:
    """Yield the only game of a file.

    Raises:
        RecordError: the data is not a CBR file, or its header is truncated.
    """
    if not sniff(data):
        raise RecordError(Message("detail.place_byte", byte=0, reason=Message("detail.no_cbr")))
    if len(data) < (size := _layout_of(data, 0).tree):
        cut = Message("detail.file_ends_in_header", count=size)
        raise RecordError(Message("detail.place_byte", byte=len(data), reason=cut))
    game, records = _read_record(data, 0, len(data))
    tell_rest(game, records, data)
    yield game


def read_record(data: bytes, start: int, end: int) -> Game:
    """Return the record at an offset of a file or library, up to the next record or the end of the data.

    A record with a truncated header becomes a game without moves and with a fault. Data between the end of the
    tree and the next record is left over from other games and ignored.
    """
    return _read_record(data, start, end)[0]


def _layout_of(data: bytes, start: int) -> _Layout:
    """Return the layout of the record at an offset; the latest one if the version is unknown."""
    version = data[start + _VERSION] if start + _VERSION < len(data) else _LATEST
    return _LAYOUTS.get(version, _LAYOUTS[_LATEST])


def _read_record(data: bytes, start: int, end: int) -> tuple[Game, Iterator[Record]]:
    """Return the game of a record, and an iterator over the records left after the end of its tree."""
    game = Game(format=NAME, encoding=ENCODING, start_fen=EMPTY_FEN)
    layout = _layout_of(data[:end], start)
    header = data[start : min(start + layout.tree, end)]
    game.headers = _read_texts(header, layout)
    if len(header) < layout.tree:
        game.add_fault(RecordFault(Message("detail.header_cut", count=layout.tree), byte=end))
        return game, iter(())
    if (version := header[_VERSION]) not in _LAYOUTS:
        message = Message("detail.xqf_version", version=version, latest=_LATEST)
        game.add_fault(RecordFault(message, byte=start + _VERSION))
    if layout is _LAYOUTS[_LATEST]:
        game.result = _RESULTS.get(header[_RESULT], "*")
    game.start_fen = _read_start(header, start, layout, game)
    records = _records(data, start + layout.tree, end, layout)
    grow(game, records, _POINTS)
    return game, records


def _read_texts(header: bytes, layout: _Layout) -> dict[str, str]:
    texts = {}
    for name, (offset, room) in layout.texts.items():
        text = header[offset : offset + room].decode(ENCODING, "replace").split("\0")[0].strip()
        if text and all(map(_is_text, text)):  # unused fields contain leftover memory
            texts[name] = text
    return texts


def _is_text(character: str) -> bool:
    if character in "\r\n\t":
        return True
    return character != REPLACEMENT and unicodedata.category(character) not in ("Cc", "Cn", "Co", "Cs")


def _read_start(header: bytes, start: int, layout: _Layout, game: Game) -> str:
    placement = {}
    for number, value in enumerate(header[layout.board : layout.board + 90]):
        if value in _CODES:
            placement[_POINTS[number]] = _CODES[value]
        elif value:
            game.add_fault(
                RecordFault(
                    Message("detail.no_piece_byte", value=f"0x{value:02x}"), byte=start + layout.board + number
                )
            )
    if not placement:
        return EMPTY_FEN
    return fen_of(placement, BLACK if header[layout.side] == 2 else RED)


def _records(data: bytes, offset: int, end: int, layout: _Layout) -> Iterator[Record]:
    """Yield the records of a tree; the iterator ends only by raising CutShortError."""
    while True:
        place = offset
        if offset + _NODE.size > end:
            raise CutShortError(Message("detail.record_ends_before_move"), end, place)
        flags, _, origin, target = _NODE.unpack_from(data, offset)
        offset += _NODE.size
        length = 0
        if flags & _COMMENT:
            if offset + _LENGTH.size > end:
                raise CutShortError(Message("detail.record_ends_in_move"), end, place)
            length = _LENGTH.unpack_from(data, offset)[0]
            offset += _LENGTH.size
        text = data[offset : min(offset + min(length, LONGEST_COMMENT), end)]
        offset += length
        token = f"{origin:02x}-{target:02x}" if layout.points else ""
        if layout.points:
            origin, target = (layout.points.get(point, UNREADABLE) for point in (origin, target))
        yield Record(
            origin,
            target,
            text.decode(ENCODING, "replace"),
            not flags & _END,
            bool(flags & _VARIATION),
            place,
            token=token,
            fault=Message("detail.comment_past_record", bytes=length) if offset > end else "",
        )
