"""Safe output to terminals: texts from files and engines are shown but cannot control the terminal.

Escape sequences can change a window's title or fake earlier output, and directional marks can reverse a line.
The command line writes through a guard that escapes all such characters.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO, cast

_STEERING: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]"
)
"""C0 except tab and line feed, DEL, C1, and characters that change the direction of writing."""


_OPENING, _CLOSING = r"（“「《『【〈(\[{", r"，。；：、！？）”」》』】〉…,.;:!?)\]}"
_UNIT: Final = rf"[{_OPENING}]*(?:[^\s（“「《『【〈\u2e80-\uffef]+|[\u2e80-\uffef])[{_CLOSING}]*"
_PARTS: Final = re.compile(rf"[^\S\xa0]+|\xa0*{_UNIT}(?:\xa0+{_UNIT})*\xa0*|\xa0+|.")
"""The units between which lines may be broken: words, and Chinese characters with their punctuation.

A no-break space keeps the parts on both its sides together.
"""


def visible(text: str) -> str:
    """Return a text with control characters escaped, such as ``\\\\x1b``."""
    return _STEERING.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def visible_bytes(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield text in UTF-8, in pieces that may end within a character, with control characters escaped."""
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    for piece in pieces:
        yield visible(decoder.decode(piece)).encode()
    yield visible(decoder.decode(b"", final=True)).encode()


def columns(text: str) -> int:
    """Return the number of terminal columns of a text, counting a Chinese character as two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def breakable(text: str) -> list[str]:
    """Return the parts of a text between which a line may be broken: words, Chinese characters, and spaces.

    Punctuation stays with its word or character.
    """
    return _PARTS.findall(text)


def wrapped(text: str, width: int) -> list[str]:
    """Return a text broken into lines of at most `width` columns; only a longer word exceeds it."""
    lines = [""]
    for part in breakable(text):
        if lines[-1] and columns(lines[-1] + part.rstrip()) > width:
            lines.append(part.lstrip())
        else:
            lines[-1] += part
    return [line.rstrip() for line in lines]


def json_text(value: object) -> str:
    """Return a value as one line of JSON with control characters escaped; it reads back as the same value."""
    text = json.dumps(value, ensure_ascii=False)
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


@contextlib.contextmanager
def guarded_output() -> Iterator[None]:
    """Guard standard output and standard error against control characters during the block.

    A closed standard stream is replaced with the null device.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = sys.stdin or Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - until the process ends
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name) or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        setattr(sys, name, stream if isinstance(stream, _Guard) else _Guard(stream))
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


class _Guard:
    """A text stream that escapes control characters, including those in bytes written to a terminal."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        self.stream.write(visible(text))
        return len(text)

    @property
    def buffer(self) -> BinaryIO:
        return cast(BinaryIO, _GuardedBytes(self)) if self.stream.isatty() else self.stream.buffer

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


class _GuardedBytes:
    """The byte stream of a terminal, whose bytes are decoded as UTF-8 and escaped."""

    def __init__(self, guard: _Guard) -> None:
        self._guard = guard
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")

    def write(self, data: bytes) -> int:
        self._guard.write(self._decoder.decode(data))
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._guard.stream, name)


def write_steering(stream: TextIO, text: str) -> None:
    """Write the program's own text, which may control the terminal."""
    (stream.stream if isinstance(stream, _Guard) else stream).write(text)


class ProgressLine:
    """A progress line on standard error, shown only on a terminal."""

    def __init__(self) -> None:
        self._length = 0

    def show(self, text: str) -> None:
        """Show a text, overwriting the previous one."""
        if sys.stderr.isatty():
            shown = visible(text)
            length = columns(shown)
            write_steering(sys.stderr, f"\r{shown}{' ' * (self._length - length)}")
            sys.stderr.flush()
            self._length = length

    def end(self) -> None:
        """Leave the text on the terminal and continue on the next line."""
        if self._length:
            print(file=sys.stderr)
        self._length = 0
