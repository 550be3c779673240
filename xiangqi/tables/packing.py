"""Zstandard, as tables use it: blocks that all begin alike are kept without their beginning."""

from __future__ import annotations

import sys
from typing import Final

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_MAGIC: Final = b"\x28\xb5\x2f\xfd"  # of every frame
_OPTION: Final = zstd.CompressionParameter


def pack(data: bytes, level: int) -> bytes:
    """A block: a frame of Zstandard with the size of its content, but without its magic number."""
    return zstd.compress(data, options={_OPTION.compression_level: level})[len(_MAGIC) :]


def unpack(block: bytes, size: int) -> bytes:
    """What a block holds, of which no more than one byte too much is unpacked.

    Raises:
        ValueError: it is damaged.
    """
    try:
        return zstd.ZstdDecompressor().decompress(_MAGIC + block, size + 1)
    except zstd.ZstdError as error:
        raise ValueError(str(error)) from None


def pack_checked(data: bytes) -> bytes:
    """A whole frame, made quickly, that tells when it is damaged."""
    return zstd.compress(data, options={_OPTION.compression_level: 1, _OPTION.checksum_flag: 1})


def unpack_checked(frame: bytes) -> bytes:
    """What such a frame holds.

    Raises:
        ValueError: it is damaged.
    """
    try:
        return zstd.decompress(frame)
    except zstd.ZstdError as error:
        raise ValueError(str(error)) from None
