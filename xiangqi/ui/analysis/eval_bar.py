"""The evaluation bar beside the board: each side's part grows from its own edge."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from xiangqi.app.session import analysed
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.parts.cards import BLACK_DISC, DISC_EDGE, RED_DISC, draw_general
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.theme import PieceTheme, look
from xiangqi.ui.toolkit.widgets import Memory, Widget

_GAP = 4.0  # gap between a disc and the bar, points


@dataclass
class Gauge(Widget):
    """Red's chance of winning as a bar between the generals of both sides."""

    chance: float | None = None  # Red's, 0.0 to 1.0; None if it is unknown or hidden
    flipped: bool = False  # whether Black is at the bottom
    tip: str = ""  # the chance in words
    theme: PieceTheme | None = None  # the look of the pieces

    def draw(self, painter: Painter, memory: Memory) -> None:
        radius = self.rect.width / 2
        upper, lower = (RED, BLACK) if self.flipped else (BLACK, RED)
        centre = self.rect.centerx
        draw_general(painter, upper, (centre, round(self.rect.top + radius)), radius / painter.unit, self.theme)
        draw_general(
            painter, lower, (centre, round(self.rect.bottom - radius)), radius / painter.unit, self.theme
        )
        cut = self.rect.width + painter.px(_GAP)
        self._draw_bar(painter, self.rect.inflate(-self.rect.width // 4, -2 * cut))

    def _draw_bar(self, painter: Painter, bar: pygame.Rect) -> None:
        palette = painter.palette
        if self.chance is None:
            painter.box(bar, palette.field, 5, palette.outline)
            return
        red, black = bar.copy(), bar.copy()
        red.height = round(bar.height * self.chance)
        black.height = bar.height - red.height
        (black if self.flipped else red).bottom = bar.bottom
        with painter.clipped(black):  # so high a bar is slow to fill, narrow as it is
            painter.box(bar, BLACK_DISC, 5, palette.muted)
        with painter.clipped(red):
            painter.box(bar, RED_DISC, 5)
        edge = red.bottom if self.flipped else red.top
        painter.surface.fill(DISC_EDGE, pygame.Rect(bar.left, edge - 1, bar.width, painter.px(2)))
        notch = pygame.Rect(0, 0, painter.px(6), max(1, painter.px(1.5)))
        for side in (bar.midleft, bar.midright):  # the marks that show where the bar is at equal chances
            notch.center = side
            painter.surface.fill(palette.muted, notch)


def gauge(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the bar, unless `rect` has no width; it is empty while the chance is unknown or hidden."""
    analysis = scene.state.shown_analysis
    if not rect.width:
        return []
    chance = None if analysis is None or analysis.hidden else analysed.red_chance(scene.state)
    tip = "" if chance is None else scene.texts("analysis.chance", percent=round(100 * chance))
    settings = scene.state.settings
    theme = look(settings.theme, settings.piece_set).pieces
    return [Gauge("gauge", rect, chance, scene.state.flipped, tip, theme)]
