"""XQF, the records of the program XQStudio (象棋演播室), versions 1.0 to 1.8: one game with its tree.

All versions are read; version 1.0, which is not encrypted, is written. Source: docs/formats/xqf.md.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

from xiangqi.board import START_FEN
from xiangqi.core.constants import BLACK, RED, file_of, rank_of, square_name
from xiangqi.errors import RecordError
from xiangqi.fen import parse_fen
from xiangqi.i18n.message import Message
from xiangqi.records.binary.preorder import LONGEST_COMMENT, CutShortError, Record, grow, tell_rest
from xiangqi.records.encodings import decode_field, first_fault
from xiangqi.records.placement import fen_of, number_pieces, place_pieces, point_table
from xiangqi.records.tree import EMPTY_FEN, Game, GameNode, RecordFault

NAME: Final = "xqf"
ENCODING: Final = "gb18030"

_MAGIC: Final = b"XQ"
_TREE: Final = 0x400  # offset of record 0
_VERSION: Final = 2
_PIECES: Final = 0x10  # one byte for each of the 32 pieces
_SIDE: Final = 0x32  # 0 Red, 1 Black; read only if there is no move to show it
_RESULT: Final = 0x33
_NODES: Final = 0x34
_TREE_POSITION: Final = 0x38
_KIND: Final = 0x40  # 0 full game, 3 endgame
_FULL_GAME: Final = 0
_ENDGAME: Final = 3
_ABSENT: Final = 0xFF
_POINTS: Final = point_table(columns_first=True, down=False)
_RESULTS: Final = {1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "1/2-1/2"}
_TEXTS: Final = {  # header: offset of the length byte, most bytes of text
    "Title": (0x50, 63),
    "Event": (0xD0, 63),
    "Date": (0x110, 15),
    "Site": (0x120, 15),
    "Red": (0x130, 15),
    "Black": (0x140, 15),
    "TimeControl": (0x150, 63),
    "RedTime": (0x190, 15),
    "BlackTime": (0x1A0, 15),
    "Annotator": (0x1D0, 15),
    "Author": (0x1E0, 15),
}

_PLAIN: Final = 10  # the last version without encryption
_LATEST: Final = 18
_SHUFFLED: Final = 12  # the first version that also shuffles the pieces
_COPYRIGHT: Final = b"[(C) Copyright Mr. Dong Shiwei.]"
_FROM_BASE, _TO_BASE = 24, 32
_NEXT, _VARIATION, _COMMENT = 0x80, 0x40, 0x20  # flags from version 11 on
_OLD_NEXT, _OLD_VARIATION = 0xF0, 0x0F  # flags of version 10
_LONGEST_CHARACTER: Final = 4  # bytes
_LENGTH: Final = struct.Struct("<I")


class _Keys(NamedTuple):
    """The keys that encrypt values by addition; all zero in files that are not encrypted."""

    square: int = 0
    origin: int = 0
    target: int = 0
    length: int = 0
    stream: bytes = bytes(32)


def sniff(data: bytes) -> bool:
    """Return whether data begins like an XQF file and is not a text that begins with the same letters."""
    return data.startswith(_MAGIC) and b"\0" in data[:_TREE]


def read(data: bytes) -> Iterator[Game]:
    """Yield the only game of a file.

    Raises:
        RecordError: the data is not an XQF file, or its header is truncated.
    """
    if not sniff(data):
        raise RecordError(Message("detail.place_byte", byte=0, reason=Message("detail.no_xqf")))
    if len(data) < _TREE:
        cut = Message("detail.file_ends_in_header", count=_TREE)
        raise RecordError(Message("detail.place_byte", byte=len(data), reason=cut))
    yield _read_game(data)


def _read_game(data: bytes) -> Game:
    version = data[_VERSION]
    keys = _keys_of(data) if version > _PLAIN else _Keys()
    game = Game(
        headers=_read_texts(data),
        result=_RESULTS.get(data[_RESULT], "*"),
        format=NAME,
        encoding=ENCODING,
    )
    if version > _LATEST:
        message = Message("detail.xqf_version", version=version, latest=_LATEST)
        game.add_fault(RecordFault(message, byte=_VERSION))
    game.start_fen = _read_start(data, version, keys, game)
    plain = _decipher(data, keys.stream)
    records = _records(plain, version, keys)
    grow(game, records, _POINTS)
    tell_rest(game, records, data, plain)
    return game


def _keys_of(data: bytes) -> _Keys:
    """Return the keys derived from eight bytes of the header."""
    mask = data[3]
    total, first, second, third = data[12:16]
    square = _scramble(first) * first & 0xFF
    origin = _scramble(second) * square & 0xFF
    target = _scramble(third) * origin & 0xFF
    pad = [data[8 + i] | (data[12 + i] & mask) for i in range(4)]
    return _Keys(
        square,
        origin,
        target,
        (total * 256 + first) % 32000 + 767,
        bytes(pad[i % 4] & letter for i, letter in enumerate(_COPYRIGHT)),
    )


def _scramble(key: int) -> int:
    return 54 * key * key + 221


def _decipher(data: bytes, stream: bytes) -> bytes | bytearray:
    """Return the file with its tree decrypted."""
    if not any(stream):
        return data
    plain = bytearray(data)
    for start, key in enumerate(stream, _TREE):
        table = bytes((value - key) & 0xFF for value in range(256))
        plain[start :: len(stream)] = plain[start :: len(stream)].translate(table)
    return plain


def _read_texts(data: bytes) -> dict[str, str]:
    texts = {}
    for name, (offset, room) in _TEXTS.items():
        length = min(data[offset], room)
        raw = data[offset + 1 : offset + 1 + length].split(b"\0")[0]
        if text := decode_field(raw, ENCODING).strip():
            texts[name] = text
    return texts


def _read_start(data: bytes, version: int, keys: _Keys, game: Game) -> str:
    numbers = [_ABSENT] * 32
    for i, value in enumerate(data[_PIECES : _PIECES + 32]):
        slot = (keys.square + 1 + i) % 32 if version >= _SHUFFLED else i
        numbers[slot] = (value - keys.square) & 0xFF
    squares = [_POINTS[number] if number < len(_POINTS) else None for number in numbers]
    placement, shared = place_pieces(squares)
    for square in shared:
        game.add_fault(RecordFault(Message("detail.two_pieces", place=square_name(square)), byte=_PIECES))
    if not placement:
        return START_FEN if data[_KIND] == _FULL_GAME else EMPTY_FEN
    return fen_of(placement, BLACK if data[_SIDE] == 1 else RED)


def _records(data: bytes | bytearray, version: int, keys: _Keys) -> Iterator[Record]:
    """Yield the records of the decrypted tree; the iterator ends only by raising CutShortError."""
    offset = _TREE
    while True:
        place = offset
        if offset + 4 > len(data):
            raise CutShortError(Message("detail.file_ends_before_move"), len(data), place)
        origin, target, flags, _ = data[offset : offset + 4]
        offset += 4
        length = 0
        if version <= _PLAIN or flags & _COMMENT:
            if offset + 4 > len(data):
                raise CutShortError(Message("detail.file_ends_in_move"), len(data), place)
            length = (_LENGTH.unpack_from(data, offset)[0] - keys.length) & 0xFFFFFFFF
            offset += 4
        comment = data[offset : offset + min(length, LONGEST_COMMENT)]
        offset += length
        yield Record(
            (origin - _FROM_BASE - keys.origin) & 0xFF,
            (target - _TO_BASE - keys.target) & 0xFF,
            decode_field(bytes(comment), ENCODING),
            bool(flags & (_OLD_NEXT if version <= _PLAIN else _NEXT)),
            bool(flags & (_OLD_VARIATION if version <= _PLAIN else _VARIATION)),
            place,
            fault=Message("detail.comment_past_file", bytes=length) if offset > len(data) else "",
            flaw=_flaw(bytes(comment)),
        )


def _flaw(comment: bytes) -> str:
    """Return a message about a comment that cannot be decoded; "" if at most its last character is cut off."""
    place = first_fault(comment, ENCODING) if comment else None
    if place is None or place >= len(comment) - _LONGEST_CHARACTER:
        return ""
    return Message("detail.comment_no_text", encoding="GB18030")


def write(game: Game) -> bytes:
    """Return a game as a file of version 1.0: moves, variations, comments, and the headers that the format has.

    Texts longer than their field are truncated. Annotation glyphs and move counters cannot be represented.

    Raises:
        RecordError: the position has more pieces of a kind than the starting position.
    """
    header = bytearray(_TREE)
    header[0:3] = _MAGIC + bytes([_PLAIN])
    position = parse_fen(game.start_fen)
    for i, square in enumerate(number_pieces(position.placement)):
        header[_PIECES + i] = _ABSENT if square is None else _number(square)
    header[_SIDE] = 0 if position.turn == RED else 1
    header[_RESULT] = {"1-0": 1, "0-1": 2, "1/2-1/2": 3}.get(game.result, 0)
    header[_KIND] = _FULL_GAME if game.start_fen == START_FEN else _ENDGAME
    for name, (offset, room) in _TEXTS.items():
        text = _clip(game.headers.get(name, ""), room)
        header[offset : offset + 1 + len(text)] = bytes([len(text)]) + text
    records = list(_written_records(game.root))
    _LENGTH.pack_into(header, _NODES, len(records))
    _LENGTH.pack_into(header, _TREE_POSITION, _TREE)
    return bytes(header) + b"".join(records)


def _clip(text: str, room: int) -> bytes:
    """Return a text as at most ``room`` bytes, cut after a whole character."""
    raw = text.encode(ENCODING, "replace")
    while len(raw) > room:
        text = text[:-1] if len(text) <= room else text[:room]
        raw = text.encode(ENCODING, "replace")
    return raw


def _written_records(root: GameNode) -> Iterator[bytes]:
    waiting = [(root, False)]
    while waiting:
        node, varies = waiting.pop()
        origin = target = 0
        if node.move is not None:
            origin, target = _number(node.move.from_square), _number(node.move.to_square)
        flags = (_OLD_NEXT if node.children else 0) | (_OLD_VARIATION if varies else 0)
        comment = node.comment.replace("\n", "\r\n").encode(ENCODING, "replace")
        yield bytes([origin + _FROM_BASE, target + _TO_BASE, flags, 0]) + _LENGTH.pack(len(comment)) + comment
        last = len(node.children) - 1
        waiting.extend((node.children[i], i < last) for i in range(last, -1, -1))


def _number(square: int) -> int:
    return 10 * file_of(square) + rank_of(square)
