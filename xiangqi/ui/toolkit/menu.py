"""A pop-up menu for mouse and keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, SMALL
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Memory, Widget

MENU: Final = "menu"
"""Key of the open menu."""

_ROW: Final = 32.0
_PADDING: Final = 6.0
_EDGE: Final = 12.0  # distance from the edge to the words, points
_NOTE_GAP: Final = 22.0


@dataclass(frozen=True)
class Item:
    """An item of a menu."""

    text: str  # the label
    action: Action  # the action of choosing the item
    note: str = ""  # the key that does the same, "" for none
    enabled: bool = True  # a disabled item is drawn pale and cannot be chosen
    grave: bool = False  # whether the item deletes something


@dataclass
class Menu(Widget):
    """A list of items; choosing one closes the menu. In a window that is too low for them, they scroll."""

    items: Sequence[Item] = ()  # the items from top to bottom
    row_height: int = 1  # height of an item, px
    padding: int = 0  # space above the first and below the last item, px

    focusable = True

    @classmethod
    def at(
        cls, anchor: tuple[int, int], items: Sequence[Item], painter: Painter, size: tuple[int, int]
    ) -> Menu:
        """Return a menu as large as its items need, at an anchor but within a window of the given size."""
        notes = max(painter.width(item.note, SMALL) for item in items)
        words = max(painter.width(item.text, BODY) for item in items)
        row, padding = painter.px(_ROW), painter.px(_PADDING)
        width = words + notes + 2 * painter.px(_EDGE + _PADDING) + (painter.px(_NOTE_GAP) if notes else 0)
        height = min(len(items) * row + 2 * padding, size[1] - 2 * padding)
        rect = pygame.Rect(anchor, (min(width, size[0] - 2 * padding), height))
        rect.clamp_ip(pygame.Rect((0, 0), size).inflate(-2 * padding, -2 * padding))
        return cls(MENU, rect, items, row, padding)

    def _most(self) -> int:
        """Return the greatest scroll offset in px of the items."""
        return max(0, len(self.items) * self.row_height + 2 * self.padding - self.rect.height)

    def _offset(self, memory: Memory) -> int:
        return min(self._most(), max(0, round(memory.scroll.get(self.key, 0.0))))

    def _cell(self, index: int, memory: Memory) -> pygame.Rect:
        top = self.rect.top + self.padding + index * self.row_height - self._offset(memory)
        width = self.rect.width - 2 * self.padding
        return pygame.Rect(self.rect.left + self.padding, top, width, self.row_height)

    def _index_at(self, position: tuple[int, int], memory: Memory) -> int | None:
        return next((i for i in range(len(self.items)) if self._cell(i, memory).collidepoint(position)), None)

    def wheel(self, steps: float, memory: Memory) -> Action | None:
        memory.scroll[self.key] = min(self._most(), max(0.0, self._offset(memory) - steps * self.row_height))
        return HANDLED

    def _reveal(self, index: int, memory: Memory) -> None:
        """Scroll as little as needed to show an item."""
        cell, offset = self._cell(index, memory), self._offset(memory)
        above, below = self.rect.top + self.padding - cell.top, cell.bottom + self.padding - self.rect.bottom
        memory.scroll[self.key] = offset - above if above > 0 else offset + max(0, below)

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.raised, 9, palette.muted)
        with painter.clipped(self.rect.inflate(0, -2 * self.padding)):
            self._draw_items(painter, memory)

    def _draw_items(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        for index, item in enumerate(self.items):
            cell = self._cell(index, memory)
            hovered = memory.hover == self.key and cell.collidepoint(memory.mouse)
            marked = memory.rows.get(self.key) == index or hovered
            if marked and item.enabled:
                painter.box(cell, palette.hover, 6)
            ink = palette.disabled if not item.enabled else palette.danger if item.grave else palette.text
            inner = cell.inflate(-2 * painter.px(_EDGE), 0)
            note = palette.muted if item.enabled else palette.disabled
            inner.width -= painter.write(item.note, inner, size=SMALL, colour=note, align="right")
            painter.write(item.text, inner, colour=ink)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        index = self._index_at(position, memory)
        return HANDLED if index is None else self._choose(index, memory)

    def _choose(self, index: int, memory: Memory) -> Action:
        if not self.items[index].enabled:
            return HANDLED
        memory.menu = None
        return self.items[index].action

    def key_down(self, key: int, memory: Memory) -> Action | None:
        row = memory.rows.get(self.key, -1)
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return self._choose(row, memory) if row >= 0 else HANDLED
        step = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(key)
        enabled = [index for index, item in enumerate(self.items) if item.enabled]
        if step is None or not enabled:
            return None
        place = enabled.index(row) + step if row in enabled else min(0, step)
        memory.rows[self.key] = enabled[place % len(enabled)]
        self._reveal(memory.rows[self.key], memory)
        return HANDLED


def hang(memory: Memory, name: str, anchor: tuple[int, int]) -> None:
    """Open the menu with a name at an anchor; any other menu closes."""
    memory.menu = name, anchor
    memory.rows.pop(MENU, None)
    memory.scroll.pop(MENU, None)


@dataclass
class MenuButton(Button):
    """A button that opens a menu."""

    menu: str = ""  # name of the menu
    items: Sequence[Item] = ()  # the items of a menu that belongs to the button

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        hang(memory, self.menu, self.rect.bottomleft)
        return HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        if key not in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return None
        return self.click(self.rect.center, memory)
