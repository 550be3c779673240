"""Zstandard compression of blocks, without the magic number that all would begin with."""

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
    """Compress a block to a Zstandard frame without its magic number."""
    return zstd.compress(data, options={_OPTION.compression_level: level})[len(_MAGIC) :]


def unpack(block: bytes, size: int) -> bytes:
    """Decompress a block that should have `size` bytes; of a longer one, one byte more is returned.

    Raises:
        ValueError: the block is damaged.
    """
    try:
        return zstd.ZstdDecompressor().decompress(_MAGIC + block, size + 1)
    except zstd.ZstdError as error:
        raise ValueError(str(error)) from None


def pack_checked(data: bytes) -> bytes:
    """Compress data quickly to a Zstandard frame with a checksum."""
    return zstd.compress(data, options={_OPTION.compression_level: 1, _OPTION.checksum_flag: 1})


def unpack_checked(frame: bytes) -> bytes:
    """Decompress a frame with a checksum.

    Raises:
        ValueError: the frame is damaged.
    """
    try:
        return zstd.decompress(frame)
    except zstd.ZstdError as error:
        raise ValueError(str(error)) from None
