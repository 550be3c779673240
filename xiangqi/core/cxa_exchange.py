"""Exchanges under the Chinese rules: values, the exchange on one point, whole exchanges, series of checks.

Articles are those of docs/rules.md. Every kernel leaves the position as it found it; the move lists of the room
are overwritten. Values are from the view of the side in ACCOUNT_SIDE.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from xiangqi.core.chase import covers
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    CANNON,
    KIND_MASK,
    KING,
    KNIGHT,
    MOVE_LIST_SIZE,
    PAWN,
    PIECES,
    RED,
    ROOK,
    SIDE,
    SLOT_SHIFT,
    SQUARES,
)
from xiangqi.core.cxa_room import (
    ACCOUNT_SIDE,
    AFTER_GAIN,
    FIRST_CHECK,
    FREE,
    IN_SERIES,
    LEFT_OUT,
    MUTE,
    NO_RECORD,
    OFFERING,
    OFFERS,
    ONLY,
    POINT,
    SLOTS,
    counts,
    exposed,
    floats,
    is_safe,
    list_moves,
    slot_at,
)
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import ALL_MOVES, CAPTURES
from xiangqi.core.position import State, encode_move, from_square, make_move, to_square, unmake_move

MATED: Final = 1000  # more than all pieces together
UNLIMITED: Final = 2 * MATED
PLIES: Final = 6  # after the first capture an exchange is followed so far, then on the last point alone (C4)
CHECKS: Final = 2  # checks before the first capture of a series, and of O to win back
LAST_CHECK: Final = 4  # plies that must be left for S to add a check in a series

WORTH: Final = np.zeros(8, dtype=np.int64)
"""Value of a piece by kind (C3); crossed soldiers are counted apart."""
WORTH[[ADVISOR, BISHOP, KNIGHT, ROOK, CANNON]] = (2, 2, 5, 10, 5)


@kernel("int64(int64, int64)", inline=True)
def balance(material: int, pawns: int) -> int:
    """The balance of an exchange of pieces and crossed soldiers, which float (C3)."""
    if pawns > 0 and material < 0:
        return 0 if material > -10 * pawns else material + pawns
    if pawns < 0 and material > 0:
        return 0 if material < -10 * pawns else material + pawns
    return material + pawns


@kernel("void(int64[::1], int64, int64)")
def open_account(state: State, room: int, side: int) -> None:
    """Look for the wins of a side: no offers, nothing left out, no piece without value, no series."""
    state[room + ACCOUNT_SIDE] = side
    state[room + OFFERING] = NO_RECORD
    state[room + FREE] = 0
    state[room + LEFT_OUT] = 0
    state[room + IN_SERIES] = 0
    state[room + AFTER_GAIN] = 0
    state[room + ONLY] = -1


@kernel("int64(int64[::1], int64, int64)", inline=True)
def is_offer(state: State, room: int, move: int) -> int:
    """1 when a capture is the pair of an exchange offer of the account (C6), else 0."""
    attacker = state[SQUARES + from_square(move)] >> SLOT_SHIFT
    target = state[SQUARES + to_square(move)] >> SLOT_SHIFT
    return state[room + state[room + OFFERING] + OFFERS + (attacker & 15)] >> target & 1


@kernel("int64(int64[::1], int64, int64, int64)")
def _may_take(state: State, room: int, move: int, last: int) -> int:
    """1 when S may go on with a capture (C4), else 0; `last` is where O has just taken."""
    if is_offer(state, room, move):
        return 0
    target = to_square(move)
    if target == state[room + POINT] or target == last:
        return 1
    if state[room + LEFT_OUT] >> (state[SQUARES + target] >> SLOT_SHIFT) & 1:
        return 0
    kind = state[SQUARES + from_square(move)] & KIND_MASK
    return 0 if kind in (KING, PAWN) else 1


@kernel("int64(int64[::1], int64, int64, int64)")
def can_retake(state: State, room: int, origin: int, target: int) -> int:
    """1 when the piece of the side to move on `origin`, 0 for none, can legally take on a square, else 0."""
    if origin == 0 or origin == target or state[room + MUTE] >> slot_at(state, origin) & 1:
        return 0
    if covers(state, origin, target) == 0:
        return 0
    return is_safe(state, room, encode_move(origin, target))


@kernel("int64(int64[::1], int64, int64, int64, int64)")
def point_exchange(state: State, room: int, target: int, material: int, pawns: int) -> int:
    """Value of the exchange on one point alone, either side may stop; the side to move can take there (C4).

    The account's side began; what stands on `target` belongs to the opponent of the side to move.
    """
    side = state[SIDE]
    own = side == state[room + ACCOUNT_SIDE]
    best = balance(material, pawns)
    victim = state[SQUARES + target]
    sign = 1 if own else -1
    won, pawn = sign * WORTH[victim & KIND_MASK], sign * floats(victim, target)
    first = PIECES + (0 if side == RED else SLOTS)
    for slot in range(first, first + SLOTS):
        origin = state[slot]
        if can_retake(state, room, origin, target) == 0:
            continue
        move = encode_move(origin, target)
        captured = make_move(state, move)
        value = point_exchange(state, room, target, material + won, pawns + pawn)
        unmake_move(state, move, captured)
        best = max(best, value) if own else min(best, value)
    return best


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def exchange(  # noqa: C901 - one node of either side, in the order of C4
    state: State,
    room: int,
    frame: int,
    plies: int,
    material: int,
    pawns: int,
    checks: int,
    low: int,
    high: int,
    last: int,
    moved: int,
) -> int:
    """Value of an exchange that is under way, the side to move choosing; alpha-beta, fail-soft (C4).

    Args:
        state: int64; the position ends as it began.
        room: slot of the room; the account must be open.
        frame: slot of the ply's move list, further ones follow.
        plies: how far to look at other captures than those on one point.
        material, pawns: what was won so far.
        checks: how many quiet checks O may still give.
        low, high: the window.
        last: square on which the opponent of the side to move has just taken, 0 for none.
        moved: set of S's pieces that moved in a series.
    """
    side = state[SIDE]
    own = side == state[room + ACCOUNT_SIDE]
    checked = exposed(state, room, side)
    best = -UNLIMITED if own else UNLIMITED
    if checked == 0:
        best = balance(material, pawns)  # stopping
        if (own and best >= high) or (not own and best <= low):
            return best
        if plies == 0:
            return point_exchange(state, room, last, material, pawns) if last != 0 else best
    with_checks = plies >= LAST_CHECK and state[room + IN_SERIES] != 0 if own else checks > 0
    end = list_moves(state, room, frame, ALL_MOVES if checked or with_checks else CAPTURES)
    if checked:
        if end == frame:
            return -MATED if own else MATED
        if plies == 0:
            return balance(material, pawns)
    for i in range(frame, end):
        move = state[i]
        victim = state[SQUARES + to_square(move)]
        if own and checked == 0 and victim != 0 and _may_take(state, room, move, last) == 0:
            continue
        won, pawn, now_moved = 0, 0, moved
        piece = state[SQUARES + from_square(move)] >> SLOT_SHIFT
        if own:
            won, pawn = WORTH[victim & KIND_MASK], floats(victim, to_square(move))
            if state[room + IN_SERIES]:
                now_moved = moved | 1 << piece
        elif victim != 0 and state[room + FREE] & ~moved & 1 << (victim >> SLOT_SHIFT) == 0:
            won, pawn = -WORTH[victim & KIND_MASK], -floats(victim, to_square(move))
            if state[room + AFTER_GAIN]:
                won, pawn = won + pawn, 0
        captured = make_move(state, move)
        left = checks
        if victim == 0 and (checked == 0 or not own):
            gives_check = exposed(state, room, state[SIDE])
            if checked == 0 and gives_check == 0:
                unmake_move(state, move, captured)
                continue
            if not own and gives_check:
                left = max(0, checks - 1)
        below = max(low, best) if own else low
        above = high if own else min(high, best)
        taken_on = to_square(move) if victim != 0 else 0
        deeper = frame + MOVE_LIST_SIZE
        value = exchange(
            state,
            room,
            deeper,
            plies - 1,
            material + won,
            pawns + pawn,
            left,
            below,
            above,
            taken_on,
            now_moved,
        )
        unmake_move(state, move, captured)
        best = max(best, value) if own else min(best, value)
        if (own and best >= high) or (not own and best <= low):
            break
    return best


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)")
def capture_value(state: State, room: int, frame: int, capture: int, low: int, high: int) -> int:
    """What a capture by the account's side, which is to move, wins with best play of both sides (C4).

    A value that is not between `low` and `high` is a bound of the true one on the same side of them.
    """
    victim = state[SQUARES + to_square(capture)]
    won, pawn = WORTH[victim & KIND_MASK], floats(victim, to_square(capture))
    state[room + POINT] = to_square(capture)
    captured = make_move(state, capture)
    value = exchange(state, room, frame, PLIES, won, pawn, CHECKS, low, high, to_square(capture), 0)
    unmake_move(state, capture, captured)
    return value


@kernel("int64(int64[::1], int64, int64)")
def may_begin(state: State, room: int, move: int) -> int:
    """1 when S may take a piece that counts first in a series (C4, C5), else 0."""
    victim = state[SQUARES + to_square(move)] >> SLOT_SHIFT
    kind = state[SQUARES + from_square(move)] & KIND_MASK
    if kind in (KING, PAWN) or is_offer(state, room, move):
        return 0
    return state[room + ONLY] >> victim & ~(state[room + LEFT_OUT] >> victim) & 1


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64, int64, int64)")
def _take(
    state: State,
    room: int,
    frame: int,
    move: int,
    material: int,
    pawns: int,
    low: int,
    high: int,
    moved: int,
) -> int:
    """Value of a series once its first capture, `move`, has been made."""
    state[room + POINT] = to_square(move)
    state[room + AFTER_GAIN] = 1
    value = exchange(state, room, frame, PLIES, material, pawns, CHECKS, low, high, to_square(move), moved)
    state[room + AFTER_GAIN] = 0
    return value


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def series(  # noqa: C901 - one node of either side, in the order of C5
    state: State,
    room: int,
    frame: int,
    checks: int,
    material: int,
    pawns: int,
    low: int,
    high: int,
    moved: int,
    begins: int,
) -> int:
    """Best value of a series of checks before its first capture, the side to move choosing (C5).

    Args as for exchange; `checks` are those that S may still give before it takes something, `begins` is 1 for
    the first move of all, which must be a check; the best one is left in FIRST_CHECK.
    """
    side = state[SIDE]
    own = side == state[room + ACCOUNT_SIDE]
    end = list_moves(state, room, frame, ALL_MOVES)
    if not own and end == frame:
        return MATED
    best = -UNLIMITED if own else UNLIMITED
    not_begins = begins & 0
    if own and begins == 0 and exposed(state, room, side) == 0:
        best = balance(material, pawns)
    if own and best >= high:
        return best
    deeper = frame + MOVE_LIST_SIZE
    for i in range(frame, end):
        move = state[i]
        victim = state[SQUARES + to_square(move)]
        won, pawn = WORTH[victim & KIND_MASK], floats(victim, to_square(move))
        gains = own and counts(victim, to_square(move))
        now_moved = moved
        if own:
            if (gains and may_begin(state, room, move) == 0) or (not gains and checks == 0):
                continue
            if not gains:
                won, pawn = 0, 0
            now_moved = moved | 1 << (state[SQUARES + from_square(move)] >> SLOT_SHIFT)
        elif victim == 0 or state[room + FREE] & ~moved & 1 << (victim >> SLOT_SHIFT) != 0:
            won, pawn = 0, 0
        else:
            won, pawn = -won, -pawn
        captured = make_move(state, move)
        value = best
        if not own:
            least = min(high, best)
            value = series(
                state, room, deeper, checks, material + won, pawns + pawn, low, least, now_moved, not_begins
            )
        else:
            gives_check = exposed(state, room, state[SIDE])
            most = max(low, best)
            if gains and (gives_check or begins == 0):
                value = _take(state, room, deeper, move, material + won, pawns + pawn, most, high, now_moved)
            elif gives_check and not gains:
                left = checks - 1
                value = series(
                    state, room, deeper, left, material + won, pawns + pawn, most, high, now_moved, not_begins
                )
        unmake_move(state, move, captured)
        if own:
            if begins and value > best:
                state[room + FIRST_CHECK] = move
            best = max(best, value)
            if best >= high:
                break
        else:
            best = min(best, value)
            if best <= low:
                break
    return best


@kernel("int64(int64[::1], int64, int64, int64, int64)")
def best_series(state: State, room: int, frame: int, low: int, high: int) -> int:
    """Best value of a series of checks by the account's side, which is to move; it begins with FIRST_CHECK.

    A value that is not between `low` and `high` is a bound of the true one on the same side of them.
    """
    state[room + IN_SERIES] = 1
    state[room + FIRST_CHECK] = 0
    value = series(state, room, frame, CHECKS, 0, 0, low, high, 0, 1)
    state[room + IN_SERIES] = 0
    return value


@kernel("int64(int64[::1], int64, int64)")
def retake(state: State, room: int, target: int) -> int:
    """1 when the side to move can legally take the enemy piece on a square, else 0."""
    first = PIECES + (0 if state[SIDE] == RED else SLOTS)
    for slot in range(first, first + SLOTS):
        if can_retake(state, room, state[slot], target):
            return 1
    return 0


@kernel("int64(int64[::1], int64, int64)")
def point_value(state: State, room: int, capture: int) -> int:
    """What a capture by the side to move wins by the exchange on its target's square alone."""
    victim = state[SQUARES + to_square(capture)]
    account = state[room + ACCOUNT_SIDE]
    state[room + ACCOUNT_SIDE] = state[SIDE]
    won, pawn = WORTH[victim & KIND_MASK], floats(victim, to_square(capture))
    captured = make_move(state, capture)
    value = point_exchange(state, room, to_square(capture), won, pawn)
    unmake_move(state, capture, captured)
    state[room + ACCOUNT_SIDE] = account
    return value
