"""The column slides in when something else stands in it: for a moment, and then nothing moves any more."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.state import AppState
from xiangqi.ui.toolkit.roles import Colour

SECONDS: Final = 0.15
"""How long the column is on its way."""

_FROM: Final = 20.0  # how far right of its place it begins, points


def _content(state: AppState) -> tuple[object, ...]:
    """Return what tells whether something else stands in the column."""
    analysis, insight = state.shown_analysis, state.coaching.insight
    tab = None if analysis is None else analysis.tab
    page = state.panel, state.editor is None, state.replay is None, state.library.explorer is None
    return *page, tab, insight is None, state.challenge is None


class ColumnSlide:
    """Notices that the column shows something else, and draws it on its way."""

    def __init__(self) -> None:
        self._content: tuple[object, ...] | None = None
        self._began_s = float("-inf")

    def follow(self, state: AppState, now_s: float) -> None:
        """Take note of what stands in the column."""
        content = _content(state)
        if self._content is not None and content != self._content:
            self._began_s = now_s
        self._content = content

    def is_moving(self, now_s: float) -> bool:
        """Return whether the column is not in its place yet."""
        return 0 <= now_s - self._began_s < SECONDS

    def draw(
        self, surface: pygame.Surface, column: pygame.Rect, unit: float, ground: Colour, now_s: float
    ) -> None:
        """Move the column, which has been drawn in its place, to where it is now."""
        if not self.is_moving(now_s):
            return
        left = 1.0 - (now_s - self._began_s) / SECONDS
        box = column.clip(surface.get_rect())
        picture = surface.subsurface(box).copy()
        surface.fill(ground, box)
        surface.set_clip(box)
        surface.blit(picture, (box.left + round(_FROM * unit * left * left), box.top))
        surface.set_clip(None)
