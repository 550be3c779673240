"""Chases: which captures are threats, which threats are new, and the weight of a side's play in a repetition.

The referee and the search share these kernels. "D3" and the like are the articles of docs/rules.md. Side S has
just moved or is about to; T is its opponent; `a` is the attacker of S and `t` the piece of T that it attacks. A
set of physical pieces is an int64 with a bit for each slot.

Every kernel restores the state, except the buffer MOVES.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.attacks import in_check
from xiangqi.core.constants import (
    BLACK_KING_SLOT,
    BOTH,
    CANNON,
    CODE_MASK,
    DOWN,
    KEY,
    KIND_MASK,
    KING,
    KNIGHT,
    LAST_ROW,
    MOVES,
    PAWN,
    PIECES,
    RED,
    RED_KING_SLOT,
    ROOK,
    SIDE,
    SLOT_SHIFT,
    SQUARES,
)
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import CAPTURES, generate, is_pseudo_legal
from xiangqi.core.position import State, encode_move, from_square, make_move, to_square, unmake_move
from xiangqi.core.tables import KNIGHT_ATTACKERS, LEAP_WIDTH

# How a piece of T guards the square of `t` once `a` has captured there (D5). From OPENED on it can recapture.
NO_GUARD: Final = 0
CUT_OFF: Final = 1  # it guarded the square, but the capture cuts it off
FALSE_ROOT: Final = 2  # recapturing would expose its king
OPENED: Final = 3  # it reaches the square only because `a` has moved away
DIRECT: Final = 4

# Classes of a pseudo-legal capture. From NEW_ATTACK on the move has made a new threat.
PINNED: Final = 0  # D3: capturing would expose the own king
LIKE_EXCHANGE: Final = 1  # D7: like pieces that can capture each other
PROTECTED: Final = 2  # D5
OLD_THREAT: Final = 3  # D9: a threat that the move did not make
NEW_ATTACK: Final = 4  # D9(i): the capture was not possible before the move
NEW_NO_EXCHANGE: Final = 5  # D9(ii): it was an exchange before
NEW_UNPROTECTED: Final = 6  # D9(iii): it was really protected before, by a direct protection
_GUARDED: Final = 7  # internal: a threat to a protected rook (D6)
ATTACK_SHIFT: Final = 16  # list_attacks: capture | class << ATTACK_SHIFT

# offence(): weight | chased pieces << CHASED_SHIFT
WEIGHT_MASK: Final = 3
CHASED_SHIFT: Final = 2
ANY_PIECE: Final = (1 << 32) - 1

_LOWEST_RED_HALF: Final = LAST_ROW - 4  # rows from here to LAST_ROW are Red's side of the river


@kernel("int64(int64[::1], int64, int64)")
def covers(state: State, origin: int, target: int) -> int:
    """Return 1 if the piece on `origin` could capture an enemy piece on `target`, ignoring pins, else 0."""
    turn = state[SIDE]
    occupant = state[SQUARES + target]
    own = state[SQUARES + origin] & BOTH
    state[SIDE] = own
    state[SQUARES + target] = own ^ BOTH
    fits = is_pseudo_legal(state, encode_move(origin, target))
    state[SQUARES + target] = occupant
    state[SIDE] = turn
    return fits


@kernel("int64(int64[::1])")
def _kings_face(state: State) -> int:
    """Return 1 if the kings face each other on an open file, else 0."""
    red = state[PIECES + RED_KING_SLOT]
    black = state[PIECES + BLACK_KING_SLOT]
    if red & 15 != black & 15:
        return 0
    square = black + DOWN
    while state[SQUARES + square] == 0:
        square += DOWN
    return 1 if square == red else 0


@kernel("int64(int64[::1], int64)")
def king_attackers(state: State, side: int) -> int:
    """Return the set of enemy pieces that attack a side's king, including a facing king."""
    if in_check(state, side) == 0:
        return 0
    king = state[PIECES + (RED_KING_SLOT if side == RED else BLACK_KING_SLOT)]
    first = BLACK_KING_SLOT if side == RED else RED_KING_SLOT
    attackers = _kings_face(state) << first
    for slot in range(first, first + 16):
        origin = state[PIECES + slot]
        if origin != 0 and covers(state, origin, king):
            attackers |= 1 << slot
    return attackers


