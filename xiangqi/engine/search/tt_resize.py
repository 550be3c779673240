"""A transposition table that grows with the search, so that the processor's caches hold most of a short one.

Of the memory asked for, only the first buckets are used at first. Where they fill up they are doubled: an entry
goes to where its key belongs among twice as many. What has been stored stays, and the kernels see a smaller
table.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.jit import kernel
from xiangqi.engine.search.transposition import BUCKET_SIZE, ENTRY_SIZE, Table, hashfull, new_table

_FIRST: Final = (2 << 20) // 8  # numbers in use at first
_FULL: Final = 400  # permille of the entries in use that may be of one search


@kernel("void(int64[::1])")
def spread(table: Table) -> None:
    """Move the entries of the first half of a table to where they belong in the whole.

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
    """The table of one engine.

    Attributes:
        used: the part in use; another array after grow, unfold and clear.
    """

    def __init__(self, megabytes: int) -> None:
        """An empty table that takes at most so many MB, which are reserved."""
        self._room = new_table(megabytes)
        self.used = self._room[:_FIRST]

    def clear(self) -> None:
        """Forget everything."""
        self.used[:] = 0
        self.used = self._room[:_FIRST]

    def grow(self, generation: int) -> None:
        """Double the part in use until the entries of a generation leave enough of it; no search may run."""
        while len(self.used) < len(self._room) and hashfull(self.used, generation) > _FULL:
            self._double()

    def unfold(self) -> None:
        """Use all of it from now on; no search may run."""
        while len(self.used) < len(self._room):
            self._double()

    def _double(self) -> None:
        larger = self._room[: 2 * len(self.used)]
        spread(larger)
        self.used = larger

    def hashfull(self, generation: int) -> int:
        """Permille of all of it filled in a generation, by a sample."""
        return hashfull(self.used, generation) * len(self.used) // len(self._room)
