"""Themes of drawn boards. A theme is plain data, in which colours, strokes and signs can be combined freely.

>>> night = replace(WOOD, ground=(40, 48, 60), line=(200, 210, 220))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from xiangqi.diagram.labels import RIVER

Colour = tuple[int, int, int]
"""Red, green, blue, 0..255."""

_BLACK: Final = (0, 0, 0)
_WHITE: Final = (255, 255, 255)


@dataclass(frozen=True)
class PieceColours:
    """The look of one side's pieces."""

    face: Colour  # colour of the disc
    ink: Colour  # colour of the symbol and of the ring
    edge: Colour  # colour of the line round the disc
    edge_width: float = 0.03  # width of that line in cells
    ring: float = 0.775  # radius of the inner ring in radii of the disc, 0 for none
    ring_width: float = 0.03  # width of the inner ring in radii of the disc


@dataclass(frozen=True)
class DiagramTheme:
    """The look of a board."""

    symbols: str = "traditional"  # a key of `diagram.symbols.GLYPHS`; any other name means pictures
    ground: Colour | None = (240, 208, 152)  # the colour behind the lines; None for none
    frame: Colour | None = (110, 62, 32)  # the frame's colour; None for no frame and the narrowest margins
    line: Colour = (92, 52, 20)
    line_width: float = 0.026  # width of the lines in cells
    border: bool = True  # whether a heavier line surrounds the grid
    ticks: bool = True  # whether the points of cannons and soldiers have corner ticks
    river: tuple[str, str, str, str] | None = RIVER  # the characters in the river
    red_label: Colour = (142, 26, 14)
    black_label: Colour = (44, 28, 16)
    frame_label: Colour = (240, 214, 168)  # the colour of coordinates on the frame
    red: PieceColours = PieceColours((250, 232, 192), (176, 20, 16), (122, 76, 34))
    black: PieceColours = PieceColours((250, 232, 192), (26, 22, 20), (122, 76, 34))
    piece: float = 0.92  # diameter of a piece in cells
    glyph: float = 0.61  # size of a character in diameters
    font: str = ""  # a font file for the symbols on the pieces; "" for the shipped fonts
    last: Colour = (28, 92, 158)  # colour of the brackets at both ends of the last move
    selected: Colour = (255, 196, 48)
    target: Colour = (38, 112, 62)
    capture: Colour = (196, 40, 30)
    danger: Colour = (208, 28, 22)
    warning: Colour = (240, 170, 30)
    cursor: Colour = (24, 78, 150)
    halo: Colour = (255, 248, 230)  # colour of the pale edge round marks
    inks: Mapping[str, Colour] = field(
        default_factory=lambda: {
            "best": (36, 126, 72),
            "threat": (190, 44, 36),
            "played": (190, 44, 36),
            "hint": (34, 102, 176),
            "own": (214, 138, 22),
            "other": (122, 74, 160),
        },
        hash=False,
    )


WOOD: Final = DiagramTheme()
"""The theme for screens."""

JADE: Final = replace(
    WOOD,
    ground=(46, 90, 72),
    frame=(58, 36, 22),
    line=(226, 212, 164),
    red_label=(246, 176, 140),
    black_label=(226, 212, 164),
    last=(126, 196, 250),
)

PLAIN: Final = replace(
    WOOD,
    ground=None,
    frame=None,
    line=(58, 50, 46),
    red_label=(168, 32, 24),
    black_label=(40, 36, 34),
    frame_label=(110, 100, 92),
    red=PieceColours((255, 252, 244), (184, 24, 18), (184, 24, 18)),
    black=PieceColours((255, 252, 244), (24, 22, 22), (24, 22, 22)),
)
"""The theme for articles and colour printers: only the pieces are filled."""

INK: Final = replace(
    PLAIN,
    line=_BLACK,
    red_label=_BLACK,
    black_label=_BLACK,
    frame_label=_BLACK,
    red=PieceColours(_WHITE, _BLACK, _BLACK),
    black=PieceColours(_BLACK, _WHITE, _BLACK),
    last=_BLACK,
    selected=(120, 120, 120),
    target=_BLACK,
    capture=_BLACK,
    danger=_BLACK,
    warning=(90, 90, 90),
    cursor=_BLACK,
    halo=_WHITE,
    inks=dict.fromkeys(("best", "threat", "hint", "own", "other", "played"), (60, 60, 60)),
)
"""The theme for black-and-white paper: Black's pieces are dark discs."""

THEMES: Final = {"wood": WOOD, "jade": JADE, "plain": PLAIN, "ink": INK}
"""The themes by name."""


def themed(name: str, symbols: str = "traditional") -> DiagramTheme:
    """Return the theme of this name from THEMES, with the given set of symbols.

    Raises:
        KeyError: there is no such theme.
    """
    return replace(THEMES[name], symbols=symbols)
