"""The format of the shipped lists of positions: compressed text with a header and a line for each position."""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from xiangqi.errors import ResourceError, XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.resources import asset

_LARGEST: Final = 16 << 20  # bytes of the unpacked text

T = TypeVar("T")


def pack_lines(header: str, lines: Iterable[str]) -> bytes:
    """Return the content of an asset: a header and lines, compressed."""
    return lzma.compress("\n".join([header, *lines]).encode(), preset=9 | lzma.PRESET_EXTREME)


def unpack_lines(data: bytes, header: str, read: Callable[[str], T]) -> tuple[T, ...]:
    """Return the values read from the lines of an asset.

    Args:
        data: the content.
        header: its first line.
        read: reads a line; raises ValueError or XiangqiError if the line is invalid.

    Raises:
        ResourceError: the content is damaged, cut short or of another version; an invalid line is named.
    """
    unpacker = lzma.LZMADecompressor(memlimit=1 << 28)
    try:
        text = unpacker.decompress(data, _LARGEST).decode()
        if not unpacker.eof:
            raise ValueError(Message("detail.wrong_length"))
    except (lzma.LZMAError, ValueError) as error:
        raise ResourceError(Message("detail.damaged_pack", reason=str(error))) from None
    found_header, *lines = text.split("\n")
    if found_header != header:
        begun = repr(found_header[:40])
        raise ResourceError(Message("detail.foreign_pack", found=begun, wanted=repr(header)))
    found = []
    for number, line in enumerate(lines, 2):
        try:
            found.append(read(line))
        except (XiangqiError, ValueError) as error:
            reason = Message("detail.place_line", line=number, reason=str(error))
            raise ResourceError(Message("detail.damaged_pack", reason=reason)) from None
    return tuple(found)


def asset_bytes(name: str) -> bytes:
    """Return the content of an asset.

    Raises:
        ResourceError: the asset is missing or cannot be read.
    """
    try:
        return asset(name).read_bytes()
    except OSError as error:
        raise ResourceError(Message("detail.unread_pack", reason=str(error))) from None
