"""The graph of a game: Red's winning chance from move to move. A click goes to a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, pairwise

import pygame

from xiangqi.action import Action
from xiangqi.app.records.browse import GoTo
from xiangqi.line import Line
from xiangqi.ui.analysis.moment_discs import DISC, Disc, draw_disc
from xiangqi.ui.parts.cards import RED_DISC
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import RADIUS, SMALL, Colour
from xiangqi.ui.toolkit.widgets import HANDLED, Memory, Widget

_OVERSAMPLING = 3
_AREA = 150  # opacity of the areas
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
    discs: Sequence[Disc] = ()  # the moments; a click on one shows it
    ply: int = 0  # ply of the position on the board
    phases: Sequence[tuple[int, str]] = ()  # the phases of the game: the ply at which each begins, and its name
    empty: str = ""  # text shown while nothing is known
    unit: float = 1.0  # pixels per point

    def _plot(self) -> pygame.Rect:
        """Return the area in px of the curve, above the numbers of the rounds."""
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
        curve = _curve(self.chances, plot.size, palette.text, RED_DISC, palette.field)
        painter.surface.blit(curve, plot)
        painter.surface.fill(palette.muted, pygame.Rect(plot.left, plot.centery, plot.width, 1))
        place = pygame.Rect(self._x(plot, self.ply), self.rect.top + 1, painter.px(2), self.rect.height - 2)
        painter.surface.fill(palette.accent, place)
        if memory.hover == self.key:
            ply = self._ply_at(memory.mouse[0])
            painter.surface.fill(palette.muted, pygame.Rect(self._x(plot, ply), plot.top, 1, plot.height))
        self._draw_axis(painter, plot)
        for disc in sorted(self.discs, key=lambda disc: disc.current):
            draw_disc(painter, disc, self._spot(disc))

    def _draw_phases(self, painter: Painter, plot: pygame.Rect) -> None:
        """Mark where each phase of the game begins, with its name if there is space."""
        begins = [*self.phases, (len(self.chances) - 1, "")]
        for (ply, name), (end, _) in pairwise(begins):
            left, right = self._x(plot, ply), self._x(plot, end)
            if ply > 0:
                line = pygame.Rect(left, plot.top, 1, plot.height)
                painter.surface.fill(painter.palette.disabled, line)
            height = painter.type_px(SMALL)
            words = pygame.Rect(left + painter.px(4), plot.top, right - left - painter.px(8), height)
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

    def _spot(self, disc: Disc) -> tuple[int, int]:
        """Return the middle of a disc: on the curve, and wholly within the graph."""
        plot, edge = self._plot(), round((DISC / 2 + 2) * self.unit)
        chance = self.chances[disc.ply] if disc.ply < len(self.chances) else None
        middle = plot.bottom - round((0.5 if chance is None else chance) * plot.height)
        inner = self.rect.inflate(-2 * edge, -2 * edge)
        left = min(max(self._x(plot, disc.ply), inner.left), inner.right)
        return left, min(max(middle, inner.top), inner.bottom)

    def _disc_at(self, position: tuple[int, int]) -> Disc | None:
        """Return the disc at a pixel, or None."""
        box = pygame.Rect(0, 0, round(DISC * self.unit), round(DISC * self.unit))
        for disc in self.discs:
            box.center = self._spot(disc)
            if box.collidepoint(position):
                return disc
        return None

    def _ply_at(self, x: int) -> int:
        last, plot = len(self.chances) - 1, self._plot()
        return min(last, max(0, round((x - plot.left) / max(1, plot.width - 1) * last)))

    def points_at(self, position: tuple[int, int], memory: Memory) -> bool:
        return any(chance is not None for chance in self.chances)

    def press(self, position: tuple[int, int], memory: Memory) -> Action | None:
        disc = self._disc_at(position)
        return self._go(position) if disc is None else disc.action

    def drag(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return HANDLED if self._disc_at(position) is not None else self._go(position)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return HANDLED

    def _go(self, position: tuple[int, int]) -> Action:
        ply = self._ply_at(position[0])
        return HANDLED if ply == self.ply else GoTo(ply)


@lru_cache(maxsize=8)
def _curve(chances: Chances, size: tuple[int, int], line: Colour, red: Colour, black: Colour) -> pygame.Surface:
    """Return the curve; the area below it has Red's colour, that above it Black's."""
    width, height = size[0] * _OVERSAMPLING, size[1] * _OVERSAMPLING
    large = pygame.Surface((width, height), pygame.SRCALPHA)
    large.fill((*line, 0))
    step = (width - 1) / max(1, len(chances) - 1)
    for known, run in groupby(enumerate(chances), key=lambda item: item[1] is not None):
        if not known:
            continue
        points = [(ply * step, height * (1 - (chance or 0.0))) for ply, chance in run]
        for colour, edge in ((red, height), (black, 0)):
            shape = [(points[0][0], edge), *points, (points[-1][0], edge)]
            pygame.draw.polygon(large, (*colour, _AREA), shape)
        if len(points) > 1:
            pygame.draw.lines(large, line, False, points, _OVERSAMPLING * 2 - 1)
        else:
            pygame.draw.circle(large, line, points[0], 2 * _OVERSAMPLING)
    return pygame.transform.smoothscale(large, size)
