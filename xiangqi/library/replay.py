"""Kernels that encode a move in one byte and replay millions of stored games.

The pieces of a side share the 256 codes of a byte: a chariot or cannon has one for each file and each rank it
can go to, other pieces have one for each jump. A legal set of pieces needs 127. A replay updates only squares,
piece list, key and counts, about 5 ns per move, and searches for a position along the way.

The int64 array of a replay is a board state (layout in core.constants) followed by

    name          from  length  content
    CODE_BASES     584      32  slot -> first code of that piece
    SLOTS_OF_CODES 616     512  side (0 Red, 1 Black) << 8 | code -> slot, -1 for none
    TEMPLATE      1128     294  the start position of the current game
    ---- REPLAY_SIZE = 1422 ----
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    BLACK_KING_SLOT,
    BOARD_SIZE,
    BOARD_SQUARES,
    BOTH,
    CANNON,
    CODE_MASK,
    COUNTS,
    DOWN,
    FIRST_COLUMN,
    KEY,
    KIND_MASK,
    KING,
    KNIGHT,
    LAST_ROW,
    LEFT,
    PAWN,
    PIECES,
    RED,
    RED_KING_SLOT,
    RIGHT,
    ROOK,
    SIDE,
    SLOT_SHIFT,
    SQUARES,
    UP,
)
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import is_pseudo_legal, leaves_king_safe
from xiangqi.core.position import State, make_move, new_state
from xiangqi.core.values import COUNT_UNIT
from xiangqi.core.zobrist import SIDE_KEY, ZOBRIST

CODE_BASES: Final = BOARD_SIZE
SLOTS_OF_CODES: Final = CODE_BASES + 32
TEMPLATE: Final = SLOTS_OF_CODES + 512
_KEPT: Final = COUNTS + 1  # slots of the board state that a replay changes
REPLAY_SIZE: Final = TEMPLATE + _KEPT

START_WORDS: Final = 12  # words of a stored start: 90 bytes of piece codes and one for the side to move
_SIDE_BYTE: Final = 90

# Columns of the array of games that `scan` takes.
OFFSET: Final = 0  # of the game's first code
LENGTH: Final = 1  # plies
START: Final = 2  # index of its start position
PLY: Final = 3  # out: the first ply at which the query matches, or NOWHERE
NEXT: Final = 4  # out: the move played there, 0 for none
TURNED: Final = 5  # out: 1 if the mirror image matched
ROW: Final = 6

NOWHERE: Final = -1

# Modes and fields of a query.
BY_KEY: Final = 0
BY_COUNTS: Final = 1
BY_SQUARES: Final = 2
MODE: Final = 0
TARGET: Final = 1  # a key, or counts
OTHER_TARGET: Final = 2  # for the mirror image or swapped colours; the same as TARGET if not wanted
LEAST_PIECES: Final = 3  # a game is abandoned when it has fewer
PAIRS: Final = 4  # number of (square, code) pairs that follow, and of their mirror images after them
FIRST_PAIR: Final = 5

_WIDTHS: Final = np.array([0, 4, 4, 4, 8, 19, 19, 3], dtype=np.int64)  # number of codes of a piece, by kind
_FILES: Final = 9

_JUMPS: Final = np.zeros(64, dtype=np.int64)
for _kind, _steps in {
    KING: (UP, DOWN, LEFT, RIGHT),
    ADVISOR: (UP + LEFT, UP + RIGHT, DOWN + LEFT, DOWN + RIGHT),
    BISHOP: (2 * UP - 2, 2 * UP + 2, 2 * DOWN - 2, 2 * DOWN + 2),
    KNIGHT: (-33, -31, -18, -14, 14, 18, 31, 33),
    PAWN: (LEFT, RIGHT, UP),  # forward for Red
}.items():
    _JUMPS[_kind << 3 : (_kind << 3) + len(_steps)] = _steps

_PLACES: Final = np.array(BOARD_SQUARES, dtype=np.int64)


def new_replay() -> State:
    """Return an array for the kernels of this module, shape (REPLAY_SIZE,), int64."""
    return new_state(REPLAY_SIZE)


@kernel("int64(int64[::1], int64)", inline=True)
def _byte(words: npt.NDArray[np.int64], index: int) -> int:
    """Return a byte of an array of words, in little-endian order."""
    return words[index >> 3] >> ((index & 7) << 3) & 255


@kernel("int64(int64[::1])")
def number_codes(state: State) -> int:
    """Assign codes to every piece on the board, and return how many the side with more of them needs.

    Args:
        state: shape (REPLAY_SIZE,), with a position; CODE_BASES and SLOTS_OF_CODES are written.

    Returns:
        The number of codes; above 256 the position cannot be encoded.
    """
    most = 0
    for side in range(2):
        for code in range(256):
            state[SLOTS_OF_CODES + (side << 8) + code] = -1
        next_code = 0
        for slot in range(side << 4, (side << 4) + 16):
            square = state[PIECES + slot]
            if square == 0:
                continue
            state[CODE_BASES + slot] = next_code
            width = _WIDTHS[state[SQUARES + square] & KIND_MASK]
            for code in range(next_code, min(next_code + width, 256)):
                state[SLOTS_OF_CODES + (side << 8) + code] = slot
            next_code += width
        most = max(most, next_code)
    return most


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _target(state: State, slot: int, offset: int) -> int:
    """Return the square a code leads to; `offset` is the code relative to the first one of its piece."""
    origin = state[PIECES + slot]
    piece = state[SQUARES + origin]
    kind = piece & KIND_MASK
    if kind != ROOK and kind != CANNON:
        step = _JUMPS[kind << 3 | offset]
        return origin - step if step == UP and kind == PAWN and piece & BLACK != 0 else origin + step
    if offset < _FILES:
        return origin & 0xF0 | FIRST_COLUMN + offset
    return LAST_ROW - (offset - _FILES) << 4 | origin & 15


@kernel("int64(int64[::1], int64)", inline=True)
def _code(state: State, move: int) -> int:
    """Return the code of a legal move."""
    origin = move >> 8
    target = move & 255
    piece = state[SQUARES + origin]
    kind = piece & KIND_MASK
    base = state[CODE_BASES + (piece >> SLOT_SHIFT)]
    if kind != ROOK and kind != CANNON:
        step = target - origin
        if kind == PAWN and step == DOWN:
            step = UP
        jump = 0
        while _JUMPS[kind << 3 | jump] != step:  # a legal move has one
            jump += 1
        return base + jump
    if origin >> 4 == target >> 4:
        return base + (target & 15) - FIRST_COLUMN
    return base + _FILES + LAST_ROW - (target >> 4)


@kernel("int64(int64[::1], int64[::1], int64[::1])")
def encode(state: State, moves: npt.NDArray[np.int64], codes: npt.NDArray[np.int64]) -> int:
    """Play moves from the position in `state` and write their codes, and return how many were legal.

    Args:
        state: shape (REPLAY_SIZE,), after `number_codes`; left in the final position.
        moves: 16-bit moves, shape (n,); the first illegal one ends the line.
        codes: shape (n,), overwritten.
    """
    for ply in range(len(moves)):
        move = moves[ply]
        if is_pseudo_legal(state, move) == 0 or leaves_king_safe(state, move) == 0:
            return ply
        codes[ply] = _code(state, move)
        make_move(state, move)
    return len(moves)


@kernel("int64(int64[::1], int64[::1], int64[::1])")
def decode(state: State, codes: npt.NDArray[np.int64], moves: npt.NDArray[np.int64]) -> int:
    """Write the moves of some codes, and return how many of them were valid.

    Args:
        state: shape (REPLAY_SIZE,), after `number_codes`; left in the final position.
        codes: shape (n,), one code per entry; an invalid one ends the line.
        moves: shape (n,), overwritten.
    """
    for ply in range(len(codes)):
        side = 0 if state[SIDE] == RED else 1
        slot = state[SLOTS_OF_CODES + (side << 8) + (codes[ply] & 255)]
        if slot < 0 or state[PIECES + slot] == 0:
            return ply
        move = state[PIECES + slot] << 8 | _target(state, slot, (codes[ply] & 255) - state[CODE_BASES + slot])
        if is_pseudo_legal(state, move) == 0 or leaves_king_safe(state, move) == 0:
            return ply
        moves[ply] = move
        make_move(state, move)
    return len(codes)


@kernel("void(int64[::1], int64[::1], int64)")
def set_up(state: State, starts: npt.NDArray[np.int64], number: int) -> None:
    """Set up a stored start position with its codes, and save it as TEMPLATE.

    Pieces get the same slots as in `position.set_position`.

    Args:
        state: shape (REPLAY_SIZE,), overwritten.
        starts: START_WORDS words per position, in the format of `library.coding.pack_start`.
        number: the index of the position.
    """
    first = number * START_WORDS << 3
    for slot in range(32):
        state[PIECES + slot] = 0
    key = 0
    counts = 0
    red = RED_KING_SLOT + 1
    black = BLACK_KING_SLOT + 1
    for i in range(90):
        square = _PLACES[i]
        code = _byte(starts, first + i) & CODE_MASK
        state[SQUARES + square] = 0
        if code == 0:
            continue
        if code & KIND_MASK == KING:
            slot = RED_KING_SLOT if code & RED != 0 else BLACK_KING_SLOT
        elif code & RED != 0:
            slot = red
            red += 1
        else:
            slot = black
            black += 1
        state[SQUARES + square] = slot << SLOT_SHIFT | code
        state[PIECES + slot] = square
        key ^= ZOBRIST[code << 8 | square]
        counts += COUNT_UNIT[code]
    state[SIDE] = _byte(starts, first + _SIDE_BYTE)
    if state[SIDE] == BLACK:
        key ^= SIDE_KEY
    state[KEY] = key
    state[COUNTS] = counts
    number_codes(state)
    for i in range(_KEPT):
        state[TEMPLATE + i] = state[i]


@kernel("int64(int64[::1], int64[::1], int64)", inline=True)
def _fits(state: State, query: npt.NDArray[np.int64], first: int) -> int:
    """Return 1 if all squares of a query's pairs have the required contents."""
    for i in range(first, first + 2 * query[PAIRS], 2):
        if state[SQUARES + query[i]] & CODE_MASK != query[i + 1]:
            return 0
    return 1


