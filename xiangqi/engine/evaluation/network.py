"""The evaluation network (NNUE): its file of weights, and inference on the state array.

Inputs are the 14 pieces (own and enemy KABNRCP) on the 90 points, seen by each side from its own end of the
board. Each place of its own king (three files, at home or advanced) has a separate set of inputs. Each input
has a row of WIDTH int16 weights; the sum of the rows of all pieces, with the biases, is a side's
*accumulator*. Its first HIDDEN numbers are clipped to 0..ONE, squared and weighted by the output rows, own and
enemy; the number at LINEAR is a score in itself, and half the difference between the two sides' is added.

Weights and accumulators lie in the state array, four int16 to a slot, so that every thread has its own. Each
accumulator is stored with the key of its position. network_score updates the current one from the nearest ply
of the path that has one, so that making and unmaking moves costs nothing. After a king move the accumulator of
its side is refreshed.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import (
    BLACK,
    BLACK_KING_SLOT,
    BOARD_SQUARES,
    BOTH,
    CODE_MASK,
    KEY,
    KINDS,
    KING,
    PATH_CAPTURES,
    PATH_KEYS,
    PATH_LENGTH,
    PATH_MOVES,
    PATH_PIECES,
    PIECES,
    RED,
    RED_KING_SLOT,
    SIDE,
    SQUARES,
    file_of,
    in_palace,
    rank_of,
    rotate_square,
)
from xiangqi.core.jit import kernel
from xiangqi.core.position import State, from_square, to_square
from xiangqi.disk import cannot_be_read, read_file
from xiangqi.engine.common.layout import (
    ACCUMULATOR_KEYS,
    ACCUMULATOR_PLIES,
    ACCUMULATORS,
    HIDDEN,
    KING_PLACES,
    NETWORK_SHIFT,
    NETWORK_WEIGHTS,
    ROW_SLOTS,
    WEIGHT_ROWS,
    WIDTH,
)
from xiangqi.errors import ResourceError
from xiangqi.resources import asset

ASSET: Final = "network.npz"
VERSION: Final = 2

PLACE_INPUTS: Final = 14 * 90  # for each place of the king
INPUTS: Final = KING_PLACES * PLACE_INPUTS
BIAS_ROW: Final = INPUTS
OWN_ROW: Final = INPUTS + 1
ENEMY_ROW: Final = INPUTS + 2
LINEAR: Final = HIDDEN
NUMBERS: Final = 4  # int16 in a slot
ONE: Final = 181  # the largest integer whose square fits an int16

_FARTHEST: Final = 8  # plies that are updated one by one; beyond, a refresh is cheaper
_PALACE_FILE: Final = 3  # the first
_MOST: Final = 20_000
_LARGEST: Final = 64 << 20  # bytes of a file, and of what it unpacks to


def input_row(perspective: int, code: int, square: int) -> int:
    """Return the input of a piece on a square, as seen by a side whose king is at the first place."""
    seen = square if perspective == RED else rotate_square(square)
    row = (code & 7) - 1 if code & perspective else (code & 7) + 6
    return row * 90 + BOARD_SQUARES.index(seen)


def king_place(perspective: int, square: int) -> int:
    """Return the number of the place of a side's king, 0 to KING_PLACES - 1; each has PLACE_INPUTS inputs."""
    seen = square if perspective == RED else rotate_square(square)
    return 2 * (file_of(seen) - _PALACE_FILE) + (rank_of(seen) > 0)


def _build_rows() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return PIECE_ROWS and POINT_ROWS."""
    pieces, points = np.zeros(64, dtype=np.int64), np.zeros(512, dtype=np.int64)
    first = BOARD_SQUARES[0]
    for half, perspective in enumerate((RED, BLACK)):
        for side in (RED, BLACK):
            for kind in KINDS:
                row = input_row(perspective, side | kind, first)
                pieces[half * 32 + (side | kind)] = NETWORK_WEIGHTS + row * ROW_SLOTS
        origin = input_row(perspective, RED | KING, first)
        for square in BOARD_SQUARES:
            row = input_row(perspective, RED | KING, square) - origin
            points[half * 256 + square] = row * ROW_SLOTS
    return pieces, points


def _build_king_rows() -> npt.NDArray[np.int64]:
    table = np.zeros(512, dtype=np.int64)
    for start, perspective in ((0, RED), (256, BLACK)):
        for square in BOARD_SQUARES:
            if in_palace(square, perspective):
                table[start + square] = king_place(perspective, square) * PLACE_INPUTS * ROW_SLOTS
    return table


PIECE_ROWS, POINT_ROWS = _build_rows()
"""int64, shapes (64,) and (512,). PIECE_ROWS has the slot of the weights of a piece code on the first point,
POINT_ROWS the number of slots from there to its weights on a square. Red's view comes first; Black's begins at
32 and at 256."""
KING_ROWS: Final = _build_king_rows()
"""int64, shape (512,): the offset, in slots, of the rows for a king's square; Black's king begins at 256."""


@kernel("int64(int64, int64)", inline=True)
def accumulator(ply: int, perspective: int) -> int:
    """Return the first slot of a side's accumulator for a ply of the path."""
    row = (ply & (ACCUMULATOR_PLIES - 1)) * 2
    return ACCUMULATORS + (row if perspective == RED else row + 1) * ROW_SLOTS


