"""Limited lookahead in move text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from xiangqi.records.text import tokens
from xiangqi.records.text.movetext.places import LineReader
from xiangqi.records.text.movetext.stray import OTHER_GAME, VARIES

NUMBERS: Final[tuple[str, ...]] = ("number", "label")  # kinds of tokens
MOVES: Final = ("chinese", "squares")
_LOOKED_AHEAD: Final = 24  # tokens


class Ahead:
    """Looks ahead in a text up to a limit.

    Attributes:
        numbers: the kinds of tokens that count as move numbers.
    """

    def __init__(self, text: str, limit: int) -> None:
        self._text = text
        self._limit = limit
        self.numbers = NUMBERS
        self._barren = 0  # no move begins before this offset, as far as known

    def number(self, begin: int, present: int) -> int:
        """Return the line's next number that differs from the present one, 0 if none is within the limit."""
        found = (tokens.count_of(match[0])[0] for match in self._line(begin) if match.lastgroup in self.numbers)
        return next((number for number in found if number != present), 0)

    def moves(self, begin: int, present: int) -> int:
        """Return the number of moves that follow in the present round."""
        if begin < self._barren:
            return 0
        count = 0
        end = begin
        for match in self._line(begin):
            if match.lastgroup in self.numbers and tokens.count_of(match[0])[0] != present:
                return count
            end = match.end()
            count += _is_move(match)
        self._barren = self._barren if count else end
        return count

    def ends(self, end: int, at: LineReader) -> bool:
        """Return whether a result in words ends the game: no moves follow, or only those of another game."""
        match = self._following(end)
        if match is None or match.lastgroup in ("result", "close"):
            return True
        between = self._text[end : match.start()]
        if match.lastgroup not in self.numbers:
            return not at.counted and "\n" in between
        is_first = tokens.count_of(match[0])[0] == 1 and (at.counted != 1 or at.had_two(1))
        return is_first and (VARIES.search(between) is None or OTHER_GAME.search(between) is not None)

    def varies(self, end: int, at: LineReader) -> bool:
        """Return whether words announce the next moves as a variation."""
        match = self._following(end)
        if match is None or match.lastgroup not in self.numbers or tokens.count_of(match[0])[0] > at.counted:
            return False
        between = self._text[end : match.start()]
        return VARIES.search(between) is not None and OTHER_GAME.search(between) is None

    def _following(self, begin: int) -> re.Match[str] | None:
        """Return the next token that is a number or a move, or that ends the game or variation, or None."""
        telling = (*self.numbers, "result", "close")
        found = (match for match in self._tokens(begin) if match.lastgroup in telling or _is_move(match))
        return next(found, None)

    def _tokens(self, begin: int) -> Iterator[re.Match[str]]:
        return islice(tokens.TOKEN.finditer(self._text, begin, self._limit), _LOOKED_AHEAD)

    def _line(self, begin: int) -> Iterator[re.Match[str]]:
        """Yield the tokens that follow in the same line of moves and are not in brackets."""
        depth = 0
        for match in self._tokens(begin):
            kind = match.lastgroup
            depth += (kind == "open") - (kind == "close")
            if depth < 0 or (not depth and kind == "result"):
                return
            if not depth:
                yield match


def _is_move(match: re.Match[str]) -> bool:
    if match.lastgroup == "word":
        return tokens.is_whole_move(tokens.judged(tokens.plain(match[0]))[0])
    return match.lastgroup in MOVES
