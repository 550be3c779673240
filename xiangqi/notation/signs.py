"""Symbols that annotate a move or position, as numeric annotation glyphs (NAGs) of PGN.

Some glyphs have one number for White, here Red, and the next one for Black, and refer to the side that has just
moved. Until that side is known, their number is negative: ``-36`` is $36 after Red's move, $37 after Black's.
Source: docs/formats/pgn.md.
"""

from __future__ import annotations

from typing import Final

_MARKS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
SYMBOLS: Final = {
    "‼": 3,
    "⁇": 4,
    "⁉": 5,
    "⁈": 6,
    "□": 7,
    "∞": 13,
    "⩲": 14,
    "⩱": 15,
    "±": 16,
    "∓": 17,
    "⨀": -22,
    "⊙": -22,
    "○": -26,
    "⟳": -32,
    "↻": -32,
    "↑": -36,
    "→": -40,
    "⯹": -44,
    "⇆": -132,
    "⇄": -132,
    "⊕": -138,
    "∆": 140,
    "△": 140,
    "⌓": 142,
}
"""Symbols that are not part of any word or move."""

WORDS: Final = {
    "=": 10,
    "=∞": -44,
    "+=": 14,
    "+/=": 14,
    "=+": 15,
    "=/+": 15,
    "+/-": 16,
    "-/+": 17,
    "+-": 18,
    "+--": 18,
    "-+": 19,
    "--+": 19,
    "N": 146,
    "+": 0,  # check and mate, which follow from the position
    "++": 0,
    "#": 0,
}
"""Symbols written in ordinary characters, alone or directly after a move."""


def of_marks(marks: str) -> int:
    """Return the glyph of one or more exclamation and question marks, of which the first and last count."""
    return _MARKS[marks if len(marks) < 2 else marks[0] + marks[-1]]


def for_side(glyph: int, *, black: bool) -> int:
    """Return the number that a glyph has after a move of one side."""
    return glyph if glyph >= 0 else black - glyph


_WRITTEN: Final = {number: sign for sign, number in reversed([*_MARKS.items(), *WORDS.items()]) if number > 0}


def written(glyph: int) -> str:
    """Return a glyph in ordinary characters; "" if it has no usual sign."""
    return _WRITTEN.get(glyph, "")
