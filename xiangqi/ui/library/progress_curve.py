"""The curve of the player's games: each result, the recent share of points, and the accuracy if known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.library.played import DRAWN, WON
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import SMALL
from xiangqi.ui.toolkit.widgets import Memory, Widget

_LAST_GAMES: Final = 10
"""The number of games over which points are averaged."""

_MOST_SHOWN: Final = 200


@dataclass
class ProgressCurve(Widget):
    """The curve, game by game from left to right."""

    games: Sequence[tuple[str, str, float | None]] = ()  # (ended, outcome, accuracy) of each, in order

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.field, 8, palette.outline)
        plot = self.rect.inflate(-2 * painter.px(10), -2 * painter.px(12))
        scale = painter.width("100%", SMALL) + painter.px(8)
        for share in (0.0, 0.5, 1.0):
            line = pygame.Rect(plot.left, 0, scale, painter.line_height(SMALL))
            line.centery = plot.bottom - round(plot.height * share)
            painter.write(f"{share:.0%}", line, size=SMALL, colour=palette.muted)
        plot.left, plot.width = plot.left + scale, plot.width - scale
        shown = self.games[-_MOST_SHOWN:]
        step = plot.width / max(1, len(shown) - 1)
        colours = {WON: palette.good, DRAWN: palette.muted}
        painter.surface.fill(palette.disabled, pygame.Rect(plot.left, plot.centery, plot.width, 1))
        first = len(self.games) - len(shown)
        form = [
            _points(self.games[max(0, end - _LAST_GAMES) : end])
            for end in range(first + 1, len(self.games) + 1)
        ]
        self._line(
            painter,
            [(plot.left + step * place, plot.bottom - plot.height * share) for place, share in enumerate(form)],
            palette.accent,
        )
        known = [(place, accuracy) for place, (_, _, accuracy) in enumerate(shown) if accuracy is not None]
        spots = [
            (plot.left + step * place, plot.bottom - plot.height * accuracy / 100) for place, accuracy in known
        ]
        self._line(painter, spots, palette.text)
        for place, (_, outcome, _) in enumerate(shown):
            colour = colours.get(outcome, palette.danger)
            height = {WON: 1.0, DRAWN: 0.5}.get(outcome, 0.0)
            spot = (round(plot.left + step * place), round(plot.bottom - plot.height * height))
            painter.disc(spot, 3 if len(shown) < 80 else 1.5, colour, colour)

    def _line(
        self, painter: Painter, spots: Sequence[tuple[float, float]], colour: tuple[int, int, int]
    ) -> None:
        if len(spots) > 1:
            pygame.draw.lines(painter.surface, colour, False, spots, max(1, painter.px(1.6)))
        for x, y in spots if len(spots) < 40 else ():
            painter.disc((round(x), round(y)), 2.4, colour, colour)


def _points(games: Sequence[tuple[str, str, float | None]]) -> float:
    """Return the share of points in some games, 0 to 1."""
    return sum({WON: 1.0, DRAWN: 0.5}.get(outcome, 0.0) for _, outcome, _ in games) / len(games)
