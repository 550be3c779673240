"""Tiles, which are cards that can be pressed, and links, which are words that can be pressed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.ui.toolkit.painter import Align, Painter, wrap
from xiangqi.ui.toolkit.roles import CARD_RADIUS, LABEL, LEAD, SMALL
from xiangqi.ui.toolkit.widgets import Button, Memory

EDGE: Final = 16.0
"""The distance in points from the edges of a tile to its content."""

_ICON: Final = 22.0
_BESIDE: Final = 10.0  # between icon or picture and words, points
_BAR: Final = 6.0  # height of the bar that shows how much is done, points
_BADGE: Final = 20.0  # height of a badge, points


@dataclass
class Tile(Button):
    """A card that is a button.

    It has an icon or a picture, a title (the button's label) and a second line, which may be wrapped; a badge
    at the right of the title, and a bar at its foot that shows how much is done. A chosen tile has a gold
    outline.
    """

    detail: str = ""  # the second line
    badge: str = ""  # a few characters at the right of the title, "" for none
    share: float | None = None  # what is done, 0 to 1; None for no bar
    picture: Callable[[int], pygame.Surface] | None = None  # makes the picture at a height in pixels
    whole: pygame.Rect | None = None  # the card that is drawn, if only a part of it is pressed, px
    size: float = LEAD
    lines: int = 1  # most lines of the second line
    side: float = 0.0  # room left free at the right, points
    most: float = LEAD  # largest size of the title, points, so that the titles of several rows can be alike

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, card = painter.palette, self.whole or self.rect
        ground = palette.hover if memory.hover == self.key and self.enabled else palette.surface
        painter.box(card, ground, CARD_RADIUS, palette.accent if self.chosen else palette.outline)
        if self.has_focus(memory):
            painter.ring(card, painter.focus_colour(self.chosen), CARD_RADIUS)
        inner = card.inflate(-2 * painter.px(EDGE), -2 * painter.px(EDGE - 4))
        inner.width -= painter.px(self.side) if self.side else 0
        if self.share is not None:
            bar = pygame.Rect(inner.left, inner.bottom - painter.px(_BAR), inner.width, painter.px(_BAR))
            painter.progress(bar, self.share)
            inner.height -= bar.height + painter.px(4)
        self._draw_words(painter, self._beside(painter, inner))

    def _beside(self, painter: Painter, inner: pygame.Rect) -> pygame.Rect:
        """Draw the picture at the left, and return the box of the words beside it."""
        if self.picture is None:
            return inner
        shown = self.picture(inner.height)
        painter.surface.blit(shown, shown.get_rect(midleft=inner.midleft))
        used = shown.get_width() + painter.px(_BESIDE + 4)
        return pygame.Rect(inner.left + used, inner.top, inner.width - used, inner.height)

    def _draw_words(self, painter: Painter, inner: pygame.Rect) -> None:
        palette = painter.palette
        ink = palette.text if self.enabled else palette.disabled
        shown = self._lines(painter, inner.width)
        room = inner.width - self._beside_title(painter)
        title = painter.caption_height(self.label, room, size=self.size, bold=True)
        title, small = max(title, painter.line_height(self.most)), painter.line_height(SMALL)
        wanted = title + len(shown) * small
        gap = min(painter.px(6), max(0, inner.height - wanted)) if shown else 0
        spare = inner.height - wanted - gap
        top = inner.top + min(spare // 2, painter.px(6))
        head = pygame.Rect(inner.left, top, inner.width, title)
        if self.badge:
            self._draw_badge(painter, head)
        if self.icon:
            side = painter.px(_ICON)
            accent = palette.accent if self.enabled else palette.disabled
            painter.icon(self.icon, pygame.Rect(head.left, head.top, side, head.height), _ICON - 2, accent)
            head.left += side + painter.px(_BESIDE)
        head.width = room
        painter.caption(self.label, head, size=self.size, colour=ink, bold=True)
        for number, line in enumerate(shown):
            row = pygame.Rect(inner.left, head.bottom + gap + number * small, inner.width, small)
            painter.write(line, row, size=SMALL, colour=palette.muted)

    def _lines(self, painter: Painter, width_px: int) -> list[str]:
        if not self.detail:
            return []
        if self.lines == 1:
            return [self.detail]
        return wrap(self.detail, width_px, painter.type_px(SMALL))[: self.lines]

    def _beside_title(self, painter: Painter) -> int:
        """Return the width in px that icon and badge take beside the title."""
        icon = painter.px(_ICON) + painter.px(_BESIDE) if self.icon else 0
        return icon + (self._badge_width(painter) + painter.px(_BESIDE) if self.badge else 0)

    def _badge_width(self, painter: Painter) -> int:
        return max(painter.px(_BADGE), painter.width(self.badge, LABEL, True) + painter.px(12))

    def _draw_badge(self, painter: Painter, head: pygame.Rect) -> None:
        """Draw the badge at the right end of the title."""
        palette, height, width = painter.palette, painter.px(_BADGE), self._badge_width(painter)
        box = pygame.Rect(head.right - width, 0, width, height)
        box.centery = head.centery
        painter.box(box, palette.chosen, _BADGE / 2)
        painter.write(self.badge, box, size=LABEL, bold=True, align="centre")

    def fitting(self, painter: Painter) -> float:
        card = self.whole or self.rect
        room = card.width - 2 * painter.px(EDGE) - round(self.side * painter.unit)
        room -= self._beside_title(painter)
        if self.picture is not None:
            room = card.width  # its width is known only when it is drawn, where a long title shrinks
        return painter.fitting(self.label, room, self.most, True) / painter.unit


@dataclass
class Link(Button):
    """Words that are a button, in the accent colour and without a background, such as *All games* in a card."""

    align: Align = "left"
    size: float = SMALL

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, box = painter.palette, self.rect
        hovered = memory.hover == self.key and self.enabled
        ink = palette.disabled if not self.enabled else palette.text if hovered else palette.accent
        if self.has_focus(memory):
            painter.ring(box, palette.accent, 5)
        if not self.icon:
            painter.caption(self.label, box, size=self.size, colour=ink, align=self.align)
            return
        side, gap = painter.px(self.size + 5), painter.px(6)
        spare = max(0, box.width - side - gap - painter.width(self.label, self.size))
        left = box.left + {"left": 0, "centre": spare // 2, "right": spare}[self.align]
        painter.icon(self.icon, pygame.Rect(left, box.top, side, box.height), self.size + 3, ink)
        used = left + side + gap
        words = pygame.Rect(used, box.top, box.right - used, box.height)
        painter.write(self.label, words, size=self.size, colour=ink)

    def fitting(self, painter: Painter) -> float:
        return self.size
