"""Setting up positions, making and unmaking moves, with incremental key and score."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import (
    BLACK,
    BLACK_KING_SLOT,
    BOARD_SIZE,
    BOARD_SQUARES,
    BOTH,
    CODE_MASK,
    COLUMN_WORDS,
    COUNTS,
    FILES,
    FIRST_COLUMN,
    KEY,
    KIND_MASK,
    KING,
    OFF_BOARD,
    PIECES,
    RANKS,
    RED,
    RED_KING_SLOT,
    ROW_WORDS,
    SCORE,
    SIDE,
    SLOT_SHIFT,
    SQUARES,
)
from xiangqi.core.jit import kernel
from xiangqi.core.memory import aligned_zeros
from xiangqi.core.tables import COLUMN_RAYS, ROW_RAYS
from xiangqi.core.values import COUNT_UNIT, PIECE_SQUARE
from xiangqi.core.zobrist import SIDE_KEY, ZOBRIST

State = npt.NDArray[np.int64]


def new_state(size: int = BOARD_SIZE) -> State:
    """Return an empty board, Red to move. Shape (size,), int64; the layout is that of core.constants."""
    state = aligned_zeros(size)
    state[SQUARES : SQUARES + 256] = OFF_BOARD
    state[[SQUARES + square for square in BOARD_SQUARES]] = 0
    state[SIDE] = RED
    return state


def set_position(state: State, placement: dict[int, int], side: int) -> None:
    """Set up pieces (square -> colour | kind) and the side to move.

    A king takes the first slot of its side; the others follow in FEN order. Everything else in the array, the
    path included, is unchanged.

    Raises:
        ValueError: a side has more than one king or more than 15 other pieces; the state is then incomplete.
    """
    state[[SQUARES + square for square in BOARD_SQUARES]] = 0
    state[PIECES : PIECES + 32] = 0
    state[ROW_WORDS + 3 : COLUMN_WORDS + 12] = 0
    key, score, counts = 0, 0, 0
    free = {RED: list(range(15, 0, -1)), BLACK: list(range(31, 16, -1))}
    king_slots = {RED: [RED_KING_SLOT], BLACK: [BLACK_KING_SLOT]}
    for square in BOARD_SQUARES:
        code = placement.get(square, 0)
        if not code:
            continue
        slots = (king_slots if code & KIND_MASK == KING else free)[code & BOTH]
        if not slots:
            raise ValueError("a side has more than one king or more than 15 other pieces")
        slot = slots.pop()
        state[SQUARES + square] = slot << SLOT_SHIFT | code
        state[PIECES + slot] = square
        flip_occupied(state, square)
        key ^= int(ZOBRIST[code << 8 | square])
        score += int(PIECE_SQUARE[code << 8 | square])
        counts += int(COUNT_UNIT[code])
    state[SIDE] = side
    state[SCORE] = score
    state[COUNTS] = np.uint64(counts).astype(np.int64)  # the highest count reaches into the sign
    state[KEY] = key ^ (SIDE_KEY if side == BLACK else 0)


@kernel("int64(int64)", inline=True)
def from_square(move: int) -> int:
    """Return the square that a move leaves."""
    return move >> 8


@kernel("int64(int64)", inline=True)
def to_square(move: int) -> int:
    """Return the square that a move goes to."""
    return move & 255


@kernel("int64(int64, int64)", inline=True)
def encode_move(origin: int, target: int) -> int:
    """Return the move from one square to another."""
    return origin << 8 | target


@kernel("void(int64[::1], int64)", inline=True)
def flip_occupied(state: State, square: int) -> None:
    """Toggle whether a square is occupied, in the words of its row and column."""
    state[ROW_WORDS + (square >> 4)] ^= 1 << (square & 15)
    state[COLUMN_WORDS + (square & 15)] ^= 1 << (square >> 4)


@kernel("int64(int64[::1], int64)", inline=True)
def rays_beside(state: State, square: int) -> int:
    """Return the columns of the occupied squares next to a square on its row, packed as in ROW_RAYS."""
    return int(ROW_RAYS[(square & 15) << FILES | state[ROW_WORDS + (square >> 4)] >> FIRST_COLUMN])


@kernel("int64(int64[::1], int64)", inline=True)
def rays_above(state: State, square: int) -> int:
    """Return the rows of the occupied squares next to a square on its column, packed as in COLUMN_RAYS."""
    return int(COLUMN_RAYS[(square >> 4) << RANKS | state[COLUMN_WORDS + (square & 15)] >> FIRST_COLUMN])


@kernel("int64(int64[::1], int64)", inline=True)
def key_change(state: State, move: int) -> int:
    """Return the change of the key by a pseudo-legal move, called before it is made or after it is unmade."""
    origin = from_square(move)
    target = to_square(move)
    code = (state[SQUARES + origin] & CODE_MASK) << 8
    captured = state[SQUARES + target]
    change = SIDE_KEY ^ ZOBRIST[code | origin] ^ ZOBRIST[code | target]
    return change ^ ZOBRIST[(captured & CODE_MASK) << 8 | target] if captured != 0 else change


@kernel("int64(int64[::1], int64)", inline=True)
def make_move(state: State, move: int) -> int:
    """Make a pseudo-legal move and return the captured piece as its square held it, 0 for none.

    Args:
        state: int64, shape (>= BOARD_SIZE,); all of the position is updated.
        move: ``from << 8 | to``. Its legality is not checked.
    """
    origin = from_square(move)
    target = to_square(move)
    piece = state[SQUARES + origin]
    captured = state[SQUARES + target]
    state[KEY] ^= key_change(state, move)
    state[SQUARES + origin] = 0
    state[SQUARES + target] = piece
    state[PIECES + (piece >> SLOT_SHIFT)] = target
    code = (piece & CODE_MASK) << 8
    score = state[SCORE] - PIECE_SQUARE[code | origin] + PIECE_SQUARE[code | target]
    if captured != 0:
        state[PIECES + (captured >> SLOT_SHIFT)] = 0
        victim = (captured & CODE_MASK) << 8 | target
        score -= PIECE_SQUARE[victim]
        state[COUNTS] -= COUNT_UNIT[captured & CODE_MASK]
    else:
        flip_occupied(state, target)
    flip_occupied(state, origin)
    state[SCORE] = score
    state[SIDE] ^= BOTH
    return captured


@kernel("void(int64[::1], int64, int64)", inline=True)
def unmake_move(state: State, move: int, captured: int) -> None:
    """Unmake a move for which make_move returned `captured`."""
    origin = from_square(move)
    target = to_square(move)
    piece = state[SQUARES + target]
    state[SQUARES + origin] = piece
    state[SQUARES + target] = captured
    state[PIECES + (piece >> SLOT_SHIFT)] = origin
    state[KEY] ^= key_change(state, move)
    code = (piece & CODE_MASK) << 8
    score = state[SCORE] + PIECE_SQUARE[code | origin] - PIECE_SQUARE[code | target]
    if captured != 0:
        state[PIECES + (captured >> SLOT_SHIFT)] = target
        victim = (captured & CODE_MASK) << 8 | target
        score += PIECE_SQUARE[victim]
        state[COUNTS] += COUNT_UNIT[captured & CODE_MASK]
    else:
        flip_occupied(state, target)
    flip_occupied(state, origin)
    state[SCORE] = score
    state[SIDE] ^= BOTH
