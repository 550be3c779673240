"""A side's captured pieces beside the board, and the resulting material advantage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.app.session import positions, view
from xiangqi.spoken.material import ahead, taken_by
from xiangqi.ui.board.pieces import piece
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.theme import PieceTheme, look
from xiangqi.ui.toolkit.widgets import Memory, Widget

_SIZE: Final = 30.0  # diameter of a piece, points
_OVERLAP: Final = 0.74  # distance between the middles of neighbouring pieces, as a share of their size


@dataclass
class TakenPieces(Widget):
    """A row of captured pieces, and after them the side's material advantage."""

    codes: tuple[int, ...] = ()  # codes of the pieces
    theme: PieceTheme | None = None  # the look of the pieces
    ahead: int = 0  # the side's material advantage in soldiers; not shown if it is 0 or less
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        if self.theme is None:
            return
        size = min(painter.px(_SIZE), self.rect.height)
        words = painter.px(44)
        step = round(size * _OVERLAP)
        if len(self.codes) > 1:
            step = min(step, max(1, (self.rect.width - words - size) // (len(self.codes) - 1)))
        left = self.rect.left
        for place, code in enumerate(self.codes):
            picture = piece(self.theme, code, size)
            painter.surface.blit(picture, picture.get_rect(midleft=(left + place * step, self.rect.centery)))
        if self.ahead > 0:
            end = left + (len(self.codes) - 1) * step + size + painter.px(8)
            box = pygame.Rect(end, self.rect.top, words, self.rect.height)
            painter.write(f"+{self.ahead}", box, size=15, bold=True, colour=painter.palette.muted)


def taken_pieces(scene: PanelContext, side: int, rect: pygame.Rect) -> list[Widget]:
    """Lay out the pieces that a side has captured in the shown line, if there are any."""
    state = scene.state
    now = view.snapshot(state).pieces.values()
    start = positions.snapshot(view.board_line(state).whole.upto(0)).pieces.values()
    codes = taken_by(side, start, now)
    if not codes:
        return []
    settings = state.settings
    theme = look(settings.theme, settings.piece_set).pieces
    return [TakenPieces(f"taken.{side}", rect, codes=codes, theme=theme, ahead=ahead(side, now))]
