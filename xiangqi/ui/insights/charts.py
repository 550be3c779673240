"""Charts: columns by month and bars by phase, labelled with their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import SMALL
from xiangqi.ui.toolkit.widgets import Memory, Widget

_MOST_COLUMNS: Final = 24
_WIDEST: Final = 44.0  # width of a column, points


@dataclass(frozen=True)
class Column:
    """One column or bar."""

    name: str
    value: float
    told: str  # the value as text
    band: tuple[float, float] | None = None  # the bounds of the value, drawn as a line; None for no line


@dataclass
class Columns(Widget):
    """Columns side by side, the latest at the right, with values above and names below if there is space."""

    columns: Sequence[Column] = ()
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.field, 8, palette.outline)
        shown = self.columns[-_MOST_COLUMNS:]
        line = painter.line_height(SMALL)
        most = max((max(one.value, *(one.band or ())) for one in shown), default=0.0)
        if not shown or most <= 0:
            return
        widest = max(painter.width(words, SMALL) for one in shown for words in (one.name, one.told))
        beside = max(painter.px(10), (widest - self.rect.width // len(shown)) // 2 + painter.px(8))
        plot = self.rect.inflate(-2 * beside, -2 * painter.px(8))
        step = plot.width / len(shown)
        bars = pygame.Rect(plot.left, plot.top + line, plot.width, plot.height - 2 * line)
        painter.surface.fill(palette.outline, (plot.left, bars.bottom, plot.width, 1))
        every = max(1, -(-(widest + painter.px(6)) // max(1, round(step))))  # columns that share a name's room
        for place, one in enumerate(shown):
            cell = pygame.Rect(round(plot.left + place * step), bars.top, round(step), bars.height)
            width = min(round(step * 0.7), painter.px(_WIDEST))
            height = max(1, round(bars.height * one.value / most))
            bar = pygame.Rect(0, bars.bottom - height, max(2, width), height)
            bar.centerx = cell.centerx
            painter.box(bar, palette.accent, 3)
            if one.band is not None:
                least, highest = (bars.bottom - round(bars.height * bound / most) for bound in one.band)
                line_px = max(1, painter.px(1.4))
                bounds = pygame.Rect(bar.centerx - line_px // 2, highest, line_px, max(1, least - highest))
                painter.surface.fill(palette.text, bounds)
                bar.top = min(bar.top, highest)
            if (len(shown) - 1 - place) % every == 0:
                words = cell.inflate(round(step * (every - 1)), 0)
                top = pygame.Rect(words.left, bar.top - line, words.width, line)
                low = pygame.Rect(words.left, bars.bottom, words.width, line)
                painter.write(one.told, top, size=SMALL, align="centre")
                painter.write(one.name, low, size=SMALL, colour=palette.muted, align="centre")


@dataclass
class Bars(Widget):
    """Bars below each other, each with its name before it and its value after it."""

    bars: Sequence[Column] = ()
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.field, 8, palette.outline)
        inner = self.rect.inflate(-2 * painter.px(10), -2 * painter.px(8))
        most = max((one.value for one in self.bars), default=0.0)
        if most <= 0:
            return
        gap = painter.px(8)
        names = max(painter.width(one.name, SMALL) for one in self.bars) + gap
        told = max(painter.width(one.told, SMALL) for one in self.bars) + gap
        row = inner.height / len(self.bars)
        for place, one in enumerate(self.bars):
            line = pygame.Rect(inner.left, round(inner.top + place * row), inner.width, round(row))
            painter.write(one.name, pygame.Rect(line.left, line.top, names, line.height), size=SMALL)
            room = max(1, line.width - names - told)
            bar = pygame.Rect(line.left + names, 0, max(2, round(room * one.value / most)), painter.px(14))
            bar.centery = line.centery
            painter.box(bar, palette.accent, 3)
            words = pygame.Rect(bar.right + gap, line.top, told, line.height)
            painter.write(one.told, words, size=SMALL)
