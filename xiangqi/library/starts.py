"""Start positions other than the usual one, validated before any kernel sees them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.board import Board
from xiangqi.core.constants import BLACK, KINDS, KING, RED
from xiangqi.errors import FenError
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.library.coding import STANDARD, START_BYTES, pack_start

_SIDE_BYTE: Final = 90  # after the piece codes of the points
_MOST_MEN: Final = 15  # pieces of a side besides its king


class Starts:
    """The start positions of a library by number; 0 is the usual one."""

    def __init__(self) -> None:
        self._fens: dict[int, str] = {0: START_FEN}
        self._numbers: dict[str, int] = {START_FEN: 0}
        self._boards: dict[int, bytes] = {0: STANDARD}
        self._readable = {0}

    def read(self, rows: Iterable[tuple[int, object, object]]) -> list[str]:
        """Add rows (number, FEN, packed board), and return messages about damaged ones, which are left out."""
        told: list[str] = []
        for number, fen, board in rows:
            if isinstance(fen, str) and isinstance(board, bytes):
                self.add(number, fen, board if len(board) == START_BYTES else pack_start(fen))
            else:
                told.append(Message("detail.damaged_start", number=number))
        numbers, words = self.packed()
        boards = words.view(np.uint8).reshape(len(numbers), START_BYTES)
        for number in numbers[~_sound(boards)].tolist():
            del self._numbers[self._fens.pop(number)], self._boards[number]
            told.append(Message("detail.damaged_start", number=number))
        return told

    def add(self, number: int, fen: str, board: bytes) -> None:
        """Add a position packed by `coding.pack_start`."""
        self._fens[number] = fen
        self._numbers[fen] = number
        self._boards[number] = board

    def number(self, fen: str) -> int | None:
        """Return the number of a FEN, or None if it is new."""
        return self._numbers.get(fen)

    def fen(self, number: int) -> str:
        """Return the FEN of a position.

        Raises:
            ValueError: there is no such position, or it cannot be read.
        """
        fen = self._fens.get(number)
        if fen is None:
            raise ValueError(Message("detail.damaged_start", number=number))
        if number not in self._readable:
            try:
                Board(fen)
            except FenError as error:
                raise ValueError(str(error)) from None
            self._readable.add(number)
        return fen

    def knows(self, number: int) -> bool:
        """Return whether there is a position with this number."""
        return number in self._boards

    def board(self, number: int) -> bytes:
        """Return a known position in its packed form."""
        return self._boards[number]

    def packed(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return all numbers in ascending order, and their positions in the form that `replay.scan` takes."""
        numbers = sorted(self._boards)
        words = np.frombuffer(b"".join(self._boards[number] for number in numbers), np.int64).copy()
        return np.array(numbers, np.int64), words


def _sound(boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Return which of n packed positions, of shape (n, START_BYTES), have valid pieces and a side to move."""
    points, side = boards[:, :_SIDE_BYTE], boards[:, _SIDE_BYTE]
    codes = [0, *(colour | kind for colour in (RED, BLACK) for kind in KINDS)]
    sound = [
        np.isin(points, codes).all(axis=1),
        np.isin(side, (RED, BLACK)) | ~boards.any(axis=1),  # an empty board: its FEN could not be read
    ]
    for colour in (RED, BLACK):
        kings = points == colour | KING
        sound += [kings.sum(axis=1) <= 1, (points & colour != 0).sum(axis=1) - kings.sum(axis=1) <= _MOST_MEN]
    return np.logical_and.reduce(sound)
