"""A tile as low as a row: an icon or picture, two lines of words, and a bar for the share done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, RADIUS, SMALL, Colour
from xiangqi.ui.toolkit.tiles import Tile
from xiangqi.ui.toolkit.widgets import Memory

_EDGE: Final = 14.0
_ICON: Final = 18.0
_BESIDE: Final = 12.0  # between icon and words
_BAR: Final = (80.0, 6.0)  # width and height of the bar
_LEAST_WORDS: Final = 150.0  # width of the words from which there is room for the bar beside them


@dataclass
class RowTile(Tile):
    """A tile with its words in two lines beside the icon and, if it fits, the bar at the right."""

    size: float = BODY
    bold: bool = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        ground = palette.hover if memory.hover == self.key and self.enabled else palette.field
        painter.box(self.rect, ground, RADIUS, palette.accent if self.chosen else palette.outline)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, RADIUS)
        inner = self.rect.inflate(-2 * painter.px(_EDGE), -2 * painter.px(4))
        if self.picture is not None:
            shown = self.picture(inner.height)
            painter.surface.blit(shown, shown.get_rect(midleft=(self.rect.left + painter.px(6), inner.centery)))
            used = shown.get_width() + painter.px(2)
            inner = pygame.Rect(inner.left + used, inner.top, inner.width - used, inner.height)
        elif self.icon:
            side = painter.px(_ICON)
            ink: Colour = palette.accent if self.enabled else palette.disabled
            painter.icon(self.icon, pygame.Rect(inner.left, inner.top, side, inner.height), _ICON - 2, ink)
            used = side + painter.px(_BESIDE)
            inner = pygame.Rect(inner.left + used, inner.top, inner.width - used, inner.height)
        bar_width = painter.px(_BAR[0] + _EDGE)
        if self.share is not None and inner.width - bar_width >= painter.px(_LEAST_WORDS):
            bar = pygame.Rect(0, 0, painter.px(_BAR[0]), painter.px(_BAR[1]))
            bar.midright = inner.midright
            painter.progress(bar, self.share)
            inner.width -= bar_width
        self._draw_two_lines(painter, inner)

    def _draw_two_lines(self, painter: Painter, inner: pygame.Rect) -> None:
        palette = painter.palette
        ink = palette.text if self.enabled else palette.disabled
        upper, lower = painter.line_height(self.size), painter.line_height(SMALL) if self.detail else 0
        top = inner.centery - (upper + lower) // 2
        head = pygame.Rect(inner.left, top, inner.width, upper)
        painter.write(self.label, head, size=self.size, colour=ink, bold=self.bold)
        if self.detail:
            row = pygame.Rect(inner.left, head.bottom, inner.width, lower)
            painter.write(self.detail, row, size=SMALL, colour=palette.muted)

    def fitting(self, painter: Painter) -> float:
        return self.size
