"""Colours and materials of board and pieces, and the marks that belong to them.

A look combines a board and a piece set; an entry in BOARDS or PIECES adds another. Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from xiangqi.ui.toolkit.roles import Colour


@dataclass(frozen=True)
class Material:
    """A material for which a texture is generated."""

    light: Colour  # colour between the growth rings (or of plain paper)
    dark: Colour  # colour of the rings and fibres
    rings: float  # growth rings per cell of the board; 0 for a material without grain
    contrast: float  # the contrast of the texture from light to dark, 0..1


@dataclass(frozen=True)
class Marks:
    """The colours of the marks on a board; every mark also has its own shape."""

    selected: Colour  # ring round the selected piece
    target: Colour  # dots; ``capture`` is for rings round pieces that may be taken
    capture: Colour
    last: Colour  # brackets at both ends of the last move
    danger: Colour  # signs of check, blocked legs and eyes, and facing kings
    warning: Colour  # signs of repetition, of an exposed piece and of lesser faults
    cursor: Colour  # the keyboard cursor
    inks: Mapping[str, Colour] = field(hash=False)  # colours of arrows and circles, by the name of their ink
    weight: float = 1.0  # how much thicker than usual the last move and the cursor are marked


@dataclass(frozen=True)
class BoardTheme:
    """The look of the board."""

    name: str
    field: Material  # the area with the lines
    frame: Material  # the frame round the field
    line: Colour  # colour of lines and river text
    red_label: Colour  # colour of Red's file labels; ``black_label`` of Black's
    black_label: Colour
    engraved: bool  # True for grooves with a lit edge, False for flat ink
    marks: Marks  # colours of everything laid on the board


@dataclass(frozen=True)
class PieceTheme:
    """The look of pieces."""

    name: str
    symbols: str  # the symbols, a set of ``xiangqi.ui.board.symbols``
    red_face: Material  # the turned wood (or other material) of Red's discs; ``black_face`` of Black's
    black_face: Material
    red: Colour  # colour of Red's symbols; ``black`` of Black's
    black: Colour
    carved: bool  # True for grooves, False for print on a flat face
    gloss: float  # strength of the highlight, 0..1


INKS: Final = {
    "best": (36, 126, 72),
    "threat": (190, 44, 36),
    "played": (190, 44, 36),
    "hint": (34, 102, 176),
    "own": (214, 138, 22),
    "other": (122, 74, 160),
}

SAFE_INKS: Final = {
    "best": (0, 80, 170),
    "threat": (190, 50, 0),
    "played": (110, 20, 0),
    "hint": (60, 160, 225),
    "own": (240, 228, 66),
    "other": (120, 60, 130),
}
"""The inks for players who see red and green alike."""

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
            "played": (244, 98, 80),
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

_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_PLAIN_WHITE: Final = Material(light=_WHITE, dark=_WHITE, rings=0.0, contrast=0.0)
_PLAIN_BLACK: Final = Material(light=_BLACK, dark=_BLACK, rings=0.0, contrast=0.0)

CONTRAST: Final = BoardTheme(
    name="contrast",
    field=_PLAIN_WHITE,
    frame=_PLAIN_BLACK,
    line=_BLACK,
    red_label=(170, 0, 0),
    black_label=_BLACK,
    engraved=False,
    marks=Marks(
        selected=(255, 176, 0),
        target=(0, 96, 40),
        capture=(190, 0, 0),
        last=(0, 80, 200),
        danger=(200, 0, 0),
        warning=(230, 130, 0),
        cursor=(150, 0, 170),
        inks={
            "best": (0, 110, 50),
            "threat": (200, 0, 0),
            "played": (200, 0, 0),
            "hint": (0, 80, 200),
            "own": (190, 110, 0),
            "other": (110, 40, 150),
        },
        weight=2.0,
    ),
)
"""For players with low vision: plain, with strong marks. On it every set of pieces is plain, too."""

BOARDS: Final = {board.name: board for board in (WALNUT, JADE, PAPER, CONTRAST)}

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


def look(board: str, pieces: str, safe: bool = False) -> Look:
    """Return the look with these names; an unknown name, as in an older settings file, means the first one.

    Args:
        board: the name of the board.
        pieces: the name of the pieces.
        safe: whether arrows and circles are distinguishable for players who see red and green alike.
    """
    theme = BOARDS.get(board, WALNUT)
    if safe:
        theme = replace(theme, marks=replace(theme.marks, target=SAFE_INKS["best"], inks=SAFE_INKS))
    chosen = PIECES.get(pieces, TRADITIONAL)
    return Look(theme, _plain(chosen) if theme.name == CONTRAST.name else chosen)


def _plain(pieces: PieceTheme) -> PieceTheme:
    """Return a set of pieces with its symbols in the strongest colours: Red's on white, Black's on black."""
    return replace(
        pieces,
        red_face=_PLAIN_WHITE,
        black_face=_PLAIN_BLACK,
        red=(190, 0, 0),
        black=_WHITE,
        carved=False,
        gloss=0.0,
    )
