"""Allocation of consecutive slots in an array, without NumPy, since constants are loaded at every start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CACHE_LINE: Final = 8  # int64 numbers in a cache line


@dataclass(frozen=True)
class Slots:
    """A range of slots."""

    name: str
    start: int
    length: int
    content: str


class SlotAllocator:
    """Allocates slots one after another, and lists the allocated ranges."""

    def __init__(self, start: int = 0) -> None:
        self.end = start  # the first free slot
        self.reserved: list[Slots] = []

    def reserve(self, name: str, length: int = 1, content: str = "", *, aligned: bool = False) -> int:
        """Reserve slots, aligned to a cache line if requested, and return the first."""
        start = round_up(self.end) if aligned else self.end
        self.reserved.append(Slots(name, start, length, content))
        self.end = start + length
        return start


def round_up(slot: int) -> int:
    """Return the first slot at or after `slot` that begins a cache line."""
    return -(-slot // CACHE_LINE) * CACHE_LINE
