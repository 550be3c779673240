"""The slots of the workspace, and the legal moves while some pieces are disregarded."""

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
RECORD_SQUARES: Final = _record.reserve("RECORD_SQUARES", 32)  # 32 squares, by slot, of the pieces
RECORD_OFFERS: Final = _record.reserve(
    "RECORD_OFFERS", 16
)  # 16 sets of targets, by the attacker's slot in its side
RECORD_EVEN_OFFERS: Final = _record.reserve(
    "RECORD_EVEN_OFFERS", 16
)  # 16 sets of targets of offers that O gains nothing by (C6)
RECORD_EXCHANGES: Final = _record.reserve(
    "RECORD_EXCHANGES", 16
)  # 16 sets of targets that O could take the attacker with, for any price but mate (C2, C6)
RECORD_POSSIBLE: Final = _record.reserve("RECORD_POSSIBLE", 16)  # 16 sets of targets that can be captured
RECORD_ROOTED: Final = _record.reserve("RECORD_ROOTED", 16)  # 16 sets of targets that can be retaken
RECORD_VALUES: Final = _record.reserve("RECORD_VALUES", 256)  # 256 values, by attacker and target
RECORD_LOST: Final = _record.reserve("RECORD_LOST")  # set of S's pieces that O would win
RECORD_SIZE: Final = _record.end

# The workspace.
MOVE_LIST_COUNT: Final = 24
MAX_PAIRS: Final = 64
MATE_ENTRIES: Final = 1 << 11  # two slots each
_workspace: Final = SlotAllocator()
MOVE_LISTS: Final = _workspace.reserve(
    "MOVE_LISTS", MOVE_LIST_COUNT * MOVE_LIST_SIZE
)  # a move list for each ply of recursion
ACCOUNT_SIDE: Final = _workspace.reserve("ACCOUNT_SIDE")  # whose wins are looked for
OFFER_RECORD: Final = _workspace.reserve("OFFER_RECORD")  # record whose exchange offers are left out
FREE_PIECES: Final = _workspace.reserve(
    "FREE_PIECES"
)  # set of S's pieces that are lost anyhow, so that losing them costs nothing (C7)
LEFT_OUT: Final = _workspace.reserve("LEFT_OUT")  # set of O's pieces that are not taken later (C4)
EXCHANGE_SQUARE: Final = _workspace.reserve("EXCHANGE_SQUARE")  # square of the exchange
IN_SERIES: Final = _workspace.reserve("IN_SERIES")  # 1 while a series of checks is followed
AFTER_GAIN: Final = _workspace.reserve("AFTER_GAIN")  # 1 in a series once something was taken
FIRST_VICTIMS: Final = _workspace.reserve("FIRST_VICTIMS")  # set of O's pieces that a series may take first
STANDING_CHECKS: Final = _workspace.reserve(
    "STANDING_CHECKS"
)  # set of O's pieces whose check is disregarded while they stand still
STANDING_RECORD: Final = _workspace.reserve("STANDING_RECORD")  # record that knows where they stood
MUTE_PIECE: Final = _workspace.reserve("MUTE_PIECE")  # the one piece, as a set, that is a mere block
STAMP: Final = _workspace.reserve(
    "STAMP"
)  # of the search for mate, so that the table holds one search at a time
NODES_LEFT: Final = _workspace.reserve("NODES_LEFT")  # of the search for mate
MATE_NODES: Final = _workspace.reserve("MATE_NODES")  # its bound for each question
BOUNDED: Final = _workspace.reserve("BOUNDED")  # 1 when a bound was met
MOVED_SLOT: Final = _workspace.reserve("MOVED_SLOT")  # slot of the piece that S moves
ARRIVED_SLOT: Final = _workspace.reserve("ARRIVED_SLOT")  # slot of the piece that O moved before, -1 for none
# What classify finds.
MATING_MOVE: Final = _workspace.reserve("MATING_MOVE")  # first mating move of a threat, 0 for none
SERIES_GAIN: Final = _workspace.reserve("SERIES_GAIN")  # of a chase by checks, 0 for none
FIRST_CHECK: Final = _workspace.reserve("FIRST_CHECK")  # the check that such a series begins with
IS_JOINT: Final = _workspace.reserve("IS_JOINT")
NEW_PAIRS: Final = _workspace.reserve("NEW_PAIRS")  # how many entries of PAIRS there are
EXCUSED: Final = _workspace.reserve("EXCUSED")  # 1 when C8a keeps the move from being a chase
LISTS_MADE: Final = _workspace.reserve("LISTS_MADE")  # how many lists of moves were made since it was set to 0
PAIRS: Final = _workspace.reserve("PAIRS", MAX_PAIRS)  # capture | joint << 16 | (value + VALUE_SHIFT) << 17
# Records.
EMPTY_RECORD: Final = _workspace.reserve("EMPTY_RECORD", RECORD_SIZE)  # never written: no offers
RECORD_BEFORE: Final = _workspace.reserve("RECORD_BEFORE", RECORD_SIZE)
RECORD_AFTER: Final = _workspace.reserve("RECORD_AFTER", RECORD_SIZE)
RECORD_OTHER: Final = _workspace.reserve("RECORD_OTHER", RECORD_SIZE)
MATE_TABLE: Final = _workspace.reserve("MATE_TABLE", 2 * MATE_ENTRIES)
WORKSPACE_SIZE: Final = _workspace.end

