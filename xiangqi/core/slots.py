"""Slots of an array, handed out one after another. Loads no numpy: constants are read at every start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CACHE_LINE: Final = 8  # int64 numbers in a cache line


@dataclass(frozen=True)
class Slots:
    """Some slots in a row."""

    name: str
    start: int
    length: int
    content: str


class SlotAllocator:
    """Hands out slots from a first one on, and lists what it has handed out."""

    def __init__(self, start: int = 0) -> None:
        self.end = start  # the first free slot
        self.reserved: list[Slots] = []

    def reserve(self, name: str, length: int = 1, content: str = "", *, aligned: bool = False) -> int:
        """Reserve slots, on request from the beginning of a cache line on, and return the first."""
        start = round_up(self.end) if aligned else self.end
        self.reserved.append(Slots(name, start, length, content))
        self.end = start + length
        return start


def round_up(slot: int) -> int:
    """Return the first slot from there on that begins a cache line."""
    return -(-slot // CACHE_LINE) * CACHE_LINE
