"""The results of a round's exercises in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import SMALL, Colour
from xiangqi.ui.toolkit.widgets import Memory, Widget

_LARGEST: Final = 32.0  # diameter of a disc
_SPREAD: Final = 1.9  # largest distance of two discs, in diameters
_NUMBERED: Final = 20.0  # diameter from which open exercises show their numbers
_RIGHT: Final[Colour] = (74, 148, 78)
_WRONG: Final[Colour] = (188, 66, 56)
_INK: Final[Colour] = (255, 251, 243)


@dataclass
class Pips(Widget):
    """A disc for each exercise: solved, solved with help, not solved, the current one, or still open.

    One solved with help, or at a second try, has an outlined tick and no red cross.
    """

    results: Sequence[bool | None] = ()  # whether each was solved without help; None if it is still open
    place: int = 0  # index of the exercise on the board
    helped: frozenset[int] = frozenset()  # the places of those that were solved, but not without help
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        count = max(1, len(self.results))
        diameter = min(painter.px(_LARGEST), self.rect.height, self.rect.width // count)
        step = min(self.rect.width / count, diameter * _SPREAD)
        left = self.rect.centerx - step * count / 2
        for number, result in enumerate(self.results):
            middle = (round(left + (number + 0.5) * step), self.rect.centery)
            self._draw_one(painter, number, result, middle, diameter)

    def _draw_one(
        self, painter: Painter, number: int, result: bool | None, middle: tuple[int, int], diameter: int
    ) -> None:
        palette, radius = painter.palette, diameter / painter.unit / 2 - 1
        box = pygame.Rect(0, 0, diameter, diameter)
        box.center = middle
        if result is not None:
            self._draw_result(painter, number, result, box, radius)
            return
        current = number == self.place
        ground = palette.gold if current else palette.raised
        painter.disc(middle, radius, ground, ground)
        if diameter >= painter.px(_NUMBERED):
            ink = palette.on_gold if current else palette.muted
            painter.write(str(number + 1), box, size=SMALL, colour=ink, bold=current, align="centre")

    def _draw_result(
        self, painter: Painter, number: int, result: bool, box: pygame.Rect, radius: float
    ) -> None:
        palette, is_helped = painter.palette, not result and number in self.helped
        if is_helped:
            painter.disc(box.center, radius, palette.surface, _RIGHT)
            painter.icon("check", box, radius, palette.good)
        else:
            ground = _RIGHT if result else _WRONG
            painter.disc(box.center, radius, ground, ground)
            painter.icon("check" if result else "close", box, radius, _INK)
        if number == self.place:
            pygame.draw.circle(painter.surface, palette.gold, box.center, box.width / 2 + 1, painter.px(2))
