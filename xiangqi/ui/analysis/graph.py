"""The graph of a game: Red's chance of winning from move to move. A click goes there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import pygame

from xiangqi.action import Action
from xiangqi.app.analysis.assess import MoveVerdict
from xiangqi.app.records.browse import GoTo
from xiangqi.coach.grades import SIGNS, Grade
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import Colour, PanelColours
from xiangqi.ui.toolkit.widgets import HANDLED, Memory, Widget

_OVERSAMPLING = 3
_MOST_SIGNS = 40  # with more of them none could be read

Chances = tuple[float | None, ...]


def grade_colour(palette: PanelColours, grade: Grade) -> Colour:
    """Return the colour that goes with a sign."""
    return {
        Grade.INACCURACY: palette.muted,
        Grade.MISTAKE: palette.warning,
        Grade.BLUNDER: palette.danger,
    }[grade]


@dataclass
class Graph(Widget):
    """Red's chance over the moves: above the middle Red stands better, below it Black."""

    chances: Chances = (None,)  # Red's in each position, None where unknown: the line is broken there
    marked: Sequence[MoveVerdict] = ()  # moves with a sign
    ply: int = 0  # of the position on the board
    empty: str = ""  # said while nothing is known
    unit: float = 1.0  # pixels per point

    def _plot(self) -> pygame.Rect:
        return self.rect.inflate(-2 * round(10 * self.unit), -2 * round(8 * self.unit))

    def _x(self, plot: pygame.Rect, ply: int) -> int:
        return plot.left + round((plot.width - 1) * ply / max(1, len(self.chances) - 1))

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.field, 8, palette.outline)
        plot = self._plot()
        if all(chance is None for chance in self.chances):
            painter.write(self.empty, plot, size=13, colour=palette.muted, align="centre")
            return
        curve = _curve(self.chances, plot.size, palette.text, palette.red_side, palette.black_side)
        painter.surface.blit(curve, plot)
        painter.surface.fill(palette.muted, pygame.Rect(plot.left, plot.centery, plot.width, 1))
        place = pygame.Rect(self._x(plot, self.ply), plot.top, painter.px(2), plot.height)
        painter.surface.fill(palette.accent, place)
        if memory.hover == self.key:
            ply = self._ply_at(memory.mouse[0])
            painter.surface.fill(palette.muted, pygame.Rect(self._x(plot, ply), plot.top, 1, plot.height))
        self._draw_signs(painter, plot)

    def _draw_signs(self, painter: Painter, plot: pygame.Rect) -> None:
        worst = sorted(self.marked, key=lambda verdict: verdict.loss)[-_MOST_SIGNS:]
        for verdict in worst:
            chance, grade = self.chances[verdict.ply], verdict.grade
            if chance is None or grade is None:
                continue
            colour = grade_colour(painter.palette, grade)
            spot = (self._x(plot, verdict.ply), plot.bottom - round(chance * plot.height))
            painter.disc(spot, 2.5, colour, colour)
            box = pygame.Rect(0, 0, painter.px(18), painter.px(13))
            upwards = spot[1] > plot.centery
            box.center = (spot[0], spot[1] + painter.px(-9 if upwards else 9))
            box.clamp_ip(self.rect)
            painter.write(SIGNS[grade], box, size=11, bold=True, colour=colour, align="centre")

    def _ply_at(self, x: int) -> int:
        last, plot = len(self.chances) - 1, self._plot()
        return min(last, max(0, round((x - plot.left) / max(1, plot.width - 1) * last)))

    def press(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return self._go(position)

    def drag(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return self._go(position)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return HANDLED

    def _go(self, position: tuple[int, int]) -> Action:
        ply = self._ply_at(position[0])
        return HANDLED if ply == self.ply else GoTo(ply)


@lru_cache(maxsize=8)
def _curve(chances: Chances, size: tuple[int, int], line: Colour, red: Colour, black: Colour) -> pygame.Surface:
    """Draw the line, and what lies between it and the middle in the colours of the sides."""
    width, height = size[0] * _OVERSAMPLING, size[1] * _OVERSAMPLING
    large = pygame.Surface((width, height), pygame.SRCALPHA)
    large.fill((*line, 0))
    step = (width - 1) / max(1, len(chances) - 1)
    middle = height / 2
    for known, run in groupby(enumerate(chances), key=lambda item: item[1] is not None):
        if not known:
            continue
        points = [(ply * step, height * (1 - (chance or 0.0))) for ply, chance in run]
        for colour, limit in ((red, min), (black, max)):
            top = [(x, limit(y, middle)) for x, y in points]
            shape = [(top[0][0], middle), *top, (top[-1][0], middle)]
            pygame.draw.polygon(large, (*colour, 120), shape)
        if len(points) > 1:
            pygame.draw.lines(large, line, False, points, _OVERSAMPLING * 2 - 1)
        else:
            pygame.draw.circle(large, line, points[0], 2 * _OVERSAMPLING)
    return pygame.transform.smoothscale(large, size)