@kernel("int64(int64[::1], int64[::1])", inline=True)
def _found(state: State, query: npt.NDArray[np.int64]) -> int:
    """Return 1 if the position matches the query, 2 if its mirror image does, else 0."""
    mode = query[MODE]
    if mode == BY_SQUARES:
        if _fits(state, query, FIRST_PAIR):
            return 1
        return 2 * _fits(state, query, FIRST_PAIR + 2 * query[PAIRS])
    value = state[KEY] if mode == BY_KEY else state[COUNTS]
    if value == query[TARGET]:
        return 1
    return 2 if value == query[OTHER_TARGET] else 0


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _step(state: State, side: int, code: int) -> int:
    """Play an encoded move, updating only what `_found` reads; return move << 32 | captured side, or -1."""
    slot = state[SLOTS_OF_CODES + (side << 8) + code]
    if slot < 0 or state[PIECES + slot] == 0:
        return -1
    origin = state[PIECES + slot]
    target = _target(state, slot, code - state[CODE_BASES + slot]) & 255
    piece = state[SQUARES + origin]
    captured = state[SQUARES + target]
    kind = (piece & CODE_MASK) << 8
    key = state[KEY] ^ SIDE_KEY ^ ZOBRIST[kind | origin] ^ ZOBRIST[kind | target]
    if captured & BOTH != 0:
        key ^= ZOBRIST[(captured & CODE_MASK) << 8 | target]
        state[PIECES + (captured >> SLOT_SHIFT)] = 0
        state[COUNTS] -= COUNT_UNIT[captured & CODE_MASK]
    state[KEY] = key
    state[SQUARES + origin] = 0
    state[SQUARES + target] = piece
    state[PIECES + slot] = target
    return (origin << 8 | target) << 32 | captured & BOTH


