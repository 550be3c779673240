"""A choice of one of a few values, each with a picture above its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import pygame

from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, RADIUS, SMALL
from xiangqi.ui.toolkit.widgets import Choice, Memory

PICTURE_EDGE: Final = 6.0
"""Distance in points from the edges of a tile to its picture."""

NAME: Final = 30.0
"""Height in points of the name below a picture."""


@dataclass
class PictureChoice(Choice):
    """Tiles in rows of `per_row`; the chosen one has a gold outline. The arrow keys change the choice."""

    # draws the picture of the value with an index into a box
    picture: Callable[[Painter, pygame.Rect, int], None] | None = None
    gap_px: int = 8  # between two tiles

    def cells(self) -> list[pygame.Rect]:
        across = self.per_row or max(1, len(self.labels))
        down = -(-len(self.labels) // across)
        gap = self.gap_px
        return [
            pygame.Rect(left, top, right - gap - left, bottom - gap - top)
            for top, bottom in pairwise(_edges(self.rect.top, self.rect.height + gap, down))
            for left, right in pairwise(_edges(self.rect.left, self.rect.width + gap, across))
        ][: len(self.labels)]

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, line = painter.palette, max(2, painter.px(2))
        size = min(self._name_size(painter), BODY)
        for index, (cell, label) in enumerate(zip(self.cells(), self.labels, strict=True)):
            chosen = index == self.chosen
            hovered = memory.hover == self.key and cell.collidepoint(memory.mouse)
            if chosen:
                painter.box(cell, palette.gold, RADIUS)
            inner = cell.inflate(-2 * line, -2 * line) if chosen else cell
            ground = palette.raised if chosen or hovered else palette.field
            painter.box(inner, ground, RADIUS - 2 if chosen else RADIUS, None if chosen else palette.outline)
            edge, name = painter.px(PICTURE_EDGE), painter.px(NAME)
            shown = pygame.Rect(cell.left + edge, cell.top + edge, cell.width - 2 * edge, 0)
            shown.height = cell.height - edge - name
            if self.picture is not None:
                with painter.clipped(shown):
                    self.picture(painter, shown, index)
            words = pygame.Rect(shown.left, shown.bottom, shown.width, name)
            ink = palette.text if chosen else palette.muted
            painter.caption(label, words, size=size, colour=ink, bold=chosen, align="centre")
        if self.has_focus(memory) and 0 <= self.chosen < len(self.labels):
            around = self.cells()[self.chosen].inflate(painter.px(6), painter.px(6))
            painter.ring(around, palette.accent, RADIUS)

    def _name_size(self, painter: Painter) -> float:
        """Return the one size in points at which all names fit, but at least SMALL."""
        room = self.cells()[0].width - 2 * painter.px(PICTURE_EDGE)
        return max(SMALL, min(painter.fitting(label, room, BODY, True) for label in self.labels) / painter.unit)


def _edges(start: int, length: int, count: int) -> list[int]:
    """Return the edges in px of equal parts of a line."""
    return [start + length * index // count for index in range(count + 1)]
