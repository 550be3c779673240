"""The transposition table: what was found out about a position, shared by all threads without locks.

An entry is two int64: the data, and the key xored with the data, so that an entry torn between two threads
fails the comparison instead of lying. Four entries make a bucket of one cache line. The data:

    bits  0-15  move          bits 16-31  score + 32768, mate distance from the node
    bits 32-39  depth         bits 40-41  bound        bits 42-46  generation
    bit  47     1 when it was a node of a principal variation
    bits 48-63  plies to a mate (search.checkmates), signed, so that nothing is shifted out of an int64

The static evaluation is not among it: it costs less than the wait for the entry, and is done meanwhile.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.compiler.dialect import prefetch
from xiangqi.core.jit import kernel
from xiangqi.core.memory import aligned_zeros

Table = npt.NDArray[np.int64]

UPPER: Final = 1  # the true score is at most this
LOWER: Final = 2  # at least this
EXACT: Final = UPPER | LOWER

BUCKET: Final = 4
ENTRY: Final = 2
_OFFSET: Final = 32768
GENERATIONS: Final = 32
_MUCH_SHALLOWER: Final = 4  # plies
_PAGE: Final = 4096 // 8  # the system's, in numbers


@kernel("void(int64[::1])")
def _touch(table: Table) -> None:
    """Write to every page of an empty table."""
    for slot in range(0, len(table), _PAGE):
        table[slot] = 0


def new_table(megabytes: int) -> Table:
    """An empty table of at most so many MB; the number of buckets is a power of two. int64, flat.

    A bucket is a cache line. The memory is touched here: the system may take 0.4 s to find it, which must
    not happen in mid-search.
    """
    buckets = 1
    while buckets * 2 * BUCKET * ENTRY * 8 <= megabytes << 20:
        buckets *= 2
    table = aligned_zeros(buckets * BUCKET * ENTRY)
    _touch(table)
    return table


@kernel("int64(int64[::1], int64)", inline=True)
def _bucket(table: Table, key: int) -> int:
    """Where the bucket of a key begins."""
    return (key & (len(table) // (BUCKET * ENTRY) - 1)) * (BUCKET * ENTRY)


@kernel("void(int64[::1], int64)", inline=True)
def prefetch_bucket(table: Table, key: int) -> None:
    """Have the bucket of a key fetched that will be looked up soon."""
    prefetch(table, _bucket(table, key))


@kernel("int64(int64[::1], int64)", inline=True)
def probe(table: Table, key: int) -> int:
    """The data stored for a key, 0 when there is none."""
    start = _bucket(table, key)
    for entry in range(start, start + BUCKET * ENTRY, ENTRY):
        data = table[entry]
        if table[entry + 1] ^ data == key:
            return data
    return 0


@kernel("int64(int64)", inline=True)
def entry_move(data: int) -> int:
    """Best or refuting move, 0 when none is known."""
    return data & 0xFFFF


@kernel("int64(int64)", inline=True)
def entry_score(data: int) -> int:
    """Score, mate distance counted from the node."""
    return (data >> 16 & 0xFFFF) - _OFFSET


@kernel("int64(int64)", inline=True)
def entry_depth(data: int) -> int:
    """Depth in plies of the search the score comes from."""
    return data >> 32 & 0xFF


@kernel("int64(int64)", inline=True)
def entry_bound(data: int) -> int:
    """UPPER, LOWER or EXACT."""
    return data >> 40 & 3


@kernel("int64(int64)", inline=True)
def entry_former_pv(data: int) -> int:
    """1 when the position was a node of a principal variation."""
    return data >> 47 & 1


@kernel("int64(int64)", inline=True)
def entry_plies(data: int) -> int:
    """Plies to the mate that a search for mates has proved; 0 in entries of the main search."""
    return data >> 48


@kernel("void(int64[::1], int64, int64, int64, int64, int64, int64, int64, int64)", inline=True)
def store(
    table: Table,
    key: int,
    move: int,
    score: int,
    depth: int,
    bound: int,
    generation: int,
    former_pv: int,
    plies: int,
) -> None:
    """Write an entry over the same position's, or over the shallowest and oldest of its bucket.

    A bound does not take the place of a much deeper search of the same position in the same generation.

    Args:
        table: int64, flat, as made by new_table; one entry is written.
        score: mate distance counted from the node (scores.to_table).
        depth: 0..255.
        generation: 0..31; entries of other generations give way first.
        former_pv: 1 when this was a node of a principal variation.
        plies: to a mate; 0 in the main search.
    """
    start = _bucket(table, key)
    victim = start
    least = 1 << 20
    for entry in range(start, start + BUCKET * ENTRY, ENTRY):
        data = table[entry]
        if table[entry + 1] ^ data == key:
            victim = entry
            if bound != EXACT and data >> 42 & 31 == generation and depth + _MUCH_SHALLOWER < data >> 32 & 0xFF:
                return
            if move == 0:
                move = data & 0xFFFF
            break
        worth = (data >> 32 & 0xFF) - (256 if data >> 42 & 31 != generation else 0)
        if worth < least:
            least = worth
            victim = entry
    low = move | (score + _OFFSET) << 16 | depth << 32
    data = low | bound << 40 | generation << 42 | former_pv << 47 | plies << 48
    table[victim] = data
    table[victim + 1] = key ^ data


def hashfull(table: Table, generation: int) -> int:
    """Permille of a sample of the table filled in this generation."""
    sample = table[: min(len(table), 2000 * ENTRY) : ENTRY]
    used = np.count_nonzero((sample != 0) & ((sample >> 42 & 31) == generation))
    return int(used) * 1000 // len(sample)
