"""Encoding of main lines, one byte per move."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from xiangqi.board import Board, Move
from xiangqi.core.constants import BOARD_SQUARES, CODE_MASK, COUNTS, SQUARES
from xiangqi.core.values import BLACK_COUNTS, COUNT_BITS
from xiangqi.errors import FenError
from xiangqi.fen import START_FEN
from xiangqi.library import replay

START_BYTES: Final = replay.START_WORDS * 8
_MOST_ALIKE: Final = (1 << COUNT_BITS - 1) - 1
"""The most pieces of one kind and colour for which packed counts can still be compared in parallel."""


class Coded(NamedTuple):
    """An encoded main line."""

    codes: bytes  # one byte per move
    counts: int  # piece counts of the final position, packed as in core.values
    digest: int  # a signed 64-bit hash of start and moves
    sound: bool  # False if the position has too many pieces to be encoded; `codes` is then empty


def pack_start(fen: str) -> bytes:
    """Return a start position in the form that kernels read: START_BYTES bytes with pieces and the turn."""
    try:
        board = Board(fen)
    except FenError:  # the empty board of records whose position could not be read
        return bytes(START_BYTES)
    squares = bytes(int(board.state[SQUARES + square]) & CODE_MASK for square in BOARD_SQUARES)
    return (squares + bytes([board.turn])).ljust(START_BYTES, b"\0")


class Coder:
    """Encodes and decodes moves. Not thread-safe."""

    def __init__(self) -> None:
        self._state = replay.new_replay()
        self._fresh: dict[bytes, tuple[npt.NDArray[np.int64], bool]] = {}

    def _begin(self, start: bytes) -> bool:
        """Set up a start position, and return whether it can be encoded."""
        known = self._fresh.get(start)
        if known is None:
            replay.set_up(self._state, np.frombuffer(start, np.int64).copy(), 0)
            sound = int(replay.number_codes(self._state)) <= 256 and _few_alike(start)
            if len(self._fresh) > 1000:
                self._fresh.clear()
            known = self._fresh[start] = (self._state.copy(), sound)
        self._state[:] = known[0]
        return known[1]

    def encode(self, start: bytes, moves: Sequence[int]) -> Coded:
        """Encode a line of moves.

        Args:
            start: a result of pack_start.
            moves: the moves; the first illegal one ends the line.
        """
        if not self._begin(start):
            return Coded(b"", 0, digest(start, np.array(moves, np.int64).tobytes()), sound=False)
        codes = np.zeros(len(moves), np.int64)
        legal = int(replay.encode(self._state, np.array(moves, np.int64), codes))
        data = codes[:legal].astype(np.uint8).tobytes()
        return Coded(data, int(self._state[COUNTS]), digest(start, data), sound=True)

    def coded(self, start: bytes, codes: bytes) -> Coded:
        """Return a line as `encode` returned it, given its codes; it is shorter if these are damaged."""
        sensible = len(self._replay(start, codes))
        data = codes[:sensible]
        return Coded(data, int(self._state[COUNTS]), digest(start, data), sound=True)

    def decode(self, start: bytes, codes: bytes) -> list[Move]:
        """Return the encoded moves; fewer than there are codes if these are damaged."""
        return [Move(move) for move in self._replay(start, codes).tolist()]

    def _replay(self, start: bytes, codes: bytes) -> npt.NDArray[np.int64]:
        """Play the encoded moves up to the first invalid one, and return them."""
        self._begin(start)
        moves = np.zeros(len(codes), np.int64)
        sensible = replay.decode(self._state, np.frombuffer(codes, np.uint8).astype(np.int64), moves)
        return moves[:sensible]


def _few_alike(start: bytes) -> bool:
    return max(start[:90].count(code) for code in range(1, 32)) <= _MOST_ALIKE


def digest(start: bytes, line: bytes) -> int:
    """Return a signed 64-bit hash of a packed start position and the codes of a line."""
    found = hashlib.blake2b(line, digest_size=8, key=b"" if start == STANDARD else start[:64])
    if start != STANDARD:
        found.update(start[64:])
    return int.from_bytes(found.digest(), "little", signed=True)


STANDARD: Final = pack_start(START_FEN)
"""The packed starting position."""

_HIGH: Final = np.uint64(sum(1 << shift + COUNT_BITS - 1 for shift in range(0, BLACK_COUNTS + 32, COUNT_BITS)))


def at_least(counts: npt.NDArray[np.int64], wanted: int) -> npt.NDArray[np.bool_]:
    """Return which packed counts are at least those of `wanted` for every kind of piece."""
    return _no_less(counts.view(np.uint64), np.uint64(wanted & (1 << 64) - 1))


def at_most(counts: npt.NDArray[np.int64], wanted: int) -> npt.NDArray[np.bool_]:
    """Return which packed counts are at most those of `wanted` for every kind of piece."""
    return _no_less(np.uint64(wanted & (1 << 64) - 1), counts.view(np.uint64))


def _no_less(
    some: npt.NDArray[np.uint64] | np.uint64, others: npt.NDArray[np.uint64] | np.uint64
) -> npt.NDArray[np.bool_]:
    """Return where each packed field of `some` is at least that of `others`, so that no top bit borrows."""
    found: npt.NDArray[np.bool_] = ((some | _HIGH) - others) & _HIGH == _HIGH
    return found
