"""The parser's place in a line of move text, and the meaning of numbers for the next move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from xiangqi.records.text.movetext.outcome import MoveRun

OF_A_ROUND: Final = 2
"""The number of moves in a round, which one move number counts."""


class Number(NamedTuple):
    """A number before moves: its value, whether its dots mean a reply, and its offsets."""

    value: int
    is_reply: bool
    begin: int
    end: int

    def __bool__(self) -> bool:
        return self.value > 0


NO_NUMBER: Final = Number(0, is_reply=False, begin=0, end=0)


@dataclass(slots=True, eq=False)
class LineReader:
    """The parser's place in one line, as the move numbers give it."""

    line: MoveRun  # the line to which the next move is added
    # the place in the line that this one varies by a number that went back; None for the main line and in
    # brackets
    base: LineReader | None = None
    counted: int = 0  # the last number with a dot that was followed by moves
    since: int = 2  # moves since that number, 1 more if it had the dots of a reply
    instead: tuple[str, int] | None = None  # text in place of a reply, with its offset
    # whether a number follows a single move, with nothing in place of the reply
    is_alone: bool = False
    number: Number = NO_NUMBER  # the number before the next move
    rounds: dict[int, int] = field(default_factory=dict)  # number -> moves in the line before its first move
    dots_at: int = -1  # moves in the line before the last number if that had dots, else -1

    @property
    def last(self) -> int:
        """The index of the move before the next one."""
        return self.line.moves[-1] if self.line.moves else self.line.parent

    @property
    def is_dotted(self) -> bool:
        """Whether the last number had the dots of a reply but was followed by two moves."""
        return 0 <= self.dots_at == len(self.line.moves) - OF_A_ROUND

    def begin_round(self, number: Number) -> None:
        """Note that the next move is the first one after a number."""
        self.counted = number.value
        self.rounds.setdefault(number.value, len(self.line.moves) - number.is_reply)
        self.dots_at = len(self.line.moves) if number.is_reply else -1

    def before(self, number: Number) -> int | None:
        """Return the index of the move before the one that a number counts; None if there is no such round."""
        if number.value not in self.rounds:
            return None
        place = self.rounds[number.value] + number.is_reply
        if not 0 <= place <= len(self.line.moves):
            return None
        return self.line.moves[place - 1] if place else self.line.parent

    def had_two(self, count: int) -> bool:
        """Return whether at least two moves have been added since a number."""
        return count in self.rounds and len(self.line.moves) - self.rounds[count] >= OF_A_ROUND

    def expects(self, number: Number) -> bool:
        """Return whether the move that a number counts can follow the last move of the line."""
        if number.value == self.counted:
            return not self.had_two(number.value)
        return number.value > self.counted and (self.base is None or number.value == self.counted + 1)

    def continues(self, number: Number) -> bool:
        """Return whether a number is the line's next, or repeats the last one, whose round lacks a move."""
        return self.expects(number) and number.value <= self.counted + 1

    def skips(self, number: Number) -> bool:
        """Return whether a number skips rounds after the last one."""
        return 0 < self.counted < number.value - 1

    def lacks_first(self, number: Number) -> bool:
        """Return whether the first move of the round is missing before a reply."""
        return number.is_reply and number.value == self.counted + 1 and self.had_two(self.counted)
