"""The symbols on the pieces: characters in two scripts, letters, or pictures for players who read neither.

Pictures are shapes on a square from -1 to 1, y down; a cut removes what was painted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from xiangqi.core.constants import ADVISOR, BISHOP, BLACK, CANNON, KING, KNIGHT, PAWN, RED, ROOK

GLYPHS: Final = {
    "traditional": {
        RED | KING: "帥",
        RED | ADVISOR: "仕",
        RED | BISHOP: "相",
        RED | KNIGHT: "傌",
        RED | ROOK: "俥",
        RED | CANNON: "炮",
        RED | PAWN: "兵",
        BLACK | KING: "將",
        BLACK | ADVISOR: "士",
        BLACK | BISHOP: "象",
        BLACK | KNIGHT: "馬",
        BLACK | ROOK: "車",
        BLACK | CANNON: "砲",
        BLACK | PAWN: "卒",
    },
    "simplified": {
        RED | KING: "帅",
        RED | ADVISOR: "仕",
        RED | BISHOP: "相",
        RED | KNIGHT: "马",
        RED | ROOK: "车",
        RED | CANNON: "炮",
        RED | PAWN: "兵",
        BLACK | KING: "将",
        BLACK | ADVISOR: "士",
        BLACK | BISHOP: "象",
        BLACK | KNIGHT: "马",
        BLACK | ROOK: "车",
        BLACK | CANNON: "炮",
        BLACK | PAWN: "卒",
    },
    "letters": {
        side | kind: letter
        for side in (RED, BLACK)
        for kind, letter in zip((KING, ADVISOR, BISHOP, KNIGHT, ROOK, CANNON, PAWN), "KAEHRCP", strict=True)
    },
}
"""Characters by set and piece code; a set that is not here is drawn as pictures."""

EM: Final = 0.61
"""Size of a character, in diameters of the piece."""

PICTURE: Final = 0.62
"""Half the side of the pictures' square, in radii of the piece."""

Point = tuple[float, float]


class Knife(Protocol):
    """Paints shapes on the square from -1 to 1, and cuts parts out of them."""

    def polygon(self, corners: list[Point], cut: bool) -> None:
        """Fill a polygon, or cut it out."""

    def disc(self, x: float, y: float, radius: float, cut: bool = False) -> None:
        """Fill a circle, or cut it out."""

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """Draw a circle's line; the radius is that of its outer edge."""


def carve(kind: int, knife: Knife) -> None:
    """Draw the picture of a kind of piece."""
    _PICTURES[kind](knife)


def _shape(knife: Knife, outline: str, smooth: int = 0, mirrored: bool = False, cut: bool = False) -> None:
    """Draw a polygon.

    Args:
        knife: paints the shape.
        outline: its corners in hundredths, ``"x,y x,y …"``.
        smooth: how many times all corners are cut off at a quarter of their edges (Chaikin's curve).
        mirrored: True to exchange left and right.
        cut: True to cut out instead of painting.
    """
    corners = [tuple(int(part) / 100 for part in pair.split(",")) for pair in outline.split()]
    points: list[Point] = [(-x if mirrored else x, y) for x, y in corners]
    for _ in range(smooth):
        points = [
            (near[0] * 0.75 + far[0] * 0.25, near[1] * 0.75 + far[1] * 0.25)
            for a, b in zip(points, (*points[1:], points[0]), strict=True)
            for near, far in ((a, b), (b, a))
        ]
    knife.polygon(points, cut)


def _crown(knife: Knife) -> None:
    """Draw the king's symbol, a crown."""
    _shape(knife, "-62,62 -78,-38 -36,2 0,-66 36,2 78,-38 62,62")
    for x, y in ((-0.78, -0.44), (0, -0.74), (0.78, -0.44)):
        knife.disc(x, y, 0.13)
    _shape(knife, "-80,30 80,30 80,39 -80,39", cut=True)


def _shield(knife: Knife) -> None:
    """Draw the advisor's symbol, a shield."""
    _shape(knife, "-66,-74 -33,-66 0,-80 33,-66 66,-74 70,10 45,56 0,86 -45,56 -70,10")
    _shape(knife, "-49,-53 -30,-50 0,-61 30,-50 49,-53 52,6 33,42 0,64 -33,42 -52,6", cut=True)
    _shape(knife, "-37,-41 -28,-39 0,-48 28,-39 37,-41 40,2 25,32 0,50 -25,32 -40,2")


def _elephant(knife: Knife) -> None:
    """Draw the bishop's symbol, an elephant seen from the front."""
    sides = (False, True)
    for mirrored in sides:
        _shape(knife, "16,-62 62,-78 98,-42 86,14 50,26 20,6", smooth=3, mirrored=mirrored)
    knife.disc(0, -0.30, 0.47, cut=True)
    knife.disc(0, -0.32, 0.40)
    _shape(knife, "-33,-20 33,-20 17,50 20,86 0,98 -16,80 -17,40", smooth=2)
    for mirrored in sides:
        _shape(knife, "24,16 36,10 44,56 36,62", smooth=1, mirrored=mirrored)
    for x in (-0.17, 0.17):
        knife.disc(x, -0.30, 0.062, cut=True)


def _horse(knife: Knife) -> None:
    """Draw the knight's symbol, a horse's head."""
    _shape(
        knife,
        "-56,80 -50,52 -18,22 -6,-2 -30,10 -46,28 -70,26 -82,6 -62,-22 -44,-52 -20,-68 -14,-92 4,-72 "
        "34,-58 58,-24 68,24 66,80",
        smooth=2,
    )
    _shape(knife, "-66,66 72,66 72,84 -66,84")
    knife.disc(-0.28, -0.34, 0.075, cut=True)
    _shape(knife, "7,-45 13,-48 45,29 39,31", cut=True)


def _tower(knife: Knife) -> None:
    """Draw the rook's symbol, a tower."""
    _shape(knife, "-66,84 -66,62 -46,52 46,52 66,62 66,84")
    _shape(knife, "-42,46 -36,-28 36,-28 42,46")
    _shape(knife, "-64,-34 -64,-82 64,-82 64,-34")
    for mirrored in (False, True):
        _shape(knife, "14,-86 14,-60 34,-60 34,-86", mirrored=mirrored, cut=True)


def _gun(knife: Knife) -> None:
    """Draw the cannon's symbol, a gun on its carriage."""
    _shape(knife, "-98,10 -80,42 86,-34 66,-80")
    _shape(knife, "64,-84 80,-92 104,-38 88,-30")
    knife.disc(-0.90, 0.27, 0.17)
    _shape(knife, "-24,28 -16,40 -88,86 -96,74")
    knife.disc(0.08, 0.36, 0.56, cut=True)
    knife.ring(0.08, 0.36, 0.48, 0.13)
    _shape(knife, "-30,32 46,32 46,40 -30,40")
    _shape(knife, "4,-2 12,-2 12,74 4,74")
    knife.disc(0.08, 0.36, 0.14)


def _soldier(knife: Knife) -> None:
    """Draw the pawn's symbol, a soldier."""
    knife.disc(0, -0.44, 0.34)
    _shape(knife, "-36,-16 36,-16 36,-2 -36,-2")
    _shape(knife, "-20,-10 20,-10 26,30 52,60 -52,60 -26,30")
    _shape(knife, "-62,84 -60,58 60,58 62,84")


_PICTURES: Final[dict[int, Callable[[Knife], None]]] = {
    KING: _crown,
    ADVISOR: _shield,
    BISHOP: _elephant,
    KNIGHT: _horse,
    ROOK: _tower,
    CANNON: _gun,
    PAWN: _soldier,
}
