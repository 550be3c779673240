"""A sign that content is still being prepared or read, shown in its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.widgets import Memory, Widget

_NOTICED_S: Final = 0.3  # a shorter wait needs no sign
_STEP_S: Final = 0.1
_STEPS: Final = 10  # of the bar from one end to the other


@dataclass
class Wait(Widget):
    """A few words and a bar that goes to and fro, once the wait is long enough to be noticed."""

    text: str = ""
    lively = True

    def draw(self, painter: Painter, memory: Memory) -> None:
        memory.work_began_s.setdefault(self.key, memory.now_s)
        step = memory.work_drawn[self.key] = self._step(memory.now_s, memory)
        if step < 0:
            return
        words = pygame.Rect(self.rect.left, self.rect.centery - painter.px(30), self.rect.width, painter.px(24))
        painter.write(self.text, words, colour=painter.palette.muted, align="centre")
        line = pygame.Rect(
            0, words.bottom + painter.px(8), min(self.rect.width, painter.px(240)), painter.px(6)
        )
        line.centerx = self.rect.centerx
        painter.box(line, painter.palette.field, 3)
        part = line.width // 3
        there = abs(step % (2 * _STEPS) - _STEPS)
        bar = pygame.Rect(line.left + (line.width - part) * there // _STEPS, line.top, part, line.height)
        painter.box(bar, painter.palette.gold, 3)

    def _step(self, now_s: float, memory: Memory) -> int:
        """Return the step of the bar, -1 before it is shown."""
        waited = now_s - memory.work_began_s.get(self.key, now_s)
        return -1 if waited < _NOTICED_S else int((waited - _NOTICED_S) / _STEP_S)

    def is_moving(self, now_s: float, memory: Memory) -> bool:
        return self._step(now_s, memory) != memory.work_drawn.get(self.key, -1)
