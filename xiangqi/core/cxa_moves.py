"""The class of a move and the verdict on a cycle under the Chinese rules (articles C1, C2, C5, C8a, C9)."""

from __future__ import annotations

from typing import Final

from xiangqi.core.attacks import in_check
from xiangqi.core.chase import covers, king_attackers
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BOTH,
    CANNON,
    DOWN,
    KEY,
    KIND_MASK,
    KING,
    KNIGHT,
    MOVE_LIST_SIZE,
    PIECES,
    RED,
    RIGHT,
    ROOK,
    SIDE,
    SQUARES,
)
from xiangqi.core.cxa_exchange import UNLIMITED, open_account, point_value
from xiangqi.core.cxa_mates import CHECKS_TO_MATE, begin_search, is_mating, mating_move
from xiangqi.core.cxa_room import (
    AFTER,
    ARRIVED,
    BEFORE,
    BOUNDED,
    EVEN,
    EXCUSED,
    FIRST_CHECK,
    FRAME_COUNT,
    FRAMES,
    GAIN,
    IS_JOINT,
    IS_ROOTED,
    LOST,
    MATING,
    MOST_PAIRS,
    MOVED,
    MUTE,
    NEW_PAIRS,
    OFFERING,
    OTHER,
    PAIRS,
    POSSIBLE,
    ROOM_SIZE,
    SLOTS,
    STANDING,
    STANDING_ROOTS,
    VALUE_SHIFT,
    VALUES,
    floats,
    is_safe,
    list_moves,
    slot_at,
)
from xiangqi.core.cxa_wins import (
    gain_by_checks,
    holds,
    is_rooted,
    judge_pairs,
    list_pairs,
    standing_wins,
    won_targets,
)
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import ALL_MOVES, is_pseudo_legal
from xiangqi.core.position import State, encode_move, from_square, make_move, to_square, unmake_move
from xiangqi.core.slots import SlotAllocator

# Classes, the heaviest last; from CHASE on a move is forbidden if it is repeated (C1).
IDLE: Final = 0
EXCHANGE: Final = 1  # idle, and offers an even exchange that was not offered before
CHASE: Final = 2
THREAT: Final = 3
CHECK: Final = 4

_SEARCH: Final = FRAMES  # frames of the search for mate
_MATING_LIST: Final = FRAMES + (FRAME_COUNT - 1) * MOVE_LIST_SIZE


@kernel("void(int64[::1], int64, int64, int64)")
def _before(state: State, room: int, move: int, checkers: int) -> None:
    """From the position after the move, S to move, to the one before it; checks standing there do not count."""
    state[SIDE] ^= BOTH
    unmake_move(state, move, 0)
    state[room + STANDING] = checkers
    state[room + STANDING_ROOTS] = BEFORE


@kernel("void(int64[::1], int64, int64)")
def _after(state: State, room: int, move: int) -> None:
    """From the position before the move to the one after it, S to move again as if O passed."""
    state[room + STANDING] = 0
    make_move(state, move)
    state[SIDE] ^= BOTH


@kernel("int64(int64[::1], int64, int64)")
def _mating_moves(state: State, room: int, record: int) -> int:
    """List all first moves of mates by the side to move in _MATING_LIST; return the end of the list (C2)."""
    open_account(state, room, state[SIDE])
    state[room + OFFERING] = record
    begin_search(state, room)
    start = room + _MATING_LIST
    last = list_moves(state, room, start, ALL_MOVES)
    end = start
    for i in range(start, last):
        for checks in range(1, CHECKS_TO_MATE + 1):
            if is_mating(state, room, room + _SEARCH, state[i], checks):
                state[end] = state[i]
                end += 1
                break
    return end


@kernel("int64(int64[::1], int64, int64, int64)")
def _new_mating_move(state: State, room: int, move: int, end: int) -> int:
    """The first of _MATING_LIST that did not mate before `move`, 0 for none; the position is before it (C2)."""
    open_account(state, room, state[SIDE])
    state[room + OFFERING] = BEFORE
    begin_search(state, room)
    for i in range(room + _MATING_LIST, end):
        earlier = state[i]
        if from_square(earlier) == to_square(move):
            earlier = encode_move(from_square(move), to_square(earlier))
        mated = 0
        victim = state[SQUARES + to_square(earlier)] & KIND_MASK
        if is_pseudo_legal(state, earlier) and victim != KING and is_safe(state, room, earlier):
            for checks in range(1, CHECKS_TO_MATE + 1):
                if mated == 0:
                    mated = is_mating(state, room, room + _SEARCH, earlier, checks)
        if mated == 0:
            return state[i]
    return 0


