"""Slides the column in when its content is replaced."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.exercises.modes import Challenge
from xiangqi.app.library.state import LibraryState
from xiangqi.app.session.state import AppState
from xiangqi.ui.toolkit.roles import Colour

SECONDS: Final = 0.15
"""The duration of the slide."""

_FROM: Final = 20.0  # how far from its final place the column starts, points


def _content(state: AppState) -> tuple[object, ...]:
    """Return a value that changes whenever the column shows other content."""
    analysis, insight = state.shown_analysis, state.coaching.insight
    tab = None if analysis is None else analysis.tab
    page = (
        state.panel,
        not state.document.mode.arranges,
        state.replay is None,
        state.part(LibraryState).explorer is None,
    )
    return *page, tab, insight is None, state.mode(Challenge) is None


class ColumnSlide:
    """Detects that the column shows other content, and draws the column while it slides in."""

    def __init__(self) -> None:
        self._content: tuple[object, ...] | None = None
        self._began_s = float("-inf")

    def follow(self, state: AppState, now_s: float) -> None:
        """Start a slide if the content of the column has changed."""
        content = _content(state)
        if self._content is not None and content != self._content:
            self._began_s = now_s
        self._content = content

    def is_moving(self, now_s: float) -> bool:
        """Return whether the column is still sliding."""
        return 0 <= now_s - self._began_s < SECONDS

    def draw(
        self, surface: pygame.Surface, column: pygame.Rect, unit: float, ground: Colour, now_s: float
    ) -> None:
        """Move the column, which has been drawn in its final place, to where it is at this moment."""
        if not self.is_moving(now_s):
            return
        left = 1.0 - (now_s - self._began_s) / SECONDS
        box = column.clip(surface.get_rect())
        picture = surface.subsurface(box).copy()
        surface.fill(ground, box)
        surface.set_clip(box)
        surface.blit(picture, (box.left + round(_FROM * unit * left * left), box.top))
        surface.set_clip(None)
