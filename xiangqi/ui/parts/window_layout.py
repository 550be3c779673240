"""The division of the window: the board on the left, one column of panels on the right. Pure arithmetic.

The board is as large as the window allows. The column takes what is left, within limits, and both stand in the
middle of a window that is wider still. The content of the column flows: side by side where it is wide (see
`xiangqi.ui.parts.context.parts`), else one below the other.

Everything grows with the window. Text has a smallest size, and the player's scale makes it larger or smaller.
Where text is large for the window, the column becomes narrower, in points; at the narrowest it takes room from
the board; if the board is small, the text stops growing. A column that is too low for its panel scrolls
(`pane`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.diagram.geometry import BoardLayout

DEFAULT_SIZE: Final = (1180, 900)
SMALLEST_SIZE: Final = (800, 600)

MARGIN: Final = 12.0
"""Between the parts of the window and round them, points."""

COLUMN_WIDTH: Final = 360.0
"""Width of the column if the board could use more, points."""

NARROWEST: Final = 288.0
"""Width of the column if large text leaves no more for it, points."""

WIDEST: Final = 620.0
"""Width of the column if the board cannot use the rest, points."""

GAUGE_WIDTH: Final = 22.0
"""Width of the evaluation bar, points."""

COLUMN_HEIGHT: Final = 612.0
"""The height that the fullest column needs, points."""

_ROOMY: Final = 680.0  # the column's height beside a lower board, points
_USUAL_SIZE: Final = (1180, 800)  # at which a point is a pixel
_SMALLEST_UNIT: Final = 0.85
_SMALLEST_CHOSEN: Final = 0.75  # if the player has chosen small text
_BOARD_SHARE: Final = 0.52  # of the width of the window, which the column leaves if it can be narrower
_LEAST_BOARD: Final = 0.34  # the least width that it leaves
_UPRIGHT: Final = 1.35  # ratio of height to width from which the panels are below the board
_TALL: Final = 1.15  # ratio of a window's height to the board's from which the column takes all of it


@dataclass(frozen=True)
class Areas:
    """The parts of a window of one size."""

    size: tuple[int, int]  # of the window, px
    unit: float  # pixels per point
    board: BoardLayout  # the drawn board, with its frame
    column: pygame.Rect  # the box for the panels, px
    gauge: pygame.Rect  # the box for the evaluation bar between them, px; without width when there is none

    @property
    def is_low(self) -> bool:
        """Whether the column is lower than its content, which then scrolls."""
        return self.column.height < int(COLUMN_HEIGHT * self.unit)

    @classmethod
    def of(
        cls, size: tuple[int, int], scale: float = 1.0, flipped: bool = False, with_gauge: bool = False
    ) -> Areas:
        """Divide a window.

        Args:
            size: of the window, px.
            scale: the player's choice of text size, 0.8 to 3.0.
            flipped: whether Black is at the bottom.
            with_gauge: whether there is an evaluation bar, if it has room.
        """
        width, height = size
        fitting = max(_SMALLEST_UNIT, min(width / _USUAL_SIZE[0], height / _USUAL_SIZE[1]))
        wanted = max(_SMALLEST_CHOSEN, fitting * scale)
        unit = min(wanted, width * (1 - _LEAST_BOARD) / (NARROWEST + 3 * MARGIN))
        if height >= _UPRIGHT * width:
            return cls._upright(size, unit, flipped, with_gauge)
        margin, narrowest = round(MARGIN * unit), round(NARROWEST * unit)
        beside = int(width * (1 - _BOARD_SHARE)) - 3 * margin
        column = max(narrowest, min(round(COLUMN_WIDTH * unit), beside))
        room = width - 3 * margin
        board = BoardLayout.fit(margin, margin, room - column, height - 2 * margin, flipped)
        column = min(room - board.width, round(WIDEST * unit))
        left = margin + (room - board.width - column) // 2
        tall = height - 2 * margin
        if tall < _TALL * board.height:
            tall = min(tall, max(board.height, round(_ROOMY * unit)))
        box = pygame.Rect(left + board.width + margin, (height - tall) // 2, column, tall)
        bar = pygame.Rect(box.left, board.top, 0, board.height)
        gauge = round(GAUGE_WIDTH * unit)
        if with_gauge and column - gauge - margin >= narrowest:  # from the column: the board stays where it is
            bar.width = gauge
            box.left, box.width = bar.right + margin, column - gauge - margin
        return cls(size, unit, BoardLayout(left, board.top, board.cell, flipped), box, bar)

    @classmethod
    def _upright(cls, size: tuple[int, int], unit: float, flipped: bool, with_gauge: bool) -> Areas:
        """Lay out a portrait window: the board at the top, the panels below it at full width."""
        width, height = size
        margin = round(MARGIN * unit)
        gauge = round(GAUGE_WIDTH * unit)
        beside = gauge + margin  # kept free for the bar, so that the board stays where it is
        most = height - 3 * margin - round(COLUMN_HEIGHT * unit)
        fitted = BoardLayout.fit(0, 0, width - 2 * margin - beside, max(most, height // 2), flipped)
        left = min((width - fitted.width) // 2, width - margin - beside - fitted.width)
        board = BoardLayout(left, margin, fitted.cell, flipped)
        bar = pygame.Rect(left + board.width + margin, margin, gauge if with_gauge else 0, board.height)
        top = margin + board.height + margin
        box = pygame.Rect(margin, top, width - 2 * margin, height - margin - top)
        return cls(size, unit, board, box, bar)
