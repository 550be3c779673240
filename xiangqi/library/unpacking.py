"""Decompression of a library's values with a size limit, since the library may be somebody else's."""

from __future__ import annotations

import zlib

from xiangqi.i18n.message import Message


def unpacked(content: bytes, most: int) -> bytes:
    """Decompress a value.

    Args:
        content: a result of zlib.compress.
        most: the largest size of the result in bytes.

    Raises:
        ValueError: the content is damaged, or the result would be too large.
    """
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(content, most)
    except (zlib.error, TypeError) as error:  # the value may be a text or a number instead
        raise ValueError(str(error)) from None
    if unpacker.unconsumed_tail:
        raise ValueError(Message("detail.too_large", size=f"{most >> 20} MiB"))
    if not unpacker.eof:
        raise ValueError(Message("detail.wrong_length"))
    return data
