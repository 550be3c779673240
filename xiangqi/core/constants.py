"""Names of the rules core: pieces, sides, squares, moves, and the layout of the state array.

Squares. The 9x10 board lies in a 16x16 array (256 squares, one byte) with off-board squares all round, so
that a ray or a jump that leaves the board meets a sentinel instead of needing a range test. A square is
``(row << 4) + column`` with columns 3..11 for files a..i and rows 3..12 for Black's back rank down to Red's.

Pieces. A square holds 0 (empty), OFF_BOARD, or ``slot << 5 | colour | kind``: the slot (0..15 Red, 16..31
Black; a king has the first of his side) names the physical piece, so a piece can be followed through a game.

Moves. ``from_square << 8 | to_square``, hence tables over moves have 65,536 entries.

State. One int64 array holds everything a kernel touches, because every array argument costs reference
counting. The slots:

    name          from   length  content
    SQUARES          0      256  the board
    PIECES         256       32  slot -> square, 0 when captured or absent
    SIDE           288        1  side to move, RED or BLACK
    SCORE          289        1  piece-square scores, Red's view, and the phase, packed as in core.values
    KEY            290        1  position key, side to move included
    NO_BLOCKER     291        1  always 0: the "blocker" of a jump that nothing can block
    PATH_LENGTH    292        1  number of plies on the path
    COUNTS         293        1  how many of each piece are on the board, packed as in core.values
    ROW_WORDS + 3  294       10  occupied squares of each row of the board, a bit for each column
    COLUMN_WORDS + 3 304      9  the same of each column, a bit for each row
    MOVES          320      264  a buffer for one generated move list
    ---- BOARD_SIZE = 584: all that a Board needs ----
    PATH_KEYS      584     1024  key before each ply of the path
    PATH_CAPTURES 1608     1024  piece captured by each ply, 0 for none
    PATH_CHECKS   2632     1024  1 when the ply gave check
    PATH_MOVES    3656     1024  move of each ply, 0 for a pass
    PATH_PIECES   4680     1024  piece that moved
    PATH_CLOCKS   5704     1032  plies without a capture before each ply, and now
    MOVE_STACK    6736    33792  264 moves for each of 128 plies of recursion
    ---- CORE_SIZE = 40528: what perft needs; the engine's own slots follow ----
"""

from __future__ import annotations

from typing import Final

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

# The state array.
SQUARES: Final = 0
PIECES: Final = 256
SIDE: Final = 288
SCORE: Final = 289
KEY: Final = 290
NO_BLOCKER: Final = 291
PATH_LENGTH: Final = 292
COUNTS: Final = 293
ROW_WORDS: Final = 294 - 3  # the first row on the board is row 3
COLUMN_WORDS: Final = 304 - 3
MOVES: Final = 320
MOVE_LIST_SIZE: Final = 264  # a king and 15 chariots, which set_position takes, have 259 moves at most
BOARD_SIZE: Final = MOVES + MOVE_LIST_SIZE
PATH_SIZE: Final = 1024
PATH_KEYS: Final = BOARD_SIZE
PATH_CAPTURES: Final = PATH_KEYS + PATH_SIZE
PATH_CHECKS: Final = PATH_CAPTURES + PATH_SIZE
PATH_MOVES: Final = PATH_CHECKS + PATH_SIZE
MAX_PLY: Final = 128
PATH_PIECES: Final = PATH_MOVES + PATH_SIZE
PATH_CLOCKS: Final = PATH_PIECES + PATH_SIZE
MOVE_STACK: Final = PATH_CLOCKS + PATH_SIZE + 8  # one more than plies, and on a cache line
CORE_SIZE: Final = MOVE_STACK + MAX_PLY * MOVE_LIST_SIZE

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
    """The other side."""
    return side ^ BOTH


def make_square(file: int, rank: int) -> int:
    """Square of file 0..8 (a..i, from Red's left) and rank 0..9 (from Red's back rank)."""
    return ((LAST_ROW - rank) << 4) + FIRST_COLUMN + file


def file_of(square: int) -> int:
    """File 0..8 (a..i) of a square on the board."""
    return (square & 15) - FIRST_COLUMN


def rank_of(square: int) -> int:
    """Rank 0..9, counted from Red's back rank, of a square on the board."""
    return LAST_ROW - (square >> 4)


def on_board(square: int) -> bool:
    """Whether one of the 256 padded squares belongs to the 9x10 board."""
    return 0 <= square < 256 and 0 <= file_of(square) < FILES and 0 <= rank_of(square) < RANKS


BOARD_SQUARES: Final = tuple(make_square(file, rank) for rank in range(9, -1, -1) for file in range(FILES))
"""The 90 squares in FEN order: a9, b9 … i9, a8 … i0."""


def mirror_square(square: int) -> int:
    """The square on the mirrored file (a and i change places)."""
    return make_square(FILES - 1 - file_of(square), rank_of(square))


def rotate_square(square: int) -> int:
    """The square seen from the other side of the table (a0 becomes i9)."""
    return make_square(FILES - 1 - file_of(square), RANKS - 1 - rank_of(square))


def in_palace(square: int, side: int) -> bool:
    """Whether a square lies in the palace of a side; False off the board."""
    rank = rank_of(square) if side == RED else RANKS - 1 - rank_of(square)
    return 3 <= file_of(square) <= 5 and 0 <= rank <= 2


def on_own_half(square: int, side: int) -> bool:
    """Whether a square on the board lies on a side's own half of the river."""
    return (rank_of(square) <= 4) == (side == RED)


def square_name(square: int) -> str:
    """Coordinates of a square, for instance ``"h2"``."""
    return "abcdefghi"[file_of(square)] + str(rank_of(square))


def piece_letter(code: int) -> str:
    """FEN letter of a piece code (colour | kind); ``"."`` for an empty square."""
    letter = LETTERS[code & KIND_MASK]
    return letter.lower() if code & BLACK else letter
