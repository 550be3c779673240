"""The transposition table: the results of searches by position, shared by all threads without locks.

An entry takes two int64: the data, and the key xored with the data, so that an entry torn between two threads
does not match. Four entries make a bucket of one cache line. The data of an entry:

    bits  0-15  move          bits 16-31  score + 32768, mate distance from the node
    bits 32-39  depth         bits 40-41  bound        bits 42-46  generation
    bit  47     1 when it was a node of a principal variation
    bits 48-63  plies to a mate (search.dfpn), signed, so that nothing is shifted out of an int64

The static evaluation is not stored: it is computed while the entry is being fetched.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.compiler.dialect import prefetch
from xiangqi.core.jit import kernel
from xiangqi.core.memory import aligned_zeros

Table = npt.NDArray[np.int64]

BOUND_UPPER: Final = 1  # the true score is at most this
BOUND_LOWER: Final = 2  # at least this
BOUND_EXACT: Final = BOUND_UPPER | BOUND_LOWER

BUCKET_SIZE: Final = 4
ENTRY_SIZE: Final = 2
_OFFSET: Final = 32768
GENERATIONS: Final = 32
_MUCH_SHALLOWER: Final = 4  # plies
_PAGE: Final = 4096 // 8  # the system's, in numbers


@kernel("void(int64[::1])")
def _touch(table: Table) -> None:
    """Touch every page of an empty table."""
    for slot in range(0, len(table), _PAGE):
        table[slot] = 0


def new_table(megabytes: int) -> Table:
    """Return an empty table of at most `megabytes` MB, int64, flat. The number of buckets is a power of two.

    The memory is touched here and not during a search, since the system may take 0.4 s to provide it.
    """
    buckets = 1
    while buckets * 2 * BUCKET_SIZE * ENTRY_SIZE * 8 <= megabytes << 20:
        buckets *= 2
    table = aligned_zeros(buckets * BUCKET_SIZE * ENTRY_SIZE)
    _touch(table)
    return table


@kernel("int64(int64[::1], int64)", inline=True)
def _bucket(table: Table, key: int) -> int:
    """Return the first slot of the bucket of a key."""
    return (key & (len(table) // (BUCKET_SIZE * ENTRY_SIZE) - 1)) * (BUCKET_SIZE * ENTRY_SIZE)


@kernel("void(int64[::1], int64)", inline=True)
def prefetch_bucket(table: Table, key: int) -> None:
    """Prefetch the bucket of a key that will be probed soon."""
    prefetch(table, _bucket(table, key))


@kernel("int64(int64[::1], int64)", inline=True)
def probe(table: Table, key: int) -> int:
    """Return the data of the entry for a key, 0 if there is none."""
    start = _bucket(table, key)
    for slot in range(start, start + BUCKET_SIZE * ENTRY_SIZE, ENTRY_SIZE):
        entry = table[slot]
        if table[slot + 1] ^ entry == key:
            return entry
    return 0


@kernel("int64(int64)", inline=True)
def entry_move(entry: int) -> int:
    """Return the best or refuting move of an entry, 0 if there is none."""
    return entry & 0xFFFF


@kernel("int64(int64)", inline=True)
def entry_score(entry: int) -> int:
    """Return the score of an entry, with mates counted from the node."""
    return (entry >> 16 & 0xFFFF) - _OFFSET


@kernel("int64(int64)", inline=True)
def entry_depth(entry: int) -> int:
    """Return the depth, in plies, of the search that an entry comes from."""
    return entry >> 32 & 0xFF


@kernel("int64(int64)", inline=True)
def entry_bound(entry: int) -> int:
    """Return the bound of an entry: BOUND_UPPER, BOUND_LOWER or BOUND_EXACT."""
    return entry >> 40 & 3


@kernel("int64(int64)", inline=True)
def entry_generation(entry: int) -> int:
    """Return the generation that an entry was written in."""
    return entry >> 42 & 31


@kernel("int64(int64)", inline=True)
def entry_pv(entry: int) -> int:
    """Return 1 if an entry was a PV node, else 0."""
    return entry >> 47 & 1


@kernel("int64(int64)", inline=True)
def entry_plies(entry: int) -> int:
    """Return the plies to a mate that df-pn search has proved; 0 in entries of the main search."""
    return entry >> 48


@kernel("void(int64[::1], int64, int64, int64, int64, int64, int64, int64, int64)", inline=True)
def store(
    table: Table,
    key: int,
    move: int,
    score: int,
    depth: int,
    bound: int,
    generation: int,
    tt_pv: int,
    plies: int,
) -> None:
    """Write an entry over that of the same position, or over the shallowest and oldest of its bucket.

    A bound does not replace a much deeper entry of the same position and generation.

    Args:
        table: int64, flat, as made by new_table; one entry is written.
        score: with mates counted from the node (scores.value_to_tt).
        depth: 0..255.
        generation: 0..31; entries of other generations give way first.
        tt_pv: 1 when this was a node of a principal variation.
        plies: the plies to a mate; 0 in the main search.
    """
    start = _bucket(table, key)
    victim = start
    least = 1 << 20
    for slot in range(start, start + BUCKET_SIZE * ENTRY_SIZE, ENTRY_SIZE):
        entry = table[slot]
        if table[slot + 1] ^ entry == key:
            victim = slot
            is_current = entry_generation(entry) == generation
            if bound != BOUND_EXACT and is_current and depth + _MUCH_SHALLOWER < entry_depth(entry):
                return
            if move == 0:
                move = entry_move(entry)
            break
        worth = entry_depth(entry) - (256 if entry_generation(entry) != generation else 0)
        if worth < least:
            least = worth
            victim = slot
    low = move | (score + _OFFSET) << 16 | depth << 32
    entry = low | bound << 40 | generation << 42 | tt_pv << 47 | plies << 48
    table[victim] = entry
    table[victim + 1] = key ^ entry


def hashfull(table: Table, generation: int) -> int:
    """Return the permille of a sample of the table's entries that were written in this generation."""
    sample = table[: min(len(table), 2000 * ENTRY_SIZE) : ENTRY_SIZE]
    used = np.count_nonzero((sample != 0) & ((sample >> 42 & 31) == generation))
    return int(used) * 1000 // len(sample)
