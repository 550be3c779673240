"""What reaches a terminal: texts of files and engines are shown, but never steer it.

Escape sequences can retitle a window or fake what was printed before, and marks of writing direction can turn a
line round. The command line writes through a guard that spells out all such characters.
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
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO, cast

_STEERING: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]"
)
"""C0 but for tab and line feed, DEL, C1, and what changes the direction of writing."""


_PARTS: Final = re.compile(
    r"\s+|[（“「《]*(?:[^\s（“「《\u2e80-\uffef]+|[\u2e80-\uffef])[，。；：、！？）”」》…]*|."
)
"""What a line is not broken within: words, and a Chinese character with the signs that belong to it."""


def visible(text: str) -> str:
    """A text with control characters spelt out, such as ``\\\\x1b``."""
    return _STEERING.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text broken to a number of columns: between words, and beside Chinese characters."""
    lines = [""]
    for part in _PARTS.findall(text):
        if lines[-1] and columns(lines[-1] + part.rstrip()) > width:
            lines.append(part.lstrip())
        else:
            lines[-1] += part
    return [line.rstrip() for line in lines]


def json_text(value: object) -> str:
    """JSON on one line, with control characters in its own escapes; it reads back as the same value."""
    text = json.dumps(value, ensure_ascii=False)
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


@contextlib.contextmanager
def guarded_output() -> Iterator[None]:
    """Let nothing that steers a terminal through standard output and standard error, for a block of code.

    A standard stream that is closed becomes one that is empty, or takes everything.
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
    """A text stream that spells out control characters; on a terminal its bytes go the same way."""

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
    """The bytes of a terminal: text in UTF-8, all else spelt out."""

    def __init__(self, guard: _Guard) -> None:
        self._guard = guard
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")

    def write(self, data: bytes) -> int:
        self._guard.write(self._decoder.decode(data))
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._guard.stream, name)


def write_steering(stream: TextIO, text: str) -> None:
    """Write a text of the program's own, whose control characters do steer the terminal."""
    (stream.stream if isinstance(stream, _Guard) else stream).write(text)


class ProgressLine:
    """A line on a terminal's standard error that tells how far some work is; nothing where nobody looks."""

    def __init__(self) -> None:
        self._length = 0

    def show(self, text: str) -> None:
        """Write it over what it said before."""
        if sys.stderr.isatty():
            shown = visible(text)
            length = columns(shown)
            write_steering(sys.stderr, f"\r{shown}{' ' * (self._length - length)}")
            sys.stderr.flush()
            self._length = length

    def end(self) -> None:
        """Leave what it says, and go on below."""
        if self._length:
            print(file=sys.stderr)
        self._length = 0
