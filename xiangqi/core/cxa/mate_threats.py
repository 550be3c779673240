"""Threats of mate under the Chinese rules: mates by an unbroken series of checks (article C2 of docs/rules.md).

Each search visits at most MATE_NODES positions. A mate that it does not find within them counts as none, and
BOUNDED is set.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.constants import KEY, MOVE_LIST_SIZE, SIDE, SLOT_SHIFT, SQUARES
from xiangqi.core.cxa.workspace import (
    BOUNDED,
    MATE_ENTRIES,
    MATE_NODES,
    MATE_TABLE,
    NODES_LEFT,
    OFFER_RECORD,
    RECORD_EXCHANGES,
    RECORD_SQUARES,
    STAMP,
    is_exposed,
    list_moves,
)
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import ALL_MOVES
from xiangqi.core.position import State, from_square, make_move, to_square, unmake_move

CHECKS_TO_MATE: Final = 7
CHECKS_AFTER_OFFER: Final = 3  # (C6)
_STAMP_STEP: Final = 0x1E3779B97F4A7C15  # far from any difference of keys
_STAMP_MASK: Final = (1 << 62) - 1  # so that adding a step never overflows, interpreted either
# An entry of the table has two slots: the key and stamp; the most checks within which there is no mate, and
# from bit 4 on the checks to a mate.
_MOST_CHECKS: Final = 15
_TO_MATE_SHIFT: Final = 4
_UNKNOWN: Final = 15 << _TO_MATE_SHIFT


@kernel("int64(int64[::1], int64, int64)")
def _is_exchange(state: State, ws: int, move: int) -> int:
    """Return 1 if a move is an exchange whose pieces have not moved since the record was made (C2), else 0."""
    victim = state[SQUARES + to_square(move)]
    if victim == 0:
        return 0
    record = ws + state[ws + OFFER_RECORD]
    attacker = state[SQUARES + from_square(move)] >> SLOT_SHIFT
    target = victim >> SLOT_SHIFT
    if state[record + RECORD_EXCHANGES + (attacker & 15)] >> target & 1 == 0:
        return 0
    stands = state[record + RECORD_SQUARES + attacker] == from_square(move) and state[
        record + RECORD_SQUARES + target
    ] == to_square(move)
    return 1 if stands else 0


@kernel("int64(int64[::1], int64, int64, int64)")
def _is_lost(state: State, ws: int, start: int, most: int) -> int:
    """Return 1 if the side to move, which is in check, cannot avoid mate within `most` more checks, else 0.

    Args:
        state: int64; the position ends as it began.
        ws: the workspace; OFFER_RECORD tells which captures are left out, NODES_LEFT is counted down.
        start: slot of the ply's move list, further ones follow.
        most: the number of checks that may still follow.
    """
    end = list_moves(state, ws, start, ALL_MOVES)
    if end == start:
        return 1
    if most == 0:
        return 0
    if state[ws + NODES_LEFT] <= 0:
        state[ws + BOUNDED] = 1
        return 0
    state[ws + NODES_LEFT] -= 1
    tag = state[KEY] ^ state[ws + STAMP]
    entry = ws + MATE_TABLE + 2 * (tag & (MATE_ENTRIES - 1))
    known = state[entry + 1] if state[entry] == tag else _UNKNOWN
    if known >> _TO_MATE_SHIFT <= most:
        return 1
    if known & _MOST_CHECKS >= most:
        return 0
    attack = start + MOVE_LIST_SIZE
    below = most - 1
    mated = 1
    for i in range(start, end):
        answer = state[i]
        taken = make_move(state, answer)
        mated = 0
        last = list_moves(state, ws, attack, ALL_MOVES)
        for j in range(attack, last):
            move = state[j]
            if mated or _is_exchange(state, ws, move):
                continue
            captured = make_move(state, move)
            if is_exposed(state, ws, state[SIDE]):
                mated = _is_lost(state, ws, attack + MOVE_LIST_SIZE, below)
            unmake_move(state, move, captured)
        unmake_move(state, answer, taken)
        if mated == 0:
            break
    if state[ws + NODES_LEFT] > 0:
        known = state[entry + 1] if state[entry] == tag else _UNKNOWN
        state[entry] = tag
        state[entry + 1] = (
            known & _MOST_CHECKS | most << _TO_MATE_SHIFT if mated else known & ~_MOST_CHECKS | most
        )
    return mated


@kernel("void(int64[::1], int64)")
def begin_search(state: State, ws: int) -> None:
    """Begin a search: reset its node limit and invalidate the table."""
    state[ws + NODES_LEFT] = state[ws + MATE_NODES]
    state[ws + STAMP] = state[ws + STAMP] + _STAMP_STEP & _STAMP_MASK


@kernel("int64(int64[::1], int64, int64, int64, int64)")
def is_mating(state: State, ws: int, start: int, move: int, most: int) -> int:
    """Return 1 if a legal move gives check and mates within `most` checks, itself included, else 0 (C2)."""
    if _is_exchange(state, ws, move):
        return 0
    captured = make_move(state, move)
    found = is_exposed(state, ws, state[SIDE])
    if found:
        found = _is_lost(state, ws, start, most - 1)
    unmake_move(state, move, captured)
    return found


@kernel("int64(int64[::1], int64, int64, int64)")
def mating_move(state: State, ws: int, start: int, most: int) -> int:
    """Return the first move of the shortest mate within `most` checks, 0 if there is none (C2).

    The side to move attacks; OFFER_RECORD tells which captures are left out.
    """
    begin_search(state, ws)
    end = list_moves(state, ws, start, ALL_MOVES)
    for checks in range(1, most + 1):
        for i in range(start, end):
            if is_mating(state, ws, start + MOVE_LIST_SIZE, state[i], checks):
                return state[i]
    return 0
