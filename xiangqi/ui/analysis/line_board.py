"""The small board that follows the mouse along a line of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from xiangqi.app.session import positions
from xiangqi.board import Move
from xiangqi.diagram.geometry import BoardLayout
from xiangqi.diagram.picture import BoardPicture
from xiangqi.storage.settings import Settings
from xiangqi.ui.analysis.analysis_lines import LineRow
from xiangqi.ui.board.board_view import BoardView
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.labels import file_numbers
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import CARD_RADIUS, GAP
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Memory, Widget

_WIDTH: Final = 216.0  # width of the small board, points
_HEIGHT: Final = 240.0


@dataclass
class LineBoard(Widget):
    """A position of a line with its last move; it is drawn on top and cannot be clicked."""

    pieces: dict[int, int] = field(default_factory=dict)  # codes by square
    move: Move | None = None  # the last move
    flipped: bool = False  # whether Black is at the bottom
    settings: Settings = field(default_factory=Settings)  # the look of board and pieces

    def is_at(self, position: tuple[int, int]) -> bool:
        return False

    def draw(self, painter: Painter, memory: Memory) -> None:
        painter.box(self.rect, painter.palette.raised, CARD_RADIUS, painter.palette.muted)
        inner = self.rect.inflate(-painter.px(GAP), -painter.px(GAP))
        ends = None if self.move is None else (self.move.from_square, self.move.to_square)
        numbers = file_numbers(self.settings)
        picture = BoardPicture(self.pieces, last_move=ends, numbers=numbers)
        board = BoardView(look(self.settings.theme, self.settings.piece_set))
        board.draw(
            painter.surface,
            BoardLayout.fit(inner.left, inner.top, inner.width, inner.height, self.flipped),
            picture,
        )


def line_board(scene: PanelContext, frame: Areas, widgets: Sequence[Widget]) -> list[Widget]:
    """Lay out the position after the move under the mouse, if any, below the lines or above the move's row."""
    row = next((widget for widget in widgets if widget.key == scene.memory.hover), None)
    index = row.index_at(scene.memory.mouse) if isinstance(row, LineRow) else None
    if not isinstance(row, LineRow) or index is None or row.base is None:
        return []
    state, read = scene.state, row.rect.unionall([other.rect for other in widgets if other.keeps_clear])
    position = positions.snapshot(row.base.then(*row.line[: index + 1]))
    rect = pygame.Rect(0, 0, scene.px(_WIDTH), scene.px(_HEIGHT))
    rect.midtop = (row.cells[index].centerx, read.bottom + scene.px(GAP))
    if rect.bottom > frame.size[1]:
        rect.bottom = row.rect.top - scene.px(GAP)
    rect.clamp_ip(pygame.Rect((0, 0), frame.size).inflate(-scene.px(GAP), -scene.px(GAP)))
    pieces = dict(position.pieces)
    return [LineBoard("line.board", rect, pieces, row.line[index], state.flipped, state.settings)]
