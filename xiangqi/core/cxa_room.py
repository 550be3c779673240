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
from xiangqi.core.slots import SlotAllocator

# A record: what a side can win in a position.
_record: Final = SlotAllocator()
ROOTS: Final = _record.reserve("ROOTS", 32)  # 32 squares, by slot, of the pieces
OFFERS: Final = _record.reserve("OFFERS", 16)  # 16 sets of targets, by the attacker's slot in its side
EVEN: Final = _record.reserve("EVEN", 16)  # 16 sets of targets of offers that O gains nothing by (C6)
EXCHANGES: Final = _record.reserve(
    "EXCHANGES", 16
)  # 16 sets of targets that O could take the attacker with, for any price but mate (C2, C6)
POSSIBLE: Final = _record.reserve("POSSIBLE", 16)  # 16 sets of targets that can be captured
IS_ROOTED: Final = _record.reserve("IS_ROOTED", 16)  # 16 sets of targets that can be retaken
VALUES: Final = _record.reserve("VALUES", 256)  # 256 values, by attacker and target
LOST: Final = _record.reserve("LOST")  # set of S's pieces that O would win
RECORD_SIZE: Final = _record.end

# The room, from its first slot.
FRAME_COUNT: Final = 24
MOST_PAIRS: Final = 64
MATE_ENTRIES: Final = 1 << 11  # two slots each
_room: Final = SlotAllocator()
FRAMES: Final = _room.reserve("FRAMES", FRAME_COUNT * MOVE_LIST_SIZE)  # a move list for each ply of recursion
ACCOUNT_SIDE: Final = _room.reserve("ACCOUNT_SIDE")  # whose wins are looked for
OFFERING: Final = _room.reserve("OFFERING")  # record whose exchange offers are left out
FREE: Final = _room.reserve(
    "FREE"
)  # set of S's pieces that are lost anyhow, so that losing them costs nothing (C7)
LEFT_OUT: Final = _room.reserve("LEFT_OUT")  # set of O's pieces that are not taken later (C4)
POINT: Final = _room.reserve("POINT")  # square of the exchange
IN_SERIES: Final = _room.reserve("IN_SERIES")  # 1 while a series of checks is followed
AFTER_GAIN: Final = _room.reserve("AFTER_GAIN")  # 1 in a series once something was taken
ONLY: Final = _room.reserve("ONLY")  # set of O's pieces that a series may take first
STANDING: Final = _room.reserve(
    "STANDING"
)  # set of O's pieces whose check is disregarded while they stand still
STANDING_ROOTS: Final = _room.reserve("STANDING_ROOTS")  # record that knows where they stood
MUTE: Final = _room.reserve("MUTE")  # the one piece, as a set, that is a mere block
STAMP: Final = _room.reserve("STAMP")  # of the search for mate, so that the table holds one search at a time
NODES_LEFT: Final = _room.reserve("NODES_LEFT")  # of the search for mate
MATE_NODES: Final = _room.reserve("MATE_NODES")  # its bound for each question
BOUNDED: Final = _room.reserve("BOUNDED")  # 1 when a bound was met
MOVED: Final = _room.reserve("MOVED")  # slot of the piece that S moves
ARRIVED: Final = _room.reserve("ARRIVED")  # slot of the piece that O moved before, -1 for none
# What classify finds.
MATING: Final = _room.reserve("MATING")  # first mating move of a threat, 0 for none
GAIN: Final = _room.reserve("GAIN")  # of a chase by checks, 0 for none
FIRST_CHECK: Final = _room.reserve("FIRST_CHECK")  # the check that such a series begins with
IS_JOINT: Final = _room.reserve("IS_JOINT")
NEW_PAIRS: Final = _room.reserve("NEW_PAIRS")  # how many entries of PAIRS there are
EXCUSED: Final = _room.reserve("EXCUSED")  # 1 when C8a keeps the move from being a chase
WORK: Final = _room.reserve("WORK")  # how many lists of moves were made since it was set to 0
PAIRS: Final = _room.reserve("PAIRS", MOST_PAIRS)  # capture | joint << 16 | (value + VALUE_SHIFT) << 17
# Records.
NO_RECORD: Final = _room.reserve("NO_RECORD", RECORD_SIZE)  # never written: no offers
BEFORE: Final = _room.reserve("BEFORE", RECORD_SIZE)
AFTER: Final = _room.reserve("AFTER", RECORD_SIZE)
OTHER: Final = _room.reserve("OTHER", RECORD_SIZE)
MATE_TABLE: Final = _room.reserve("MATE_TABLE", 2 * MATE_ENTRIES)
ROOM_SIZE: Final = _room.end

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
