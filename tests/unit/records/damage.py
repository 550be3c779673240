"""Spoils files in many ways, the same ones every time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from xiangqi.errors import RecordError
from xiangqi.records.tree import Game

_NASTY = (0, 1, 0x0F, 0x20, 0x7F, 0x80, 0xF0, 0xFE, 0xFF)


def spoiled(data: bytes, count: int, seed: int = 1) -> Iterator[bytes]:
    """Copies of data with bytes changed, taken out, doubled or cut off."""
    chance = random.Random(seed)
    for _ in range(count):
        copy = bytearray(data)
        for _ in range(chance.choice((1, 1, 2, 8))):
            place = chance.randrange(len(copy))
            length = chance.choice((1, 1, 2, 4, 64))
            kind = chance.randrange(5)
            if kind == 0:
                copy[place] = chance.choice(_NASTY)
            elif kind == 1:
                copy[place : place + length] = chance.randbytes(length)
            elif kind == 2:
                del copy[place : place + length]
            elif kind == 3:
                copy[place:place] = copy[place : place + length]
            else:
                del copy[max(1, place) :]
            if not copy:
                copy = bytearray(data[:1])
        yield bytes(copy)


def outcomes(read: Callable[[bytes], Iterator[Game]], files: Iterator[bytes]) -> tuple[int, int, int]:
    """Return how many files are refused, opened with faults, and opened without; games must be playable."""
    refused = faulty = clean = 0
    for data in files:
        try:
            games = list(read(data))
        except RecordError:
            refused += 1
            continue
        for game in games:
            game.final_board()
        if any(game.errors for game in games):
            faulty += 1
        else:
            clean += 1
    return refused, faulty, clean