@kernel("int64(int64[::1])", inline=True)
def _piece_count(state: State) -> int:
    total = 0
    for slot in range(32):
        if state[PIECES + slot] != 0:
            total += 1
    return total


@kernel("void(int64[::1], int64[::1], int64[::1], int64, int64[::1])")
def _search(
    state: State,
    codes: npt.NDArray[np.int64],
    games: npt.NDArray[np.int64],
    row: int,
    query: npt.NDArray[np.int64],
) -> None:
    """Replay one game from the position in `state` until the query matches, and write PLY, NEXT and TURNED."""
    first = games[row + OFFSET]
    length = games[row + LENGTH]
    side = 0 if state[SIDE] == RED else 1
    pieces = _piece_count(state)
    games[row + PLY] = NOWHERE
    for ply in range(length + 1):
        if pieces < query[LEAST_PIECES]:
            return
        found = _found(state, query)
        step = _step(state, side, _byte(codes, first + ply)) if ply < length else 0
        if found != 0:
            games[row + PLY] = ply
            games[row + NEXT] = max(step, 0) >> 32
            games[row + TURNED] = found - 1
            return
        if step < 0:
            return
        if step & BOTH != 0:
            pieces -= 1
        side = 1 - side


@kernel("void(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])")
def scan(
    state: State,
    codes: npt.NDArray[np.int64],
    games: npt.NDArray[np.int64],
    starts: npt.NDArray[np.int64],
    query: npt.NDArray[np.int64],
) -> None:
    """Search many games for a position.

    Args:
        state: a result of `new_replay`, overwritten.
        codes: one byte per move, all games concatenated.
        games: ROW numbers per game; PLY, NEXT and TURNED are written.
        starts: START_WORDS words per start position.
        query: the query, beginning with MODE.
    """
    start = -1
    for row in range(0, len(games), ROW):
        if games[row + START] != start:
            start = games[row + START]
            set_up(state, starts, start)
        else:
            for i in range(_KEPT):
                state[i] = state[TEMPLATE + i]
        _search(state, codes, games, row, query)
