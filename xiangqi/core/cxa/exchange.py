"""Exchanges under the Chinese rules: values, the exchange on one square, whole exchanges, series of checks.

Every kernel restores the position and overwrites the move lists of the workspace. Values are from the view of
the side in ACCOUNT_SIDE.
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
from xiangqi.core.cxa.workspace import (
    ACCOUNT_SIDE,
    AFTER_GAIN,
    EMPTY_RECORD,
    EXCHANGE_SQUARE,
    FIRST_CHECK,
    FIRST_VICTIMS,
    FREE_PIECES,
    IN_SERIES,
    LEFT_OUT,
    MUTE_PIECE,
    OFFER_RECORD,
    RECORD_OFFERS,
    SIDE_SLOTS,
    floats,
    is_chaseable,
    is_exposed,
    is_safe,
    list_moves,
    slot_at,
)
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import ALL_MOVES, CAPTURES
from xiangqi.core.position import State, encode_move, from_square, make_move, to_square, unmake_move

MATED: Final = 1000  # more than all pieces together
UNLIMITED: Final = 2 * MATED
MAX_EXCHANGE_PLIES: Final = 6  # after the first capture; then it goes on on the last square alone (C4)
MAX_CHECKS: Final = 2  # before the first capture of a series, and by O to win material back
LAST_CHECK: Final = 4  # S adds a check to a series only with this many plies left

WORTH: Final = np.zeros(8, dtype=np.int64)
"""Value of a piece by kind (C3); crossed pawns are counted apart."""
WORTH[[ADVISOR, BISHOP, KNIGHT, ROOK, CANNON]] = (2, 2, 5, 10, 5)


@kernel("int64(int64, int64)", inline=True)
def balance(material: int, pawns: int) -> int:
    """Return the balance of an exchange of pieces and crossed pawns, which float (C3)."""
    if pawns > 0 and material < 0:
        return 0 if material > -10 * pawns else material + pawns
    if pawns < 0 and material > 0:
        return 0 if material < -10 * pawns else material + pawns
    return material + pawns


@kernel("void(int64[::1], int64, int64)")
def open_account(state: State, ws: int, side: int) -> None:
    """Begin an account for a side, with no offers, targets left out, free pieces or series."""
    state[ws + ACCOUNT_SIDE] = side
    state[ws + OFFER_RECORD] = EMPTY_RECORD
    state[ws + FREE_PIECES] = 0
    state[ws + LEFT_OUT] = 0
    state[ws + IN_SERIES] = 0
    state[ws + AFTER_GAIN] = 0
    state[ws + FIRST_VICTIMS] = -1


@kernel("int64(int64[::1], int64, int64)", inline=True)
def is_offer(state: State, ws: int, move: int) -> int:
    """Return 1 if a capture belongs to an exchange that the account's side offers (C6), else 0."""
    attacker = state[SQUARES + from_square(move)] >> SLOT_SHIFT
    target = state[SQUARES + to_square(move)] >> SLOT_SHIFT
    return state[ws + state[ws + OFFER_RECORD] + RECORD_OFFERS + (attacker & 15)] >> target & 1


@kernel("int64(int64[::1], int64, int64, int64)")
def _may_take(state: State, ws: int, move: int, last: int) -> int:
    """Return 1 if S may continue with a capture (C4), else 0; O has just captured on `last`."""
    if is_offer(state, ws, move):
        return 0
    target = to_square(move)
    if target == state[ws + EXCHANGE_SQUARE] or target == last:
        return 1
    if state[ws + LEFT_OUT] >> (state[SQUARES + target] >> SLOT_SHIFT) & 1:
        return 0
    kind = state[SQUARES + from_square(move)] & KIND_MASK
    return 0 if kind in (KING, PAWN) else 1


@kernel("int64(int64[::1], int64, int64, int64)")
def can_retake(state: State, ws: int, origin: int, target: int) -> int:
    """Return 1 if the side to move can capture on `target` with its piece on `origin` (0: none), else 0."""
    if origin == 0 or origin == target or state[ws + MUTE_PIECE] >> slot_at(state, origin) & 1:
        return 0
    if covers(state, origin, target) == 0:
        return 0
    return is_safe(state, ws, encode_move(origin, target))