@kernel("int64(int64[::1], int64, int64)")
def _exposed(state: State, side: int, known: int) -> int:
    """Return 1 if a piece outside the set `known` attacks a side's king (D8), else 0."""
    if in_check(state, side) == 0:
        return 0
    if known == 0:
        return 1
    return 1 if king_attackers(state, side) & ~known != 0 else 0


@kernel("int64(int64[::1], int64, int64)")
def can_take(state: State, capture: int, known: int) -> int:
    """Return 1 if a capture would be legal for the side of its piece (D3), else 0.

    Args:
        state: int64, shape (>= BOARD_SIZE,).
        capture: ``from << 8 | to``.
        known: attackers of that side's king that are disregarded (D8).
    """
    origin = from_square(capture)
    if covers(state, origin, to_square(capture)) == 0:
        return 0
    side = state[SQUARES + origin] & BOTH
    captured = make_move(state, capture)
    exposed = _exposed(state, side, known)
    unmake_move(state, capture, captured)
    return 1 - exposed


@kernel("int64(int64[::1], int64, int64, int64)")
def _guard_after(state: State, capture: int, origin: int, known: int) -> int:
    """Return the way in which the piece of T on `origin` guards the target of the capture just made (D5)."""
    target = to_square(capture)
    reaches = covers(state, origin, target)
    left = SQUARES + from_square(capture)
    state[left] = state[SQUARES + target]  # as if the attacker had not left its square
    reached = covers(state, origin, target)
    state[left] = 0
    if reaches == 0:
        return CUT_OFF if reached else NO_GUARD
    if can_take(state, encode_move(origin, target), known) == 0:
        return FALSE_ROOT
    return DIRECT if reached else OPENED


@kernel("int64(int64[::1], int64, int64, int64)")
def guard(state: State, capture: int, origin: int, known: int) -> int:
    """Return how the piece of T on `origin` guards the target of a possible capture: NO_GUARD to DIRECT (D5).

    Args:
        state: int64, shape (>= BOARD_SIZE,), before the capture.
        capture: ``from << 8 | to``; `origin` must not be its target.
        origin: square of the guard.
        known: attackers of T's king before the capture; they are disregarded (D8).
    """
    captured = make_move(state, capture)
    found = _guard_after(state, capture, origin, known)
    unmake_move(state, capture, captured)
    return found


@kernel("int64(int64[::1], int64, int64)")
def protection(state: State, capture: int, known: int) -> int:
    """Return the best guard of the target of a possible capture, NO_GUARD to DIRECT; see guard (D5)."""
    first = PIECES + (state[SQUARES + to_square(capture)] >> SLOT_SHIFT & 16)
    captured = make_move(state, capture)
    best = NO_GUARD
    for slot in range(first, first + 16):
        if state[slot] != 0 and best != DIRECT:
            best = max(best, _guard_after(state, capture, state[slot], known))
    unmake_move(state, capture, captured)
    return best


@kernel("int64(int64[::1], int64)")
def _counts(state: State, capture: int) -> int:
    """Return 1 if a capture can be a threat by the kinds of its pieces (D4), else 0."""
    kind = state[SQUARES + from_square(capture)] & KIND_MASK
    target = to_square(capture)
    victim = state[SQUARES + target]
    if kind in (KING, PAWN) or victim & KIND_MASK == KING:
        return 0
    if victim & KIND_MASK != PAWN:
        return 1
    on_red_half = target >> 4 >= _LOWEST_RED_HALF
    return 1 if on_red_half != (victim & RED != 0) else 0