@kernel("int64(int64[::1], int64)")
def _meets_threat(state: State, room: int) -> int:
    """1 when O, were it to move, would mate by checks (C8a); the position is before the move, S to move."""
    state[SIDE] ^= BOTH
    list_pairs(state, room, OTHER)
    open_account(state, room, state[SIDE])
    state[room + OFFERING] = OTHER
    found = mating_move(state, room, room + _SEARCH, CHECKS_TO_MATE)
    state[SIDE] ^= BOTH
    return 1 if found != 0 else 0


@kernel("int64(int64[::1], int64)")
def _is_only_attacker(state: State, slot: int) -> int:
    """1 when a piece is the one chariot, horse, cannon or crossed soldier of its side (C8a), else 0."""
    first = slot & ~15
    for other in range(first, first + SLOTS):
        square = state[PIECES + other]
        piece = state[SQUARES + square] if square != 0 else 0
        attacks = piece & KIND_MASK in (ROOK, KNIGHT, CANNON) or (square != 0 and floats(piece, square) != 0)
        if attacks != (other == slot):
            return 0
    return 1


@kernel("int64(int64, int64, int64)", inline=True)
def _is_between(square: int, one: int, other: int) -> int:
    """1 when a square lies between two others of one line, else 0."""
    step = DOWN if one & 15 == other & 15 else RIGHT
    low, high = min(one, other), max(one, other)
    inside = low < square < high
    return 1 if inside and (square - low) % step == 0 else 0


@kernel("int64(int64[::1], int64, int64)")
def _is_joint(state: State, room: int, capture: int) -> int:
    """1 when a new capture is a joint one (C9), else 0; the position is after the move, S to move."""
    attacker, target = slot_at(state, from_square(capture)), to_square(capture)
    moved = state[room + MOVED]
    square = state[PIECES + moved]
    is_cannon = state[SQUARES + from_square(capture)] & KIND_MASK == CANNON
    is_screen = attacker != moved and is_cannon and _is_between(square, from_square(capture), target)
    if attacker != moved and not is_screen and holds(state, room, target):
        return 1
    captured = make_move(state, capture)
    checks = king_attackers(state, state[SIDE]) >> attacker & 1
    unmake_move(state, capture, captured)
    if checks and is_rooted(state, room, capture) == 0:
        return 0
    if is_screen and covers(state, square, target) and is_safe(state, room, encode_move(square, target)):
        return 1
    if point_value(state, room, capture) <= 0:
        return 0
    joint = 0
    first = attacker & ~15
    for other in range(first, first + SLOTS):
        if other != attacker and state[PIECES + other] != 0 and joint == 0:
            state[room + MUTE] = 1 << other
            joint = 1 if point_value(state, room, capture) <= 0 else 0
            state[room + MUTE] = 0
    return joint


@kernel("int64(int64[::1], int64)")
def _compare(state: State, room: int) -> int:
    """List in PAIRS what wins after the move and not before, or more (C5). Return the best value or -1."""
    base = 0 if state[SIDE] == RED else SLOTS
    state[room + NEW_PAIRS] = 0
    highest = -1
    before, after = room + BEFORE, room + AFTER
    for slot in range(SLOTS):
        for target in range(2 * SLOTS):
            if state[after + POSSIBLE + slot] >> target & 1 == 0:
                continue
            place = slot * SLOTS + (target & 15)
            value = state[after + VALUES + place]
            could = state[before + POSSIBLE + slot] >> target & 1
            new = value > 0 and (could == 0 or value > state[before + VALUES + place])
            if value == 0 and could == 0 and state[after + IS_ROOTED + slot] >> target & 1 == 0:
                new = True
            if new and state[room + NEW_PAIRS] < MOST_PAIRS:
                capture = encode_move(state[PIECES + base + slot], state[PIECES + target])
                state[room + PAIRS + state[room + NEW_PAIRS]] = capture | (value + VALUE_SHIFT) << 17
                state[room + NEW_PAIRS] += 1
                highest = max(highest, value)
    return highest