@kernel("int64(int64[::1], int64, int64, int64, int64)")
def point_exchange(state: State, ws: int, target: int, material: int, pawns: int) -> int:
    """Return the value of an exchange on one square alone, in which the side to move captures next (C4).

    Either side may stop. The account's side began it.
    """
    side = state[SIDE]
    own = side == state[ws + ACCOUNT_SIDE]
    best = balance(material, pawns)
    victim = state[SQUARES + target]
    sign = 1 if own else -1
    won, pawn = sign * WORTH[victim & KIND_MASK], sign * floats(victim, target)
    first = PIECES + (0 if side == RED else SIDE_SLOTS)
    for slot in range(first, first + SIDE_SLOTS):
        origin = state[slot]
        if can_retake(state, ws, origin, target) == 0:
            continue
        move = encode_move(origin, target)
        captured = make_move(state, move)
        value = point_exchange(state, ws, target, material + won, pawns + pawn)
        unmake_move(state, move, captured)
        best = max(best, value) if own else min(best, value)
    return best


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def exchange(  # noqa: C901 - one node of either side, in the order of C4
    state: State,
    ws: int,
    start: int,
    plies: int,
    material: int,
    pawns: int,
    checks: int,
    low: int,
    high: int,
    last: int,
    moved: int,
) -> int:
    """Return the value of an exchange that is under way, by a fail-soft alpha-beta search (C4).

    Args:
        state: int64; the position ends as it began.
        ws: the workspace; the account must be open.
        start: slot of the ply's move list, further ones follow.
        plies: how many plies captures on other squares are searched.
        material, pawns: won so far.
        checks: quiet checks that O may still give.
        low, high: the window.
        last: the square on which the opponent has just captured, 0 for none.
        moved: the set of S's pieces that have moved in a series.
    """
    side = state[SIDE]
    own = side == state[ws + ACCOUNT_SIDE]
    checked = is_exposed(state, ws, side)
    best = -UNLIMITED if own else UNLIMITED
    if checked == 0:
        best = balance(material, pawns)  # stopping
        if (own and best >= high) or (not own and best <= low):
            return best
        if plies == 0:
            return point_exchange(state, ws, last, material, pawns) if last != 0 else best
    with_checks = plies >= LAST_CHECK and state[ws + IN_SERIES] != 0 if own else checks > 0
    end = list_moves(state, ws, start, ALL_MOVES if checked or with_checks else CAPTURES)
    if checked:
        if end == start:
            return -MATED if own else MATED
        if plies == 0:
            return balance(material, pawns)
    for i in range(start, end):
        move = state[i]
        victim = state[SQUARES + to_square(move)]
        if own and checked == 0 and victim != 0 and _may_take(state, ws, move, last) == 0:
            continue
        won, pawn, now_moved = 0, 0, moved
        piece = state[SQUARES + from_square(move)] >> SLOT_SHIFT
        if own:
            won, pawn = WORTH[victim & KIND_MASK], floats(victim, to_square(move))
            if state[ws + IN_SERIES]:
                now_moved = moved | 1 << piece
        elif victim != 0 and state[ws + FREE_PIECES] & ~moved & 1 << (victim >> SLOT_SHIFT) == 0:
            won, pawn = -WORTH[victim & KIND_MASK], -floats(victim, to_square(move))
            if state[ws + AFTER_GAIN]:
                won, pawn = won + pawn, 0
        captured = make_move(state, move)
        left = checks
        if victim == 0 and (checked == 0 or not own):
            gives_check = is_exposed(state, ws, state[SIDE])
            if checked == 0 and gives_check == 0:
                unmake_move(state, move, captured)
                continue
            if not own and gives_check:
                left = max(0, checks - 1)
        below = max(low, best) if own else low
        above = high if own else min(high, best)
        taken_on = to_square(move) if victim != 0 else 0
        deeper = start + MOVE_LIST_SIZE
        value = exchange(
            state,
            ws,
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
def capture_value(state: State, ws: int, start: int, capture: int, low: int, high: int) -> int:
    """Return what the account's side, which is to move, wins by a capture with best play (C4).

    A value outside the window from `low` to `high` is a bound.
    """
    victim = state[SQUARES + to_square(capture)]
    won, pawn = WORTH[victim & KIND_MASK], floats(victim, to_square(capture))
    state[ws + EXCHANGE_SQUARE] = to_square(capture)
    captured = make_move(state, capture)
    value = exchange(
        state, ws, start, MAX_EXCHANGE_PLIES, won, pawn, MAX_CHECKS, low, high, to_square(capture), 0
    )
    unmake_move(state, capture, captured)
    return value


@kernel("int64(int64[::1], int64, int64)")
def may_begin(state: State, ws: int, move: int) -> int:
    """Return 1 if S may begin the captures of a series with this one (C4, C5), else 0."""
    victim = state[SQUARES + to_square(move)] >> SLOT_SHIFT
    kind = state[SQUARES + from_square(move)] & KIND_MASK
    if kind in (KING, PAWN) or is_offer(state, ws, move):
        return 0
    return state[ws + FIRST_VICTIMS] >> victim & ~(state[ws + LEFT_OUT] >> victim) & 1


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64, int64, int64)")
def _take(
    state: State,
    ws: int,
    start: int,
    move: int,
    material: int,
    pawns: int,
    low: int,
    high: int,
    moved: int,
) -> int:
    """Return the value of a series whose first capture, `move`, has just been made."""
    state[ws + EXCHANGE_SQUARE] = to_square(move)
    state[ws + AFTER_GAIN] = 1
    value = exchange(
        state, ws, start, MAX_EXCHANGE_PLIES, material, pawns, MAX_CHECKS, low, high, to_square(move), moved
    )
    state[ws + AFTER_GAIN] = 0
    return value


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def series(  # noqa: C901 - one node of either side, in the order of C5
    state: State,
    ws: int,
    start: int,
    checks: int,
    material: int,
    pawns: int,
    low: int,
    high: int,
    moved: int,
    begins: int,
) -> int:
    """Return the best value of a series of checks in which nothing has been captured yet (C5).

    The other arguments are those of `exchange`. S may give `checks` more checks before it captures; `begins` is
    1 for the first move, which must give check. The best first check is left in FIRST_CHECK.
    """
    side = state[SIDE]
    own = side == state[ws + ACCOUNT_SIDE]
    end = list_moves(state, ws, start, ALL_MOVES)
    if not own and end == start:
        return MATED
    best = -UNLIMITED if own else UNLIMITED
    not_begins = begins & 0
    if own and begins == 0 and is_exposed(state, ws, side) == 0:
        best = balance(material, pawns)
    if own and best >= high:
        return best
    deeper = start + MOVE_LIST_SIZE
    for i in range(start, end):
        move = state[i]
        victim = state[SQUARES + to_square(move)]
        won, pawn = WORTH[victim & KIND_MASK], floats(victim, to_square(move))
        gains = own and is_chaseable(victim, to_square(move))
        now_moved = moved
        if own:
            if (gains and may_begin(state, ws, move) == 0) or (not gains and checks == 0):
                continue
            if not gains:
                won, pawn = 0, 0
            now_moved = moved | 1 << (state[SQUARES + from_square(move)] >> SLOT_SHIFT)
        elif victim == 0 or state[ws + FREE_PIECES] & ~moved & 1 << (victim >> SLOT_SHIFT) != 0:
            won, pawn = 0, 0
        else:
            won, pawn = -won, -pawn
        captured = make_move(state, move)
        value = best
        if not own:
            least = min(high, best)
            value = series(
                state, ws, deeper, checks, material + won, pawns + pawn, low, least, now_moved, not_begins
            )
        else:
            gives_check = is_exposed(state, ws, state[SIDE])
            most = max(low, best)
            if gains and (gives_check or begins == 0):
                value = _take(state, ws, deeper, move, material + won, pawns + pawn, most, high, now_moved)
            elif gives_check and not gains:
                left = checks - 1
                value = series(
                    state, ws, deeper, left, material + won, pawns + pawn, most, high, now_moved, not_begins
                )
        unmake_move(state, move, captured)
        if own:
            if begins and value > best:
                state[ws + FIRST_CHECK] = move
            best = max(best, value)
            if best >= high:
                break
        else:
            best = min(best, value)
            if best <= low:
                break
    return best


