"""Reads books of ElephantEye (BOOK.DAT), in which positions are identified by 32 bits of a hash.

An entry has eight bytes, little-endian: the hash, a move from the low byte to the high one on a board of 16 by
16 points, and a weight; entries are sorted by their hash. The numbers that are xored into a hash are the key
stream of RC4 for a key of one zero byte, taken four bytes at a time: three for the side to move, then three for
each piece and point, of which the third one counts. A file in this format has an entry for the starting
position, as every book does.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, KIND_MASK, file_of, make_square, rank_of
from xiangqi.disk import read_file
from xiangqi.engine.book import LARGEST, Book
from xiangqi.errors import ResourceError
from xiangqi.i18n.message import Message
from xiangqi.openings.places import mirrored

_ENTRY: Final = struct.Struct("<IHH")  # hash, move, weight
_KEY: Final = b"\0"
_KINDS: Final = 7
_POINTS: Final = 256
_EDGE: Final = 3  # rows and columns of the large board before the first point
_LAST_RANK: Final = 9


def key_stream(key: bytes) -> Iterator[int]:
    """Yield the bytes of the RC4 stream for a key."""
    state, place = list(range(256)), 0
    for index in range(256):
        place = (place + state[index] + key[index % len(key)]) & 255
        state[index], state[place] = state[place], state[index]
    first = second = 0
    while True:
        first = (first + 1) & 255
        second = (second + state[first]) & 255
        state[first], state[second] = state[second], state[first]
        yield state[(state[first] + state[second]) & 255]


@lru_cache(maxsize=1)
def _numbers() -> tuple[int, ...]:
    """Return the hash number of Black's turn, then those of each kind of piece on each point, Red's first."""
    count = 1 + 2 * _KINDS * _POINTS
    data = bytes(islice(key_stream(_KEY), 12 * count))
    return struct.unpack(f"<{3 * count}I", data)[2::3]


def _point(square: int) -> int:
    """Return a square's point on the large board, which is seen from Red's side."""
    return (_EDGE + _LAST_RANK - rank_of(square)) << 4 | _EDGE + file_of(square)


def _square(point: int) -> int:
    """Return the square that a point of the large board stands for.

    Raises:
        ValueError: it is not on the board.
    """
    file, rank = (point & 15) - _EDGE, _EDGE + _LAST_RANK - (point >> 4)
    if not (0 <= file <= 8 and 0 <= rank <= _LAST_RANK):
        raise ValueError(point)
    return make_square(file, rank)


def hash_of(board: Board, *, image: bool = False) -> int:
    """Return the hash of a position or of its mirror image."""
    numbers = _numbers()
    found = numbers[0] if board.turn == BLACK else 0
    for square, code in board.pieces().items():
        place = mirrored(square << 8 | square).to_square if image else square
        kind = (code & KIND_MASK) - 1 + (_KINDS if code & BLACK else 0)
        found ^= numbers[1 + kind * _POINTS + _point(place)]
    return found


class ElephantBook(Book):
    """A book in the format of ElephantEye."""

    def __init__(self, data: bytes) -> None:
        """Create a book from the content of its file.

        Raises:
            ValueError: its size is wrong, it is not sorted, or it has no move for the starting position.
        """
        super().__init__()
        if not data or len(data) % _ENTRY.size:
            raise ValueError(Message("detail.book.size", size=_ENTRY.size))
        self._entries_of_file = list(_ENTRY.iter_unpack(data))
        self._keys = [key for key, _, _ in self._entries_of_file]
        if self._keys != sorted(self._keys):
            raise ValueError(Message("detail.book.unsorted"))
        if not self.moves(Board()):
            raise ValueError(Message("detail.book.other_keys"))

    def __len__(self) -> int:
        return len(set(self._keys))

    def moves(self, board: Board) -> dict[Move, int]:
        """Return the legal book moves of a position with their weights."""
        found: dict[Move, int] = {}
        for image in (False, True):
            key = hash_of(board, image=image)
            for place in range(bisect_left(self._keys, key), len(self._keys)):
                entry_key, packed, weight = self._entries_of_file[place]
                if entry_key != key:
                    break
                move = _move(packed)
                if move is not None and weight:
                    move = mirrored(move) if image else move
                    if board.is_legal(move):
                        found[move] = max(weight, found.get(move, 0))
        return found


def _move(packed: int) -> Move | None:
    try:
        return Move.of(_square(packed & 255), _square(packed >> 8))
    except ValueError:
        return None


def open_book(path: Path) -> Book:
    """Read a book in the program's own format or in ElephantEye's.

    Raises:
        ResourceError: it cannot be read, or is in neither format; the message says why.
    """
    try:
        data = read_file(path, LARGEST)
    except OSError as error:
        raise ResourceError(f"book {path}: {error}") from error
    if b"\0" not in data:
        return Book.read(path)
    try:
        return ElephantBook(data)
    except ValueError as error:
        raise ResourceError(Message("detail.of_file", file=str(path), reason=str(error))) from error
