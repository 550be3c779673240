"""Records that a command is given: a file, a folder, or what comes in by standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.records.files import MAX_BYTES, read_bytes, read_games
from xiangqi.records.tree import Game

STDIN: Final = "-"
"""What stands for standard input in place of a file's name."""

_TOLD: Final = "stdin"


def read_given(name: str, content: bytes | None = None) -> Iterator[Game]:
    """The games of a file or folder as `records.files.read_games` gives them, or of standard input.

    Args:
        name: of the file, or STDIN.
        content: of standard input where it was read already.

    Raises:
        RecordError: as `read_games` and `read_bytes`.
    """
    if name != STDIN:
        return read_games(name)
    return read_bytes(stdin_content() if content is None else content, _TOLD)


def stdin_content() -> bytes:
    """All of standard input, which can be read once.

    Raises:
        RecordError: it cannot be read, or is larger than a record may be.
    """
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
    except OSError as error:  # such as a folder
        reason: str = system_reason(error)
    else:
        if len(data) <= MAX_BYTES:
            return data
        reason = Message("detail.too_large", size=f"{MAX_BYTES >> 20} MiB")
    raise RecordError(Message("detail.of_file", file=_TOLD, reason=Message("detail.unopened", reason=reason)))