@kernel("int64(int64[::1], int64, int64)")
def _is_exchange(state: State, capture: int, known: int) -> int:
    """Return 1 if the target is of the attacker's kind and could capture it (D7), else 0."""
    origin = from_square(capture)
    target = to_square(capture)
    if (state[SQUARES + origin] ^ state[SQUARES + target]) & KIND_MASK != 0:
        return 0
    return can_take(state, encode_move(target, origin), known)


@kernel("int64(int64[::1], int64)")
def _is_privileged(state: State, capture: int) -> int:
    """Return 1 if a knight or cannon attacks a rook, a threat even if the rook is protected (D6), else 0."""
    kind = state[SQUARES + from_square(capture)] & KIND_MASK
    victim = state[SQUARES + to_square(capture)] & KIND_MASK
    return 1 if victim == ROOK and kind in (KNIGHT, CANNON) else 0


@kernel("int64(int64[::1], int64)")
def _list_after(state: State, wanted: int) -> int:
    """List the captures of the side to move that count, with their classes, in MOVES; return the list's end.

    Threats have the class OLD_THREAT or _GUARDED. Only targets in the set `wanted` are listed.
    """
    side = state[SIDE]
    own_known = king_attackers(state, side)
    enemy_known = king_attackers(state, side ^ BOTH)
    last = generate(state, MOVES, CAPTURES)
    end = MOVES
    for i in range(MOVES, last):
        capture = state[i]
        victim = state[SQUARES + to_square(capture)] >> SLOT_SHIFT
        if wanted >> victim & 1 == 0 or _counts(state, capture) == 0:
            continue
        found = OLD_THREAT
        if can_take(state, capture, own_known) == 0:
            found = PINNED
        elif _is_exchange(state, capture, enemy_known):
            found = LIKE_EXCHANGE
        elif protection(state, capture, enemy_known) >= OPENED:
            found = _GUARDED if _is_privileged(state, capture) else PROTECTED
        state[end] = capture | found << ATTACK_SHIFT
        end += 1
    return end


@kernel("int64(int64[::1], int64, int64, int64)")
def _compare(state: State, capture: int, move: int, guarded: int) -> int:
    """Return the class of a capture that is a threat after `move` (D9); `state` is before the move.

    `guarded` is 1 when the target is really protected after the move.
    """
    side = state[SIDE]
    if from_square(capture) == to_square(move):  # the attacker itself moved
        capture = encode_move(from_square(move), to_square(capture))
    enemy_known = king_attackers(state, side ^ BOTH)
    if can_take(state, capture, king_attackers(state, side)) == 0:
        return NEW_ATTACK
    if _is_exchange(state, capture, enemy_known):
        return NEW_NO_EXCHANGE
    if _is_privileged(state, capture):
        return OLD_THREAT  # it was a threat while it was protected (D6)
    if guarded == 0 and protection(state, capture, enemy_known) == DIRECT:
        return NEW_UNPROTECTED
    return OLD_THREAT


@kernel("int64(int64[::1], int64, int64)")
def list_attacks(state: State, move: int, wanted: int) -> int:
    """List in MOVES the captures that are possible after a move, with their classes (D3-D9).

    Args:
        state: int64, shape (>= BOARD_SIZE,), before the move; MOVES is overwritten.
        move: a legal move of the side to move.
        wanted: the set of targets; ANY_PIECE for all.

    Returns:
        The end of the list: entries ``capture | class << ATTACK_SHIFT`` in state[MOVES:end].
    """
    side = state[SIDE]
    captured = make_move(state, move)
    state[SIDE] = side  # the opponent passes
    end = _list_after(state, wanted)
    state[SIDE] = side ^ BOTH
    unmake_move(state, move, captured)
    for i in range(MOVES, end):
        found = state[i] >> ATTACK_SHIFT
        if found in (OLD_THREAT, _GUARDED):
            capture = state[i] & 0xFFFF
            state[i] = capture | _compare(state, capture, move, found == _GUARDED) << ATTACK_SHIFT
    return end