@kernel("int64(int64[::1], int64, int64, int64)")
def _chases_pairs(state: State, room: int, move: int, checkers: int) -> int:
    """CHASE when a pair of PAIRS makes the move one, IDLE when C8a excuses it; sets IS_JOINT (C8a, C9)."""
    soft = 1
    for i in range(room + PAIRS, room + PAIRS + state[room + NEW_PAIRS]):
        kind = state[SQUARES + to_square(state[i])] & KIND_MASK
        if kind not in (ADVISOR, BISHOP):
            soft = 0
    if soft and _is_only_attacker(state, state[room + MOVED]):
        _before(state, room, move, checkers)
        excused = _meets_threat(state, room)
        _after(state, room, move)
        if excused:
            state[room + NEW_PAIRS] = 0
            state[room + EXCUSED] = 1
            return IDLE
    return CHASE


@kernel("void(int64[::1], int64, int64)")
def _judge_joint(state: State, room: int, highest: int) -> None:
    """Set IS_JOINT, and the mark of each pair of PAIRS with the highest value (C9)."""
    state[room + IS_JOINT] = 1
    for i in range(room + PAIRS, room + PAIRS + state[room + NEW_PAIRS]):
        if (state[i] >> 17) - VALUE_SHIFT == highest:
            if _is_joint(state, room, state[i] & 0xFFFF):
                state[i] |= 1 << 16
            else:
                state[room + IS_JOINT] = 0


@kernel("int64(int64[::1], int64, int64, int64)")
def _material_class(state: State, room: int, move: int, checkers: int) -> int:
    """Class of a move that neither checks nor threatens mate (C5); the position is after it, S to move.

    The pairs of both records must be listed.
    """
    state[room + AFTER + LOST] = standing_wins(state, room)
    _before(state, room, move, checkers)
    state[room + BEFORE + LOST] = standing_wins(state, room)
    judge_pairs(state, room, BEFORE, checkers & 0)
    won = won_targets(state, room, BEFORE)
    _after(state, room, move)
    judge_pairs(state, room, AFTER, won)
    highest = _compare(state, room)
    if highest >= 0:
        found = _chases_pairs(state, room, move, checkers)
        if found == CHASE:
            _judge_joint(state, room, highest)
        return found
    gain = gain_by_checks(state, room, AFTER, won, 0, UNLIMITED)
    first_check = state[room + FIRST_CHECK]
    if gain > 0:
        _before(state, room, move, checkers)
        earlier = gain_by_checks(state, room, BEFORE, won, gain - 1, gain)
        _after(state, room, move)
        if gain > earlier:
            state[room + GAIN] = gain
            state[room + FIRST_CHECK] = first_check
            return CHASE
    for slot in range(SLOTS):
        if state[room + AFTER + EVEN + slot] & ~state[room + BEFORE + EVEN + slot]:
            return EXCHANGE
    return IDLE


@kernel("int64(int64[::1], int64, int64, int64)")
def classify(state: State, room: int, move: int, arrived: int) -> int:
    """Class of a legal move that captures nothing, IDLE to CHECK; what it rests on is left in the room.

    Args:
        state: int64, before the move; it ends as it began, the room excepted.
        room: slot where ROOM_SIZE free slots begin; MATE_NODES must be set.
        move: ``from << 8 | to``.
        arrived: slot of the piece that the other side has moved before, -1 for none.
    """
    side = state[SIDE]
    for i in range(room + STANDING, room + MUTE + 1):
        state[i] = 0
    for i in range(room + MATING, room + EXCUSED + 1):
        state[i] = 0
    state[room + BOUNDED] = 0
    state[room + MOVED] = slot_at(state, from_square(move))
    state[room + ARRIVED] = arrived
    checkers = king_attackers(state, side)
    _after(state, room, move)
    found = -1
    if in_check(state, side ^ BOTH):
        found = CHECK
    elif checkers and state[SQUARES + to_square(move)] & KIND_MASK == KING:
        found = IDLE
    else:
        list_pairs(state, room, AFTER)
        end = room
        if checkers:
            end = _mating_moves(state, room, AFTER)
        else:
            open_account(state, room, side)
            state[room + OFFERING] = AFTER
            state[room + MATING] = mating_move(state, room, room + _SEARCH, CHECKS_TO_MATE)
        if state[room + MATING] == 0:
            _before(state, room, move, checkers)
            list_pairs(state, room, BEFORE)
            if end > room + _MATING_LIST:
                state[room + MATING] = _new_mating_move(state, room, move, end)
            _after(state, room, move)
        found = THREAT if state[room + MATING] else _material_class(state, room, move, checkers)
    _before(state, room, move, checkers)
    state[room + STANDING] = 0
    return found


