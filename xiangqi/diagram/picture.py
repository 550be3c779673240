"""The content of a board at one moment, as data that the window, paper, web pages and notebooks draw.

Squares are the padded integers of ``xiangqi.core.constants``; piece codes are colour | kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from xiangqi.diagram.labels import RED_LABELS


class Ink(str, Enum):
    """The meanings of arrows and circles; a theme gives each a colour, and some are drawn with broken lines."""

    BEST = "best"
    THREAT = "threat"
    HINT = "hint"
    OWN = "own"
    OTHER = "other"
    PLAYED = "played"

    @property
    def is_broken(self) -> bool:
        """Whether this ink's lines are broken, so that they can be distinguished without colour."""
        return self in (Ink.THREAT, Ink.OTHER)


NUMBERED_AT = 0.42
"""How far along an arrow its number is drawn, as a share of the arrow's length."""


@dataclass(frozen=True)
class Slide:
    """A piece that is sliding to another square."""

    from_square: int  # the square it comes from
    to_square: int  # the square it goes to; the piece there in ``pieces`` is not drawn during the slide
    code: int  # the piece
    progress: float  # 0 at the start to 1 on arrival, linear in time; the view eases it
    captured: int = 0  # the captured piece, which stays visible underneath until arrival; 0 for none


@dataclass(frozen=True)
class DraggedPiece:
    """A piece being dragged."""

    # the square it comes from, marked by a pale ghost; None for a piece from beside the board
    square: int | None
    position: tuple[float, float]  # the current position of the piece's middle on the surface, px
    code: int = 0  # the piece that comes from beside the board


@dataclass(frozen=True)
class Arrow:
    """An arrow from one square to another; ``strength`` 0..1 makes it wider."""

    from_square: int
    to_square: int
    ink: Ink = Ink.OWN
    strength: float = 1.0
    number: int = 0  # shown on the arrow, to tell it from others of the same ink; 0 for none


@dataclass(frozen=True)
class Circle:
    """A circle round a square."""

    square: int
    ink: Ink = Ink.OWN


@dataclass(frozen=True)
class AttackCount:
    """The numbers of each side's pieces that attack or protect a square."""

    square: int
    red: int
    black: int


class LitArea(NamedTuple):
    """A part of the board that stays bright: a box between two points, or one point."""

    one: int  # square at a corner
    other: int  # square at the opposite corner
    margin: float = 0.5  # the bright margin round the box, in cells


@dataclass(frozen=True)
class BoardPicture:
    """Everything shown on the board at one moment."""

    pieces: Mapping[int, int] = field(default_factory=dict)  # square -> piece code
    selected: int | None = None  # the square of the selected piece
    # targets of the selected piece: a dot on an empty square, a ring round a piece
    targets: tuple[int, ...] = ()
    warned: tuple[int, ...] = ()  # targets that would lose by repetition; they carry a sign
    # targets after which a reply of the opponent could make the move lose; the same sign, less conspicuous
    risky: tuple[int, ...] = ()
    # targets that would repeat a position without losing; they carry an inconspicuous sign
    repeating: tuple[int, ...] = ()
    # the result that the move preserves, "win", "draw" or "loss", by target; these carry a sign
    kept: tuple[tuple[int, str], ...] = ()
    last_move: tuple[int, int] | None = None  # origin and destination of the last move, for corner brackets
    checked: int | None = None  # square of a king in check, for a halo and a sign
    drag: DraggedPiece | None = None  # the piece being dragged
    slides: tuple[Slide, ...] = ()  # sliding pieces
    # squares whose pieces blocked the last attempt (a horse's leg, an elephant's eye), to be crossed out
    blockers: tuple[int, ...] = ()
    # the two kings that would face each other after the last attempt, joined by a broken line
    facing: tuple[int, int] | None = None
    arrows: tuple[Arrow, ...] = ()  # arrows to draw above the pieces
    circles: tuple[Circle, ...] = ()  # circles to draw round squares
    vacant: tuple[int, ...] = ()  # points that must be empty in a search for games, marked with a cross
    lit: tuple[LitArea, ...] = ()  # areas that stay bright while the rest is dimmed; () if nothing is dimmed
    stars: tuple[int, ...] = ()  # points with a star to be collected
    # the sign of a move's grade, such as "??", by the square of the piece that made it or is about to
    graded: tuple[tuple[int, str], ...] = ()
    # attack counts by square: Red's in a disc, Black's in a box
    attacks: tuple[AttackCount, ...] = ()
    cursor: int | None = None  # the square of the keyboard cursor
    hovered: int | None = None  # the square under the mouse, if a click on it would have an effect
    coordinates: bool = False  # whether the frame shows the coordinates a0 to i9
    numbers: str = RED_LABELS  # the labels of Red's files; "" if files have no numbers
    # time of the last event (a move or an attempt), after which the signs of check and attempt briefly swell
    since_s: float = float("-inf")