@kernel("int64(int64[::1], int64, int64)")
def new_threats(state: State, move: int, wanted: int) -> int:
    """Return the set of pieces, out of `wanted`, that a move newly threatens (D9). MOVES is overwritten."""
    end = list_attacks(state, move, wanted)
    threatened = 0
    for i in range(MOVES, end):
        if state[i] >> ATTACK_SHIFT >= NEW_ATTACK:
            threatened |= 1 << (state[SQUARES + to_square(state[i])] >> SLOT_SHIFT)
    return threatened


@kernel("int64(int64[::1], int64)")
def _rooks_on_legs(state: State, side: int) -> int:
    """Return the set of enemy rooks on the leg of a knight of `side` that would otherwise give check (D13)."""
    enemy = side ^ BOTH
    king = state[PIECES + (RED_KING_SLOT if enemy == RED else BLACK_KING_SLOT)]
    rooks = 0
    entry = king * LEAP_WIDTH
    while KNIGHT_ATTACKERS[entry] != 0:
        blocker = state[SQUARES + KNIGHT_ATTACKERS[entry + 1]]
        knight = state[SQUARES + KNIGHT_ATTACKERS[entry]] & CODE_MASK
        if knight == side | KNIGHT and blocker & CODE_MASK == enemy | ROOK:
            rooks |= 1 << (blocker >> SLOT_SHIFT)
        entry += 2
    return rooks


@kernel("int64(int64[::1], int64, int64, int64)")
def offence(state: State, moves: int, length: int, side: int) -> int:
    """Weigh a side's moves in a cycle that ends in the current position (D11-D13).

    Args:
        state: int64, shape (>= BOARD_SIZE,), after the cycle; MOVES is overwritten.
        moves: slot of the first move of the cycle, which has no captures and lies outside MOVES.
        length: plies of the cycle, at least 2.
        side: the side whose moves are weighed.

    Returns:
        ``weight | chased << CHASED_SHIFT``: 3 perpetual check, 2 or 1 perpetual chase, 0 neither; and the set
        of pieces that every move of the side newly threatens.
    """
    for i in range(moves + length - 1, moves - 1, -1):
        unmake_move(state, state[i], 0)
    checks = 1
    chased = ANY_PIECE
    on_legs = ANY_PIECE
    for i in range(moves, moves + length):
        move = state[i]
        if state[SIDE] != side:
            make_move(state, move)
            continue
        if chased != 0:
            chased &= new_threats(state, move, chased)
        make_move(state, move)
        if chased != 0:
            on_legs &= _rooks_on_legs(state, side)
        if checks != 0:
            checks = in_check(state, side ^ BOTH)
    weight = 0
    if checks != 0:
        weight = 3
    elif chased != 0:
        weight = 2 if chased & on_legs != 0 else 1
    return weight | chased << CHASED_SHIFT


@kernel("int64(int64[::1], int64, int64)")
def cycle_verdict(state: State, moves: int, length: int) -> int:
    """Judge a repetition: 1 when the side to move wins, -1 when it loses, 0 for a draw.

    The arguments are those of `offence`.
    """
    side = state[SIDE]
    own = offence(state, moves, length, side) & WEIGHT_MASK
    enemy = offence(state, moves, length, side ^ BOTH) & WEIGHT_MASK
    if own == enemy:
        return 0
    return 1 if enemy > own else -1


@kernel("int64(int64[::1], int64, int64, int64)")
def cycle_length(state: State, moves: int, length: int, count: int) -> int:
    """Return the plies back to an earlier occurrence of the current position, 0 if there is no such occurrence.

    Args:
        state: int64, shape (>= BOARD_SIZE,).
        moves: slot of the first of `length` moves, none of them a capture, that led to the position.
        length: plies to look back.
        count: which occurrence, counted from the current one as 1; at least 2.
    """
    key = state[KEY]
    left = count - 1
    back = 0
    while back < length and left > 0:
        back += 1
        unmake_move(state, state[moves + length - back], 0)
        if state[KEY] == key:
            left -= 1
    for i in range(length - back, length):
        make_move(state, state[moves + i])
    return back if left == 0 else 0