# A memory of classes, for the search: two slots an entry, tag and class. It lies behind the room.
MEMORY_ENTRIES: Final = 1 << 13
_slots: Final = SlotAllocator(ROOM_SIZE)
MEMORY: Final = _slots.reserve("MEMORY", 2 * MEMORY_ENTRIES)
SEARCH_ROOM_SIZE: Final = _slots.end
_JOINT_SHIFT: Final = 3
_CLASS_MASK: Final = (1 << _JOINT_SHIFT) - 1
_SPREAD: Final = 0x5851F42D4D  # times a square and a move, 24 bits, it makes different tags and fits a slot


@kernel("int64(int64[::1], int64, int64, int64)")
def remembered_class(state: State, room: int, move: int, arrived: int) -> int:
    """Class of a move, with 1 << 3 for a joint chase; as classify, but from memory where it is known.

    The room must be of SEARCH_ROOM_SIZE. What classify leaves in it is not there when the class was remembered.
    """
    stood = state[PIECES + arrived]
    tag = state[KEY] ^ (stood << 16 | move) * _SPREAD
    entry = room + MEMORY + 2 * (tag & (MEMORY_ENTRIES - 1))
    if state[entry] == tag:
        return state[entry + 1]
    found = classify(state, room, move, arrived)
    found |= state[room + IS_JOINT] << _JOINT_SHIFT
    state[entry] = tag
    state[entry + 1] = found
    return found


@kernel("int64(int64[::1], int64, int64, int64, int64)")
def _weight(state: State, room: int, moves: int, length: int, side: int) -> int:
    """What a side did: 3 perpetual check, 2 forbidden moves, 1 with a joint chase, 0 allowed (C1, C9).

    The position is where the cycle begins and ends; it is left at the end of the cycle.
    """
    arrived = slot_at(state, state[moves + length - 1] & 255)
    all_checks, joint, allowed = 1, 0, 0
    for i in range(moves, moves + length):
        move = state[i]
        slot = slot_at(state, from_square(move))
        if state[SIDE] == side and allowed == 0:
            found = remembered_class(state, room, move, arrived)
            kind = found & _CLASS_MASK
            joint |= found >> _JOINT_SHIFT
            if kind < CHASE:
                allowed = 1
            if kind != CHECK:
                all_checks = 0
        make_move(state, move)
        arrived = slot
    if allowed:
        return 0
    return 3 if all_checks else 2 - joint


@kernel("int64(int64[::1], int64, int64, int64)")
def classes_verdict(state: State, room: int, moves: int, length: int) -> int:
    """Judge a cycle by classes: 1 when the side to move wins, -1 when it loses, 0 for a draw (C1).

    Args:
        state: int64, after the cycle; it ends as it began, the room excepted.
        room: slot where SEARCH_ROOM_SIZE free slots begin; MATE_NODES must be set.
        moves: slot of the cycle's first move; the moves lie in order, and none of them captures.
        length: plies of the cycle, at least 2.
    """
    side = state[SIDE]
    for i in range(moves + length - 1, moves - 1, -1):
        unmake_move(state, state[i], 0)
    own = _weight(state, room, moves, length, side)
    for i in range(moves + length - 1, moves - 1, -1):
        unmake_move(state, state[i], 0)
    enemy = _weight(state, room, moves, length, side ^ BOTH)
    if own == enemy:
        return 0
    return 1 if enemy > own else -1