SIDE_SLOTS: Final = 16  # of a side
VALUE_SHIFT: Final = 4096


@kernel("int64(int64[::1], int64, int64)")
def disregarded(state: State, ws: int, side: int) -> int:
    """Return the set of pieces whose attack on the king of a side is ignored: mute ones and standing checks."""
    ignored = state[ws + MUTE_PIECE]
    standing = state[ws + STANDING_CHECKS]
    if standing != 0:
        first = BLACK_KING_SLOT if side == RED else RED_KING_SLOT
        roots = ws + state[ws + STANDING_RECORD] + RECORD_SQUARES
        for slot in range(first, first + SIDE_SLOTS):
            if standing >> slot & 1 and state[PIECES + slot] == state[roots + slot]:
                ignored |= 1 << slot
    return ignored


@kernel("int64(int64[::1], int64, int64)")
def is_exposed(state: State, ws: int, side: int) -> int:
    """Return 1 if a piece that is not disregarded attacks the king of a side, else 0."""
    if in_check(state, side) == 0:
        return 0
    if state[ws + MUTE_PIECE] == 0 and state[ws + STANDING_CHECKS] == 0:
        return 1
    return 1 if king_attackers(state, side) & ~disregarded(state, ws, side) != 0 else 0


@kernel("int64(int64[::1], int64, int64)")
def is_safe(state: State, ws: int, move: int) -> int:
    """Return 1 if a pseudo-legal move of the side to move does not expose its king, else 0."""
    side = state[SIDE]
    captured = make_move(state, move)
    found = is_exposed(state, ws, side)
    unmake_move(state, move, captured)
    return 1 - found


@kernel("int64(int64[::1], int64, int64, int64)")
def list_moves(state: State, ws: int, start: int, wanted: int) -> int:
    """Write the legal moves of the side to move, except captures of a king, into state[start:end]; return end.

    Args:
        state: int64; only state[start:end] and LISTS_MADE are written.
        ws: the workspace.
        start: slot with MOVE_LIST_SIZE free ones.
        wanted: CAPTURES, QUIETS or ALL_MOVES of core.movegen.
    """
    side = state[SIDE]
    state[ws + LISTS_MADE] += 1
    last = generate(state, start, wanted)
    king = state[PIECES + (RED_KING_SLOT if side == RED else BLACK_KING_SLOT)]
    checked = in_check(state, side)
    end = start
    for i in range(start, last):
        move = state[i]
        if state[SQUARES + to_square(move)] & KIND_MASK == KING:
            continue
        if (checked == 0 and may_expose_king(king, move) == 0) or is_safe(state, ws, move):
            state[end] = move
            end += 1
    return end


@kernel("int64(int64, int64)", inline=True)
def floats(piece: int, square: int) -> int:
    """Return 1 for a pawn that has crossed the river (C3), else 0."""
    if piece & KIND_MASK != PAWN:
        return 0
    on_red_half = square >> 4 > LAST_ROW - 5
    return 1 if on_red_half != (piece & RED != 0) else 0


@kernel("int64(int64, int64)", inline=True)
def is_chaseable(piece: int, square: int) -> int:
    """Return 1 if a piece can be chased: not a king, nor a pawn on its own side, else 0 (C3)."""
    kind = piece & KIND_MASK
    if kind == PAWN:
        return floats(piece, square)
    return 1 if kind != KING and kind != 0 else 0


@kernel("int64(int64[::1], int64)", inline=True)
def slot_at(state: State, square: int) -> int:
    """Return the slot of the piece that stands on a square."""
    return state[SQUARES + square] >> SLOT_SHIFT
