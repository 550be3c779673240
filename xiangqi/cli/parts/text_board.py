"""Draws the board with characters: full-width Chinese or letters, with aligned columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from xiangqi.core.constants import BLACK, FILES, KIND_MASK, RANKS, RED, make_square


@dataclass(frozen=True)
class Signs:
    """The appearance of pieces and points."""

    pieces: Mapping[int, str]  # signs by side and kind; the sides differ in more than colour
    point: str  # an empty point
    river: tuple[str, str]  # its labels on the left and on the right
    # the numbers of the files for each side, beginning with the a-file; None for letters only
    files: Mapping[int, str] | None


_DIGITS: Final = "123456789"
_LATIN: Final = {RED: " KAEHRCP", BLACK: " kaehrcp"}
CHINESE: Final = Signs(
    {RED: "　帥仕相傌俥炮兵", BLACK: "　將士象馬車砲卒"},
    "＋",
    ("楚河", "漢界"),
    {RED: "九八七六五四三二一", BLACK: _DIGITS},
)
WXF: Final = Signs(_LATIN, ".", ("", ""), {RED: _DIGITS[::-1], BLACK: _DIGITS})
LETTERS: Final = Signs(_LATIN, ".", ("", ""), None)

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
    signs: Signs = CHINESE,
) -> str:
    """Return the board as lines of text.

    Args:
        pieces: square -> piece code (colour | kind).
        flipped: whether Black is at the bottom.
        marked: squares shown in brackets, for the last move.
        checked: the square of a king in check, shown between exclamation marks.
        coloured: whether to use the colour codes of terminals.
        signs: the appearance of pieces and points.
    """
    files = range(FILES - 1, -1, -1) if flipped else range(FILES)
    ranks = range(RANKS) if flipped else range(RANKS - 1, -1, -1)
    lines = []
    for row, rank in enumerate(ranks):
        squares = [make_square(file, rank) for file in files]
        cells = [_cell(pieces.get(sq, 0), sq in marked, sq == checked, coloured, signs) for sq in squares]
        lines.append(f"  {rank} " + "".join(cells).rstrip())
        if row == RANKS // 2 - 1:
            left, right = reversed(signs.river) if flipped else signs.river
            lines.append(f"{_MARGIN}        {left}            {right}".rstrip())
    names = _line("abcdefghi", files)
    if signs.files is None:
        return "\n".join([*lines, names])
    top, bottom = (RED, BLACK) if flipped else (BLACK, RED)
    return "\n".join([_line(signs.files[top], files), *lines, _line(signs.files[bottom], files), names])


def _line(names: str, files: Collection[int]) -> str:
    """Return a line with a name for each file; a full-width one takes two columns."""
    cells = (f" {names[file]}  " if names[file].isascii() else f" {names[file]} " for file in files)
    return (_MARGIN + "".join(cells)).rstrip()


def _cell(code: int, marked: bool, checked: bool, coloured: bool, signs: Signs) -> str:
    """Return four columns: a full-width sign between two marks, or a letter between them and a space."""
    side = code & (RED | BLACK)
    sign = signs.pieces[side][code & KIND_MASK] if code else signs.point
    space = " " if sign.isascii() else ""
    if coloured and code:
        sign = f"{_COLOURS[side]}{sign}{_PLAIN}"
    if checked:
        return f"!{sign}!{space}"
    return f"[{sign}]{space}" if marked else f" {sign} {space}"
