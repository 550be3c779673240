"""The graph of a game: Red's winning chance from move to move. A click goes to a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, pairwise

import pygame

from xiangqi.action import Action
from xiangqi.app.records.browse import GoTo
from xiangqi.app.session.assess import MoveVerdict
from xiangqi.coach.grades import SIGNS
from xiangqi.line import Line
from xiangqi.ui.parts.grade_colour import grade_colour
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import RADIUS, SMALL, Colour
from xiangqi.ui.toolkit.widgets import HANDLED, Memory, Widget

_OVERSAMPLING = 3
_MOST_SIGNS = 40  # largest number of signs; more would be unreadable
_ABOVE = 8.0  # distance from the upper edge to the curve, points
_AXIS = 20.0  # height below the curve, with the numbers, points
_NUMBER = 34.0  # room for a number, points
_STEPS = (1, 2, 5, 10, 20, 50, 100)

Chances = tuple[float | None, ...]


@dataclass
class Graph(Widget):
    """A curve of Red's winning chance by move: above the middle Red stands better, below it Black."""

    line: Line = field(default_factory=Line)  # the game
    chances: Chances = (None,)  # Red's in each position; None if unknown, where the curve has a gap
    marked: Sequence[MoveVerdict] = ()  # moves with a sign
    ply: int = 0  # ply of the position on the board
    phases: Sequence[tuple[int, str]] = ()  # the phases of the game: the ply at which each begins, and its name
    empty: str = ""  # text shown while nothing is known
    unit: float = 1.0  # pixels per point

    def _plot(self) -> pygame.Rect:
        """Return the area of the curve, above the numbers of the rounds, px."""
        plot = self.rect.inflate(-2 * round(12 * self.unit), -2 * round(_ABOVE * self.unit))
        plot.height -= round((_AXIS - _ABOVE) * self.unit)
        return plot

    def _x(self, plot: pygame.Rect, ply: int) -> int:
        return plot.left + round((plot.width - 1) * ply / max(1, len(self.chances) - 1))

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.field, RADIUS, palette.outline)
        if all(chance is None for chance in self.chances):
            painter.write(self.empty, self.rect, size=SMALL, colour=palette.muted, align="centre")
            return
        plot = self._plot()
        self._draw_phases(painter, plot)
        curve = _curve(self.chances, plot.size, palette.text, palette.red_side, palette.black_side)
        painter.surface.blit(curve, plot)
        painter.surface.fill(palette.muted, pygame.Rect(plot.left, plot.centery, plot.width, 1))
        place = pygame.Rect(self._x(plot, self.ply), plot.top, painter.px(2), plot.height)
        painter.surface.fill(palette.accent, place)
        if memory.hover == self.key:
            ply = self._ply_at(memory.mouse[0])
            painter.surface.fill(palette.muted, pygame.Rect(self._x(plot, ply), plot.top, 1, plot.height))
        self._draw_axis(painter, plot)
        self._draw_signs(painter, plot)

    def _draw_phases(self, painter: Painter, plot: pygame.Rect) -> None:
        """Mark where each phase of the game begins, with its name if there is space."""
        begins = [*self.phases, (len(self.chances) - 1, "")]
        for (ply, name), (end, _) in pairwise(begins):
            left, right = self._x(plot, ply), self._x(plot, end)
            if ply > 0:
                line = pygame.Rect(left, plot.top, 1, plot.height)
                painter.surface.fill(painter.palette.disabled, line)
            words = pygame.Rect(left + painter.px(4), plot.top, right - left - painter.px(8), painter.px(SMALL))
            if painter.width(name, SMALL) <= words.width:
                painter.write(name, words, size=SMALL, colour=painter.palette.muted, shrink=False)

    def _draw_axis(self, painter: Painter, plot: pygame.Rect) -> None:
        """Write the numbers of some rounds below the curve."""
        rounds = len(self.chances) // 2
        step = next((step for step in _STEPS if rounds / step * painter.px(_NUMBER) <= plot.width), _STEPS[-1])
        for number, ply in self._numbered(step):
            box = pygame.Rect(0, plot.bottom, painter.px(_NUMBER), self.rect.bottom - plot.bottom)
            box.centerx = self._x(plot, ply)
            if box.right <= self.rect.right:
                colour = painter.palette.muted
                painter.write(str(number), box, size=SMALL, colour=colour, align="centre", shrink=False)

    def _numbered(self, step: int) -> Iterator[tuple[int, int]]:
        """Yield every `step`-th round: its number, and the ply after Red's move."""
        last = len(self.chances) - 1
        for number in range(step, self.line.round_at(last) + 1, step):
            if 0 < (ply := self.line.start_of(number) + 1) <= last:
                yield number, ply

    def _draw_signs(self, painter: Painter, plot: pygame.Rect) -> None:
        worst = sorted(self.marked, key=lambda verdict: verdict.loss)[-_MOST_SIGNS:]
        for verdict in worst:
            chance, grade = self.chances[verdict.ply], verdict.grade
            if chance is None or grade is None:
                continue
            colour = grade_colour(painter.palette, grade)
            spot = (self._x(plot, verdict.ply), plot.bottom - round(chance * plot.height))
            painter.disc(spot, 2.5, colour, colour)
            box = pygame.Rect(0, 0, painter.px(20), painter.px(SMALL))
            upwards = spot[1] > plot.centery
            box.center = (spot[0], spot[1] + painter.px(-9 if upwards else 9))
            box.clamp_ip(self.rect)
            painter.write(SIGNS[grade], box, size=SMALL, bold=True, colour=colour, align="centre")

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
    """Draw the curve, with the area between it and the middle in the colours of the sides."""
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