@kernel("int64(int64[::1], int64, int64, int64, int64)")
def best_series(state: State, ws: int, start: int, low: int, high: int) -> int:
    """Return the best value of a series of checks by the account's side, which is to move.

    The first check of the best series is left in FIRST_CHECK.

    A value outside the window from `low` to `high` is a bound.
    """
    state[ws + IN_SERIES] = 1
    state[ws + FIRST_CHECK] = 0
    value = series(state, ws, start, MAX_CHECKS, 0, 0, low, high, 0, 1)
    state[ws + IN_SERIES] = 0
    return value


@kernel("int64(int64[::1], int64, int64)")
def can_be_retaken(state: State, ws: int, target: int) -> int:
    """Return 1 if the side to move can legally capture the enemy piece on a square, else 0."""
    first = PIECES + (0 if state[SIDE] == RED else SIDE_SLOTS)
    for slot in range(first, first + SIDE_SLOTS):
        if can_retake(state, ws, state[slot], target):
            return 1
    return 0


@kernel("int64(int64[::1], int64, int64)")
def point_value(state: State, ws: int, capture: int) -> int:
    """Return what the side to move wins by a capture and the exchange on that square alone."""
    victim = state[SQUARES + to_square(capture)]
    account = state[ws + ACCOUNT_SIDE]
    state[ws + ACCOUNT_SIDE] = state[SIDE]
    won, pawn = WORTH[victim & KIND_MASK], floats(victim, to_square(capture))
    captured = make_move(state, capture)
    value = point_exchange(state, ws, to_square(capture), won, pawn)
    unmake_move(state, capture, captured)
    state[ws + ACCOUNT_SIDE] = account
    return value
