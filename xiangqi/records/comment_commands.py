"""Commands that programs write into comments: drawings, requests for diagrams, clock times and evaluations.

>>> said = read_comment("a fork [%csl Gg7][%cal Re2e6] [%clk 0:04:59]")
>>> said.words, len(said.circles), len(said.arrows)
('a fork', 1, 1)
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from xiangqi.core.constants import RANKS, make_square
from xiangqi.records.tree import GameNode

DIAGRAM: Final = 220
"""The glyph that asks for a diagram; the next number asks for one from the other side."""
_COMMAND: Final = re.compile(r"[ \t]*\[%\s*(\w+)([^\]]*)\]")
_ASKS: Final = re.compile(r"[ \t]*\[#(?:[^\]\w]{0,2}\d{0,3}|[A-Za-z])\]")
_CLOCK: Final = r"\d{1,3}(?::[0-5]\d){1,2}(?:\.\d{1,3})?"
_TIMES: Final = re.compile(rf"[ \t]*\({_CLOCK}\)|^[ \t]*{_CLOCK}[ \t]*$", re.MULTILINE)
"""Times as some programs write them, in round brackets or alone on their line."""

_DRAWING: Final = re.compile(r"([A-Za-z]?)([a-i])(10|[0-9])(?:-?([a-i])(10|[0-9]))?(?![a-z0-9])")
_DRAWINGS: Final = frozenset(("csl", "cal"))
_MOST: Final = 400  # drawings of a comment


class Drawing(NamedTuple):
    """A circle round a square, or an arrow to another one."""

    colour: str  # the letter that names it: G, R, Y, B or another one; "" for none
    square: int
    target: int | None = None  # the square to which an arrow leads


class Comment(NamedTuple):
    """The text of a comment, and the drawings and diagram that it asks for."""

    words: str  # without commands and times; lines that had nothing else are left out
    circles: tuple[Drawing, ...] = ()
    arrows: tuple[Drawing, ...] = ()
    wants_diagram: bool = False  # by ``[#]`` or ``[#r]``


@lru_cache(maxsize=4096)
def read_comment(text: str) -> Comment:
    """Return the content of a comment."""
    if "[%" not in text and "[#" not in text and ":" not in text:
        return Comment(text.strip())
    found = list(_COMMAND.finditer(text))
    rest, asked = _ASKS.subn("", _COMMAND.sub("", text))
    rest = _TIMES.sub("", rest)
    lines = (" ".join(line.split()) if line.strip() else line.strip() for line in rest.split("\n"))
    drawn = [drawing for match in found if match[1].lower() in _DRAWINGS for drawing in _drawings(match[2])]
    return Comment(
        re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip(),
        tuple(one for one in drawn if one.target is None),
        tuple(one for one in drawn if one.target is not None),
        asked > 0,
    )


def wants_diagram(node: GameNode) -> bool:
    """Return whether a record asks for a diagram of the position after a move, or has drawings for it."""
    said = read_comment(node.comment)
    is_asked = said.wants_diagram or not {DIAGRAM, DIAGRAM + 1}.isdisjoint(node.nags)
    return is_asked or bool(said.circles or said.arrows)


def is_turned(node: GameNode) -> bool:
    """Return whether a record asks for a diagram after this move as seen from the other side."""
    return DIAGRAM + 1 in node.nags


def _drawings(text: str) -> list[Drawing]:
    """Return the valid drawings in a command, at most _MOST; ranks are 0 to 9, or 1 to 10 if one is 10."""
    found = _DRAWING.findall(text)[:_MOST]
    first = 1 if any("10" in (rank, to_rank) for _, _, rank, _, to_rank in found) else 0
    drawings = []
    for colour, file, rank, to_file, to_rank in found:
        square = _square(file, rank, first)
        target = _square(to_file, to_rank, first) if to_file else None
        if square is not None and (target is not None or not to_file) and square != target:
            drawings.append(Drawing(colour.upper(), square, target))
    return drawings


def _square(file: str, rank: str, first: int) -> int | None:
    number = int(rank) - first
    return make_square(ord(file) - ord("a"), number) if 0 <= number < RANKS else None
