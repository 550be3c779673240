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
from xiangqi.core.cxa.exchange import UNLIMITED, open_account, point_value
from xiangqi.core.cxa.mate_threats import CHECKS_TO_MATE, begin_search, is_mating, mating_move
from xiangqi.core.cxa.wins import (
    gain_by_checks,
    holds,
    is_rooted,
    judge_pairs,
    list_pairs,
    standing_wins,
    won_targets,
)
from xiangqi.core.cxa.workspace import (
    ARRIVED_SLOT,
    BOUNDED,
    EXCUSED,
    FIRST_CHECK,
    IS_JOINT,
    MATING_MOVE,
    MAX_PAIRS,
    MOVE_LIST_COUNT,
    MOVE_LISTS,
    MOVED_SLOT,
    MUTE_PIECE,
    NEW_PAIRS,
    OFFER_RECORD,
    PAIRS,
    RECORD_AFTER,
    RECORD_BEFORE,
    RECORD_EVEN_OFFERS,
    RECORD_LOST,
    RECORD_OTHER,
    RECORD_POSSIBLE,
    RECORD_ROOTED,
    RECORD_VALUES,
    SERIES_GAIN,
    SIDE_SLOTS,
    STANDING_CHECKS,
    STANDING_RECORD,
    VALUE_SHIFT,
    WORKSPACE_SIZE,
    floats,
    is_safe,
    list_moves,
    slot_at,
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

_SEARCH: Final = MOVE_LISTS  # frames of the search for mate
_MATING_LIST: Final = MOVE_LISTS + (MOVE_LIST_COUNT - 1) * MOVE_LIST_SIZE


@kernel("void(int64[::1], int64, int64, int64)")
def _before(state: State, ws: int, move: int, checkers: int) -> None:
    """Go from the position after the move to the one before it, where standing checks are disregarded."""
    state[SIDE] ^= BOTH
    unmake_move(state, move, 0)
    state[ws + STANDING_CHECKS] = checkers
    state[ws + STANDING_RECORD] = RECORD_BEFORE


@kernel("void(int64[::1], int64, int64)")
def _after(state: State, ws: int, move: int) -> None:
    """Go from the position before the move to the one after it."""
    state[ws + STANDING_CHECKS] = 0
    make_move(state, move)
    state[SIDE] ^= BOTH


@kernel("int64(int64[::1], int64, int64)")
def _mating_moves(state: State, ws: int, record: int) -> int:
    """Write the moves by which the side to move mates into _MATING_LIST; return the list's end (C2)."""
    open_account(state, ws, state[SIDE])
    state[ws + OFFER_RECORD] = record
    begin_search(state, ws)
    start = ws + _MATING_LIST
    last = list_moves(state, ws, start, ALL_MOVES)
    end = start
    for i in range(start, last):
        for checks in range(1, CHECKS_TO_MATE + 1):
            if is_mating(state, ws, ws + _SEARCH, state[i], checks):
                state[end] = state[i]
                end += 1
                break
    return end


@kernel("int64(int64[::1], int64, int64, int64)")
def _new_mating_move(state: State, ws: int, move: int, end: int) -> int:
    """Return the first move of _MATING_LIST that did not mate before `move`, or 0; called before it (C2)."""
    open_account(state, ws, state[SIDE])
    state[ws + OFFER_RECORD] = RECORD_BEFORE
    begin_search(state, ws)
    for i in range(ws + _MATING_LIST, end):
        earlier = state[i]
        if from_square(earlier) == to_square(move):
            earlier = encode_move(from_square(move), to_square(earlier))
        mated = 0
        victim = state[SQUARES + to_square(earlier)] & KIND_MASK
        if is_pseudo_legal(state, earlier) and victim != KING and is_safe(state, ws, earlier):
            for checks in range(1, CHECKS_TO_MATE + 1):
                if mated == 0:
                    mated = is_mating(state, ws, ws + _SEARCH, earlier, checks)
        if mated == 0:
            return state[i]
    return 0


@kernel("int64(int64[::1], int64)")
def _meets_threat(state: State, ws: int) -> int:
    """Return 1 if O would mate by checks if it were to move (C8a), else 0; called before the move."""
    state[SIDE] ^= BOTH
    list_pairs(state, ws, RECORD_OTHER)
    open_account(state, ws, state[SIDE])
    state[ws + OFFER_RECORD] = RECORD_OTHER
    found = mating_move(state, ws, ws + _SEARCH, CHECKS_TO_MATE)
    state[SIDE] ^= BOTH
    return 1 if found != 0 else 0


@kernel("int64(int64[::1], int64)")
def _is_only_attacker(state: State, slot: int) -> int:
    """Return 1 if a piece is the only rook, knight, cannon or crossed pawn of its side (C8a), else 0."""
    first = slot & ~15
    for other in range(first, first + SIDE_SLOTS):
        square = state[PIECES + other]
        piece = state[SQUARES + square] if square != 0 else 0
        attacks = piece & KIND_MASK in (ROOK, KNIGHT, CANNON) or (square != 0 and floats(piece, square) != 0)
        if attacks != (other == slot):
            return 0
    return 1


@kernel("int64(int64, int64, int64)", inline=True)
def _is_between(square: int, one: int, other: int) -> int:
    """Return 1 if a square lies between two others of one line, else 0."""
    step = DOWN if one & 15 == other & 15 else RIGHT
    low, high = min(one, other), max(one, other)
    inside = low < square < high
    return 1 if inside and (square - low) % step == 0 else 0


@kernel("int64(int64[::1], int64, int64)")
def _is_joint(state: State, ws: int, capture: int) -> int:
    """Return 1 if a new capture is a joint one (C9), else 0; called after the move."""
    attacker, target = slot_at(state, from_square(capture)), to_square(capture)
    moved = state[ws + MOVED_SLOT]
    square = state[PIECES + moved]
    is_cannon = state[SQUARES + from_square(capture)] & KIND_MASK == CANNON
    is_screen = attacker != moved and is_cannon and _is_between(square, from_square(capture), target)
    if attacker != moved and not is_screen and holds(state, ws, target):
        return 1
    captured = make_move(state, capture)
    checks = king_attackers(state, state[SIDE]) >> attacker & 1
    unmake_move(state, capture, captured)
    if checks and is_rooted(state, ws, capture) == 0:
        return 0
    if is_screen and covers(state, square, target) and is_safe(state, ws, encode_move(square, target)):
        return 1
    if point_value(state, ws, capture) <= 0:
        return 0
    joint = 0
    first = attacker & ~15
    for other in range(first, first + SIDE_SLOTS):
        if other != attacker and state[PIECES + other] != 0 and joint == 0:
            state[ws + MUTE_PIECE] = 1 << other
            joint = 1 if point_value(state, ws, capture) <= 0 else 0
            state[ws + MUTE_PIECE] = 0
    return joint


@kernel("int64(int64[::1], int64)")
def _compare(state: State, ws: int) -> int:
    """List in PAIRS the captures that win more after the move than before (C5); return the best value or -1."""
    base = 0 if state[SIDE] == RED else SIDE_SLOTS
    state[ws + NEW_PAIRS] = 0
    highest = -1
    before, after = ws + RECORD_BEFORE, ws + RECORD_AFTER
    for slot in range(SIDE_SLOTS):
        for target in range(2 * SIDE_SLOTS):
            if state[after + RECORD_POSSIBLE + slot] >> target & 1 == 0:
                continue
            place = slot * SIDE_SLOTS + (target & 15)
            value = state[after + RECORD_VALUES + place]
            could = state[before + RECORD_POSSIBLE + slot] >> target & 1
            new = value > 0 and (could == 0 or value > state[before + RECORD_VALUES + place])
            if value == 0 and could == 0 and state[after + RECORD_ROOTED + slot] >> target & 1 == 0:
                new = True
            if new and state[ws + NEW_PAIRS] < MAX_PAIRS:
                capture = encode_move(state[PIECES + base + slot], state[PIECES + target])
                state[ws + PAIRS + state[ws + NEW_PAIRS]] = capture | (value + VALUE_SHIFT) << 17
                state[ws + NEW_PAIRS] += 1
                highest = max(highest, value)
    return highest


@kernel("int64(int64[::1], int64, int64, int64)")
def _chases_pairs(state: State, ws: int, move: int, checkers: int) -> int:
    """Return CHASE if a pair of PAIRS makes the move a chase, IDLE if C8a excuses it."""
    soft = 1
    for i in range(ws + PAIRS, ws + PAIRS + state[ws + NEW_PAIRS]):
        kind = state[SQUARES + to_square(state[i])] & KIND_MASK
        if kind not in (ADVISOR, BISHOP):
            soft = 0
    if soft and _is_only_attacker(state, state[ws + MOVED_SLOT]):
        _before(state, ws, move, checkers)
        excused = _meets_threat(state, ws)
        _after(state, ws, move)
        if excused:
            state[ws + NEW_PAIRS] = 0
            state[ws + EXCUSED] = 1
            return IDLE
    return CHASE


@kernel("void(int64[::1], int64, int64)")
def _judge_joint(state: State, ws: int, highest: int) -> None:
    """Set IS_JOINT, and mark the joint captures among the pairs of the highest value (C9)."""
    state[ws + IS_JOINT] = 1
    for i in range(ws + PAIRS, ws + PAIRS + state[ws + NEW_PAIRS]):
        if (state[i] >> 17) - VALUE_SHIFT == highest:
            if _is_joint(state, ws, state[i] & 0xFFFF):
                state[i] |= 1 << 16
            else:
                state[ws + IS_JOINT] = 0


@kernel("int64(int64[::1], int64, int64, int64)")
def _material_class(state: State, ws: int, move: int, checkers: int) -> int:
    """Return the class of a move that neither gives check nor threatens mate (C5).

    It is called after the move, with the pairs of both records listed.
    """
    state[ws + RECORD_AFTER + RECORD_LOST] = standing_wins(state, ws)
    _before(state, ws, move, checkers)
    state[ws + RECORD_BEFORE + RECORD_LOST] = standing_wins(state, ws)
    judge_pairs(state, ws, RECORD_BEFORE, checkers & 0)
    won = won_targets(state, ws, RECORD_BEFORE)
    _after(state, ws, move)
    judge_pairs(state, ws, RECORD_AFTER, won)
    highest = _compare(state, ws)
    if highest >= 0:
        found = _chases_pairs(state, ws, move, checkers)
        if found == CHASE:
            _judge_joint(state, ws, highest)
        return found
    gain = gain_by_checks(state, ws, RECORD_AFTER, won, 0, UNLIMITED)
    first_check = state[ws + FIRST_CHECK]
    if gain > 0:
        _before(state, ws, move, checkers)
        earlier = gain_by_checks(state, ws, RECORD_BEFORE, won, gain - 1, gain)
        _after(state, ws, move)
        if gain > earlier:
            state[ws + SERIES_GAIN] = gain
            state[ws + FIRST_CHECK] = first_check
            return CHASE
    for slot in range(SIDE_SLOTS):
        if (
            state[ws + RECORD_AFTER + RECORD_EVEN_OFFERS + slot]
            & ~state[ws + RECORD_BEFORE + RECORD_EVEN_OFFERS + slot]
        ):
            return EXCHANGE
    return IDLE


@kernel("int64(int64[::1], int64, int64, int64)")
def classify(state: State, ws: int, move: int, arrived: int) -> int:
    """Return the class of a legal non-capture, IDLE to CHECK; its reasons are left in the workspace.

    Args:
        state: int64, before the move; restored on return, but for the workspace.
        ws: the workspace; MATE_NODES must be set.
        move: ``from << 8 | to``.
        arrived: slot of the piece that the other side moved last, -1 for none.
    """
    side = state[SIDE]
    for i in range(ws + STANDING_CHECKS, ws + MUTE_PIECE + 1):
        state[i] = 0
    for i in range(ws + MATING_MOVE, ws + EXCUSED + 1):
        state[i] = 0
    state[ws + BOUNDED] = 0
    state[ws + MOVED_SLOT] = slot_at(state, from_square(move))
    state[ws + ARRIVED_SLOT] = arrived
    checkers = king_attackers(state, side)
    _after(state, ws, move)
    found = -1
    if in_check(state, side ^ BOTH):
        found = CHECK
    elif checkers and state[SQUARES + to_square(move)] & KIND_MASK == KING:
        found = IDLE
    else:
        list_pairs(state, ws, RECORD_AFTER)
        end = ws
        if checkers:
            end = _mating_moves(state, ws, RECORD_AFTER)
        else:
            open_account(state, ws, side)
            state[ws + OFFER_RECORD] = RECORD_AFTER
            state[ws + MATING_MOVE] = mating_move(state, ws, ws + _SEARCH, CHECKS_TO_MATE)
        if state[ws + MATING_MOVE] == 0:
            _before(state, ws, move, checkers)
            list_pairs(state, ws, RECORD_BEFORE)
            if end > ws + _MATING_LIST:
                state[ws + MATING_MOVE] = _new_mating_move(state, ws, move, end)
            _after(state, ws, move)
        found = THREAT if state[ws + MATING_MOVE] else _material_class(state, ws, move, checkers)
    _before(state, ws, move, checkers)
    state[ws + STANDING_CHECKS] = 0
    return found


# A cache of classes for the search, behind the workspace. An entry has two slots: tag and class.
MEMORY_ENTRIES: Final = 1 << 13
_slots: Final = SlotAllocator(WORKSPACE_SIZE)
MEMORY: Final = _slots.reserve("MEMORY", 2 * MEMORY_ENTRIES)
SEARCH_WORKSPACE_SIZE: Final = _slots.end
_JOINT_SHIFT: Final = 3
_CLASS_MASK: Final = (1 << _JOINT_SHIFT) - 1
_SPREAD: Final = 0x5851F42D4D  # times a square and a move, 24 bits, it makes different tags and fits a slot


@kernel("int64(int64[::1], int64, int64, int64)")
def remembered_class(state: State, ws: int, move: int, arrived: int) -> int:
    """Return the class that classify finds, from the cache if possible; 1 << 3 is added for a joint chase.

    The workspace must have SEARCH_WORKSPACE_SIZE slots. A cached class leaves no reasons there.
    """
    stood = state[PIECES + arrived]
    tag = state[KEY] ^ (stood << 16 | move) * _SPREAD
    entry = ws + MEMORY + 2 * (tag & (MEMORY_ENTRIES - 1))
    if state[entry] == tag:
        return state[entry + 1]
    found = classify(state, ws, move, arrived)
    found |= state[ws + IS_JOINT] << _JOINT_SHIFT
    state[entry] = tag
    state[entry + 1] = found
    return found


@kernel("int64(int64[::1], int64, int64, int64, int64)")
def _weight(state: State, ws: int, moves: int, length: int, side: int) -> int:
    """Return the weight of a side's play: 3 perpetual check, 2 forbidden, 1 with a joint chase, 0 allowed.

    The position must be the one at which the cycle begins and ends (C1, C9).
    """
    arrived = slot_at(state, state[moves + length - 1] & 255)
    all_checks, joint, allowed = 1, 0, 0
    for i in range(moves, moves + length):
        move = state[i]
        slot = slot_at(state, from_square(move))
        if state[SIDE] == side and allowed == 0:
            found = remembered_class(state, ws, move, arrived)
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
def classes_verdict(state: State, ws: int, moves: int, length: int) -> int:
    """Judge a cycle by classes: 1 when the side to move wins, -1 when it loses, 0 for a draw (C1).

    Args:
        state: int64, after the cycle; restored on return, but for the workspace.
        ws: the workspace, of SEARCH_WORKSPACE_SIZE slots; MATE_NODES must be set.
        moves: slot of the cycle's first move; the moves lie in order, and none of them captures.
        length: plies of the cycle, at least 2.
    """
    side = state[SIDE]
    for i in range(moves + length - 1, moves - 1, -1):
        unmake_move(state, state[i], 0)
    own = _weight(state, ws, moves, length, side)
    for i in range(moves + length - 1, moves - 1, -1):
        unmake_move(state, state[i], 0)
    enemy = _weight(state, ws, moves, length, side ^ BOTH)
    if own == enemy:
        return 0
    return 1 if enemy > own else -1