@kernel("int64(int64, int64, int64)", inline=True)
def _row(perspective: int, code: int, square: int) -> int:
    """Return the slot of the weights of a piece on a square, for a side whose king is at the first place."""
    if perspective == RED:
        return PIECE_ROWS[code] + POINT_ROWS[square]
    return PIECE_ROWS[32 + code] + POINT_ROWS[256 + square]


@kernel("int64(int64[::1], int64)", inline=True)
def _rows_of_king(state: State, perspective: int) -> int:
    """Return the offset, in slots, of the rows for the place of a side's king."""
    if perspective == RED:
        return KING_ROWS[state[PIECES + RED_KING_SLOT]]
    return KING_ROWS[256 + state[PIECES + BLACK_KING_SLOT]]


@kernel("void(int64[::1], int64, int64)")
def _refresh(state: State, ply: int, perspective: int) -> None:
    """Refresh an accumulator from all pieces on the board."""
    numbers = state.view(np.int16)
    total = NUMBERS * accumulator(ply, perspective)
    bias = NUMBERS * (NETWORK_WEIGHTS + BIAS_ROW * ROW_SLOTS)
    for i in range(WIDTH):
        numbers[total + i] = numbers[bias + i]
    shifted = _rows_of_king(state, perspective)
    for slot in range(PIECES, PIECES + 32):
        square = state[slot]
        if square != 0:
            row = NUMBERS * (shifted + _row(perspective, state[SQUARES + square] & CODE_MASK, square))
            for i in range(WIDTH):
                numbers[total + i] += numbers[row + i]


@kernel("void(int64[::1], int64, int64)")
def _advance(state: State, ply: int, perspective: int) -> None:
    """Update an accumulator from that of the ply before; the move between them must not be by its own king."""
    numbers = state.view(np.int16)
    after = NUMBERS * accumulator(ply, perspective)
    before = NUMBERS * accumulator(ply - 1, perspective)
    move = state[PATH_MOVES + ply - 1]
    if move == 0:  # a null move
        for i in range(WIDTH):
            numbers[after + i] = numbers[before + i]
        return
    shifted = _rows_of_king(state, perspective)
    code = state[PATH_PIECES + ply - 1] & CODE_MASK
    left = NUMBERS * (shifted + _row(perspective, code, from_square(move)))
    reached = NUMBERS * (shifted + _row(perspective, code, to_square(move)))
    captured = state[PATH_CAPTURES + ply - 1]
    if captured == 0:
        for i in range(WIDTH):
            numbers[after + i] = numbers[before + i] + numbers[reached + i] - numbers[left + i]
        return
    taken = NUMBERS * (shifted + _row(perspective, captured & CODE_MASK, to_square(move)))
    for i in range(WIDTH):
        numbers[after + i] = numbers[before + i] + numbers[reached + i] - numbers[left + i] - numbers[taken + i]


@kernel("int64(int64, int64)", inline=True)
def _key_slot(ply: int, perspective: int) -> int:
    """Return the slot of the key of the position that an accumulator belongs to."""
    row = ply & (ACCUMULATOR_PLIES - 1)
    return ACCUMULATOR_KEYS + (row if perspective == RED else row + ACCUMULATOR_PLIES)


@kernel("void(int64[::1], int64)")
def _bring_up_to_date(state: State, perspective: int) -> None:
    """Bring a side's accumulator for the top of the path up to date."""
    ply = state[PATH_LENGTH]
    key = state[KEY]
    first = ply
    while state[_key_slot(first, perspective)] != key:
        if (
            first == 0
            or ply - first == _FARTHEST
            or state[PATH_PIECES + first - 1] & CODE_MASK == perspective | KING
        ):
            _refresh(state, ply, perspective)
            state[_key_slot(ply, perspective)] = state[KEY]
            return
        first -= 1
        key = state[PATH_KEYS + first]
    while first < ply:
        first += 1
        _advance(state, first, perspective)
        state[_key_slot(first, perspective)] = state[KEY] if first == ply else state[PATH_KEYS + first]


