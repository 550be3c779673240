"""Compressed rows of a library, unpacked no further than they may be: it may be somebody else's."""

from __future__ import annotations

import zlib

from xiangqi.i18n.message import Message


def unpacked(content: bytes, most: int) -> bytes:
    """What was compressed.

    Args:
        content: of zlib.compress.
        most: bytes of the result.

    Raises:
        ValueError: it is damaged, or larger than that.
    """
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(content, most)
    except (zlib.error, TypeError) as error:  # a row may hold a text or a number instead
        raise ValueError(str(error)) from None
    if unpacker.unconsumed_tail:
        raise ValueError(Message("detail.too_large", size=f"{most >> 20} MiB"))
    if not unpacker.eof:
        raise ValueError(Message("detail.wrong_length"))
    return data
