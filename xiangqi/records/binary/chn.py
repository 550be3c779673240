"""CHN, the record of the game server Lianzhong (联众): one game without variations; read only.

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

NAME: Final = "chn"

_MOVES: Final = 188  # offset of the first record
_RECORD: Final = struct.Struct("<4x4H20x")  # file and row of the start, file and row of the goal


def sniff(data: bytes) -> bool:
    """Whether data hold moves where this format has them; it has no mark of its own."""
    return plausible(list(islice(as_red_sees_it(_steps(data)), 4)))


def read(data: bytes) -> Iterator[Game]:
    """Read the one game of a file.

    Raises:
        RecordError: there is no move in the place.
    """
    if not sniff(data):
        raise RecordError(Message("detail.place_byte", byte=_MOVES, reason=Message("detail.no_chn")))
    game = Game(format=NAME)
    play_steps(game, as_red_sees_it(_steps(data)))
    if (len(data) - _MOVES) % _RECORD.size:
        game.add_fault(Fault(Message("detail.file_ends_in_move"), byte=len(data)))
    tell_rest(game, data, _MOVES, _RECORD.size)
    yield game


def _steps(data: bytes) -> Iterator[Step]:
    """The records up to the first empty one."""
    for offset in range(_MOVES, len(data) - _RECORD.size + 1, _RECORD.size):
        from_file, from_row, to_file, to_row = words = _RECORD.unpack_from(data, offset)
        if not any(words):
            return
        token = " ".join(map(str, words))
        yield Step((from_file, RANKS - 1 - from_row), (to_file, RANKS - 1 - to_row), token, offset)
