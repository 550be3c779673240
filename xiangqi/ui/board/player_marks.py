"""The player's own marks on the board: arrows, circles and the keyboard cursor. They do not affect the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from xiangqi.core.constants import FILES, RANKS, file_of, make_square, rank_of
from xiangqi.diagram.picture import Arrow, Circle

_Mark = TypeVar("_Mark")
_START_CURSOR = make_square(4, 0)


@dataclass
class PlayerMarks:
    """The marks that the player has drawn on the shown position."""

    arrows: tuple[tuple[int, int], ...] = ()  # the squares at the start and at the tip of each arrow
    circles: tuple[int, ...] = ()  # the circled squares
    anchor: int | None = None  # square where the right button was pressed; None if it is up
    tip: int | None = None  # the square under the mouse while an arrow is being drawn
    cursor: int | None = None  # the square of the keyboard cursor, None while it is hidden

    def clear(self) -> None:
        """Remove all arrows and circles, including an unfinished one; the cursor stays."""
        self.arrows, self.circles, self.anchor, self.tip = (), (), None, None

    def press(self, square: int | None) -> None:
        """Begin a mark when the right button goes down."""
        self.anchor = self.tip = square

    def move(self, square: int | None) -> None:
        """Update the unfinished mark."""
        if self.anchor is not None and square is not None:
            self.tip = square

    def release(self) -> None:
        """Finish a circle, or an arrow from where the button went down. Drawing a mark again removes it."""
        start, end = self.anchor, self.tip
        self.anchor = self.tip = None
        if start is None or end is None:
            return
        if start == end:
            self.circles = _toggled(self.circles, start)
        else:
            self.arrows = _toggled(self.arrows, (start, end))

    def drawn_arrows(self) -> tuple[Arrow, ...]:
        """Return all arrows, including the unfinished one."""
        pairs = self.arrows
        if self.anchor is not None and self.tip is not None and self.anchor != self.tip:
            pairs = (*pairs, (self.anchor, self.tip))
        return tuple(Arrow(start, end) for start, end in pairs)

    def drawn_circles(self) -> tuple[Circle, ...]:
        """Return all circles."""
        return tuple(Circle(square) for square in self.circles)

    def move_cursor(self, right: int, up: int, flipped: bool) -> None:
        """Move the keyboard cursor as seen on the screen, within the board; if it is hidden, only show it."""
        if self.cursor is None:
            self.cursor = _START_CURSOR if not flipped else make_square(4, RANKS - 1)
            return
        if flipped:
            right, up = -right, -up
        file = min(FILES - 1, max(0, file_of(self.cursor) + right))
        rank = min(RANKS - 1, max(0, rank_of(self.cursor) + up))
        self.cursor = make_square(file, rank)


def _toggled(marks: tuple[_Mark, ...], mark: _Mark) -> tuple[_Mark, ...]:
    return tuple(old for old in marks if old != mark) if mark in marks else (*marks, mark)
