"""A painter that remembers every text it writes, so that a screen can be read aloud.

Whatever a widget draws passes through its painter: no widget, and no screen, can be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

import pygame

from xiangqi.ui.toolkit.painter import Align, Painter
from xiangqi.ui.toolkit.roles import BODY, Colour, PanelColours


class Heard(NamedTuple):
    """A text that was written, whole even if it was shown truncated or on several lines."""

    text: str
    rect: pygame.Rect  # the box that it was written into, px


class HearingPainter(Painter):
    """Draws as any painter does, and records the texts.

    Attributes:
        heard: the texts in the order in which they were written; `take` empties it.
    """

    def __init__(self, surface: pygame.Surface, palette: PanelColours, unit: float) -> None:
        super().__init__(surface, palette, unit)
        self.heard: Final[list[Heard]] = []
        self._within = False  # whether a text is being written, in parts

    def take(self) -> tuple[Heard, ...]:
        """Return the texts written since the last call."""
        taken = tuple(self.heard)
        self.heard.clear()
        return taken

    def hear(self, text: str, rect: pygame.Rect) -> None:
        if text.strip() and not self._within:
            self.heard.append(Heard(text, rect.copy()))

    @contextmanager
    def _whole(self, text: str, rect: pygame.Rect) -> Iterator[None]:
        """Record a text as a whole, but none of the parts in which it is written during the block."""
        self.hear(text, rect)
        before, self._within = self._within, True
        try:
            yield
        finally:
            self._within = before

    def write(
        self,
        text: str,
        rect: pygame.Rect,
        *,
        size: float = BODY,
        colour: Colour | None = None,
        bold: bool = False,
        align: Align = "left",
        shrink: bool = True,
    ) -> int:
        self.hear(text, rect)
        return super().write(text, rect, size=size, colour=colour, bold=bold, align=align, shrink=shrink)

    def caption(
        self,
        text: str,
        rect: pygame.Rect,
        *,
        size: float = BODY,
        colour: Colour | None = None,
        bold: bool = False,
        align: Align = "left",
    ) -> None:
        with self._whole(text, rect):
            super().caption(text, rect, size=size, colour=colour, bold=bold, align=align)

    def paragraph(
        self,
        text: str,
        rect: pygame.Rect,
        *,
        size: float = BODY,
        colour: Colour | None = None,
        bold: bool = False,
    ) -> int:
        with self._whole(text, rect):
            return super().paragraph(text, rect, size=size, colour=colour, bold=bold)

    def middle(
        self, text: str, rect: pygame.Rect, *, colour: Colour, size: float = BODY, bold: bool = False
    ) -> None:
        with self._whole(text, rect):
            super().middle(text, rect, colour=colour, size=size, bold=bold)

    def lines(self, text: str, rect: pygame.Rect, most: int, *, size: float, colour: Colour) -> None:
        with self._whole(text, rect):
            super().lines(text, rect, most, size=size, colour=colour)
