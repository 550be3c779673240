"""What is seen on a board at one moment, as data that the window, paper, web pages and notebooks draw.

Squares are the padded integers of ``xiangqi.core.constants``, piece codes are colour | kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from xiangqi.diagram.labels import RED_LABELS


class Ink(str, Enum):
    """What an arrow or circle says: each has a colour and a form of its own."""

    BEST = "best"
    THREAT = "threat"
    HINT = "hint"
    OWN = "own"
    OTHER = "other"

    @property
    def is_broken(self) -> bool:
        """Whether its lines are drawn broken, to be told apart without colour."""
        return self in (Ink.THREAT, Ink.OTHER)


@dataclass(frozen=True)
class Slide:
    """A piece on its way."""

    from_square: int  # where it left
    to_square: int  # where it goes; whatever ``pieces`` has there is not drawn meanwhile
    code: int  # the piece
    progress: float  # 0 at the start to 1 on arrival, linear in time; the view eases it
    captured: int = 0  # the piece that stays visible underneath until arrival, 0 for none


@dataclass(frozen=True)
class DraggedPiece:
    """A piece in the hand."""

    # where it came from; a pale ghost remains there. None for one that comes from beside the board.
    square: int | None
    position: tuple[float, float]  # where its middle is now, px on the surface
    code: int = 0  # the piece that comes from beside the board


@dataclass(frozen=True)
class Arrow:
    """An arrow from one square to another; ``strength`` 0..1 makes it wider."""

    from_square: int
    to_square: int
    ink: Ink = Ink.OWN
    strength: float = 1.0


@dataclass(frozen=True)
class Circle:
    """A circle round a square."""

    square: int
    ink: Ink = Ink.OWN


@dataclass(frozen=True)
class AttackCount:
    """How many pieces of each side attack or protect a square."""

    square: int
    red: int
    black: int


class LitArea(NamedTuple):
    """A part of the board that stays bright: a box between two points, or one point."""

    one: int  # square at a corner
    other: int  # square at the opposite corner
    margin: float = 0.5  # that stays bright round it, in cells


@dataclass(frozen=True)
class BoardPicture:
    """Everything shown on the board at one moment."""

    pieces: Mapping[int, int] = field(default_factory=dict)  # square -> piece code
    selected: int | None = None  # the square in hand
    # where the selected piece may go: a dot on an empty square, a ring round a piece
    targets: tuple[int, ...] = ()
    warned: tuple[int, ...] = ()  # those targets that would lose by repetition; they carry a sign
    # those after which a reply of the opponent could make it so; the same sign, less loud
    risky: tuple[int, ...] = ()
    # those that would repeat a position without losing; they carry a quiet sign
    repeating: tuple[int, ...] = ()
    # those of which it is told what the move keeps, with "win", "draw" or "loss"; they carry a sign
    kept: tuple[tuple[int, str], ...] = ()
    last_move: tuple[int, int] | None = None  # from and to of the last move, for corner brackets
    checked: int | None = None  # square of a king in check: halo and sign
    drag: DraggedPiece | None = None  # the piece in the hand while dragging
    slides: tuple[Slide, ...] = ()  # pieces on their way
    # squares that forbade the last attempt (a horse's leg, an elephant's eye): crossed out
    blockers: tuple[int, ...] = ()
    # the two kings that would face each other after the last attempt: a broken line between
    facing: tuple[int, int] | None = None
    arrows: tuple[Arrow, ...] = ()  # arrows to draw above the pieces
    circles: tuple[Circle, ...] = ()  # circles to draw round squares
    vacant: tuple[int, ...] = ()  # points that have to be empty in games that are looked for: crossed
    lit: tuple[LitArea, ...] = ()  # what stays bright while all else is dimmed, () where nothing is
    stars: tuple[int, ...] = ()  # points on which a star lies, to be collected
    # numbers at the squares that are attacked: Red's in a disc, Black's in a box
    attacks: tuple[AttackCount, ...] = ()
    cursor: int | None = None  # the keyboard's square
    hovered: int | None = None  # the square under the mouse, when a click there would do something
    coordinates: bool = False  # whether a0 to i9 can be read off the frame
    numbers: str = RED_LABELS  # what counts Red's files, "" where the files have no numbers
    # time of the last event (move, attempt): check and attempt signs swell briefly after it
    since_s: float = float("-inf")
