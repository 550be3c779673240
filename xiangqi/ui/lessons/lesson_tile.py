"""A first lesson as a tile: the piece that it is about, its name, its stars and the tasks left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.lessons.attempt import MOST_STARS
from xiangqi.ui.board.pieces import piece
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CARD_RADIUS, LABEL, SMALL
from xiangqi.ui.toolkit.theme import PieceTheme
from xiangqi.ui.toolkit.widgets import Button, Memory

_EDGE: Final = 10.0
_STAR: Final = 16.0
_LARGEST: Final = 112.0  # diameter of the piece
_LEAST: Final = 24.0


@dataclass
class LessonTile(Button):
    """The tile of a lesson; if chosen, as the next lesson to do, it has a gold outline."""

    piece: int = 0  # its picture
    theme: PieceTheme | None = None  # the look of the pieces
    number: int = 0
    stars: int = 0  # 0 while it is not done
    detail: str = ""  # how far it is
    name_px: int = 0  # height of the name's box, so that the tiles of a path are alike; 0 for what it needs

    def name_height(self, painter: Painter) -> int:
        """Return the height in px that the name needs; a long name has two small lines."""
        return painter.caption_height(self.label, self._inner(painter).width, bold=self.chosen)

    def _inner(self, painter: Painter) -> pygame.Rect:
        return self.rect.inflate(-2 * painter.px(_EDGE / 2), -2 * painter.px(_EDGE))

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        ground = palette.chosen if self.chosen else palette.field
        ground = palette.hover if memory.hover == self.key and not self.chosen else ground
        painter.box(self.rect, ground, CARD_RADIUS, palette.accent if self.chosen else palette.outline)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, CARD_RADIUS)
        inner = self._inner(painter)
        name = max(painter.line_height(BODY), self.name_px or self.name_height(painter))
        detail = painter.line_height(SMALL)
        told_px = max(detail, painter.caption_height(self.detail, inner.width, size=SMALL))
        stars = painter.px(_STAR) + painter.px(4) if inner.height >= painter.px(110) else 0
        words = name + told_px + stars + painter.px(6)
        free = inner.height - words
        diameter = min(free, painter.px(_LARGEST), inner.width - 2 * painter.px(_EDGE))
        top = inner.top + max(0, (inner.height - words - diameter) // 2)
        if diameter >= painter.px(_LEAST) and self.theme is not None:
            picture = piece(self.theme, self.piece, diameter | 1)
            painter.surface.blit(picture, picture.get_rect(midtop=(inner.centerx, top)))
            top += diameter
        row = pygame.Rect(inner.left, top + painter.px(4), inner.width, name)
        painter.caption(self.label, row, colour=palette.text, bold=self.chosen, align="centre")
        if stars:
            self._draw_stars(painter, pygame.Rect(inner.left, row.bottom, inner.width, stars))
        told = pygame.Rect(inner.left, row.bottom + stars, inner.width, told_px)
        told.bottom = min(told.bottom, self.rect.bottom - painter.px(2))
        ink = palette.text if self.chosen else palette.muted
        painter.caption(self.detail, told, size=SMALL, colour=ink, align="centre")
        corner = pygame.Rect(self.rect.left + painter.px(10), self.rect.top + painter.px(8), 0, detail)
        corner.width = painter.px(24)
        painter.write(str(self.number), corner, size=LABEL, colour=palette.muted)

    def _draw_stars(self, painter: Painter, box: pygame.Rect) -> None:
        palette, step = painter.palette, painter.px(_STAR + 4)
        left = box.centerx - MOST_STARS * step // 2
        for place in range(MOST_STARS):
            cell = pygame.Rect(left + place * step, box.top, step, box.height)
            earned = place < self.stars
            ink = palette.accent if earned else palette.disabled
            painter.icon("star" if earned else "no_star", cell, _STAR, ink)

    def fitting(self, painter: Painter) -> float:
        return self.size
