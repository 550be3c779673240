"""The Chinese rules of repetition as kernels: their room in the state array, and legal moves as they count.

The kernels of core.cxa_exchange, core.cxa_mates, core.cxa_wins and core.cxa_moves take the state array and
`room`, the slot where ROOM_SIZE free slots begin. "C5" and the like are the articles of docs/rules.md. S is the
side that moved, O its opponent. A set of physical pieces is an int64 with bit `slot` for each.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.attacks import in_check, may_expose_king
from xiangqi.core.chase import king_attackers
from xiangqi.core.constants import (
    BLACK_KING_SLOT,
    KIND_MASK,
    KING,
    LAST_ROW,
    MOVE_LIST_SIZE,
    PAWN,
    PIECES,
    RED,
    RED_KING_SLOT,
    SIDE,
    SLOT_SHIFT,
    SQUARES,
)
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import generate
from xiangqi.core.position import State, make_move, to_square, unmake_move

# The room, from its first slot.
FRAMES: Final = 0  # a move list for each ply of recursion
FRAME_COUNT: Final = 24
ACCOUNT_SIDE: Final = FRAMES + FRAME_COUNT * MOVE_LIST_SIZE  # whose wins are looked for
OFFERING: Final = ACCOUNT_SIDE + 1  # record whose exchange offers are left out
FREE: Final = ACCOUNT_SIDE + 2  # set of S's pieces that are lost anyhow, so that losing them costs nothing (C7)
LEFT_OUT: Final = ACCOUNT_SIDE + 3  # set of O's pieces that are not taken later (C4)
POINT: Final = ACCOUNT_SIDE + 4  # square of the exchange
IN_SERIES: Final = ACCOUNT_SIDE + 5  # 1 while a series of checks is followed
AFTER_GAIN: Final = ACCOUNT_SIDE + 6  # 1 in a series once something was taken
ONLY: Final = ACCOUNT_SIDE + 7  # set of O's pieces that a series may take first
STANDING: Final = ACCOUNT_SIDE + 8  # set of O's pieces whose check is disregarded while they stand still
STANDING_ROOTS: Final = ACCOUNT_SIDE + 9  # record that knows where they stood
MUTE: Final = ACCOUNT_SIDE + 10  # the one piece, as a set, that is a mere block
STAMP: Final = ACCOUNT_SIDE + 11  # of the search for mate, so that the table holds one search at a time
NODES_LEFT: Final = ACCOUNT_SIDE + 12  # of the search for mate
MATE_NODES: Final = ACCOUNT_SIDE + 13  # its bound for each question
BOUNDED: Final = ACCOUNT_SIDE + 14  # 1 when a bound was met
MOVED: Final = ACCOUNT_SIDE + 15  # slot of the piece that S moves
ARRIVED: Final = ACCOUNT_SIDE + 16  # slot of the piece that O moved before, -1 for none
# What classify finds.
MATING: Final = ACCOUNT_SIDE + 17  # first mating move of a threat, 0 for none
GAIN: Final = ACCOUNT_SIDE + 18  # of a chase by checks, 0 for none
FIRST_CHECK: Final = ACCOUNT_SIDE + 19  # the check that such a series begins with
IS_JOINT: Final = ACCOUNT_SIDE + 20
NEW_PAIRS: Final = ACCOUNT_SIDE + 21  # how many entries of PAIRS there are
EXCUSED: Final = ACCOUNT_SIDE + 22  # 1 when C8a keeps the move from being a chase
WORK: Final = ACCOUNT_SIDE + 23  # how many lists of moves were made since it was set to 0
PAIRS: Final = ACCOUNT_SIDE + 24  # capture | joint << 16 | (value + VALUE_SHIFT) << 17
MOST_PAIRS: Final = 64
# Records: what a side can win in a position.
NO_RECORD: Final = PAIRS + MOST_PAIRS  # never written: no offers
ROOTS: Final = 0  # 32 squares, by slot, of the pieces
OFFERS: Final = 32  # 16 sets of targets, by the attacker's slot in its side
EVEN: Final = 48  # 16 sets of targets of offers that O gains nothing by (C6)
EXCHANGES: Final = 64  # 16 sets of targets that O could take the attacker with, for any price but mate (C2, C6)
POSSIBLE: Final = 80  # 16 sets of targets that can be captured
IS_ROOTED: Final = 96  # 16 sets of targets that can be retaken
VALUES: Final = 112  # 256 values, by attacker and target
LOST: Final = 368  # set of S's pieces that O would win
RECORD_SIZE: Final = 369
BEFORE: Final = NO_RECORD + RECORD_SIZE
AFTER: Final = BEFORE + RECORD_SIZE
OTHER: Final = AFTER + RECORD_SIZE
MATE_TABLE: Final = OTHER + RECORD_SIZE
MATE_ENTRIES: Final = 1 << 11  # two slots each
ROOM_SIZE: Final = MATE_TABLE + 2 * MATE_ENTRIES

SLOTS: Final = 16  # of a side
VALUE_SHIFT: Final = 4096


@kernel("int64(int64[::1], int64, int64)")
def disregarded(state: State, room: int, side: int) -> int:
    """The set of pieces whose attack on the king of `side` does not count: mute ones, and standing checks."""
    ignored = state[room + MUTE]
    standing = state[room + STANDING]
    if standing != 0:
        first = BLACK_KING_SLOT if side == RED else RED_KING_SLOT
        roots = room + state[room + STANDING_ROOTS] + ROOTS
        for slot in range(first, first + SLOTS):
            if standing >> slot & 1 and state[PIECES + slot] == state[roots + slot]:
                ignored |= 1 << slot
    return ignored


@kernel("int64(int64[::1], int64, int64)")
def exposed(state: State, room: int, side: int) -> int:
    """1 when the king of a side is attacked by a piece that is not disregarded, else 0."""
    if in_check(state, side) == 0:
        return 0
    if state[room + MUTE] == 0 and state[room + STANDING] == 0:
        return 1
    return 1 if king_attackers(state, side) & ~disregarded(state, room, side) != 0 else 0


@kernel("int64(int64[::1], int64, int64)")
def is_safe(state: State, room: int, move: int) -> int:
    """1 when a pseudo-legal move of the side to move does not expose its king, else 0."""
    side = state[SIDE]
    captured = make_move(state, move)
    found = exposed(state, room, side)
    unmake_move(state, move, captured)
    return 1 - found


@kernel("int64(int64[::1], int64, int64, int64)")
def list_moves(state: State, room: int, start: int, wanted: int) -> int:
    """Write the legal moves of the side to move, captures of the king aside, into state[start:end]; return end.

    Args:
        state: int64; only state[start:end] and WORK are written.
        room: slot of the room.
        start: slot with MOVE_LIST_SIZE free ones.
        wanted: CAPTURES, QUIETS or ALL_MOVES of core.movegen.
    """
    side = state[SIDE]
    state[room + WORK] += 1
    last = generate(state, start, wanted)
    king = state[PIECES + (RED_KING_SLOT if side == RED else BLACK_KING_SLOT)]
    checked = in_check(state, side)
    end = start
    for i in range(start, last):
        move = state[i]
        if state[SQUARES + to_square(move)] & KIND_MASK == KING:
            continue
        if (checked == 0 and may_expose_king(king, move) == 0) or is_safe(state, room, move):
            state[end] = move
            end += 1
    return end


@kernel("int64(int64, int64)", inline=True)
def floats(piece: int, square: int) -> int:
    """1 for a soldier that has crossed the river (C3), else 0."""
    if piece & KIND_MASK != PAWN:
        return 0
    on_red_half = square >> 4 > LAST_ROW - 5
    return 1 if on_red_half != (piece & RED != 0) else 0


@kernel("int64(int64, int64)", inline=True)
def counts(piece: int, square: int) -> int:
    """1 when a piece can be chased: not a king, nor a soldier on its own side, else 0 (C3)."""
    kind = piece & KIND_MASK
    if kind == PAWN:
        return floats(piece, square)
    return 1 if kind != KING and kind != 0 else 0


@kernel("int64(int64[::1], int64)", inline=True)
def slot_at(state: State, square: int) -> int:
    """The slot of the piece on an occupied square."""
    return state[SQUARES + square] >> SLOT_SHIFT
