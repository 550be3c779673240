"""The scrolling column or page, for a window that is too low for its content."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import pygame

from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.move_list import TYPED_MOVE
from xiangqi.ui.toolkit.lists import SCROLLBAR, Scrollable
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import GAP
from xiangqi.ui.toolkit.widgets import Memory, Widget

PANE: Final = "pane"
"""Key of the scrolling view, while there is one."""

_SCROLLED_HEIGHT: Final = 720.0  # least height of the content, points, which leaves lists some room
_STEP: Final = 24.0  # how far one step of the wheel scrolls, points
_EDGE: Final = 5.0  # margin beside the view for focus rings, points


@dataclass
class Pane(Scrollable):
    """The visible part of the column, drawn beneath its content."""

    content_px: int = 0  # height of the whole content
    focusable = False

    def content_height(self) -> int:
        return self.content_px

    def show(self, rect: pygame.Rect, memory: Memory) -> None:
        """Scroll as little as needed to show a box of the content, given in window coordinates (px)."""
        above, below = self.rect.top - rect.top, rect.bottom - self.rect.bottom
        if above > 0:
            self.scroll_by(-above, memory)
        elif below > 0:
            self.scroll_by(min(below, -above), memory)

    def draw(self, painter: Painter, memory: Memory) -> None:
        self.draw_scrollbar(painter, memory)


def in_pane(
    scene: PanelContext, box: pygame.Rect, panel: Callable[[PanelContext, pygame.Rect], list[Widget]]
) -> list[Widget]:
    """Lay out a panel or column in a box, in a scrolling view if the window is too low for it.

    A move that is being typed is scrolled into view.
    """
    if not scene.areas.is_low:
        return panel(scene, box)
    pane = Pane(PANE, box, scene.px(_STEP), content_px=scene.px(_SCROLLED_HEIGHT))

    def laid_out() -> list[Widget]:
        content = _content(scene, pane)
        return panel(replace(scene, areas=scene.areas.within(content)), content)

    widgets = laid_out()
    typed = next(
        (widget for widget in widgets if widget.key == TYPED_MOVE and scene.state.selection.typed), None
    )
    if typed is not None and not box.contains(typed.rect):
        pane.show(typed.rect, scene.memory)
        widgets = laid_out()
    for widget in widgets:
        widget.clip = box.inflate(2 * scene.px(_EDGE), 0)
    return [pane, *widgets]


def in_scrolled_page(
    scene: PanelContext, box: pygame.Rect, page: Callable[[PanelContext, pygame.Rect], list[Widget]]
) -> list[Widget]:
    """Lay out a page whose parts are one below another; those that do not fit scroll below its head."""
    widgets, head = page(scene, box), scene.areas.header.bottom
    below = [widget for widget in widgets if widget.rect.bottom > head]
    lowest = max((widget.rect.bottom for widget in below), default=box.bottom)
    if lowest <= box.bottom:
        return widgets
    narrow = pygame.Rect(box.left, box.top, box.width - scene.px(SCROLLBAR + GAP / 2), box.height)
    widgets = page(scene, narrow)
    below = [widget for widget in widgets if widget.rect.bottom > head]
    top = min(widget.rect.top for widget in below)
    seen = pygame.Rect(box.left, top, box.width, box.bottom - top)
    edge = scene.px(_EDGE)
    height = max(widget.rect.bottom for widget in below) - top + edge
    pane = Pane(PANE, seen, scene.px(_STEP), content_px=height)
    for widget in below:
        widget.rect = widget.rect.move(0, -pane.offset(scene.memory))
        widget.clip = seen.inflate(2 * edge, 2 * edge)
    return [pane, *widgets]


def _content(scene: PanelContext, pane: Pane) -> pygame.Rect:
    """Return the box in px of the whole scrolled content."""
    box = pane.rect
    width = box.width - scene.px(SCROLLBAR + GAP / 2)
    return pygame.Rect(box.left, box.top - pane.offset(scene.memory), width, pane.content_px)
