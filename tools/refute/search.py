"""A plain search over material and mates with a board, a move generator and a table of its own.

Its moves come from the masks of `xiangqi.bitboards`, laid out as lists of numbers. Of the program's other parts
it uses only the decorator that compiles it. A point is 9 * rank + file; a piece its kind, negative for Black.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tools.refute.measures import VALUES
from xiangqi.bitboards import DOWNWARD_RAYS, JUMPS, POINTS, STEPS, UPWARD_RAYS, bit_of, bits
from xiangqi.core.constants import BLACK, KIND_MASK, RED
from xiangqi.core.jit import kernel
from xiangqi.fen import Position

Numbers = npt.NDArray[np.int64]

KING, ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON, SOLDIER = range(1, 8)
MATE: Final = 1_000_000

_DEEPEST: Final = 40
_WIDTH: Final = 128

# Slots of the state.
SIDE: Final = POINTS + 1  # 1 Red, -1 Black; the slot before is an empty point
KEY: Final = POINTS + 2
NODES: Final = POINTS + 3
LIMIT: Final = POINTS + 4
BALANCE: Final = POINTS + 5
ROOT: Final = POINTS + 6
PASSES: Final = POINTS + 7  # 1 where a side that has enough may try to pass
PASSED: Final = POINTS + 8  # the ply at which a side passed last
LISTS: Final = POINTS + 10
RANKS: Final = LISTS + (_DEEPEST + 2) * _WIDTH
KILLERS: Final = RANKS + (_DEEPEST + 2) * _WIDTH  # the quiet move that last refuted at a ply
SUCCESSES: Final = KILLERS + _DEEPEST + 2  # how often a piece's quiet move to a point has refuted
SIZE: Final = SUCCESSES + 15 * POINTS

_OFTEN: Final = 10_000  # the most successes that are told apart


def _lists() -> tuple[Numbers, Numbers, Numbers]:
    """Return where the leaps of each colour, kind and point begin, then all leaps, and the rays.

    A leap is a pair: its leg (POINTS for none) and its target; -1 ends those of a point.
    A ray has ten entries, filled up with -1.
    """
    first = np.zeros(2 * 8 * POINTS, dtype=np.int64)
    pairs: list[int] = [-1]
    for colour, side in enumerate((RED, BLACK)):
        for kind in range(1, 8):
            code = side | kind
            for point in range(POINTS):
                first[(colour * 8 + kind) * POINTS + point] = len(pairs)
                for target in bits(STEPS[code][point]) if code in STEPS else ():
                    pairs += (POINTS, target)
                for leg, targets in JUMPS[code][point] if code in JUMPS else ():
                    for target in bits(targets):
                        pairs += (leg.bit_length() - 1, target)
                pairs.append(-1)
    rays: list[int] = []
    for point in range(POINTS):
        for table in UPWARD_RAYS:
            rays += _ray(list(bits(table[point])))
        for table in DOWNWARD_RAYS:
            rays += _ray(list(bits(table[point]))[::-1])
    return first, np.array(pairs, dtype=np.int64), np.array(rays, dtype=np.int64)


def _ray(points: list[int]) -> list[int]:
    return points + [-1] * (10 - len(points))


FIRST, PAIRS, RAYS = _lists()


def _takers() -> tuple[Numbers, Numbers]:
    """Return where the triples of (colour, point) begin, and the triples (leg or empty point, origin, kind).

    The triples stand for the horses and soldiers that can take on a point.
    """
    first = np.zeros(2 * POINTS, dtype=np.int64)
    triples: list[int] = [-1]
    for colour in range(2):
        for point in range(POINTS):
            first[colour * POINTS + point] = len(triples)
            for kind in (HORSE, SOLDIER):
                for origin in range(POINTS):
                    entry = int(FIRST[(colour * 8 + kind) * POINTS + origin])
                    while PAIRS[entry] >= 0:
                        if PAIRS[entry + 1] == point:
                            triples += (int(PAIRS[entry]), origin, kind)
                        entry += 2
            triples.append(-1)
    return first, np.array(triples, dtype=np.int64)


FIRST_TAKER, TAKERS = _takers()
_APART: Final = 0x1E3779B97F4A7C15
_NUMBERS: Final = np.random.default_rng(20).integers(1, 1 << 62, 15 * POINTS, dtype=np.int64)


@kernel("int64(int64[::1], int64, int64)")
def is_attacked(state: Numbers, point: int, by: int) -> int:
    """Return 1 if a side (1 or -1) could take a king on a point, else 0; a king that faces it counts, too."""
    for ray in range(4):
        entry = (4 * point + ray) * 10
        met = 0
        for step in range(10):
            other = RAYS[entry + step]
            if other < 0:
                break
            piece = state[other] * by
            if piece == 0:
                continue
            if met == 0 and (piece == CHARIOT or (piece == KING and ray % 2 == 0)):
                return 1
            if met == 1 and piece == CANNON:
                return 1
            met += 1
            if met == 2:
                break
    entry = FIRST_TAKER[point if by > 0 else POINTS + point]
    while TAKERS[entry] >= 0:
        if state[TAKERS[entry + 1]] * by == TAKERS[entry + 2] and state[TAKERS[entry]] == 0:
            return 1
        entry += 3
    return 0


@kernel("int64(int64[::1], int64)")
def king_point(state: Numbers, side: int) -> int:
    """Return the point of the king of a side (1 or -1), -1 if it has none."""
    first = 3 if side > 0 else 66  # the palaces: three points in each of three ranks
    for row in range(3):
        for column in range(3):
            point = first + 9 * row + column
            if state[point] == side:
                return point
    return -1


@kernel("int64(int64[::1], int64)")
def is_in_check(state: Numbers, side: int) -> int:
    """Return 1 if the king of a side (1 or -1) is attacked, else 0."""
    point = king_point(state, side)
    return is_attacked(state, point, -side) if point >= 0 else 0


@kernel("int64(int64, int64)")
def can_check(move: int, king: int) -> int:
    """Return 0 if a move is too far from a king to attack it, with its piece or one behind it, else 1."""
    for point in (move // 128, move % 128):
        across = abs(point % 9 - king % 9)
        along = abs(point // 9 - king // 9)
        if across == 0 or along == 0 or (across <= 2 and along <= 2):
            return 1
    return 0


@kernel("int64(int64[::1], int64, int64)")
def list_moves(state: Numbers, start: int, captures: int) -> int:  # noqa: C901 - one loop for all kinds
    """Write the pseudo-legal moves (origin * 128 + target) of the side to move; return the end of the list."""
    side = state[SIDE]
    colour = 0 if side > 0 else 1
    end = start
    for origin in range(POINTS):
        piece = state[origin] * side
        if piece <= 0:
            continue
        if piece in (CHARIOT, CANNON):
            for ray in range(4):
                entry = (4 * origin + ray) * 10
                met = 0
                for step in range(10):
                    target = RAYS[entry + step]
                    if target < 0:
                        break
                    other = state[target] * side
                    if other == 0:
                        if met == 0 and captures == 0:
                            state[end] = origin * 128 + target
                            end += 1
                        continue
                    if met == (0 if piece == CHARIOT else 1):
                        if other < 0:
                            state[end] = origin * 128 + target
                            end += 1
                        break
                    met += 1
            continue
        entry = FIRST[(colour * 8 + piece) * POINTS + origin]
        while PAIRS[entry] >= 0:
            target = PAIRS[entry + 1]
            other = state[target] * side
            if state[PAIRS[entry]] == 0 and (other < 0 or (other == 0 and captures == 0)):
                state[end] = origin * 128 + target
                end += 1
            entry += 2
    return end


@kernel("int64(int64[::1], int64)")
def play(state: Numbers, move: int) -> int:
    """Play a pseudo-legal move and return what it took."""
    origin = move // 128
    target = move % 128
    piece = state[origin]
    taken: int = state[target]
    state[KEY] ^= _NUMBERS[(piece + 7) * POINTS + origin] ^ _NUMBERS[(piece + 7) * POINTS + target]
    state[KEY] ^= 1
    if taken != 0:
        state[KEY] ^= _NUMBERS[(taken + 7) * POINTS + target]
        state[BALANCE] += VALUES[-taken] if taken < 0 else -VALUES[taken]
    state[origin] = 0
    state[target] = piece
    state[SIDE] = -state[SIDE]
    return taken


@kernel("void(int64[::1], int64, int64)")
def undo(state: Numbers, move: int, taken: int) -> None:
    """Take back a move that took `taken`."""
    origin = move // 128
    target = move % 128
    piece = state[target]
    state[KEY] ^= _NUMBERS[(piece + 7) * POINTS + origin] ^ _NUMBERS[(piece + 7) * POINTS + target]
    state[KEY] ^= 1
    if taken != 0:
        state[KEY] ^= _NUMBERS[(taken + 7) * POINTS + target]
        state[BALANCE] -= VALUES[-taken] if taken < 0 else -VALUES[taken]
    state[origin] = piece
    state[target] = taken
    state[SIDE] = -state[SIDE]


@kernel("void(int64[::1], int64, int64, int64, int64)")
def rank_moves(state: Numbers, start: int, end: int, known: int, killer: int) -> None:
    """Write the rank of each move of a list; only the order in which they are tried depends on it."""
    for i in range(start, end):
        move = state[i]
        piece = state[move // 128]
        victim = abs(state[move % 128])
        if move == known:
            rank = 1 << 20
        elif victim != 0:
            rank = 2 * _OFTEN + 8 * VALUES[victim] - VALUES[abs(piece)]
        elif move == killer:
            rank = _OFTEN
        else:
            rank = state[SUCCESSES + (piece + 7) * POINTS + move % 128]
        state[RANKS - LISTS + i] = rank


@kernel("int64(int64[::1])")
def may_pass(state: Numbers) -> int:
    """Return 1 if the side to move has two or more chariots, horses or cannons, so that a null move is safe."""
    side = state[SIDE]
    found = 0
    for point in range(POINTS):
        piece = state[point] * side
        if HORSE <= piece <= CANNON:
            found += 1
    return int(found >= 2)


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64)")
def best_value(  # noqa: C901 - one recursive function
    state: Numbers, table: Numbers, alpha: int, beta: int, depth: int, ply: int
) -> int:
    """Return the material that the side to move can force, from its view; a mate is worth MATE less its plies.

    Where PASSES is set, a side whose balance already reaches `beta` may pass: if a search two plies less deep
    reaches it, too, the side's moves are not searched (null move).

    Args:
        state: laid out as above; restored on return.
        table: four numbers an entry: key; value; depth, bound and move; the last is unused.
        alpha, beta: window.
        depth: plies of full width that are left; then captures, and every answer to a check.
        ply: distance from the root.
    """
    state[NODES] += 1
    side = state[SIDE]
    balance: int = state[BALANCE] * side
    if state[NODES] > state[LIMIT] or ply >= _DEEPEST:
        return balance
    checked = is_in_check(state, side)
    if checked and depth > 0 and ply < 2 * state[ROOT]:
        depth += 1
    full = depth > 0 or (checked == 1 and ply < 2 * state[ROOT] + 6)
    depth = max(depth, 0)
    slot = (state[KEY] & (len(table) // 4 - 1)) * 4
    known = 0
    if full and table[slot] == state[KEY]:
        known = table[slot + 2] % 65536
        if ply > 0 and table[slot + 2] // 65536 // 4 == depth and abs(table[slot + 1]) < MATE - 1000:
            bound = table[slot + 2] // 65536 % 4
            value: int = table[slot + 1]
            if bound == 3 or (bound == 2 and value >= beta) or (bound == 1 and value <= alpha):
                return value
    if state[PASSES] and checked == 0 and depth >= 3 and beta - alpha == 1 and balance >= beta and ply > 0:
        earlier = state[PASSED]
        if earlier != ply - 1 and may_pass(state):
            state[PASSED] = ply
            state[SIDE] = -side
            state[KEY] ^= 1
            value = -best_value(state, table, -beta, 1 - beta, depth - 3, ply + 1)
            state[KEY] ^= 1
            state[SIDE] = side
            state[PASSED] = earlier
            if beta <= value < MATE - 1000:
                return value
    best = -MATE + ply
    first = alpha
    if not full:
        best = balance
        if best >= beta:
            return best
        alpha = max(alpha, best)
    start = LISTS + ply * _WIDTH
    end = list_moves(state, start, 0 if full else 1)
    rank_moves(state, start, end, known, state[KILLERS + ply])
    best_move = 0
    below = depth - 1
    deeper = ply + 1
    legal = 0
    king = king_point(state, -side) if depth == 1 and checked == 0 else -1
    for i in range(start, end):
        chosen = i
        for j in range(i + 1, end):
            if state[RANKS - LISTS + j] > state[RANKS - LISTS + chosen]:
                chosen = j
        move = state[chosen]
        state[chosen] = state[i]
        state[i] = move
        state[RANKS - LISTS + chosen] = state[RANKS - LISTS + i]
        reached = balance + VALUES[abs(state[move % 128])]
        if king >= 0 and legal and reached <= alpha and can_check(move, king) == 0:
            best = max(best, reached)  # the answer would be to leave it at that
            continue
        taken = play(state, move)
        if is_in_check(state, side):
            undo(state, move, taken)
            continue
        legal = 1
        if best_move == 0 or beta - alpha == 1 or not full:
            value = -best_value(state, table, -beta, -alpha, below, deeper)
        else:  # a later move has to show that it is better at all
            value = -best_value(state, table, -alpha - 1, -alpha, below, deeper)
            if alpha < value < beta:
                value = -best_value(state, table, -beta, -alpha, below, deeper)
        undo(state, move, taken)
        if value > best:
            best = value
            best_move = move
            if value > alpha:
                alpha = value
                if value >= beta:
                    if taken == 0:
                        state[KILLERS + ply] = move
                        success = SUCCESSES + (state[move // 128] + 7) * POINTS + move % 128
                        state[success] = min(state[success] + depth * depth, _OFTEN - 1)
                    break
    if full and state[NODES] <= state[LIMIT]:
        bound = 2 if best >= beta else 1 if best <= first else 3
        table[slot] = state[KEY]
        table[slot + 1] = best
        table[slot + 2] = (depth * 4 + bound) * 65536 + best_move
    return best


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def forces_mate(state: Numbers, table: Numbers, plies: int, ply: int) -> int:
    """Return 1 if the side to move mates within an odd number of plies, or is mated within an even one, else 0.

    Only the last two moves of the attacker may be quiet; checks are tried first. The table remembers positions.
    """
    state[NODES] += 1
    if state[NODES] > state[LIMIT] or ply >= _DEEPEST - 2:
        return 0
    asked = state[KEY] ^ plies
    slot = (state[KEY] & (len(table) // 4 - 1)) * 4
    if table[slot] == asked and table[slot + 1] != 0:
        return int(table[slot + 1] > 0)
    side = state[SIDE]
    start = LISTS + ply * _WIDTH
    end = list_moves(state, start, 0)
    attacks = plies % 2
    fewer = plies - 1
    deeper = ply + 1
    found = 1 - attacks
    for quiet in range(2 if attacks == 1 and plies <= 3 else 1):
        for i in range(start, end):
            move = state[i]
            taken = play(state, move)
            legal = is_in_check(state, side) == 0
            if legal and (attacks == 0 or is_in_check(state, -side) == 1 - quiet):
                below = forces_mate(state, table, fewer, deeper) if plies > 0 else 0
                if below == attacks:
                    found = attacks
            undo(state, move, taken)
            if found == attacks:
                break
        if found == attacks:
            break
    if state[NODES] <= state[LIMIT]:
        table[slot] = asked
        table[slot + 1] = 2 * found - 1
    return found


def state_of(position: Position, limit: int, number: int = 0, *, passes: bool = False) -> Numbers:
    """Return a position in the form that this search uses, a flat int64 array, with a limit of nodes.

    Args:
        position: with both kings.
        limit: the largest number of nodes.
        number: the number of the search; each has its own keys, so that it finds no entries of another search.
        passes: whether best_value may try null moves.
    """
    state = np.zeros(SIZE, dtype=np.int64)
    state[PASSES] = int(passes)
    state[PASSED] = -2
    state[KEY] = number * _APART % (1 << 62)
    for square, code in position.placement.items():
        state[bit_of(square)] = (code & KIND_MASK) * (1 if code & RED else -1)
    state[SIDE] = 1 if position.turn == RED else -1
    for point in range(POINTS):
        piece = int(state[point])
        if piece:
            state[KEY] ^= _NUMBERS[(piece + 7) * POINTS + point]
            state[BALANCE] += VALUES[abs(piece)] * (1 if piece > 0 else -1)
    state[KEY] ^= int(position.turn == RED)
    state[LIMIT] = limit
    return state


def new_table() -> Numbers:
    """Return an empty table for the searches."""
    return np.zeros(16 << 20, dtype=np.int64)


def legal_moves(position: Position) -> list[tuple[int, int]]:
    """Return the legal moves of a position as this search generates them: pairs of points."""
    state = state_of(position, 1 << 40)
    end = list_moves(state, LISTS, 0)
    side = int(state[SIDE])
    found = []
    for move in [int(number) for number in state[LISTS:end]]:
        taken = play(state, move)
        if not is_in_check(state, side):
            found.append((move // 128, move % 128))
        undo(state, move, taken)
    return found
