"""How the window is shared out: the board on the left, a column of panels on the right. Pure arithmetic.

Everything grows with the window. Text has a smallest size, and the player's scale may enlarge it further.
Where text is large for the window, the column becomes narrower, in points; at the narrowest it takes room from
the board, and where that is small, text grows no more. A column that is too low for its panel scrolls (`pane`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.diagram.geometry import BoardLayout

DEFAULT_SIZE: Final = (1180, 900)
SMALLEST_SIZE: Final = (800, 600)

MARGIN: Final = 14.0
"""Between the parts of the window and round them, points."""

COLUMN_WIDTH: Final = 338.0
"""Width of the column, points."""

NARROWEST: Final = 288.0
"""Width of the column where large text leaves no more for it, points."""

GAUGE_WIDTH: Final = 24.0
"""Width of the evaluation bar, points."""

COLUMN_HEIGHT: Final = 612.0
"""The height that the fullest column needs, points."""

_SMALLEST_UNIT: Final = 0.85
_BOARD_SHARE: Final = 0.52  # of the width of the window, which the column leaves if it can be narrower
_LEAST_BOARD: Final = 0.34  # which it leaves at the narrowest
_UPRIGHT: Final = 1.35  # height to width of a window in which the panels stand below the board
_TALL: Final = 1.15  # height to that of the board of a window whose column takes all of it
_WIDEST: Final = 1.35  # how far one column grows where the board leaves room
_WIDEST_PAIR: Final = 980.0  # points that two columns take at most, with the gap between


@dataclass(frozen=True)
class Areas:
    """The parts of a window of one size."""

    size: tuple[int, int]  # of the window, px
    unit: float  # pixels per point
    board: BoardLayout  # the drawn board, with its frame
    # the box for the panels, px; wide enough for two columns where the board leaves room for them
    column: pygame.Rect
    gauge: pygame.Rect  # the box for the evaluation bar between them, px; without width when there is none

    @property
    def is_low(self) -> bool:
        """Whether the column is lower than what stands in it, which then scrolls."""
        return self.column.height < int(COLUMN_HEIGHT * self.unit)

    @property
    def is_wide(self) -> bool:
        """Whether two columns stand beside the board."""
        return self.column.width >= round(2 * NARROWEST * self.unit)

    @property
    def panel(self) -> pygame.Rect:
        """Return where a card over the column belongs: on the column, or on the left one of two."""
        return self.pair()[0] if self.is_wide and not self.is_low else self.column

    def pair(self) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the two columns of a wide window in px: the left one for the task, the right one for the
        moves.
        """
        gap = round(MARGIN * self.unit) * 2 // 3
        left = self.column.copy()
        left.width = (self.column.width - gap) * 9 // 16
        right = self.column.copy()
        right.left, right.width = left.right + gap, self.column.right - left.right - gap
        return left, right

    @classmethod
    def of(
        cls, size: tuple[int, int], scale: float = 1.0, flipped: bool = False, with_gauge: bool = False
    ) -> Areas:
        """Share out a window.

        Args:
            size: of the window, px.
            scale: the player's choice of text size, 1.0 to 3.0.
            flipped: whether Black sits at the bottom.
            with_gauge: whether there is an evaluation bar, if it has room.
        """
        width, height = size
        wanted = max(_SMALLEST_UNIT, min(width / DEFAULT_SIZE[0], height / DEFAULT_SIZE[1])) * scale
        unit = min(wanted, width * (1 - _LEAST_BOARD) / (NARROWEST + 3 * MARGIN))
        if height >= _UPRIGHT * width:
            return cls._upright(size, unit, flipped, with_gauge)
        margin, narrowest = round(MARGIN * unit), round(NARROWEST * unit)
        beside = int(width * (1 - _BOARD_SHARE)) - 3 * margin
        column = max(narrowest, min(round(COLUMN_WIDTH * unit), beside))
        with_gauge = with_gauge and column > narrowest
        gauge = round(GAUGE_WIDTH * unit) if with_gauge else 0
        room = width - 3 * margin - (gauge + margin if with_gauge else 0)
        board = BoardLayout.fit(margin, margin, room - column, height - 2 * margin, flipped)
        beside = room - board.width
        if beside >= 2 * narrowest + margin:
            column = min(beside, round(_WIDEST_PAIR * unit))
        else:
            column = min(beside, round(column * _WIDEST))
        left = margin + (room - board.width - column) // 2
        tall = height - 2 * margin
        if tall < _TALL * board.height:
            tall = min(tall, max(board.height, round(COLUMN_HEIGHT * unit)))
        bar = pygame.Rect(left + board.width + margin, board.top, gauge, board.height)
        edge = bar.right + margin if with_gauge else bar.left
        box = pygame.Rect(edge, (height - tall) // 2, column, tall)
        return cls(size, unit, BoardLayout(left, board.top, board.cell, flipped), box, bar)

    @classmethod
    def _upright(cls, size: tuple[int, int], unit: float, flipped: bool, with_gauge: bool) -> Areas:
        """Lay out a portrait window: the board at the top, the panels below it at full width."""
        width, height = size
        margin = round(MARGIN * unit)
        gauge = round(GAUGE_WIDTH * unit) if with_gauge else 0
        beside = gauge + margin if with_gauge else 0
        most = height - 3 * margin - round(COLUMN_HEIGHT * unit)
        fitted = BoardLayout.fit(0, 0, width - 2 * margin - beside, max(most, height // 2), flipped)
        left = (width - fitted.width - beside) // 2
        board = BoardLayout(left, margin, fitted.cell, flipped)
        bar = pygame.Rect(left + board.width + margin, margin, gauge, board.height)
        top = margin + board.height + margin
        box = pygame.Rect(margin, top, width - 2 * margin, height - margin - top)
        return cls(size, unit, board, box, bar)
