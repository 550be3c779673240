"""Threats of mate under the Chinese rules: mates by an unbroken series of checks (article C2 of docs/rules.md).

A question may cost MATE_NODES positions; what is not found within them counts as not there, and BOUNDED says
so.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.constants import KEY, MOVE_LIST_SIZE, SIDE, SLOT_SHIFT, SQUARES
from xiangqi.core.cxa_room import (
    BOUNDED,
    EXCHANGES,
    MATE_ENTRIES,
    MATE_NODES,
    MATE_TABLE,
    NODES_LEFT,
    OFFERING,
    ROOTS,
    STAMP,
    exposed,
    list_moves,
)
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import ALL_MOVES
from xiangqi.core.position import State, from_square, make_move, to_square, unmake_move

CHECKS_TO_MATE: Final = 7
CHECKS_AFTER_OFFER: Final = 3  # (C6)
_STAMP_STEP: Final = 0x1E3779B97F4A7C15  # far from any difference of keys
_STAMP_MASK: Final = (1 << 62) - 1  # so that adding a step never overflows, interpreted either
# An entry of the table: key and stamp; then most checks within which there is no mate | checks to mate << 4.
_MOST_CHECKS: Final = 15
_TO_MATE_SHIFT: Final = 4
_UNKNOWN: Final = 15 << _TO_MATE_SHIFT


@kernel("int64(int64[::1], int64, int64)")
def _is_exchange(state: State, room: int, move: int) -> int:
    """1 when a capture is an exchange whose two pieces stand where they stood (C2), else 0."""
    victim = state[SQUARES + to_square(move)]
    if victim == 0:
        return 0
    record = room + state[room + OFFERING]
    attacker = state[SQUARES + from_square(move)] >> SLOT_SHIFT
    target = victim >> SLOT_SHIFT
    if state[record + EXCHANGES + (attacker & 15)] >> target & 1 == 0:
        return 0
    stands = state[record + ROOTS + attacker] == from_square(move) and state[
        record + ROOTS + target
    ] == to_square(move)
    return 1 if stands else 0


@kernel("int64(int64[::1], int64, int64, int64)")
def _is_lost(state: State, room: int, frame: int, most: int) -> int:
    """1 when the side to move, which is in check, is mated within `most` more checks whatever it does, else 0.

    Args:
        state: int64; the position ends as it began.
        room: slot of the room; OFFERING says which captures are left out. NODES_LEFT goes down.
        frame: slot of the ply's move list, further ones follow.
        most: how many checks, each with the attacker's every move.
    """
    end = list_moves(state, room, frame, ALL_MOVES)
    if end == frame:
        return 1
    if most == 0:
        return 0
    if state[room + NODES_LEFT] <= 0:
        state[room + BOUNDED] = 1
        return 0
    state[room + NODES_LEFT] -= 1
    tag = state[KEY] ^ state[room + STAMP]
    entry = room + MATE_TABLE + 2 * (tag & (MATE_ENTRIES - 1))
    known = state[entry + 1] if state[entry] == tag else _UNKNOWN
    if known >> _TO_MATE_SHIFT <= most:
        return 1
    if known & _MOST_CHECKS >= most:
        return 0
    attack = frame + MOVE_LIST_SIZE
    below = most - 1
    mated = 1
    for i in range(frame, end):
        answer = state[i]
        taken = make_move(state, answer)
        mated = 0
        last = list_moves(state, room, attack, ALL_MOVES)
        for j in range(attack, last):
            move = state[j]
            if mated or _is_exchange(state, room, move):
                continue
            captured = make_move(state, move)
            if exposed(state, room, state[SIDE]):
                mated = _is_lost(state, room, attack + MOVE_LIST_SIZE, below)
            unmake_move(state, move, captured)
        unmake_move(state, answer, taken)
        if mated == 0:
            break
    if state[room + NODES_LEFT] > 0:
        known = state[entry + 1] if state[entry] == tag else _UNKNOWN
        state[entry] = tag
        state[entry + 1] = (
            known & _MOST_CHECKS | most << _TO_MATE_SHIFT if mated else known & ~_MOST_CHECKS | most
        )
    return mated


@kernel("void(int64[::1], int64)")
def begin_search(state: State, room: int) -> None:
    """Begin a question: all nodes are free again, and what the table holds is of another search."""
    state[room + NODES_LEFT] = state[room + MATE_NODES]
    state[room + STAMP] = state[room + STAMP] + _STAMP_STEP & _STAMP_MASK


@kernel("int64(int64[::1], int64, int64, int64, int64)")
def is_mating(state: State, room: int, frame: int, move: int, most: int) -> int:
    """1 when a legal move gives check and mates with at most `most` checks, itself the first, else 0 (C2)."""
    if _is_exchange(state, room, move):
        return 0
    captured = make_move(state, move)
    found = exposed(state, room, state[SIDE])
    if found:
        found = _is_lost(state, room, frame, most - 1)
    unmake_move(state, move, captured)
    return found


@kernel("int64(int64[::1], int64, int64, int64)")
def mating_move(state: State, room: int, frame: int, most: int) -> int:
    """The first move of a mate by at most `most` checks, as short a mate as there is; 0 for none (C2).

    The state's side to move is the attacker; OFFERING says which captures are left out.
    """
    begin_search(state, room)
    end = list_moves(state, room, frame, ALL_MOVES)
    for checks in range(1, most + 1):
        for i in range(frame, end):
            if is_mating(state, room, frame + MOVE_LIST_SIZE, state[i], checks):
                return state[i]
    return 0
