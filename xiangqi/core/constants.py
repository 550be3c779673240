"""Constants of the rules: pieces, sides, squares, moves, and the layout of the state array.

Squares. The 9x10 board lies in a 16x16 array, surrounded by off-board squares, so that rays and jumps that
leave the board meet a sentinel and need no range test. A square is ``(row << 4) + column`` with columns 3..11
for files a..i and rows 3..12 for Black's back rank down to Red's.

Pieces. A square holds 0 (empty), OFF_BOARD, or ``slot << 5 | colour | kind``. The slot (0..15 Red, 16..31
Black, a king's being the first of its side) identifies the physical piece, so that it can be followed through a
game.

Moves. ``from_square << 8 | to_square``, hence tables over moves have 65,536 entries.

State. One int64 array holds everything that a kernel touches, because every array argument costs reference
counting. A Board needs the first BOARD_SIZE slots, perft CORE_SIZE; the engine's own follow
(engine.common.layout).
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.slots import SlotAllocator

# Kinds and colours: a piece code is colour | kind, 0..23.
KING: Final = 1
ADVISOR: Final = 2
BISHOP: Final = 3
KNIGHT: Final = 4
ROOK: Final = 5
CANNON: Final = 6
PAWN: Final = 7
KINDS: Final = (KING, ADVISOR, BISHOP, KNIGHT, ROOK, CANNON, PAWN)

RED: Final = 8
BLACK: Final = 16
BOTH: Final = RED | BLACK  # side ^ BOTH is the opponent

KIND_MASK: Final = 7
CODE_MASK: Final = 31
SLOT_SHIFT: Final = 5
RED_KING_SLOT: Final = 0
BLACK_KING_SLOT: Final = 16
OFF_BOARD: Final = 1 << 10  # no colour, no kind

LETTERS: Final = ".KABNRCP"  # by kind, upper case for Red
PIECE_NAMES: Final = ("", "king", "advisor", "elephant", "horse", "chariot", "cannon", "pawn")  # by kind

MOVE_LIST_SIZE: Final = 264  # a king and 15 rooks, which set_position takes, have 259 moves at most
PATH_SIZE: Final = 1024
MAX_PLY: Final = 128

# The state array.
_slots: Final = SlotAllocator()
SQUARES: Final = _slots.reserve("SQUARES", 256)  # the board
PIECES: Final = _slots.reserve("PIECES", 32)  # slot of a piece -> square, 0 when captured or absent
SIDE: Final = _slots.reserve("SIDE")  # side to move, RED or BLACK
SCORE: Final = _slots.reserve(
    "SCORE"
)  # piece-square scores, Red's view, and the phase, packed as in core.values
KEY: Final = _slots.reserve("KEY")  # position key, side to move included
NO_BLOCKER: Final = _slots.reserve("NO_BLOCKER")  # always 0: the "blocker" of a jump that nothing can block
PATH_LENGTH: Final = _slots.reserve("PATH_LENGTH")  # number of plies on the path
COUNTS: Final = _slots.reserve("COUNTS")  # how many of each piece are on the board, packed as in core.values
# Occupied squares of each row of the board, a bit for each column, and of each column, a bit for each row. The
# board begins in the third of both.
ROW_WORDS: Final = _slots.reserve("ROW_WORDS", 10) - 3
COLUMN_WORDS: Final = _slots.reserve("COLUMN_WORDS", 9) - 3
MOVES: Final = _slots.reserve("MOVES", MOVE_LIST_SIZE, aligned=True)  # a buffer for one generated move list
BOARD_SIZE: Final = _slots.end
PATH_KEYS: Final = _slots.reserve("PATH_KEYS", PATH_SIZE)  # key before each ply of the path
PATH_CAPTURES: Final = _slots.reserve("PATH_CAPTURES", PATH_SIZE)  # piece captured by each ply, 0 for none
PATH_CHECKS: Final = _slots.reserve("PATH_CHECKS", PATH_SIZE)  # 1 when the ply gave check
PATH_MOVES: Final = _slots.reserve("PATH_MOVES", PATH_SIZE)  # move of each ply, 0 for a null move
PATH_PIECES: Final = _slots.reserve("PATH_PIECES", PATH_SIZE)  # piece that moved
PATH_CLOCKS: Final = _slots.reserve(
    "PATH_CLOCKS", PATH_SIZE + 1
)  # plies without a capture before each, and now
MOVE_STACK: Final = _slots.reserve("MOVE_STACK", MAX_PLY * MOVE_LIST_SIZE, aligned=True)  # a list for each ply
CORE_SIZE: Final = _slots.end

# Directions on the padded board, Red at the bottom.
UP: Final = -16
DOWN: Final = 16
LEFT: Final = -1
RIGHT: Final = 1

FILES: Final = 9
RANKS: Final = 10
FIRST_COLUMN: Final = 3
LAST_ROW: Final = 12  # Red's back rank


def opponent(side: int) -> int:
    """Return the other side."""
    return side ^ BOTH


def make_square(file: int, rank: int) -> int:
    """Return the square on a file 0..8 (a..i, from Red's left) and rank 0..9 (from Red's back rank)."""
    return ((LAST_ROW - rank) << 4) + FIRST_COLUMN + file


def file_of(square: int) -> int:
    """Return the file 0..8 (a..i) of a square on the board."""
    return (square & 15) - FIRST_COLUMN


def rank_of(square: int) -> int:
    """Return the rank 0..9, from Red's back rank, of a square on the board."""
    return LAST_ROW - (square >> 4)


def on_board(square: int) -> bool:
    """Return whether a square belongs to the 9x10 board."""
    return 0 <= square < 256 and 0 <= file_of(square) < FILES and 0 <= rank_of(square) < RANKS


BOARD_SQUARES: Final = tuple(make_square(file, rank) for rank in range(9, -1, -1) for file in range(FILES))
"""The 90 squares in FEN order: a9, b9 … i9, a8 … i0."""


def mirror_square(square: int) -> int:
    """Return the square mirrored left to right."""
    return make_square(FILES - 1 - file_of(square), rank_of(square))


def rotate_square(square: int) -> int:
    """Return the square rotated by 180 degrees (a0 becomes i9)."""
    return make_square(FILES - 1 - file_of(square), RANKS - 1 - rank_of(square))


def in_palace(square: int, side: int) -> bool:
    """Return whether a square lies in a side's palace."""
    rank = rank_of(square) if side == RED else RANKS - 1 - rank_of(square)
    return 3 <= file_of(square) <= 5 and 0 <= rank <= 2


def on_own_half(square: int, side: int) -> bool:
    """Return whether a square on the board lies on a side's own half of the river."""
    return (rank_of(square) <= 4) == (side == RED)


def square_name(square: int) -> str:
    """Return the coordinates of a square, for instance ``"h2"``."""
    return "abcdefghi"[file_of(square)] + str(rank_of(square))


def piece_letter(code: int) -> str:
    """Return the FEN letter of a piece code (colour | kind), ``"."`` for an empty square."""
    letter = LETTERS[code & KIND_MASK]
    return letter.lower() if code & BLACK else letter
