"""CCM, the record of the game server Zhongyou (中游): one game without variations; read only.

Source: docs/formats/servers.md.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice
from typing import Final

from xiangqi.core.constants import RANKS
from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.records.binary.linear import Step, as_red_sees_it, plausible, play_steps, tell_rest
from xiangqi.records.tree import Fault, Game

NAME: Final = "ccm"

_RECORD: Final = struct.Struct("<3x4B")  # files of start and goal, rows of start and goal


def sniff(data: bytes) -> bool:
    """Whether data begin with moves as this format has them; it has no mark of its own."""
    return plausible(list(islice(as_red_sees_it(_steps(data)), 4)))


def read(data: bytes) -> Iterator[Game]:
    """Read the one game of a file.

    Raises:
        RecordError: there is no move at the beginning.
    """
    if not sniff(data):
        raise RecordError(Message("detail.place_byte", byte=0, reason=Message("detail.no_ccm")))
    game = Game(format=NAME)
    play_steps(game, as_red_sees_it(_steps(data)))
    if len(data) % _RECORD.size:
        game.add_fault(Fault(Message("detail.file_ends_in_move"), byte=len(data)))
    tell_rest(game, data, 0, _RECORD.size)
    yield game


def _steps(data: bytes) -> Iterator[Step]:
    """The records up to the first empty one."""
    for offset in range(0, len(data) - _RECORD.size + 1, _RECORD.size):
        from_file, to_file, from_row, to_row = numbers = _RECORD.unpack_from(data, offset)
        if not any(numbers):
            return
        token = " ".join(map(str, numbers))
        yield Step((from_file, RANKS - 1 - from_row), (to_file, RANKS - 1 - to_row), token, offset)
