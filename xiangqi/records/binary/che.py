"""CHE, the record of the game server QQ: one game without variations, as a list of numbers; read only.

Two variants count files from different sides. Source: docs/formats/servers.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from xiangqi.core.constants import FILES
from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.records.binary.linear import RawMove, plausible, play_steps
from xiangqi.records.tree import Game, RecordFault

NAME: Final = "che"

_NUMBER: Final = re.compile(rb"\d+")
_TEXT: Final = re.compile(rb"\s*\d+(?:[\s,;:|]+\d+)*[\s,;:|\0]*")
_SNIFFED: Final = 4096  # bytes
_HEAD: Final = 2  # numbers before the moves: a version and the number of moves
_ENTRY: Final = 10  # numbers for each move
_SIDE: Final = 2  # in the newer kind: 1 Red, 0 Black
_PLACE: Final = 3  # row and column of the start, row and column of the goal
_PLY: Final = 8  # in the newer kind: number of the move
_DIGITS: Final = 9  # the most digits of a sensible number
_SENSELESS: Final = 10**_DIGITS


def sniff(data: bytes) -> bool:
    """Return whether the data is a list of numbers with moves where the format has them."""
    start = data[:_SNIFFED]
    if not _TEXT.fullmatch(start):
        return False
    return plausible(list(islice(_steps(start), 4)))


def read(data: bytes) -> Iterator[Game]:
    """Yield the only game of a file.

    Raises:
        RecordError: the file does not begin with numbers, or has no move where the format has the first one.
    """
    if not sniff(data):
        raise RecordError(Message("detail.place_byte", byte=0, reason=Message("detail.no_che")))
    game = Game(format=NAME)
    play_steps(game, _steps(data))
    announced = next(islice(_numbers(data), 1, None))[0]
    numbers = sum(1 for _ in _NUMBER.finditer(data)) - _HEAD
    found = numbers // _ENTRY
    if (left := numbers - _ENTRY * len(game.main_line())) and not game.errors:
        message = Message("detail.numbers_after_end", count=left)
        game.add_fault(RecordFault(message, byte=len(data.rstrip())))
    if len(data) > _SNIFFED and not _TEXT.fullmatch(data):
        game.add_fault(RecordFault(Message("detail.among_numbers"), byte=_SNIFFED))
    if found < announced:
        game.add_fault(
            RecordFault(Message("detail.moves_announced", count=announced, found=found), byte=len(data))
        )
    yield game


def _numbers(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the numbers in the data, each with its offset."""
    for match in _NUMBER.finditer(data):
        yield (int(match[0]) if len(match[0]) <= _DIGITS else _SENSELESS), match.start()


def _steps(data: bytes) -> Iterator[RawMove]:
    numbers = islice(_numbers(data), _HEAD, None)
    mirrored: bool | None = None
    while len(entry := list(islice(numbers, _ENTRY))) == _ENTRY:
        values = [value for value, _ in entry]
        if mirrored is None:
            mirrored = values[_SIDE] == 1 and values[_PLY] == 1
        from_row, from_file, to_row, to_file = place = values[_PLACE : _PLACE + 4]
        if mirrored:
            from_file, to_file = FILES - 1 - from_file, FILES - 1 - to_file
        yield RawMove((from_file, from_row), (to_file, to_row), " ".join(map(str, place)), entry[_PLACE][1])
