"""Colours and materials: board themes, piece sets, panel palettes, and the marks that belong to them.

A look is one of each; add one by adding an entry to BOARDS, PIECES or PANELS. Nothing here draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Colour = tuple[int, int, int]
"""Red, green, blue, 0..255."""


@dataclass(frozen=True)
class Panel:
    """Colours of everything beside the board.

    Attributes:
        background: behind board and panels.
        surface: a panel.
        raised: a button or a highlighted row.
        hover: a raised thing under the mouse.
        pressed: a raised thing held down.
        outline: thin lines round panels and fields.
        field: inside of a text field or list.
        text: ordinary text; ``muted`` secondary text; ``disabled`` what cannot be used now.
        accent: the main button, the current move; ``on_accent`` text upon it.
        good: success; ``warning`` attention; ``danger`` loss or error.
        red_side: Red's name and moves; ``black_side`` Black's.
        light: True when the background is light.
    """

    name: str
    background: Colour
    surface: Colour
    raised: Colour
    hover: Colour
    pressed: Colour
    outline: Colour
    field: Colour
    text: Colour
    muted: Colour
    disabled: Colour
    accent: Colour
    on_accent: Colour
    good: Colour
    warning: Colour
    danger: Colour
    red_side: Colour
    black_side: Colour
    light: bool = False


DARK: Final = Panel(
    name="dark",
    background=(32, 29, 27),
    surface=(46, 42, 39),
    raised=(66, 60, 55),
    hover=(80, 73, 66),
    pressed=(56, 50, 46),
    outline=(74, 68, 62),
    field=(36, 33, 31),
    text=(240, 233, 222),
    muted=(171, 161, 148),
    disabled=(110, 102, 94),
    accent=(201, 148, 62),
    on_accent=(30, 22, 10),
    good=(112, 178, 108),
    warning=(230, 178, 74),
    danger=(228, 92, 78),
    red_side=(242, 128, 112),
    black_side=(214, 208, 198),
)

LIGHT: Final = Panel(
    name="light",
    background=(236, 229, 217),
    surface=(250, 246, 238),
    raised=(230, 221, 206),
    hover=(221, 210, 192),
    pressed=(210, 197, 176),
    outline=(208, 197, 179),
    field=(255, 253, 248),
    text=(48, 38, 28),
    muted=(112, 97, 81),
    disabled=(166, 153, 137),
    accent=(156, 92, 24),
    on_accent=(255, 250, 240),
    good=(46, 122, 56),
    warning=(160, 98, 0),
    danger=(184, 40, 32),
    red_side=(176, 32, 26),
    black_side=(38, 34, 32),
    light=True,
)

PANELS: Final = {panel.name: panel for panel in (DARK, LIGHT)}
