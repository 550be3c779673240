"""Makes new inputs from existing ones."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Callable, Sequence
from typing import Final

_NUMBERS: Final = (0, 1, 2, 3, 7, 10, 32, 89, 90, 99, 127, 128, 255, 256, 1 << 15, 65535, 1 << 24)
_NUMBERS_WIDE: Final = (*_NUMBERS, (1 << 31) - 1, 1 << 31, (1 << 32) - 1)
_LENGTHS: Final = (1, 1, 1, 2, 2, 4, 8, 32, 128, 1024)
_VALUES: Final[tuple[object, ...]] = (
    *(None, True, 0, -1, 0.5, 1 << 70, float("inf"), float("nan"), "", "x", "\ud800", "9" * 400),
    *([], {}, [[]], [None], [1, 2], {"": 0}, {"fen": []}, "4k4/9 w", "h2e2", ["h2e2"]),
)
_ROUNDS: Final = (1, 1, 1, 2, 3, 5, 9)


class Mutator:
    """Damages inputs in ways that a format is sensitive to.

    Attributes:
        tokens: pieces of text with a meaning in the format.
        fields: the offsets of numbers.
        longest: the most bytes of an input.
    """

    def __init__(
        self,
        chance: random.Random,
        tokens: Sequence[bytes],
        fields: Sequence[int],
        longest: int,
        is_json: bool = False,
    ) -> None:
        self.longest = longest
        self.tokens = tokens
        self.fields = fields
        self._chance = chance
        self._ways = [
            self._change_byte,
            self._flip_bit,
            self._write_noise,
            self._write_number,
            self._delete,
            self._double,
            self._move,
            self._cut,
            self._repeat,
            self._splice,
            *[self._insert_token] * 3 * bool(tokens),
            *[self._swap_token] * 2 * bool(tokens),
            *[self._write_field] * 4 * bool(fields),
            *[self._swap_value] * 6 * is_json,
        ]

    def mutate(self, data: bytes, other: bytes) -> bytes:
        """Return a damaged copy of data, perhaps with pieces of another input."""
        copy = bytearray(data or b"\0")
        for _ in range(self._chance.choice(_ROUNDS)):
            self._chance.choice(self._ways)(copy, other)
            if not copy:
                copy += b"\0"
        return bytes(copy[: self.longest])

    def _span(self, size: int) -> tuple[int, int]:
        """Return the start and end of a random piece of data of this size, which is not 0."""
        begin = self._chance.randrange(size)
        return begin, min(size, begin + self._chance.choice(_LENGTHS))

    def _change_byte(self, copy: bytearray, _other: bytes) -> None:
        copy[self._chance.randrange(len(copy))] = self._chance.choice((0, 1, 0x20, 0x7F, 0x80, 0xFE, 0xFF))

    def _flip_bit(self, copy: bytearray, _other: bytes) -> None:
        copy[self._chance.randrange(len(copy))] ^= 1 << self._chance.randrange(8)

    def _write_noise(self, copy: bytearray, _other: bytes) -> None:
        begin, end = self._span(len(copy))
        copy[begin:end] = self._chance.randbytes(end - begin)

    def _write_number(self, copy: bytearray, _other: bytes) -> None:
        self._write_at(copy, self._chance.randrange(len(copy)))

    def _write_field(self, copy: bytearray, _other: bytes) -> None:
        self._write_at(copy, self._chance.choice(self.fields))

    def _write_at(self, copy: bytearray, place: int) -> None:
        form = self._chance.choice("BBHI")
        number = self._chance.choice(_NUMBERS_WIDE) & ((1 << 8 * struct.calcsize(form)) - 1)
        value = struct.pack(self._chance.choice("<>") + form, number)
        copy[place : place + len(value)] = value

    def _delete(self, copy: bytearray, _other: bytes) -> None:
        begin, end = self._span(len(copy))
        del copy[begin:end]

    def _double(self, copy: bytearray, _other: bytes) -> None:
        begin, end = self._span(len(copy))
        copy[begin:begin] = copy[begin:end]

    def _move(self, copy: bytearray, _other: bytes) -> None:
        begin, end = self._span(len(copy))
        piece = copy[begin:end]
        del copy[begin:end]
        place = self._chance.randrange(len(copy) + 1)
        copy[place:place] = piece

    def _cut(self, copy: bytearray, _other: bytes) -> None:
        del copy[self._chance.randrange(len(copy)) :]

    def _repeat(self, copy: bytearray, _other: bytes) -> None:
        begin, end = self._span(len(copy))
        most = max(0, self.longest - len(copy)) // (end - begin)
        copy[begin:begin] = copy[begin:end] * min(most, self._chance.choice((2, 5, 30, 300, 3000)))

    def _splice(self, copy: bytearray, other: bytes) -> None:
        if other:
            begin = self._chance.randrange(len(other))
            end = min(len(other), begin + self._chance.choice((*_LENGTHS, self.longest)))
            place, end_of_place = self._span(len(copy))
            copy[place : self._chance.choice((place, end_of_place, len(copy)))] = other[begin:end]

    def _insert_token(self, copy: bytearray, _other: bytes) -> None:
        place = self._chance.randrange(len(copy) + 1)
        copy[place:place] = self._chance.choice(self.tokens)

    def _swap_token(self, copy: bytearray, _other: bytes) -> None:
        """Replace a token with another one."""
        start = self._chance.randrange(len(copy))
        for token in self._chance.sample(self.tokens, len(self.tokens)):
            place = copy.find(token, start)
            if place >= 0:
                copy[place : place + len(token)] = self._chance.choice(self.tokens)
                return

    def _swap_value(self, copy: bytearray, _other: bytes) -> None:
        """Replace a value in JSON, the whole input or a line of it, with a random one."""
        lines = bytes(copy).split(b"\n")
        place = self._chance.choice([at for at, line in enumerate(lines) if line[:1] in (b"{", b"[")] or [0])
        before, after = b"\n".join(lines[:place]), b"\n".join(lines[place + 1 :])
        for begin, text, end in ((before, lines[place], after), (b"", bytes(copy), b"")):
            try:
                changed = json.dumps(self._other_value(json.loads(text)), ensure_ascii=False)
            except (ValueError, RecursionError):
                continue
            copy[:] = b"\n".join(filter(None, (begin, changed.encode("utf-8", "surrogatepass"), end)))
            return

    def _other_value(self, value: object) -> object:
        """Return a JSON value with one part, or the whole, replaced at random."""
        if self._chance.random() < 0.8 and value:
            if isinstance(value, list):
                at = self._chance.randrange(len(value))
                return [*value[:at], self._other_value(value[at]), *value[at + 1 :]]
            if isinstance(value, dict):
                key = self._chance.choice(list(value))
                return {**value, key: self._other_value(value[key])}
        return self._chance.choice(_VALUES)


def minimised(data: bytes, fails: Callable[[bytes], bool], most_tries: int = 2000) -> bytes:
    """Return the shortest input found that still fails, by leaving out ever smaller pieces."""
    size = len(data) // 2
    while size and most_tries > 0:
        place = 0
        while place < len(data) and most_tries > 0:
            shorter = data[:place] + data[place + size :]
            most_tries -= 1
            if shorter and fails(shorter):
                data = shorter
            else:
                place += size
        size //= 2
    return data
