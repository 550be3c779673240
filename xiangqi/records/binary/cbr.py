"""CBR, the record of the program CCBridge (象棋桥): one game with its tree; read only.

Libraries of such records are in cbl.py. Source: docs/formats/cbr.md.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterator
from typing import Final

from xiangqi.core.constants import ADVISOR, BISHOP, BLACK, CANNON, KING, KNIGHT, PAWN, RED, ROOK
from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.records.binary.preorder import LONGEST_COMMENT, CutShortError, Record, grow, tell_rest
from xiangqi.records.encodings import REPLACEMENT
from xiangqi.records.placement import fen_of, point_table
from xiangqi.records.tree import EMPTY_FEN, Fault, Game

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
_RESULT: Final = 2076
_SIDE: Final = 2116
_BOARD: Final = 2120  # 90 bytes
_TREE: Final = 2214
_RESULTS: Final = {1: "1-0", 2: "0-1", 3: "1/2-1/2"}
_KINDS: Final = (ROOK, KNIGHT, BISHOP, ADVISOR, KING, CANNON, PAWN)
_CODES: Final = {
    high << 4 | number: colour | kind
    for high, colour in ((1, RED), (2, BLACK))
    for number, kind in enumerate(_KINDS, 1)
}
_POINTS: Final = point_table(columns_first=False, down=True)
_END, _VARIATION, _COMMENT = 1, 2, 4
_NODE: Final = struct.Struct("<BBBB")
_LENGTH: Final = struct.Struct("<I")


def sniff(data: bytes) -> bool:
    """Whether data begin like a CBR file."""
    return data.startswith(MAGIC)


def read(data: bytes) -> Iterator[Game]:
    """Read the one game of a file.

    Raises:
        RecordError: no CBR file, or its header is cut.
    """
    if not sniff(data):
        raise RecordError(Message("detail.place_byte", byte=0, reason=Message("detail.no_cbr")))
    if len(data) < _TREE:
        cut = Message("detail.file_ends_in_header", count=_TREE)
        raise RecordError(Message("detail.place_byte", byte=len(data), reason=cut))
    game, records = _read_record(data, 0, len(data))
    tell_rest(game, records, data)
    yield game


def read_record(data: bytes, start: int, end: int) -> Game:
    """Read the record at an offset of a file or library, up to the next record or the end of the data.

    A record whose header is cut becomes a game without moves and with a fault. What lies between the end of
    the tree and the next record is left from other games.
    """
    return _read_record(data, start, end)[0]


def _read_record(data: bytes, start: int, end: int) -> tuple[Game, Iterator[Record]]:
    """The game, and the iterator of records where its tree has ended."""
    game = Game(format=NAME, encoding=ENCODING, start_fen=EMPTY_FEN)
    if end - start < _TREE:
        game.headers = _read_texts(data[start:end])
        game.add_fault(Fault(Message("detail.header_cut", count=_TREE), byte=end))
        return game, iter(())
    header = data[start : start + _TREE]
    game.headers = _read_texts(header)
    game.result = _RESULTS.get(header[_RESULT], "*")
    game.start_fen = _read_start(header, start, game)
    records = _records(data, start + _TREE, end)
    grow(game, records, _POINTS)
    return game, records


def _read_texts(header: bytes) -> dict[str, str]:
    texts = {}
    for name, (offset, room) in _TEXTS.items():
        text = header[offset : offset + room].decode(ENCODING, "replace").split("\0")[0].strip()
        if text and all(map(_is_text, text)):  # unused fields hold what lay in memory
            texts[name] = text
    return texts


def _is_text(character: str) -> bool:
    if character in "\r\n\t":
        return True
    return character != REPLACEMENT and unicodedata.category(character) not in ("Cc", "Cn", "Co", "Cs")


def _read_start(header: bytes, start: int, game: Game) -> str:
    placement = {}
    for number, value in enumerate(header[_BOARD : _BOARD + 90]):
        if value in _CODES:
            placement[_POINTS[number]] = _CODES[value]
        elif value:
            game.add_fault(
                Fault(Message("detail.no_piece_byte", value=f"0x{value:02x}"), byte=start + _BOARD + number)
            )
    if not placement:
        return EMPTY_FEN
    return fen_of(placement, BLACK if header[_SIDE] == 2 else RED)


def _records(data: bytes, offset: int, end: int) -> Iterator[Record]:
    """The records of a tree; never ends but with CutShortError."""
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
        yield Record(
            origin,
            target,
            text.decode(ENCODING, "replace"),
            not flags & _END,
            bool(flags & _VARIATION),
            place,
            fault=Message("detail.comment_past_record", bytes=length) if offset > end else "",
        )
