"""Colours and materials: board themes, piece sets, panel palettes and marks.

A look combines a board and a piece set; add one by adding an entry to BOARDS or PIECES. Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

Colour = tuple[int, int, int]
"""Red, green, blue, 0..255."""


@dataclass(frozen=True)
class PanelColours:
    """The colours of everything beside the board."""

    background: Colour  # behind board and panels
    surface: Colour  # a panel
    raised: Colour  # a button or a highlighted row
    hover: Colour  # a raised thing under the mouse
    pressed: Colour  # a raised thing held down
    outline: Colour  # thin lines round panels and fields
    field: Colour  # inside of a text field or list
    text: Colour  # ordinary text; ``muted`` secondary text; ``disabled`` what cannot be used now
    muted: Colour
    disabled: Colour
    accent: Colour  # the main button, the current move; ``on_accent`` text upon it
    on_accent: Colour
    good: Colour  # success; ``warning`` attention; ``danger`` loss or error
    warning: Colour
    danger: Colour
    red_side: Colour  # Red's name and moves; ``black_side`` Black's
    black_side: Colour


DARK: Final = PanelColours(
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

LIGHT: Final = PanelColours(
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
)


@dataclass(frozen=True)
class Material:
    """A material to generate a texture of."""

    light: Colour  # colour between the growth rings (or of plain paper)
    dark: Colour  # colour of the rings and fibres
    rings: float  # growth rings per cell of the board; 0 for a material without grain
    contrast: float  # how far the texture goes from light to dark, 0..1


@dataclass(frozen=True)
class Marks:
    """The colours of the marks on a board; every mark also has a form of its own."""

    selected: Colour  # ring round the piece in hand
    target: Colour  # dots; ``capture`` rings round pieces that may be taken
    capture: Colour
    last: Colour  # brackets at both ends of the last move
    danger: Colour  # check, blocked legs and eyes, facing kings
    warning: Colour  # the sign on a target that loses by repetition
    cursor: Colour  # the keyboard's square
    inks: Mapping[str, Colour] = field(hash=False)  # arrows and circles by the name of their ink


@dataclass(frozen=True)
class BoardTheme:
    """The look of the board."""

    name: str
    field: Material  # where the lines are
    frame: Material  # round the field
    line: Colour  # colour of lines and river text
    red_label: Colour  # colour of Red's file labels; ``black_label`` of Black's
    black_label: Colour
    engraved: bool  # True for grooves with a lit edge, False for flat ink
    marks: Marks  # colours of everything laid on the board


@dataclass(frozen=True)
class PieceTheme:
    """The look of pieces."""

    name: str
    symbols: str  # what stands on them, a set of ``xiangqi.ui.board.symbols``
    red_face: Material  # the turned wood (or other material) of Red's discs; ``black_face`` of Black's
    black_face: Material
    red: Colour  # colour of Red's symbols; ``black`` of Black's
    black: Colour
    carved: bool  # True for grooves, False for print on a flat face
    gloss: float  # strength of the highlight, 0..1


INKS: Final = {
    "best": (36, 126, 72),
    "threat": (190, 44, 36),
    "hint": (34, 102, 176),
    "own": (214, 138, 22),
    "other": (122, 74, 160),
}

WALNUT: Final = BoardTheme(
    name="walnut",
    field=Material(light=(240, 204, 144), dark=(188, 126, 62), rings=5.0, contrast=0.62),
    frame=Material(light=(142, 84, 44), dark=(74, 38, 18), rings=7.0, contrast=0.9),
    line=(70, 38, 14),
    red_label=(142, 26, 14),
    black_label=(44, 28, 16),
    engraved=True,
    marks=Marks(
        selected=(255, 196, 48),
        target=(38, 112, 62),
        capture=(196, 40, 30),
        last=(28, 92, 158),
        danger=(208, 28, 22),
        warning=(240, 170, 30),
        cursor=(24, 78, 150),
        inks=INKS,
    ),
)

JADE: Final = BoardTheme(
    name="jade",
    field=Material(light=(58, 104, 84), dark=(24, 62, 48), rings=0.0, contrast=0.9),
    frame=Material(light=(78, 48, 30), dark=(34, 20, 12), rings=7.0, contrast=0.9),
    line=(226, 212, 164),
    red_label=(246, 176, 140),
    black_label=(226, 212, 164),
    engraved=False,
    marks=Marks(
        selected=(255, 206, 70),
        target=(232, 196, 84),
        capture=(240, 84, 60),
        last=(126, 196, 250),
        danger=(235, 44, 36),
        warning=(250, 184, 50),
        cursor=(120, 190, 250),
        inks={
            "best": (112, 214, 130),
            "threat": (244, 98, 80),
            "hint": (110, 180, 250),
            "own": (246, 186, 66),
            "other": (204, 150, 236),
        },
    ),
)

PAPER: Final = BoardTheme(
    name="paper",
    field=Material(light=(250, 245, 232), dark=(206, 190, 158), rings=0.0, contrast=0.85),
    frame=Material(light=(74, 62, 54), dark=(34, 28, 25), rings=8.0, contrast=0.8),
    line=(58, 50, 46),
    red_label=(168, 32, 24),
    black_label=(40, 36, 34),
    engraved=False,
    marks=replace(WALNUT.marks, selected=(240, 168, 20)),
)

BOARDS: Final = {board.name: board for board in (WALNUT, JADE, PAPER)}

_BOXWOOD: Final = Material(light=(250, 229, 184), dark=(216, 174, 112), rings=6.0, contrast=0.5)
_IVORY: Final = Material(light=(252, 247, 234), dark=(226, 212, 184), rings=0.0, contrast=0.5)

TRADITIONAL: Final = PieceTheme(
    name="traditional",
    symbols="traditional",
    red_face=_BOXWOOD,
    black_face=_BOXWOOD,
    red=(176, 20, 16),
    black=(26, 22, 20),
    carved=True,
    gloss=0.5,
)

SIMPLIFIED: Final = replace(TRADITIONAL, name="simplified", symbols="simplified")

PRINTED: Final = replace(
    TRADITIONAL, name="printed", red_face=_IVORY, black_face=_IVORY, red=(196, 26, 22), carved=False, gloss=0.8
)

LACQUER: Final = replace(
    TRADITIONAL,
    name="lacquer",
    red_face=Material(light=(176, 30, 22), dark=(110, 12, 10), rings=0.0, contrast=0.3),
    black_face=Material(light=(52, 46, 44), dark=(20, 17, 16), rings=0.0, contrast=0.3),
    red=(255, 216, 128),
    black=(255, 238, 196),
    gloss=1.0,
)

WESTERN: Final = replace(TRADITIONAL, name="western", symbols="western")

PIECES: Final = {pieces.name: pieces for pieces in (TRADITIONAL, SIMPLIFIED, PRINTED, LACQUER, WESTERN)}


@dataclass(frozen=True)
class Look:
    """A board theme and a piece set."""

    board: BoardTheme = WALNUT
    pieces: PieceTheme = TRADITIONAL


def look(board: str, pieces: str) -> Look:
    """Return the look with these names; an unknown name, as from an older settings file, gives the first."""
    return Look(BOARDS.get(board, WALNUT), PIECES.get(pieces, TRADITIONAL))