@kernel("int64(int64[::1], int64, int64)")
def _weigh(state: State, own: int, enemy: int) -> int:
    """Return the output of the hidden layer for the accumulators at two slots, before the shift."""
    numbers = state.view(np.int16)
    mine = NUMBERS * own
    theirs = NUMBERS * enemy
    my_weights = NUMBERS * (NETWORK_WEIGHTS + OWN_ROW * ROW_SLOTS)
    their_weights = NUMBERS * (NETWORK_WEIGHTS + ENEMY_ROW * ROW_SLOTS)
    total = np.int32(0)
    for i in range(HIDDEN):  # in these widths the compiler multiplies and adds eight at a time
        a = np.int16(min(max(numbers[mine + i], np.int16(0)), np.int16(ONE)))
        b = np.int16(min(max(numbers[theirs + i], np.int16(0)), np.int16(ONE)))
        total = np.int32(total + np.int32(np.int32(np.int16(a * a)) * np.int32(numbers[my_weights + i])))
        total = np.int32(total + np.int32(np.int32(np.int16(b * b)) * np.int32(numbers[their_weights + i])))
    return total


@kernel("int64(int64[::1], int64)", inline=True)
def _linear(state: State, start: int) -> int:
    """Return the linear part of the score of the accumulator at a slot."""
    return state.view(np.int16)[NUMBERS * start + LINEAR]


@kernel("int64(int64[::1])")
def network_score(state: State) -> int:
    """Return the position's value for the side to move, in the units of evaluate; NETWORK_SHIFT must not be 0.

    Only accumulators are changed.
    """
    _bring_up_to_date(state, RED)
    _bring_up_to_date(state, BLACK)
    side = state[SIDE]
    own = accumulator(state[PATH_LENGTH], side)
    enemy = accumulator(state[PATH_LENGTH], side ^ BOTH)
    shift = state[NETWORK_SHIFT]
    hidden = (_weigh(state, own, enemy) + (1 << (shift - 1))) >> shift
    score = hidden + (_linear(state, own) - _linear(state, enemy)) // 2
    return max(-_MOST, min(_MOST, score))


@dataclass(frozen=True)
class Network:
    """An evaluation network with integer weights."""

    # int16, shape (WEIGHT_ROWS, WIDTH): inputs, biases, output for own and enemy
    weights: npt.NDArray[np.int16]
    shift: int  # binary places of the output, 1 or more

    def install(self, state: State) -> None:
        """Make the evaluation of a state use this network."""
        rows = state[NETWORK_WEIGHTS : NETWORK_WEIGHTS + WEIGHT_ROWS * ROW_SLOTS].reshape(
            WEIGHT_ROWS, ROW_SLOTS
        )
        rows[:, : WIDTH // NUMBERS] = self.weights.view(np.int64)
        state[ACCUMULATOR_KEYS : ACCUMULATOR_KEYS + 2 * ACCUMULATOR_PLIES] = 0
        state[NETWORK_SHIFT] = self.shift

    def save(self, path: Path) -> None:
        """Write the network to a file."""
        with path.open("wb") as file:
            np.savez_compressed(
                file, version=np.int64(VERSION), weights=self.weights, shift=np.int64(self.shift)
            )


def load_network(path: Path) -> Network:
    """Read a network.

    Raises:
        ResourceError: the file is missing, damaged (its parts carry checksums) or of another version or shape.
    """
    try:
        with np.load(io.BytesIO(read_file(path, _LARGEST))) as parts:
            if sum(member.file_size for member in parts.zip.infolist()) > _LARGEST:
                raise ValueError(f"it unpacks to more than {_LARGEST >> 20} MiB")
            version, weights, shift = int(parts["version"]), parts["weights"], int(parts["shift"])
    except OSError as error:
        raise ResourceError(cannot_be_read(path, error)) from None
    except Exception as error:  # a damaged archive makes zipfile and NumPy raise nearly anything
        raise ResourceError(f"{path} is not an evaluation network: {error}") from None
    shape = (WEIGHT_ROWS, WIDTH)
    if version != VERSION or weights.shape != shape or weights.dtype != np.int16 or not 1 <= shift < 32:
        raise ResourceError(f"{path} is a network of another version or shape than {VERSION}, {shape}")
    return Network(np.ascontiguousarray(weights), shift)


@cache
def shipped_network() -> Network:
    """Return the network that comes with the program.

    Raises:
        ResourceError: it is missing or damaged.
    """
    return load_network(asset(ASSET))
