"""The look of panels in one table: font sizes, distances, and colours, each by its role.

Points become pixels through `Painter.px`. Distances are multiples of half of ``GAP``, so that panels share a
grid. Every role of text has a contrast of at least 4.5 to 1 on every ground, in every palette; text of what
cannot be used has 3 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

Colour = tuple[int, int, int]
"""Red, green, blue, 0..255."""

# ---- Type, points ----

PAGE_TITLE: Final = 26.0
"""Size of a page's name and of the clocks."""

TITLE: Final = 22.0
"""Size of a heading, the evaluation and how a game ended."""

LEAD: Final = 17.0
"""Size of the most important text: the side to move, the question, the players."""

MOVES: Final = 16.0
"""Size of moves."""

BODY: Final = 15.0
"""Size of ordinary text and labels of buttons."""

SMALL: Final = 13.0
"""Size of figures, hints and captions."""

LABEL: Final = 12.5
"""Size of the rail's labels, of axes and of small headings."""

LEAST_TEXT_PX: Final = 12
"""No text is drawn smaller, in pixels, unless the player has chosen smaller text."""

# ---- Distances, points ----

GAP: Final = 8.0
"""Distance between the parts of a panel."""

PADDING: Final = 16.0
"""Distance from the edge of a card to its content."""

CONTROL: Final = 40.0
"""Height of buttons and fields."""

RADIUS: Final = 8.0
"""Radius of the corners of buttons and fields."""

CARD_RADIUS: Final = 12.0
"""Radius of the corners of cards."""

# ---- Colours ----


@dataclass(frozen=True)
class PanelColours:
    """Colours of everything but the board."""

    background: Colour  # behind board and panels
    rail: Colour  # behind the places
    surface: Colour  # a panel
    raised: Colour  # a button or a highlighted row
    hover: Colour  # a button or row under the mouse
    pressed: Colour  # a button held down
    outline: Colour  # thin lines round panels and fields
    field: Colour  # the inside of a text field or list
    text: Colour  # ordinary text; ``muted`` for secondary text; ``disabled`` for what cannot be used now
    muted: Colour
    disabled: Colour
    accent: Colour  # lines, rings and words that should stand out
    gold: Colour  # ground of the main button and the current move; ``on_gold`` for text upon it
    on_gold: Colour
    dimmed: Colour  # ground of a button that cannot be used now
    chosen: Colour  # background of anything chosen or switched on; only ``text`` is used on it
    good: Colour  # success; ``warning`` for attention; ``danger`` for loss or error
    warning: Colour
    danger: Colour
    red_side: Colour  # Red's name and moves; ``black_side`` Black's
    black_side: Colour


GROUNDS: Final = ("background", "rail", "surface", "raised", "hover", "pressed", "field")
"""The roles of backgrounds for text."""

TEXTS: Final = ("text", "muted", "accent", "good", "warning", "danger", "red_side", "black_side")
"""The roles of text on these backgrounds."""

_TABLE: Final[dict[str, tuple[Colour, Colour]]] = {
    "background": ((28, 26, 24), (238, 232, 221)),
    "rail": ((35, 32, 29), (230, 222, 208)),
    "surface": ((41, 38, 35), (251, 248, 241)),
    "raised": ((56, 51, 47), (226, 216, 199)),
    "hover": ((66, 60, 55), (217, 206, 187)),
    "pressed": ((48, 44, 40), (210, 198, 178)),
    "outline": ((66, 61, 56), (204, 193, 174)),
    "field": ((33, 30, 28), (255, 253, 249)),
    "text": ((242, 236, 226), (46, 37, 28)),
    "muted": ((180, 170, 158), (82, 73, 63)),
    "disabled": ((140, 131, 121), (124, 113, 99)),
    "accent": ((217, 164, 74), (112, 64, 12)),
    "gold": ((217, 164, 74), (228, 172, 76)),
    "on_gold": ((30, 22, 10), (40, 26, 6)),
    "dimmed": ((48, 44, 40), (232, 224, 211)),
    "chosen": ((88, 80, 72), (212, 198, 174)),
    "good": ((126, 188, 120), (28, 86, 36)),
    "warning": ((234, 184, 82), (104, 62, 0)),
    "danger": ((243, 144, 132), (152, 28, 22)),
    "red_side": ((246, 144, 130), (156, 26, 20)),
    "black_side": ((216, 210, 200), (38, 34, 32)),
}
"""Role -> its colour in dark and in light panels."""

_SAFE: Final[dict[str, tuple[Colour, Colour]]] = {
    "good": ((112, 182, 246), (0, 68, 140)),
    "warning": ((244, 230, 92), (124, 66, 0)),
    "danger": ((246, 144, 102), (68, 0, 42)),
}
"""The colours that differ for players who see red and green alike."""


@lru_cache(maxsize=4)
def palette(dark: bool, safe: bool = False) -> PanelColours:
    """Return the colours of dark or light panels.

    Args:
        dark: whether the panels are dark.
        safe: whether the colours of good and bad suit players with red-green colour blindness.
    """
    column = 0 if dark else 1
    table = {**_TABLE, **(_SAFE if safe else {})}
    return PanelColours(**{role: colours[column] for role, colours in table.items()})


DARK: Final = palette(dark=True)
LIGHT: Final = palette(dark=False)
