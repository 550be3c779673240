"""Geometry of the drawn board: converts pixels to squares and back, for either orientation, without pygame.

The distance between neighbouring points, the cell, is a whole number of pixels, so that every line of the
board falls on whole pixels and stays crisp at any size. All other lengths are fractions of the cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi.core.constants import FILES, RANKS, file_of, make_square, rank_of

FRAME: Final = 0.21
"""Width of the wooden frame, in cells."""

MARGIN_X: Final = 0.88
"""Distance from the outer edge of the frame to the first file, in cells."""

MARGIN_Y: Final = 1.02
"""Distance from the outer edge of the frame to the first rank, in cells, with space for the labels."""

LABEL: Final = 0.66
"""Distance from the first or last rank to the middle of the file labels, in cells."""

BORDER: Final = 0.1
"""Distance from the lines to the heavy outer border, in cells."""

PIECE: Final = 0.92
"""Diameter of a piece, in cells."""

MIN_CELL: Final = 12
"""The smallest cell of a layout, in pixels; in a smaller box the board does not fit."""

Point = tuple[int, int]
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class BoardLayout:
    """The place and size of a board in the window."""

    left: int  # x of the frame's outer edge, px
    top: int  # y of the frame's outer edge, px
    cell: int  # distance between neighbouring points, px
    flipped: bool = False  # whether Black is at the bottom

    @classmethod
    def fit(cls, left: int, top: int, width: int, height: int, flipped: bool = False) -> BoardLayout:
        """Return the largest board that fits in a box (px), with a cell of at least MIN_CELL, centred in it."""
        cells = min(width / (FILES - 1 + 2 * MARGIN_X), height / (RANKS - 1 + 2 * MARGIN_Y))
        board = cls(left, top, max(MIN_CELL, int(cells)), flipped)
        while board.cell > MIN_CELL and (board.width > width or board.height > height):
            board = cls(left, top, board.cell - 1, flipped)
        return cls(left + (width - board.width) // 2, top + (height - board.height) // 2, board.cell, flipped)

    @property
    def margin(self) -> Point:
        """The distance in px from the frame's outer edge to the first file and to the first rank."""
        return round(self.cell * MARGIN_X), round(self.cell * MARGIN_Y)

    @property
    def width(self) -> int:
        """The outer width of the frame in px."""
        return (FILES - 1) * self.cell + 2 * self.margin[0] + 1

    @property
    def height(self) -> int:
        """The outer height of the frame in px."""
        return (RANKS - 1) * self.cell + 2 * self.margin[1] + 1

    @property
    def box(self) -> Box:
        """The left, top, width and height of the whole board with its frame in px."""
        return self.left, self.top, self.width, self.height

    def contains(self, x: float, y: float) -> bool:
        """Return whether a pixel is on the board or its frame."""
        return 0 <= x - self.left < self.width and 0 <= y - self.top < self.height

    def grid_point(self, column: int, row: int) -> Point:
        """Return the pixel of the point at column 0..8 from the left and row 0..9 from the top as seen."""
        return (
            self.left + self.margin[0] + column * self.cell,
            self.top + self.margin[1] + row * self.cell,
        )

    def point(self, square: int) -> Point:
        """Return the pixel at the middle of a square (padded square of the core)."""
        file, rank = file_of(square), rank_of(square)
        if self.flipped:
            return self.grid_point(FILES - 1 - file, rank)
        return self.grid_point(file, RANKS - 1 - rank)

    def square_at(self, x: float, y: float) -> int | None:
        """Return the square nearest to a pixel, or None if it is more than half a cell off the lines."""
        corner_x, corner_y = self.grid_point(0, 0)
        column = _nearest(x - corner_x, self.cell)
        row = _nearest(y - corner_y, self.cell)
        if not (0 <= column < FILES and 0 <= row < RANKS):
            return None
        if self.flipped:
            return make_square(FILES - 1 - column, row)
        return make_square(column, RANKS - 1 - row)


def _nearest(offset_px: float, cell_px: int) -> int:
    """Return the number of the grid line nearest to an offset from the first one."""
    return int((offset_px + cell_px / 2) // cell_px)
