"""The charts of the page of progress: rows with bars, a ring with a share, and a calendar of days."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

import pygame

from xiangqi.app.session.habits import GOALS, Days
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.ring import ring
from xiangqi.ui.toolkit.roles import BODY, RADIUS, SMALL, TITLE, Colour
from xiangqi.ui.toolkit.widgets import Button, Memory, Widget

_BAR: Final = 8.0
_LINE: Final = 8.0  # width of the ring
_CELL: Final = 34.0  # a day with the space beside it
_FILLED: Final = 0.78  # share of a cell that the day's square fills
_WEEK: Final = 7


@dataclass
class BarRow(Button):
    """A button in the form of a row: a name, a bar, and a few words at the right."""

    share: float = 0.0  # the length of the bar, 0 to 1
    note: str = ""
    name_share: float = 0.42  # share of the width for the name

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        if memory.hover == self.key:
            painter.box(self.rect.inflate(painter.px(8), 0), palette.hover, RADIUS)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, RADIUS)
        gap, note = painter.px(12), painter.width(self.note, SMALL)
        name, told = self.rect.copy(), self.rect.copy()
        name.width = round(self.rect.width * self.name_share)
        painter.caption(self.label, name, size=BODY)
        told.left, told.width = self.rect.right - note, note + 1
        painter.write(self.note, told, size=SMALL, colour=palette.muted)
        bar = pygame.Rect(name.right + gap, 0, told.left - name.right - 2 * gap, painter.px(_BAR))
        bar.centery = self.rect.centery
        if bar.width > painter.px(24):
            painter.progress(bar, max(0.0, min(1.0, self.share)))

    def fitting(self, painter: Painter) -> float:
        return self.size


@dataclass
class ShareRing(Widget):
    """A ring that shows a share in gold, with words in the middle."""

    share: float = 0.0  # 0 to 1
    text: str = ""
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, size = painter.palette, min(self.rect.size)
        drawn = ring(size, painter.px(_LINE), round(self.share, 2), palette.gold, palette.raised)
        box = drawn.get_rect(center=self.rect.center)
        painter.surface.blit(drawn, box)
        painter.write(self.text, box, size=TITLE, bold=True, align="centre")

    @staticmethod
    def fits(painter: Painter, text: str, size_px: int) -> bool:
        """Return whether words fit inside a ring of a given size."""
        return painter.width(text, TITLE, True) + 4 * painter.px(_LINE) <= size_px


@dataclass
class DayGrid(Widget):
    """A square for each day, weeks side by side, the last at the right; brighter where more was done."""

    days: Days = field(default_factory=dict)
    today: date = date(2000, 1, 1)
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        step = max(4, min(painter.px(_CELL), self.rect.height // _WEEK))
        side, weeks = round(step * _FILLED), max(1, self.rect.width // step)
        grounds = [palette.raised, *(_mixed(palette.raised, palette.gold, share) for share in (0.4, 0.7, 1.0))]
        first = self.today - timedelta(days=self.today.weekday() + _WEEK * (weeks - 1))
        left = self.rect.right - weeks * step
        for number in range((self.today - first).days + 1):
            day = first + timedelta(days=number)
            week, row = divmod(number, _WEEK)
            cell = pygame.Rect(left + week * step, self.rect.top + row * step, side, side)
            done = len(self.days.get(day, ()))
            painter.box(cell, grounds[min(done, len(GOALS))], 3)
            if day == self.today:
                pygame.draw.rect(painter.surface, palette.accent, cell.inflate(3, 3), 1, border_radius=4)


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
