"""A search field above a list: typing narrows the list, and some keys move through it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.ui.toolkit.lists import ListBox, draw_keys, keys_width
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Memory

_LIST_KEYS: Final = (
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END),
    *(pygame.K_RETURN, pygame.K_KP_ENTER),
)

_ICON: Final = 26.0  # width of the icon with the space beside it, points


@dataclass
class SearchField(TextField):
    """A text field that leaves Enter, Up and Down to its list, and Left and Right to the list or the moves.

    A cross at its end, or Esc, empties it.
    """

    rows: ListBox | None = None  # the list
    keys: tuple[str, ...] = ()  # the keys that lead here, drawn at the right while there is room

    @property
    def _inner(self) -> pygame.Rect:
        inner, icon = super()._inner, round(_ICON * self.unit)
        return pygame.Rect(inner.left + icon, inner.top, inner.width - 2 * icon, inner.height)

    @property
    def _cross(self) -> pygame.Rect:
        """The box of the cross in px."""
        side = self.rect.height
        return pygame.Rect(self.rect.right - side, self.rect.top, side, side)

    def draw(self, painter: Painter, memory: Memory) -> None:
        super().draw(painter, memory)
        inner, icon = self._inner, painter.px(_ICON)
        painter.icon(
            "search", pygame.Rect(inner.left - icon, inner.top, icon, inner.height), 17, painter.palette.muted
        )
        if self.text(memory):
            painter.icon("close", self._cross, 15, painter.palette.muted)
            return
        inner.width += icon
        told = painter.width(self.placeholder, self.size)
        if self.keys and told + keys_width(painter, self.keys) <= inner.width:
            draw_keys(painter, self.keys, inner)

    def press(self, position: tuple[int, int], memory: Memory) -> Action | None:
        if self.text(memory) and self._cross.collidepoint(position):
            return self.empty(memory)
        return super().press(position, memory)

    def empty(self, memory: Memory) -> Action:
        """Delete the whole text."""
        self._begin_anew(memory)
        self.select_all(memory)
        return self.cut(memory)

    def insert(self, text: str, memory: Memory) -> Action:
        self._begin_anew(memory)
        return super().insert(text, memory)

    def key_down(self, key: int, memory: Memory) -> Action | None:
        if self.rows is not None and key in _LIST_KEYS:
            return self.rows.key_down(key, memory)
        if key in (pygame.K_LEFT, pygame.K_RIGHT):
            return None if self.rows is None else self.rows.key_down(key, memory)
        if key == pygame.K_BACKSPACE:
            self._begin_anew(memory)
        return super().key_down(key, memory)

    def _begin_anew(self, memory: Memory) -> None:
        """Select the first row again, since the results change."""
        if self.rows is not None:
            memory.rows[self.rows.key] = 0
