"""Identifies files that contain no record, by their content or, if that is unknown, by their names."""

from __future__ import annotations

import struct
from pathlib import PurePath
from typing import Final

from xiangqi.i18n.message import Message

_MAGICS: Final = (
    (b"\x89PNG\r\n\x1a\n", "foreign.picture", "PNG"),
    (b"\xff\xd8\xff", "foreign.picture", "JPEG"),
    (b"GIF8", "foreign.picture", "GIF"),
    (b"BM", "foreign.picture", "BMP"),
    (b"%PDF", "foreign.document", "PDF"),
    (b"Rar!\x1a\x07", "foreign.archive", "RAR"),
    (b"7z\xbc\xaf\x27\x1c", "foreign.archive", "7z"),
    (b"\x1f\x8b", "foreign.archive", "gzip"),
    (b"BZh", "foreign.archive", "bzip2"),
    (b"\xfd7zXZ\0", "foreign.archive", ".xz"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "foreign.office", ""),
    (b"MZ", "foreign.program", "Windows"),
    (b"\x7fELF", "foreign.program", "Linux"),
    (b"ID3", "foreign.media", "MP3"),
    (b"OggS", "foreign.media", "Ogg"),
    (b"RIFF", "foreign.media", "RIFF"),
)
_NAMED: Final = {".xgf": "foreign.xgf"}
"""Descriptions of otherwise unrecognised files, by the suffixes of their names."""

_OLD_LIBRARY: Final = b"CCBridge"  # without the text that follows it in later libraries
_SQLITE: Final = b"SQLite format 3\0"
_BOOK_TABLES: Final = (b"bhobk", b"vkey", b"vmove")  # tables of the book formats OBK and YFK
_BOOK_ENTRY: Final = struct.Struct("<IHH")  # lock, move, weight
_WESTERN_ENTRY: Final = struct.Struct(">QHHI")  # key, move, weight, learning
_BOOK_LOOKED_AT: Final = 64  # entries that are examined


def describe(data: bytes) -> str:
    """Return a description of a file by its content, such as "a PNG picture"; "" if it is unknown."""
    if data.startswith(_SQLITE):
        is_book = all(word in data for word in _BOOK_TABLES[1:]) or _BOOK_TABLES[0] in data
        return Message("foreign.sqlite_book" if is_book else "foreign.sqlite")
    if data.startswith(_OLD_LIBRARY) and 0 < int.from_bytes(data[8:12], "little") < 256:
        return Message("foreign.old_library")
    text = any(byte >= 0x20 and byte != 0x7F for byte in data[:64]) and b"\0" not in data[:4096]
    for magic, key, name in _MAGICS:
        if data.startswith(magic) and not (text and magic in (b"BM", b"MZ", b"ID3", b"BZh", b"RIFF", b"GIF8")):
            return Message(key, name=name)
    return _book(data)


def describe_name(name: str) -> str:
    """Return a description of a file of unknown content, judging by its name; "" if it is unknown."""
    key = _NAMED.get(PurePath(name).suffix.lower())
    return Message(key) if key else ""


def _book(data: bytes) -> str:
    """Return the description of an opening book if the data is a table of entries sorted by a key, or ""."""
    for entry, key, is_move in (
        (_BOOK_ENTRY, "foreign.book", _is_move),
        (_WESTERN_ENTRY, "foreign.western_book", lambda move: 0 < move < 1 << 15),
    ):
        if len(data) % entry.size or len(data) < 4 * entry.size:
            continue
        first = list(entry.iter_unpack(data[: _BOOK_LOOKED_AT * entry.size]))
        keys = [values[0] for values in first]
        if keys == sorted(keys) and keys[0] != keys[-1] and all(is_move(values[1]) for values in first):
            return Message(key)
    return ""


def _is_move(move: int) -> bool:
    """Return whether a number is a move on ElephantEye's 16x16 board, with the origin in the low byte."""
    return all(3 <= square >> 4 <= 12 and 3 <= square & 15 <= 11 for square in (move & 255, move >> 8))
