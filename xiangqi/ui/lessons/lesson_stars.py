"""The stars of first lessons: a row of a lesson's steps, and the stars earned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.lessons.attempt import MOST_STARS
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.widgets import Memory, Widget

_PIPS: Final = 20.0


@dataclass
class StepRow(Widget):
    """A row with the pages and tasks of a lesson: dots for pages, and a star for each completed task."""

    done: Sequence[bool | None] = ()  # whether each task has been done; None for a page
    place: int = 0  # index of the current page or task
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, count = painter.palette, len(self.done)
        step = min(painter.px(_PIPS + 12), self.rect.width // max(1, count))
        left = self.rect.centerx - count * step // 2
        for number, is_done in enumerate(self.done):
            middle = (left + number * step + step // 2, self.rect.centery)
            ink = palette.gold if is_done or number == self.place else palette.muted
            if is_done is None:
                painter.disc(middle, 4, ink if number <= self.place else palette.field, ink)
                continue
            field = pygame.Rect(0, 0, step, self.rect.height)
            field.center = middle
            painter.icon("star" if is_done else "no_star", field, _PIPS - 2, ink)


@dataclass
class StarRow(Widget):
    """Three stars in the middle of a box, of which the earned ones are filled."""

    count: int = 0  # number of stars earned
    tip: str = ""  # the stars earned, in words
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, step = painter.palette, self.rect.height
        left = self.rect.centerx - MOST_STARS * step // 2
        for number in range(MOST_STARS):
            field = pygame.Rect(left + number * step, self.rect.top, step, self.rect.height)
            earned = number < self.count
            size = self.rect.height / painter.unit * 0.86
            painter.icon(
                "star" if earned else "no_star", field, size, palette.gold if earned else palette.muted
            )
