"""Kernels over sets of positions, 64 positions to a word.

A set has a row for every arrangement of the attackers (a cell) and a bit for every arrangement of the forts, or
the other way round. A move of an attacker combines whole rows under a mask, so that 64 positions take one
operation.

Arrays: `target` and `out` int64 (rows, words). `empty` int64 (91, words): the forts that leave a point empty;
row NOWHERE is all ones. `rows` int64 (others, places): the row of `out` for each arrangement of the other
attackers and each place of the piece that moves, -1 where another piece of its group stands; `targets`
likewise for the rows of `target`. `blocked` int64 (others, pieces): points of the other attackers. `scratch`
int64 (96,), all zero before and after. `live` int64: which rows of `target` are not empty. `wanted` int64:
which rows of `out` matter; others may be left as they are.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.jit import kernel

Words = npt.NDArray[np.int64]

_PRE: Final = (
    "void(int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[::1], "
    "int64[::1], int64[::1], int64[:,::1])"
)

# The ten ranks and nine files, each there and back: first point, step to the next one in points.
_LINES: Final = np.array(
    [(9 * rank, 1, 9) for rank in range(10)]
    + [(file, 9, 10) for file in range(9)]
    + [(9 * rank + 8, -1, 9) for rank in range(10)]
    + [(file + 81, -9, 10) for file in range(9)],
    dtype=np.int64,
)


@kernel("void(int64[:,::1], int64[::1])")
def note_live(rows: Words, live: Words) -> None:
    """Set live[i] to 1 if row i is not empty, else to 0."""
    height, width = rows.shape
    for row in range(height):
        found = 0
        for word in range(width):
            found |= rows[row, word]
        live[row] = 1 if found != 0 else 0


@kernel("int64(int64[:,::1], int64, int64[::1])", inline=True)
def is_idle(rows: Words, other: int, wanted: Words) -> int:
    """Return 1 if no row of an arrangement of the other attackers is wanted, else 0."""
    for place in range(rows.shape[1]):
        if rows[other, place] >= 0 and wanted[rows[other, place]] != 0:
            return 0
    return 1


@kernel("void(int64[::1], int64[:,::1], int64, int64)", inline=True)
def set_all(scratch: Words, blocked: Words, other: int, value: int) -> None:
    """Write `value` to the points where the attackers of an arrangement stand."""
    for piece in range(blocked.shape[1]):
        scratch[blocked[other, piece]] = value


@kernel(_PRE)
def leap_back(
    target: Words,
    out: Words,
    empty: Words,
    rows: Words,
    targets: Words,
    blocked: Words,
    live: Words,
    wanted: Words,
    scratch: Words,
    leaps: Words,
) -> None:
    """Add to `out` the positions from which a knight or pawn can move into `target`.

    Args:
        leaps: int64 (places, 2 * moves + 1): place reached and blocking point of each move, -1 ends them.
    """
    width = out.shape[1]
    for other in range(rows.shape[0]):
        if is_idle(rows, other, wanted):
            continue
        set_all(scratch, blocked, other, 1)
        for place in range(rows.shape[1]):
            row = rows[other, place]
            entry = 0
            while row >= 0 and leaps[place, entry] >= 0:
                source = targets[other, leaps[place, entry]]
                leg = leaps[place, entry + 1]
                entry += 2
                if source < 0 or live[source] == 0 or scratch[leg] != 0:
                    continue
                for word in range(width):
                    out[row, word] |= target[source, word] & empty[leg, word]
        set_all(scratch, blocked, other, 0)


@kernel(_PRE)
def slide_back(  # noqa: C901 - one pass over a line, for speed
    target: Words,
    out: Words,
    empty: Words,
    rows: Words,
    targets: Words,
    blocked: Words,
    live: Words,
    wanted: Words,
    scratch: Words,
    reach: Words,
) -> None:
    """Add to `out` the positions from which a rook can move into `target`, or a cannon without taking.

    Args:
        reach: int64 (>= 1, words), overwritten.
    """
    width = out.shape[1]
    for other in range(rows.shape[0]):
        if is_idle(rows, other, wanted):
            continue
        set_all(scratch, blocked, other, 1)
        for line in range(len(_LINES)):
            point, step, count = _LINES[line, 0], _LINES[line, 1], _LINES[line, 2]
            running = 0
            for _ in range(count - 1):
                source = targets[other, point]
                alive = source >= 0 and live[source] != 0
                if scratch[point] != 0 or running == 0:
                    running = 0
                    if alive:
                        running = 1
                        for word in range(width):
                            reach[0, word] = target[source, word]
                elif alive:
                    for word in range(width):
                        reach[0, word] = target[source, word] | (empty[point, word] & reach[0, word])
                else:
                    for word in range(width):
                        reach[0, word] &= empty[point, word]
                point += step
                row = rows[other, point]
                if running != 0 and row >= 0:
                    for word in range(width):
                        out[row, word] |= reach[0, word]
        set_all(scratch, blocked, other, 0)


@kernel(_PRE)
def jump_back(  # noqa: C901 - one pass over a line, for speed
    target: Words,
    out: Words,
    empty: Words,
    rows: Words,
    targets: Words,
    blocked: Words,
    live: Words,
    wanted: Words,
    scratch: Words,
    reach: Words,
) -> None:
    """Add to `out` the positions from which a cannon can take into `target`, over one screen.

    Args:
        reach: int64 (>= 2, words), overwritten.
    """
    width = out.shape[1]
    for other in range(rows.shape[0]):
        if is_idle(rows, other, wanted):
            continue
        set_all(scratch, blocked, other, 1)
        for line in range(len(_LINES)):
            point, step, count = _LINES[line, 0], _LINES[line, 1], _LINES[line, 2]
            for word in range(width):
                reach[0, word] = 0  # what can be taken from here once a screen has been passed
                reach[1, word] = 0  # what can be taken from here
            for _ in range(count - 1):
                source = targets[other, point]
                if scratch[point] != 0:
                    for word in range(width):
                        reach[1, word] = reach[0, word]
                        reach[0, word] = 0
                else:
                    for word in range(width):
                        passed = empty[point, word]
                        seen = reach[0, word]
                        reach[1, word] = (passed & reach[1, word]) | (~passed & seen)
                        reach[0, word] = passed & seen
                if source >= 0 and live[source] != 0:
                    for word in range(width):
                        reach[0, word] |= target[source, word]
                point += step
                row = rows[other, point]
                if row >= 0:
                    for word in range(width):
                        out[row, word] |= reach[1, word]
        set_all(scratch, blocked, other, 0)


@kernel("void(int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64, int64, int64, int64[::1])")
def fort_back(
    target: Words,
    out: Words,
    free: Words,
    moves: Words,
    stride: int,
    others: int,
    other_stride: int,
    live: Words,
) -> None:
    """Add to `out` the positions from which a piece of a fort can move into `target`.

    Both have a row for each pair of forts.

    Args:
        free: int64 (91, words): the cells with no attacker on a point.
        moves: int64 (moves, 3): arrangement, arrangement after the move, blocking point.
        stride, other_stride: rows between two arrangements of this and of the other fort.
        others: arrangements of the other fort.
    """
    width = out.shape[1]
    for move in range(moves.shape[0]):
        for other in range(others):
            source = moves[move, 1] * stride + other * other_stride
            if live[source] == 0:
                continue
            row = moves[move, 0] * stride + other * other_stride
            blocker = moves[move, 2]
            for word in range(width):
                out[row, word] |= target[source, word] & free[blocker, word]


@kernel("void(int64[:,::1], int64[:,::1], int64[::1], int64[:,::1], int64[::1])")
def shift_back(target: Words, out: Words, shifts: Words, masks: Words, live: Words) -> None:
    """Add to `out` the positions from which a king can move into `target`, where rows have two words.

    Args:
        shifts: int64 (moves,): how far a move shifts the king's bit up, 1 to 63, or down if negative.
        masks: int64 (moves, 2): the bits from which each move is possible.
    """
    for row in range(target.shape[0]):
        if live[row] == 0:
            continue
        low, high = target[row, 0], target[row, 1]
        for move in range(len(shifts)):
            shift = shifts[move]
            if shift > 0:
                kept = (1 << (64 - shift)) - 1
                out[row, 0] |= ((low >> shift & kept) | (high << (64 - shift))) & masks[move, 0]
                out[row, 1] |= (high >> shift & kept) & masks[move, 1]
            else:
                kept = (1 << -shift) - 1
                out[row, 0] |= (low << -shift) & masks[move, 0]
                out[row, 1] |= ((high << -shift) | (low >> (64 + shift) & kept)) & masks[move, 1]


@kernel("void(int64[:,::1], int64[:,::1], int64[::1])")
def transpose(rows: Words, columns: Words, block: Words) -> None:
    """Transpose `rows` into `columns`: bit j of row i becomes bit i of row j.

    Args:
        rows: int64 (height, words).
        columns: int64 (bits, words); bits <= 64 * words of rows.
        block: int64 (64,), overwritten.
    """
    height, width = rows.shape
    bits = columns.shape[0]
    for group in range(0, height, 512):
        for word in range(width):
            for start in range(group, min(group + 512, height), 64):
                found = 0
                for i in range(64):
                    block[i] = rows[start + i, word] if start + i < height else 0
                    found |= block[i]
                if found != 0:
                    shift = 32
                    mask = 0xFFFFFFFF
                    while shift != 0:
                        k = 0
                        while k < 64:
                            for i in range(k, k + shift):
                                change = ((block[i] >> shift) ^ block[i + shift]) & mask
                                block[i] ^= change << shift
                                block[i + shift] ^= change
                            k += 2 * shift
                        shift >>= 1
                        mask ^= mask << shift
                for i in range(min(64, bits - 64 * word)):
                    columns[64 * word + i, start >> 6] = block[i]


@kernel("void(int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1])")
def gather_bits(small: Words, out: Words, cells: Words, pairs: Words) -> None:
    """Add to rows of `out` bits from rows of a smaller table.

    Args:
        cells: int64 (cells, 2): row of `out`, row of `small`.
        pairs: int64 (pairs, 2): bit in `out`, bit in `small`.
    """
    for i in range(cells.shape[0]):
        row, source = cells[i, 0], cells[i, 1]
        for j in range(pairs.shape[0]):
            bit = pairs[j, 1]
            if small[source, bit >> 6] >> (bit & 63) & 1:
                out[row, pairs[j, 0] >> 6] |= 1 << (pairs[j, 0] & 63)


@kernel("void(int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1])")
def gather_rows(small: Words, out: Words, cells: Words, masks: Words) -> None:
    """Add to rows of `out` rows of a smaller table under a mask.

    Args:
        cells: int64 (cells, 3): row of `out`, row of `small`, row of `masks` or -1 for all of it.
    """
    width = out.shape[1]
    for i in range(cells.shape[0]):
        row, source, mask = cells[i, 0], cells[i, 1], cells[i, 2]
        if mask < 0:
            for word in range(width):
                out[row, word] |= small[source, word]
        else:
            for word in range(width):
                out[row, word] |= small[source, word] & masks[mask, word]


@kernel("int64(int64[:,::1], uint8[:,::1], int64)")
def note_plies(new: Words, plies: npt.NDArray[np.uint8], value: int) -> int:
    """Write `value` to plies[row, bit] for every bit of `new`; return how many there are."""
    count = 0
    for row in range(new.shape[0]):
        for word in range(new.shape[1]):
            bits = new[row, word]
            if bits == 0:
                continue
            for bit in range(64):
                if bits >> bit & 1:
                    plies[row, 64 * word + bit] = value
                    count += 1
    return count


@kernel("void(uint8[::1], uint8[::1])")
def fill(values: npt.NDArray[np.uint8], idle: npt.NDArray[np.uint8]) -> None:
    """Replace each value that is never asked for with the last needed one before it, for better compression."""
    last = values[0] & 0
    for i in range(len(values)):
        if idle[i] != 0:
            values[i] = last
        else:
            last = values[i]
