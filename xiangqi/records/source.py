"""A text record as bytes with a detected encoding: the input of text readers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.records.encodings import UTF8, UTF16_BE, UTF16_LE, decode, detect, first_fault
from xiangqi.records.tree import RecordFault

_HEAD: Final = 1 << 16
_CONTROL_SHARE: Final = 50  # more than one control character in this many is too much for a text
_FEW_CONTROLS: Final = 8
_LONGEST_TEXT: Final = 24 << 20

_OTHER_LINE_ENDS: Final = {
    False: re.compile(rb"\r"),
    True: re.compile(rb"\r|\xc2\x85|\xe2\x80[\xa8\xa9]"),  # next line, line and paragraph separator
}
"""The line ends other than LF, by whether the text is UTF-8."""


class SourceLine(NamedTuple):
    """A line that is not blank: its number from 1, and its stripped text.

    ``is_cut`` is true if the line was longer than the limit.
    """

    number: int
    text: str
    is_cut: bool = False


def _limit(data: bytes) -> None:
    if len(data) > _LONGEST_TEXT:
        raise RecordError(Message("detail.text_too_large", mebibytes=_LONGEST_TEXT >> 20))


def broken_characters(data: bytes, codec: str, first_line: int = 1) -> list[RecordFault]:
    """Return a list with a fault for the first bytes that are invalid in an encoding, or an empty list."""
    place = first_fault(data, codec)
    if place is None:
        return []
    what = "detail.ends_in_character" if len(data) - place < 4 else "detail.no_text"
    line = first_line + decode(data[:place], codec).count("\n")
    return [RecordFault(Message(what, encoding=codec), line=line)]


class TextSource:
    """The bytes of a text file. Raises RecordError for UTF-16 that is too long to be held in memory.

    Attributes:
        encoding: the detected encoding, one of the constants of records.encodings.
        data: the bytes without byte order mark, with spaces for NUL bytes; UTF-16 is converted to UTF-8. If no
            line ends in LF, other line ends are replaced with it.
        codec: the encoding of ``data``.
        faults: the faults of the text itself.
    """

    def __init__(self, data: bytes) -> None:
        self.encoding = detect(data)
        self.codec = self.encoding
        self.faults: list[RecordFault] = []
        if self.encoding in (UTF16_LE, UTF16_BE):
            _limit(data)
            self.faults += broken_characters(data, self.encoding)
            data, self.codec = decode(data, self.encoding).encode("utf-8", "replace"), UTF8
        data = data.removeprefix(b"\xef\xbb\xbf")
        if b"\n" not in data:
            data = _OTHER_LINE_ENDS[self.codec == UTF8].sub(b"\n", data)
        if count := data.count(b"\0"):
            line = 1 + data.count(b"\n", 0, data.index(b"\0"))
            self.faults.append(RecordFault(Message("detail.nul_bytes", count=count), line=line))
            data = data.replace(b"\0", b" ")
        self.data = data

    @cached_property
    def head(self) -> str:
        """The first characters, enough to recognise a format."""
        return decode(self.data[:_HEAD], self.codec)

    @cached_property
    def is_text(self) -> bool:
        """Whether the beginning has hardly any control characters."""
        controls = sum(1 for character in self.head if character < " " and character not in "\t\n\r\f\v\x1a")
        return controls <= max(_FEW_CONTROLS, len(self.head) // _CONTROL_SHARE)

    @cached_property
    def text(self) -> str:
        """The whole text.

        Raises:
            RecordError: it is too long to be held in memory.
        """
        _limit(self.data)
        return decode(self.data, self.codec)

    def saying(self, text: str) -> TextSource:
        """Return a source for a text that was extracted from this one."""
        other = TextSource(b"")
        other.encoding, other.codec, other.data = self.encoding, UTF8, text.encode("utf-8", "replace")
        return other

    def lines(self, longest: int = 1 << 20) -> Iterator[SourceLine]:
        """Yield the lines that are not blank, decoded one by one and cut to `longest` bytes."""
        start = 0
        number = 0
        while start < len(self.data):
            end = self.data.find(b"\n", start)
            end = len(self.data) if end < 0 else end
            number += 1
            text = decode(self.data[start : min(end, start + longest)], self.codec).strip(" \t\r\u3000\ufeff")
            if text:
                yield SourceLine(number, text, end - start > longest)
            start = end + 1
