"""Draws the board with characters: every point is one full-width sign, so that the columns stay in line."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from xiangqi.core.constants import BLACK, FILES, KIND_MASK, RANKS, RED, make_square

GLYPHS: Final = {RED: "　帥仕相傌俥炮兵", BLACK: "　將士象馬車砲卒"}
"""By kind; the two sides differ in their signs, not by colour alone."""

_POINT: Final = "＋"
_RIVER: Final = "楚河", "漢界"
_RED_FILES: Final = "九八七六五四三二一"
_COLOURS: Final = {RED: "\x1b[1;31m", BLACK: "\x1b[1;36m"}
_PLAIN: Final = "\x1b[0m"
_MARGIN: Final = "    "


def draw(
    pieces: Mapping[int, int],
    *,
    flipped: bool = False,
    marked: Collection[int] = (),
    checked: int | None = None,
    coloured: bool = False,
) -> str:
    """The board as lines of text.

    Args:
        pieces: square -> piece code (colour | kind).
        flipped: Black at the bottom.
        marked: squares in brackets, the ends of the last move.
        checked: square of a king in check, shown between exclamation marks.
        coloured: with the colour codes of terminals.
    """
    files = range(FILES - 1, -1, -1) if flipped else range(FILES)
    ranks = range(RANKS) if flipped else range(RANKS - 1, -1, -1)
    red = _MARGIN + "".join(f" {_RED_FILES[file]} " for file in files)
    black = _MARGIN + "".join(f" {file + 1}  " for file in files)
    names = _MARGIN + "".join(f" {'abcdefghi'[file]}  " for file in files)
    lines = [(red if flipped else black).rstrip()]
    for row, rank in enumerate(ranks):
        cells = [_cell(pieces.get(sq, 0), sq in marked, sq == checked, coloured) for sq in _row(files, rank)]
        lines.append(f"  {rank} " + "".join(cells).rstrip())
        if row == RANKS // 2 - 1:
            left, right = reversed(_RIVER) if flipped else _RIVER
            lines.append(f"{_MARGIN}        {left}            {right}")
    return "\n".join([*lines, (black if flipped else red).rstrip(), names.rstrip()])


def _row(files: Collection[int], rank: int) -> list[int]:
    return [make_square(file, rank) for file in files]


def _cell(code: int, marked: bool, checked: bool, coloured: bool) -> str:
    """Four columns: a full-width sign between two marks."""
    side = code & (RED | BLACK)
    sign = GLYPHS[side][code & KIND_MASK] if code else _POINT
    if coloured and code:
        sign = f"{_COLOURS[side]}{sign}{_PLAIN}"
    if checked:
        return f"!{sign}!"
    return f"[{sign}]" if marked else f" {sign} "
