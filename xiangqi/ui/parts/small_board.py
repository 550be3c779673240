"""A position on a small board, to be looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xiangqi.diagram.geometry import BoardLayout
from xiangqi.diagram.picture import BoardPicture
from xiangqi.storage.settings import Settings
from xiangqi.ui.board.board_view import BoardView
from xiangqi.ui.parts.labels import file_numbers
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Memory, Widget


@dataclass
class SmallBoard(Widget):
    """The board with its pieces, Red at the bottom."""

    pieces: Mapping[int, int]  # codes by square
    settings: Settings  # how board and pieces look, and how the player counts files
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        numbers = file_numbers(self.settings)
        picture = BoardPicture(self.pieces, coordinates=not numbers, numbers=numbers)
        view = BoardView(look(self.settings.theme, self.settings.piece_set))
        view.draw(painter.surface, BoardLayout.fit(*self.rect), picture)
