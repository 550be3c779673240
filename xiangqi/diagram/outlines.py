"""Glyphs of the shipped fonts as outlines and widths, so that drawings need no font to be displayed."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xiangqi.diagram.canvas import Path as Outline
from xiangqi.diagram.canvas import Segment, bounds, moved
from xiangqi.errors import ResourceError
from xiangqi.i18n.message import Message
from xiangqi.resources import asset

if TYPE_CHECKING:
    import uharfbuzz


class Typeface(str, Enum):
    """A shipped font; the value is its file in assets/fonts."""

    TEXT = "text.otf"
    BOLD = "text-bold.otf"
    BRUSH = "board.ttf"


class Outlines:
    """The outlines and widths of one font, in ems; y runs down from the baseline.

    Attributes:
        face: HarfBuzz's data of the font file.
        font: HarfBuzz's font, which measures and draws glyphs in font units.
        upem: font units per em.
    """

    def __init__(self, path: Path) -> None:
        """Open a font file.

        Raises:
            ResourceError: the file cannot be opened, or is no font.
        """
        import uharfbuzz

        try:
            self.face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)))
        except uharfbuzz.HarfBuzzError as error:
            raise ResourceError(Message("detail.no_font", file=str(path))) from error
        if not self.face.glyph_count:
            raise ResourceError(Message("detail.no_font", file=str(path)))
        self.font = uharfbuzz.Font(self.face)
        self.upem: int = self.face.upem
        self._pen = _pen(uharfbuzz.DrawFuncs())
        self._widths: dict[str, float] = {}

    def number(self, character: str) -> int:
        """Return the number of a character's glyph; 0 if the font has none."""
        return int(self.font.get_nominal_glyph(ord(character)) or 0)

    def width(self, character: str) -> float:
        """Return the advance width of a character, in ems."""
        if character not in self._widths:
            advance = self.font.get_glyph_h_advance(self.number(character))
            self._widths[character] = advance / self.upem
        return self._widths[character]

    def path(self, character: str) -> Outline:
        """Return a character's outline with its origin at (0, 0) on the baseline; the em is 1."""
        segments: list[Segment] = []
        self.font.draw_glyph(self.number(character), self._pen, segments)
        return tuple(
            (letter, tuple((-value if place % 2 else value) / self.upem for place, value in enumerate(values)))
            for letter, values in segments
        )


def _pen(functions: uharfbuzz.DrawFuncs) -> uharfbuzz.DrawFuncs:
    """Return the functions with which HarfBuzz draws a glyph, appending its segments to a list."""

    def note(letter: str) -> object:
        def append(*values: object) -> None:
            *numbers, segments = values
            assert isinstance(segments, list)
            segments.append((letter, tuple(numbers)))

        return append

    functions.set_move_to_func(note("M"))
    functions.set_line_to_func(note("L"))
    functions.set_quadratic_to_func(note("Q"))
    functions.set_cubic_to_func(note("C"))
    functions.set_close_path_func(note("Z"))
    return functions


@lru_cache(maxsize=128)
def outlines(font: str) -> Outlines:
    """Return the outlines of a font, which is opened only once.

    Args:
        font: a Typeface, or the path of a font file.

    Raises:
        ResourceError: a shipped font is missing, or a file cannot be opened or is no font.
    """
    return Outlines(asset(f"fonts/{font.value}") if isinstance(font, Typeface) else Path(font))


_CAPITAL: Final = 0.366
"""Half the height of capitals and digits in the text typeface, in ems."""


@lru_cache(maxsize=512)
def centred(character: str, font: str) -> Outline:
    """Return a character's outline centred at (0, 0); the em is 1.

    Most characters are centred by their ink; those of Typeface.BOLD share a baseline, so that letters with
    and without descenders line up.
    """
    path = outlines(font).path(character)
    left, top, right, bottom = bounds(path)
    return moved(path, -(left + right) / 2, _CAPITAL if font == Typeface.BOLD else -(top + bottom) / 2)
