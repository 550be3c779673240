"""Draws the board: wood, pieces and marks, from plain state. Knows no rules and reads no clock.

The host fills a BoardPicture and calls ``BoardView.draw``; where the board lies and which way it is turned is
the BoardLayout's business. Squares are the padded integers of ``xiangqi.core.constants``, piece codes are
colour | kind, positions and sizes are pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Ink(str, Enum):
    """What an arrow or circle says: each has a colour and a form of its own."""

    BEST = "best"
    THREAT = "threat"
    HINT = "hint"
    OWN = "own"
    OTHER = "other"


@dataclass(frozen=True)
class Slide:
    """A piece on its way.

    Attributes:
        from_square: where it left.
        to_square: where it goes; whatever ``pieces`` has there is not drawn meanwhile.
        code: the piece.
        progress: 0 at the start to 1 on arrival, linear in time; the view eases it.
        captured: the piece that stays visible underneath until arrival, 0 for none.
    """

    from_square: int
    to_square: int
    code: int
    progress: float
    captured: int = 0


@dataclass(frozen=True)
class Drag:
    """A piece in the hand.

    Attributes:
        square: where it came from; a pale ghost remains there.
        position: where its middle is now, px on the surface.
    """

    square: int
    position: tuple[float, float]


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
class BoardPicture:
    """Everything that is to be seen on the board at one moment.

    Attributes:
        pieces: square -> piece code.
        selected: the square in hand.
        targets: where the selected piece may go: a dot on an empty square, a ring round a piece.
        warned: those targets that would lose by repetition; they carry a sign.
        last_move: from and to of the last move, for corner brackets.
        checked: square of a king in check: halo and sign.
        drag: the piece in the hand while dragging.
        slides: pieces on their way.
        blockers: squares that forbade the last attempt (a horse's leg, an elephant's eye): crossed out.
        facing: the two kings that would face each other after the last attempt: a broken line between.
        arrows: arrows to draw above the pieces.
        circles: circles to draw round squares.
        cursor: the keyboard's square.
        hovered: the square under the mouse, when a click there would do something.
        since_s: time of the last event (move, attempt): check and attempt signs swell briefly after it.
    """

    pieces: Mapping[int, int] = field(default_factory=dict)
    selected: int | None = None
    targets: tuple[int, ...] = ()
    warned: tuple[int, ...] = ()
    last_move: tuple[int, int] | None = None
    checked: int | None = None
    drag: Drag | None = None
    slides: tuple[Slide, ...] = ()
    blockers: tuple[int, ...] = ()
    facing: tuple[int, int] | None = None
    arrows: tuple[Arrow, ...] = ()
    circles: tuple[Circle, ...] = ()
    cursor: int | None = None
    hovered: int | None = None
    since_s: float = float("-inf")
