"""CCM, the records of the game servers Zhongyou (中游) and 17pk: one game without variations; read only.

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
from xiangqi.records.binary.linear import RawMove, as_red_sees_it, plausible, play_steps, tell_rest
from xiangqi.records.tree import Game, RecordFault

NAME: Final = "ccm"

_RECORD: Final = struct.Struct("<3x4B")  # files of start and goal, rows of start and goal

_OTHER_MOVES: Final = 12
_OTHER_RECORD: Final = struct.Struct("<x7Bx")  # side, kind, file and row of the start, then of the goal; 0
_SIDES: Final = (1, 2)


def sniff(data: bytes) -> bool:
    """Return whether data begins with moves in the format of either server; neither has a signature."""
    return _is_other(data) or plausible(list(islice(as_red_sees_it(_steps(data)), 4)))


def read(data: bytes) -> Iterator[Game]:
    """Yield the only game of a file.

    Raises:
        RecordError: the file does not begin with a move.
    """
    if not sniff(data):
        raise RecordError(Message("detail.place_byte", byte=0, reason=Message("detail.no_ccm")))
    game = Game(format=NAME)
    is_other = _is_other(data)
    first, size = (_OTHER_MOVES, _OTHER_RECORD.size) if is_other else (0, _RECORD.size)
    play_steps(game, as_red_sees_it(_other_steps(data) if is_other else _steps(data)))
    if (len(data) - first) % size:
        game.add_fault(RecordFault(Message("detail.file_ends_in_move"), byte=len(data)))
    tell_rest(game, data, first, size)
    yield game


def _steps(data: bytes) -> Iterator[RawMove]:
    """Yield the moves of the first server's format up to the first empty one."""
    for offset in range(0, len(data) - _RECORD.size + 1, _RECORD.size):
        from_file, to_file, from_row, to_row = numbers = _RECORD.unpack_from(data, offset)
        if not any(numbers):
            return
        token = " ".join(map(str, numbers))
        yield RawMove((from_file, RANKS - 1 - from_row), (to_file, RANKS - 1 - to_row), token, offset)


def _is_other(data: bytes) -> bool:
    """Return whether data begins with moves in the second server's format, with the sides alternating."""
    steps = list(islice(_other_steps(data), 4))
    sides = [data[step.byte + 1] for step in steps]
    in_turn = all(sides[i] in _SIDES and sides[i] == sides[i % 2] for i in range(len(sides)))
    return in_turn and len(set(sides)) == min(2, len(sides)) and plausible(list(as_red_sees_it(steps)))


def _other_steps(data: bytes) -> Iterator[RawMove]:
    """Yield the moves of the second server's format up to the first empty one."""
    for offset in range(_OTHER_MOVES, len(data) - _OTHER_RECORD.size + 1, _OTHER_RECORD.size):
        _, _, from_file, from_row, to_file, to_row, _ = numbers = _OTHER_RECORD.unpack_from(data, offset)
        if not any(numbers):
            return
        token = " ".join(map(str, numbers[2:6]))
        yield RawMove((from_file, RANKS - 1 - from_row), (to_file, RANKS - 1 - to_row), token, offset)
