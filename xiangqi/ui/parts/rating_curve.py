"""The player's rating: as a curve with its interval, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame

from xiangqi.exercises.rating import rounded
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import SMALL
from xiangqi.ui.toolkit.widgets import Memory, Widget

if TYPE_CHECKING:
    from xiangqi.exercises.rating import StrengthEstimate


_MOST_GAMES: Final = 200


@dataclass
class RatingCurve(Widget):
    """The estimate after each game as a line, inside a band that shows its interval."""

    estimates: Sequence[StrengthEstimate] = ()  # one per game, oldest first
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.field, 8, palette.outline)
        shown = self.estimates[-_MOST_GAMES:]
        if not shown:
            return
        low, high = min(one.low for one in shown), max(one.high for one in shown)
        side = painter.px(46)
        plot = self.rect.inflate(-2 * painter.px(10), -2 * painter.px(12))
        plot.left, plot.width = plot.left + side, plot.width - side
        for value in (low, high):
            words = pygame.Rect(self.rect.left + painter.px(6), 0, side, painter.line_height(SMALL))
            words.centery = _height(plot, value, low, high)
            painter.write(str(rounded(value)), words, size=SMALL, colour=palette.muted)
        band = [(x, _height(plot, one.high, low, high)) for x, one in _places(plot, shown)]
        band += [(x, _height(plot, one.low, low, high)) for x, one in reversed(_places(plot, shown))]
        pygame.draw.polygon(painter.surface, palette.raised, band)
        line = [(x, _height(plot, one.mean, low, high)) for x, one in _places(plot, shown)]
        pygame.draw.lines(painter.surface, palette.accent, False, line, max(2, painter.px(2)))


def _places(plot: pygame.Rect, shown: Sequence[StrengthEstimate]) -> list[tuple[int, StrengthEstimate]]:
    """Return the shown games with their x positions in px; a single game spans the plot."""
    if len(shown) == 1:
        return [(plot.left, shown[0]), (plot.right, shown[0])]
    return [(plot.left + round(plot.width * at / (len(shown) - 1)), one) for at, one in enumerate(shown)]


def _height(plot: pygame.Rect, value: float, low: float, high: float) -> int:
    return plot.bottom - round(plot.height * (value - low) / max(1.0, high - low))


def rating_words(scene: PanelContext, known: StrengthEstimate) -> str:
    """Return a rating with its interval as a short text."""
    values = {"mean": rounded(known.mean), "low": rounded(known.low), "high": rounded(known.high)}
    return scene.texts("rating.short", **values)
