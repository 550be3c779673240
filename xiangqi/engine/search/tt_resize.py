"""A transposition table that grows with the search, so that a short search stays within the processor's caches.

A search begins with the first few buckets. When they fill up, their number is doubled, and every entry moves to
the bucket of its key. No entry is lost.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.jit import kernel
from xiangqi.engine.search.transposition import BUCKET_SIZE, ENTRY_SIZE, Table, hashfull, new_table

_FIRST: Final = (2 << 20) // 8  # slots in use at first
_FULL: Final = 400  # permille of the entries that one search may fill


@kernel("void(int64[::1])")
def spread(table: Table) -> None:
    """Move the entries of the first half of a table to their buckets in the whole table.

    Args:
        table: int64, flat, the second half empty; a power of two of buckets.
    """
    half = len(table) // 2
    new_bit = half // (BUCKET_SIZE * ENTRY_SIZE)
    for slot in range(0, half, ENTRY_SIZE):
        data = table[slot]
        check = table[slot + 1]
        if (check ^ data) & new_bit:
            table[half + slot] = data
            table[half + slot + 1] = check
            table[slot] = table[slot + 1] = 0


class GrowingTable:
    """The table of one engine."""

    def __init__(self, megabytes: int) -> None:
        """Reserve an empty table of at most `megabytes` MB."""
        self._whole = new_table(megabytes)
        self.used = self._whole[:_FIRST]  # the part in use; another array after grow, unfold and clear

    def clear(self) -> None:
        """Empty the table, and use only its first part again."""
        self.used[:] = 0
        self.used = self._whole[:_FIRST]

    def grow(self, generation: int) -> None:
        """Double the table until a generation fills less than the limit; no search may run."""
        while len(self.used) < len(self._whole) and hashfull(self.used, generation) > _FULL:
            self._double()

    def unfold(self) -> None:
        """Use the whole table from now on; no search may run."""
        while len(self.used) < len(self._whole):
            self._double()

    def _double(self) -> None:
        larger = self._whole[: 2 * len(self.used)]
        spread(larger)
        self.used = larger

    def hashfull(self, generation: int) -> int:
        """Return the permille of the whole table that a generation fills, estimated from a sample."""
        return hashfull(self.used, generation) * len(self.used) // len(self._whole)
