"""What a side wins in a position under the Chinese rules (articles C4 to C8 of docs/rules.md).

A record of the room holds, for every capture that is possible, what it wins, whether the target can be retaken
and whether it offers an exchange; those BEFORE and AFTER a move are compared by core.cxa_moves.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.chase import covers, king_attackers
from xiangqi.core.constants import BOTH, KIND_MASK, KING, MOVE_LIST_SIZE, PAWN, PIECES, RED, SIDE, SQUARES
from xiangqi.core.cxa_exchange import (
    UNLIMITED,
    WORTH,
    balance,
    best_series,
    capture_value,
    open_account,
    point_value,
    retake,
)
from xiangqi.core.cxa_mates import CHECKS_AFTER_OFFER, mating_move
from xiangqi.core.cxa_room import (
    ARRIVED,
    EVEN,
    EXCHANGES,
    FRAMES,
    FREE,
    IS_ROOTED,
    LEFT_OUT,
    LOST,
    MOVED,
    MUTE,
    OFFERING,
    OFFERS,
    ONLY,
    OTHER,
    POSSIBLE,
    RECORD_SIZE,
    ROOTS,
    SLOTS,
    VALUES,
    counts,
    disregarded,
    floats,
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

NO_WIN: Final = -3000  # the pair of an offer, of a king or a pawn: it wins nothing, whatever it takes

_LIST: Final = FRAMES  # move list of the kernels here that hold one
_INNER: Final = FRAMES + MOVE_LIST_SIZE  # of those that they call
_DEEP: Final = FRAMES + 2 * MOVE_LIST_SIZE  # from here on exchanges, series and mates have theirs


@kernel("int64(int64[::1], int64, int64)")
def is_rooted(state: State, room: int, capture: int) -> int:
    """1 when the target of a capture by the side to move could be retaken at once (C4), else 0."""
    captured = make_move(state, capture)
    found = retake(state, room, to_square(capture))
    unmake_move(state, capture, captured)
    return found


@kernel("int64(int64[::1], int64, int64)")
def _answer_of_exchange(state: State, room: int, capture: int) -> int:
    """What O wins by taking the attacker, if a possible capture by the side to move is an exchange (C6).

    1 for something, 0 for nothing, -1 for less; NO_WIN if O cannot take it, or is mated if it does.
    """
    side = state[SIDE]
    origin, target = from_square(capture), to_square(capture)
    kind = state[SQUARES + origin] & KIND_MASK
    if kind == PAWN or kind != state[SQUARES + target] & KIND_MASK or covers(state, target, origin) == 0:
        return NO_WIN
    back = encode_move(target, origin)
    state[SIDE] = side ^ BOTH
    value = NO_WIN
    if is_safe(state, room, back):
        open_account(state, room, side ^ BOTH)
        value = max(-1, min(1, capture_value(state, room, room + _DEEP, back, -1, 1)))
        captured = make_move(state, back)
        open_account(state, room, side)
        if mating_move(state, room, room + _DEEP, CHECKS_AFTER_OFFER):
            value = NO_WIN
        unmake_move(state, back, captured)
    state[SIDE] = side
    return value


@kernel("void(int64[::1], int64, int64)")
def list_pairs(state: State, room: int, record: int) -> None:
    """Write into a record what the side to move can capture and which of it are exchanges (C5, C6)."""
    first = room + record
    for i in range(first, first + RECORD_SIZE):
        state[i] = 0
    for slot in range(2 * SLOTS):
        state[first + ROOTS + slot] = state[PIECES + slot]
    start = room + _LIST
    end = list_moves(state, room, start, CAPTURES)
    for i in range(start, end):
        capture = state[i]
        if counts(state[SQUARES + to_square(capture)], to_square(capture)) == 0:
            continue
        attacker = slot_at(state, from_square(capture)) & 15
        target = 1 << slot_at(state, to_square(capture))
        state[first + POSSIBLE + attacker] |= target
        answer = _answer_of_exchange(state, room, capture)
        if answer != NO_WIN:
            state[first + EXCHANGES + attacker] |= target
        if answer >= 0:
            state[first + OFFERS + attacker] |= target
        if answer == 0:
            state[first + EVEN + attacker] |= target


@kernel("int64(int64[::1], int64, int64)")
def _alone(state: State, room: int, capture: int) -> int:
    """What a capture by the side to move wins if no other piece supports it (C8)."""
    victim, piece = state[SQUARES + to_square(capture)], state[SQUARES + from_square(capture)]
    material, pawns = WORTH[victim & KIND_MASK], floats(victim, to_square(capture))
    gain = balance(material, pawns)
    if is_rooted(state, room, capture) == 0:
        return gain
    return min(gain, balance(material - WORTH[piece & KIND_MASK], pawns - floats(piece, to_square(capture))))


@kernel("int64(int64[::1], int64, int64)")
def _uncovers_check(state: State, room: int, capture: int) -> int:
    """1 when a capture by the side to move lets another of its pieces give check, else 0.

    A check that stands on the board and is disregarded is not uncovered.
    """
    captured = make_move(state, capture)
    others = king_attackers(state, state[SIDE]) & ~(1 << slot_at(state, to_square(capture)))
    others &= ~disregarded(state, room, state[SIDE])
    unmake_move(state, capture, captured)
    return 1 if others != 0 else 0


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64, int64)")
def pair_value(
    state: State, room: int, record: int, capture: int, free: int, left_out: int, low: int, high: int
) -> int:
    """What a possible capture by the side to move wins, NO_WIN for a king or soldier that may chase (C4, C8).

    Args:
        state: int64; the position ends as it began.
        room: slot of the room.
        record: of the position, for its offers.
        capture: ``from << 8 | to``.
        free: set of own pieces that are lost anyhow (C7).
        left_out: set of targets that were won before already (C4).
        low, high: a value that is not between them is a bound of the true one on the same side.
    """
    point = point_value(state, room, capture)
    open_account(state, room, state[SIDE])
    state[room + OFFERING] = record
    state[room + FREE] = free
    if point <= 0:
        state[room + LEFT_OUT] = left_out & ~(1 << slot_at(state, to_square(capture)))
    value = capture_value(state, room, room + _DEEP, capture, low, high)
    kind = state[SQUARES + from_square(capture)] & KIND_MASK
    if kind not in (KING, PAWN) or (kind == PAWN and _uncovers_check(state, room, capture)):
        return value
    return value if value > 0 and _alone(state, room, capture) <= 0 else NO_WIN


@kernel("int64(int64[::1], int64, int64, int64)")
def targets_by_checks(state: State, room: int, record: int, known: int) -> int:
    """The set of pieces, without `known`, that the side to move can win first by a series of checks (C5)."""
    open_account(state, room, state[SIDE])
    state[room + OFFERING] = record
    found = 0
    if best_series(state, room, room + _DEEP, 0, 1) > 0:
        first = SLOTS if state[SIDE] == RED else 0
        for slot in range(first, first + SLOTS):
            square = state[PIECES + slot]
            if square != 0 and known >> slot & 1 == 0 and counts(state[SQUARES + square], square):
                state[room + ONLY] = 1 << slot
                if best_series(state, room, room + _DEEP, 0, 1) > 0:
                    found |= 1 << slot
        state[room + ONLY] = -1
    return found


@kernel("int64(int64[::1], int64)")
def standing_wins(state: State, room: int) -> int:
    """The set of pieces that the opponent of the side to move would win, were it to move (C7)."""
    state[SIDE] ^= BOTH
    list_pairs(state, room, OTHER)
    found = 0
    base = 0 if state[SIDE] == RED else SLOTS
    for slot in range(SLOTS):
        possible = state[room + OTHER + POSSIBLE + slot] & ~state[room + OTHER + OFFERS + slot]
        for target in range(2 * SLOTS):
            if possible & ~found & 1 << target:
                capture = encode_move(state[PIECES + base + slot], state[PIECES + target])
                if pair_value(state, room, OTHER, capture, 0, 0, 0, 1) > 0:
                    found |= 1 << target
    found |= targets_by_checks(state, room, OTHER, found)
    state[SIDE] ^= BOTH
    return found


@kernel("int64(int64[::1], int64, int64)")
def can_save_itself(state: State, room: int, square: int) -> int:
    """1 when the enemy piece on a square has a move after which nothing wins it (C7), else 0."""
    side = state[SIDE]
    state[SIDE] = side ^ BOTH
    saved = 0
    start, inner = room + _LIST, room + _INNER
    end = list_moves(state, room, start, ALL_MOVES)
    for i in range(start, end):
        move = state[i]
        if saved or from_square(move) != square:
            continue
        gain = WORTH[state[SQUARES + to_square(move)] & KIND_MASK]
        captured = make_move(state, move)
        worst = 0
        if counts(state[SQUARES + to_square(move)], to_square(move)):
            last = list_moves(state, room, inner, CAPTURES)
            for j in range(inner, last):
                if to_square(state[j]) == to_square(move):
                    worst = max(worst, point_value(state, room, state[j]))
        unmake_move(state, move, captured)
        saved = 1 if worst <= gain else 0
    state[SIDE] = side
    return saved


@kernel("int64(int64[::1], int64, int64)")
def holds(state: State, room: int, target: int) -> int:
    """1 when the enemy piece on `target` could save itself but for the piece in MOVED (C7(c)), else 0."""
    if can_save_itself(state, room, target):
        return 0
    slot = state[room + MOVED]
    square = state[PIECES + slot]
    piece = state[SQUARES + square]
    state[SQUARES + square] = 0
    state[PIECES + slot] = 0
    flip_occupied(state, square)
    saved = can_save_itself(state, room, target)
    flip_occupied(state, square)
    state[SQUARES + square] = piece
    state[PIECES + slot] = square
    return saved


@kernel("int64(int64[::1], int64, int64, int64)")
def free_for(state: State, room: int, record: int, capture: int) -> int:
    """The set of own pieces that are lost anyhow, without those that take part or need the attacker (C7)."""
    lost = state[room + record + LOST] & ~(1 << slot_at(state, from_square(capture)))
    if lost == 0 or slot_at(state, to_square(capture)) == state[room + ARRIVED]:
        return 0
    if lost >> state[room + MOVED] & 1 and holds(state, room, to_square(capture)):
        lost &= ~(1 << state[room + MOVED])
    value = point_value(state, room, capture)
    for slot in range(2 * SLOTS):
        if lost >> slot & 1:
            state[room + MUTE] = 1 << slot
            if (
                covers(state, from_square(capture), state[PIECES + slot])
                or point_value(state, room, capture) < value
            ):
                lost &= ~(1 << slot)
            state[room + MUTE] = 0
    return lost


@kernel("void(int64[::1], int64, int64, int64)")
def judge_pairs(state: State, room: int, record: int, left_out: int) -> None:
    """Write into a record, once list_pairs and LOST are there, what each pair wins and whether it is rooted."""
    base = 0 if state[SIDE] == RED else SLOTS
    for slot in range(SLOTS):
        possible = state[room + record + POSSIBLE + slot]
        for target in range(2 * SLOTS):
            if possible >> target & 1 == 0:
                continue
            value = NO_WIN
            if state[room + record + OFFERS + slot] >> target & 1 == 0:
                capture = encode_move(state[PIECES + base + slot], state[PIECES + target])
                free = free_for(state, room, record, capture)
                value = pair_value(state, room, record, capture, free, left_out, -UNLIMITED, UNLIMITED)
                if is_rooted(state, room, capture):
                    state[room + record + IS_ROOTED + slot] |= 1 << target
            state[room + record + VALUES + slot * SLOTS + (target & 15)] = value


@kernel("int64(int64[::1], int64, int64)")
def won_targets(state: State, room: int, record: int) -> int:
    """The set of targets that count as won before a move (C5): a value above 0, or 0 without a root."""
    won = 0
    for slot in range(SLOTS):
        possible = state[room + record + POSSIBLE + slot]
        for target in range(2 * SLOTS):
            if possible >> target & 1:
                value = state[room + record + VALUES + slot * SLOTS + (target & 15)]
                rooted = state[room + record + IS_ROOTED + slot] >> target & 1
                if value > 0 or (value == 0 and rooted == 0):
                    won |= 1 << target
    return won


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)")
def gain_by_checks(state: State, room: int, record: int, left_out: int, low: int, high: int) -> int:
    """Best value of a series of checks by the side to move (C5, C7); FIRST_CHECK is how it begins.

    A value that is not between `low` and `high` is a bound of the true one on the same side of them.
    """
    open_account(state, room, state[SIDE])
    state[room + OFFERING] = record
    state[room + FREE] = state[room + record + LOST]
    state[room + LEFT_OUT] = left_out
    return best_series(state, room, room + _DEEP, low, high)
