"""The captures that win under the Chinese rules (articles C4 to C8 of docs/rules.md).

A record holds what every possible capture wins, whether its target is rooted, and whether it offers an
exchange. core.cxa.classes compares the records before and after a move.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.chase import covers, king_attackers
from xiangqi.core.constants import BOTH, KIND_MASK, KING, MOVE_LIST_SIZE, PAWN, PIECES, RED, SIDE, SQUARES
from xiangqi.core.cxa.exchange import (
    UNLIMITED,
    WORTH,
    balance,
    best_series,
    can_be_retaken,
    capture_value,
    open_account,
    point_value,
)
from xiangqi.core.cxa.mate_threats import CHECKS_AFTER_OFFER, mating_move
from xiangqi.core.cxa.workspace import (
    ARRIVED_SLOT,
    FIRST_VICTIMS,
    FREE_PIECES,
    LEFT_OUT,
    MOVE_LISTS,
    MOVED_SLOT,
    MUTE_PIECE,
    OFFER_RECORD,
    RECORD_EVEN_OFFERS,
    RECORD_EXCHANGES,
    RECORD_LOST,
    RECORD_OFFERS,
    RECORD_OTHER,
    RECORD_POSSIBLE,
    RECORD_ROOTED,
    RECORD_SIZE,
    RECORD_SQUARES,
    RECORD_VALUES,
    SIDE_SLOTS,
    disregarded,
    floats,
    is_chaseable,
    is_safe,
    list_moves,
    slot_at,
)
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import ALL_MOVES, CAPTURES
from xiangqi.core.position import (
    State,
    encode_move,
    flip_occupied,
    from_square,
    make_move,
    to_square,
    unmake_move,
)

NO_WIN: Final = -3000  # value of an offer, and of a capture by king or pawn that does not count as a chase

_LIST: Final = MOVE_LISTS  # move list of a kernel of this module
_INNER: Final = MOVE_LISTS + MOVE_LIST_SIZE  # move list of a kernel that it calls
_DEEP: Final = MOVE_LISTS + 2 * MOVE_LIST_SIZE  # move lists of exchanges, series and mates begin here


@kernel("int64(int64[::1], int64, int64)")
def is_rooted(state: State, ws: int, capture: int) -> int:
    """Return 1 if the opponent could recapture at once after a capture by the side to move (C4), else 0."""
    captured = make_move(state, capture)
    found = can_be_retaken(state, ws, to_square(capture))
    unmake_move(state, capture, captured)
    return found


@kernel("int64(int64[::1], int64, int64)")
def _answer_of_exchange(state: State, ws: int, capture: int) -> int:
    """Return the sign of what O wins by capturing the attacker, if a capture is an exchange (C6).

    NO_WIN if O cannot capture it, or is mated if it does.
    """
    side = state[SIDE]
    origin, target = from_square(capture), to_square(capture)
    kind = state[SQUARES + origin] & KIND_MASK
    if kind == PAWN or kind != state[SQUARES + target] & KIND_MASK or covers(state, target, origin) == 0:
        return NO_WIN
    back = encode_move(target, origin)
    state[SIDE] = side ^ BOTH
    value = NO_WIN
    if is_safe(state, ws, back):
        open_account(state, ws, side ^ BOTH)
        value = max(-1, min(1, capture_value(state, ws, ws + _DEEP, back, -1, 1)))
        captured = make_move(state, back)
        open_account(state, ws, side)
        if mating_move(state, ws, ws + _DEEP, CHECKS_AFTER_OFFER):
            value = NO_WIN
        unmake_move(state, back, captured)
    state[SIDE] = side
    return value


@kernel("void(int64[::1], int64, int64)")
def list_pairs(state: State, ws: int, record: int) -> None:
    """Record what the side to move can capture, and which of these captures are exchanges (C5, C6)."""
    first = ws + record
    for i in range(first, first + RECORD_SIZE):
        state[i] = 0
    for slot in range(2 * SIDE_SLOTS):
        state[first + RECORD_SQUARES + slot] = state[PIECES + slot]
    start = ws + _LIST
    end = list_moves(state, ws, start, CAPTURES)
    for i in range(start, end):
        capture = state[i]
        if is_chaseable(state[SQUARES + to_square(capture)], to_square(capture)) == 0:
            continue
        attacker = slot_at(state, from_square(capture)) & 15
        target = 1 << slot_at(state, to_square(capture))
        state[first + RECORD_POSSIBLE + attacker] |= target
        answer = _answer_of_exchange(state, ws, capture)
        if answer != NO_WIN:
            state[first + RECORD_EXCHANGES + attacker] |= target
        if answer >= 0:
            state[first + RECORD_OFFERS + attacker] |= target
        if answer == 0:
            state[first + RECORD_EVEN_OFFERS + attacker] |= target


@kernel("int64(int64[::1], int64, int64)")
def _alone(state: State, ws: int, capture: int) -> int:
    """Return what the side to move wins by a capture that no other piece supports (C8)."""
    victim, piece = state[SQUARES + to_square(capture)], state[SQUARES + from_square(capture)]
    material, pawns = WORTH[victim & KIND_MASK], floats(victim, to_square(capture))
    gain = balance(material, pawns)
    if is_rooted(state, ws, capture) == 0:
        return gain
    return min(gain, balance(material - WORTH[piece & KIND_MASK], pawns - floats(piece, to_square(capture))))


@kernel("int64(int64[::1], int64, int64)")
def _uncovers_check(state: State, ws: int, capture: int) -> int:
    """Return 1 if a capture by the side to move discovers a check that is not disregarded, else 0."""
    captured = make_move(state, capture)
    others = king_attackers(state, state[SIDE]) & ~(1 << slot_at(state, to_square(capture)))
    others &= ~disregarded(state, ws, state[SIDE])
    unmake_move(state, capture, captured)
    return 1 if others != 0 else 0


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64, int64)")
def pair_value(
    state: State, ws: int, record: int, capture: int, free: int, left_out: int, low: int, high: int
) -> int:
    """Return what the side to move wins by a capture, NO_WIN for one by a king or pawn that may chase (C4, C8).

    Args:
        state: int64; the position ends as it began.
        ws: the workspace.
        record: the record of the position, for its offers.
        capture: ``from << 8 | to``.
        free: the set of the side's pieces that are lost anyway (C7).
        left_out: the set of targets that were won before the move already (C4).
        low, high: the window; a value outside it is a bound.
    """
    point = point_value(state, ws, capture)
    open_account(state, ws, state[SIDE])
    state[ws + OFFER_RECORD] = record
    state[ws + FREE_PIECES] = free
    if point <= 0:
        state[ws + LEFT_OUT] = left_out & ~(1 << slot_at(state, to_square(capture)))
    value = capture_value(state, ws, ws + _DEEP, capture, low, high)
    kind = state[SQUARES + from_square(capture)] & KIND_MASK
    if kind not in (KING, PAWN) or (kind == PAWN and _uncovers_check(state, ws, capture)):
        return value
    return value if value > 0 and _alone(state, ws, capture) <= 0 else NO_WIN


@kernel("int64(int64[::1], int64, int64, int64)")
def targets_by_checks(state: State, ws: int, record: int, known: int) -> int:
    """Return the set of pieces, except `known`, that the side to move can first win by a series of checks."""
    open_account(state, ws, state[SIDE])
    state[ws + OFFER_RECORD] = record
    found = 0
    if best_series(state, ws, ws + _DEEP, 0, 1) > 0:
        first = SIDE_SLOTS if state[SIDE] == RED else 0
        for slot in range(first, first + SIDE_SLOTS):
            square = state[PIECES + slot]
            if square != 0 and known >> slot & 1 == 0 and is_chaseable(state[SQUARES + square], square):
                state[ws + FIRST_VICTIMS] = 1 << slot
                if best_series(state, ws, ws + _DEEP, 0, 1) > 0:
                    found |= 1 << slot
        state[ws + FIRST_VICTIMS] = -1
    return found


@kernel("int64(int64[::1], int64)")
def standing_wins(state: State, ws: int) -> int:
    """Return the set of pieces that the opponent could win if it were to move (C7)."""
    state[SIDE] ^= BOTH
    list_pairs(state, ws, RECORD_OTHER)
    found = 0
    base = 0 if state[SIDE] == RED else SIDE_SLOTS
    for slot in range(SIDE_SLOTS):
        possible = (
            state[ws + RECORD_OTHER + RECORD_POSSIBLE + slot] & ~state[ws + RECORD_OTHER + RECORD_OFFERS + slot]
        )
        for target in range(2 * SIDE_SLOTS):
            if possible & ~found & 1 << target:
                capture = encode_move(state[PIECES + base + slot], state[PIECES + target])
                if pair_value(state, ws, RECORD_OTHER, capture, 0, 0, 0, 1) > 0:
                    found |= 1 << target
    found |= targets_by_checks(state, ws, RECORD_OTHER, found)
    state[SIDE] ^= BOTH
    return found


@kernel("int64(int64[::1], int64, int64)")
def can_save_itself(state: State, ws: int, square: int) -> int:
    """Return 1 if the enemy piece on a square can move to a square where it is not won (C7), else 0."""
    side = state[SIDE]
    state[SIDE] = side ^ BOTH
    saved = 0
    start, inner = ws + _LIST, ws + _INNER
    end = list_moves(state, ws, start, ALL_MOVES)
    for i in range(start, end):
        move = state[i]
        if saved or from_square(move) != square:
            continue
        gain = WORTH[state[SQUARES + to_square(move)] & KIND_MASK]
        captured = make_move(state, move)
        worst = 0
        if is_chaseable(state[SQUARES + to_square(move)], to_square(move)):
            last = list_moves(state, ws, inner, CAPTURES)
            for j in range(inner, last):
                if to_square(state[j]) == to_square(move):
                    worst = max(worst, point_value(state, ws, state[j]))
        unmake_move(state, move, captured)
        saved = 1 if worst <= gain else 0
    state[SIDE] = side
    return saved


@kernel("int64(int64[::1], int64, int64)")
def holds(state: State, ws: int, target: int) -> int:
    """Return 1 if only the piece in MOVED_SLOT keeps an enemy piece from saving itself (C7(c)), else 0."""
    if can_save_itself(state, ws, target):
        return 0
    slot = state[ws + MOVED_SLOT]
    square = state[PIECES + slot]
    piece = state[SQUARES + square]
    state[SQUARES + square] = 0
    state[PIECES + slot] = 0
    flip_occupied(state, square)
    saved = can_save_itself(state, ws, target)
    flip_occupied(state, square)
    state[SQUARES + square] = piece
    state[PIECES + slot] = square
    return saved


@kernel("int64(int64[::1], int64, int64, int64)")
def free_for(state: State, ws: int, record: int, capture: int) -> int:
    """Return the set of the side's pieces that are free for a capture (C7).

    They are lost anyway, take no part in the capture, and are not protected by the attacker.
    """
    lost = state[ws + record + RECORD_LOST] & ~(1 << slot_at(state, from_square(capture)))
    if lost == 0 or slot_at(state, to_square(capture)) == state[ws + ARRIVED_SLOT]:
        return 0
    if lost >> state[ws + MOVED_SLOT] & 1 and holds(state, ws, to_square(capture)):
        lost &= ~(1 << state[ws + MOVED_SLOT])
    value = point_value(state, ws, capture)
    for slot in range(2 * SIDE_SLOTS):
        if lost >> slot & 1:
            state[ws + MUTE_PIECE] = 1 << slot
            if (
                covers(state, from_square(capture), state[PIECES + slot])
                or point_value(state, ws, capture) < value
            ):
                lost &= ~(1 << slot)
            state[ws + MUTE_PIECE] = 0
    return lost


@kernel("void(int64[::1], int64, int64, int64)")
def judge_pairs(state: State, ws: int, record: int, left_out: int) -> None:
    """Record what each pair wins and whether it is rooted; needs the recorded pairs and RECORD_LOST."""
    base = 0 if state[SIDE] == RED else SIDE_SLOTS
    for slot in range(SIDE_SLOTS):
        possible = state[ws + record + RECORD_POSSIBLE + slot]
        for target in range(2 * SIDE_SLOTS):
            if possible >> target & 1 == 0:
                continue
            value = NO_WIN
            if state[ws + record + RECORD_OFFERS + slot] >> target & 1 == 0:
                capture = encode_move(state[PIECES + base + slot], state[PIECES + target])
                free = free_for(state, ws, record, capture)
                value = pair_value(state, ws, record, capture, free, left_out, -UNLIMITED, UNLIMITED)
                if is_rooted(state, ws, capture):
                    state[ws + record + RECORD_ROOTED + slot] |= 1 << target
            state[ws + record + RECORD_VALUES + slot * SIDE_SLOTS + (target & 15)] = value


@kernel("int64(int64[::1], int64, int64)")
def won_targets(state: State, ws: int, record: int) -> int:
    """Return the set of targets that count as won before a move (C5).

    These are the targets whose capture gains, and the unrooted ones whose capture is even.
    """
    won = 0
    for slot in range(SIDE_SLOTS):
        possible = state[ws + record + RECORD_POSSIBLE + slot]
        for target in range(2 * SIDE_SLOTS):
            if possible >> target & 1:
                value = state[ws + record + RECORD_VALUES + slot * SIDE_SLOTS + (target & 15)]
                rooted = state[ws + record + RECORD_ROOTED + slot] >> target & 1
                if value > 0 or (value == 0 and rooted == 0):
                    won |= 1 << target
    return won


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)")
def gain_by_checks(state: State, ws: int, record: int, left_out: int, low: int, high: int) -> int:
    """Return the best value of a series of checks by the side to move (C5, C7); its first is in FIRST_CHECK.

    A value outside the window from `low` to `high` is a bound.
    """
    open_account(state, ws, state[SIDE])
    state[ws + OFFER_RECORD] = record
    state[ws + FREE_PIECES] = state[ws + record + RECORD_LOST]
    state[ws + LEFT_OUT] = left_out
    return best_series(state, ws, ws + _DEEP, low, high)
