"""Lists that scroll: rows to choose from, however many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import SMALL
from xiangqi.ui.toolkit.widgets import HANDLED, Memory, Widget

SCROLLBAR: Final = 8.0
"""Room a scrollbar takes, points."""

TALL_ROW: Final = 48.0
"""Height of a row with a detail, points."""

_WHEEL_ROWS: Final = 3
_BESIDE: Final = 35.0  # from text and note to the edges, the scrollbar and each other, points
_GAP: Final = 5.0  # between text and note, points
_ICON: Final = 26.0  # an icon with what is left free beside it, points


@dataclass(frozen=True)
class Row:
    """One line of a list."""

    text: str  # what it says
    action: Action  # what choosing it wants done
    note: str = ""  # a short text at the right
    icon: str = ""  # name of the icon before the text, "" for none
    detail: str = ""  # a second line, in small letters


def with_room(painter: Painter, rows: Sequence[Row], width_px: int) -> Sequence[Row]:
    """Return the rows, with all notes below their texts if one note does not fit beside its text."""
    free = width_px - painter.px(_BESIDE)
    icons = painter.px(_ICON)

    def fits(row: Row) -> bool:
        used = painter.width(row.text) + painter.width(row.note, SMALL) + (icons if row.icon else 0)
        return used <= free

    return rows if all(map(fits, rows)) else [replace(row, note="", detail=row.note) for row in rows]


@dataclass
class Scrollable(Widget):
    """A box onto something higher than itself."""

    row_height: int = 1
    focusable = True

    def content_height(self) -> int:
        """Return the height of everything, px."""
        return 0

    def offset(self, memory: Memory) -> int:
        """Return how far the content is scrolled up, px."""
        most = max(0, self.content_height() - self.rect.height)
        return round(min(most, max(0.0, memory.scroll.get(self.key, 0.0))))

    def scroll_by(self, pixels: float, memory: Memory) -> None:
        """Scroll, within the content."""
        memory.scroll[self.key] = self.offset(memory) + pixels
        memory.scroll[self.key] = self.offset(memory)

    def reveal(self, row: int, memory: Memory) -> None:
        """Scroll as little as needed to show a whole row."""
        top = row * self.row_height
        offset = self.offset(memory)
        if top < offset:
            memory.scroll[self.key] = top
        elif top + self.row_height > offset + self.rect.height:
            memory.scroll[self.key] = top + self.row_height - self.rect.height

    def follow(self, row: int, version: int, memory: Memory) -> None:
        """Reveal a row once, whenever it, the version or the room for the list differs from the last time."""
        seen = (row, version, self.rect.height)
        if memory.followed.get(self.key) != seen:
            memory.followed[self.key] = seen
            self.reveal(row, memory)

    def wheel(self, steps: float, memory: Memory) -> Action | None:
        before = self.offset(memory)
        self.scroll_by(-steps * _WHEEL_ROWS * self.row_height, memory)
        return None if self.offset(memory) == before else HANDLED

    def _needs_scrollbar(self) -> bool:
        return self.content_height() > self.rect.height

    def draw_scrollbar(self, painter: Painter, memory: Memory) -> None:
        """Draw the thumb of the scrollbar, when there is something to scroll."""
        if not self._needs_scrollbar():
            return
        whole, width = self.content_height(), painter.px(SCROLLBAR - 2)
        height = max(3 * width, self.rect.height * self.rect.height // whole)
        top = self.rect.top + (self.rect.height - height) * self.offset(memory) // (whole - self.rect.height)
        colour = painter.palette.muted if memory.grabbed == self.key else painter.palette.hover
        painter.box(pygame.Rect(self.rect.right - width, top, width, height), colour, SCROLLBAR / 2)

    def press(self, position: tuple[int, int], memory: Memory) -> Action | None:
        if self._needs_scrollbar() and position[0] >= self.rect.right - max(12, self.row_height // 3):
            memory.grabbed = self.key
            self._scroll_to(position[1], memory)
        return HANDLED

    def drag(self, position: tuple[int, int], memory: Memory) -> Action | None:
        if memory.grabbed == self.key:
            self._scroll_to(position[1], memory)
        return HANDLED

    def _scroll_to(self, y: int, memory: Memory) -> None:
        share = (y - self.rect.top) / self.rect.height
        memory.scroll[self.key] = share * self.content_height() - self.rect.height / 2
        memory.scroll[self.key] = self.offset(memory)


@dataclass
class ListBox(Scrollable):
    """Rows to choose from; only the visible ones are drawn, so there may be very many.

    Attributes:
        driver: its arrow keys go through this list.
    """

    rows: Sequence[Row] = ()  # what is listed
    chosen: int = -1  # index of the marked row, -1 for none
    empty: str = ""  # said when there are no rows

    def content_height(self) -> int:
        return len(self.rows) * self.row_height

    def _cursor(self, memory: Memory) -> int:
        row = memory.rows.get(self.key, max(0, self.chosen))
        return min(row, len(self.rows) - 1)

    def row_at(self, position: tuple[int, int], memory: Memory) -> int | None:
        """Return the index of the row under a position."""
        if not self.rect.collidepoint(position):
            return None
        index = (position[1] - self.rect.top + self.offset(memory)) // self.row_height
        return index if 0 <= index < len(self.rows) else None

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect.inflate(painter.px(6), painter.px(6)), palette.field, 8, palette.outline)
        if not self.rows:
            painter.middle(self.empty, self.rect.inflate(-painter.px(12), 0), colour=palette.muted)
        offset = self.offset(memory)
        first = offset // self.row_height
        last = min(len(self.rows), (offset + self.rect.height) // self.row_height + 1)
        with painter.clipped(self.rect):
            for index in range(first, last):
                self._draw_row(painter, memory, index, index * self.row_height - offset)
        self.draw_scrollbar(painter, memory)

    def cut_row(self, painter: Painter, memory: Memory) -> tuple[int, pygame.Rect] | None:
        """Return the row under the mouse and its box, where not all its words have room there."""
        index = self.row_at(memory.mouse, memory)
        if index is None:
            return None
        row, box = self.rows[index], self._box(painter, index * self.row_height - self.offset(memory))
        room = self._inner(painter, row, box).width
        beside = painter.width(row.note, SMALL) + painter.px(_GAP) if row.note else 0
        fits = painter.width(row.text) <= room - beside and painter.width(row.detail, SMALL) <= room
        return None if fits else (index, box)

    def _box(self, painter: Painter, top: int) -> pygame.Rect:
        """Return where a row lies whose upper edge is so far below that of the list, px."""
        box = pygame.Rect(self.rect.left, self.rect.top + top, self.rect.width, self.row_height)
        box.width -= painter.px(SCROLLBAR + 2) if self._needs_scrollbar() else 0
        return box

    @staticmethod
    def _inner(painter: Painter, row: Row, box: pygame.Rect) -> pygame.Rect:
        """Return the part of a row's box where its words stand."""
        inner = box.inflate(-2 * painter.px(10), -painter.px(6) if row.detail else 0)
        aside = painter.px(18) + painter.px(8) if row.icon else 0
        return pygame.Rect(inner.left + aside, inner.top, inner.width - aside, inner.height)

    def _draw_row(self, painter: Painter, memory: Memory, index: int, top: int) -> None:
        palette, row, box = painter.palette, self.rows[index], self._box(painter, top)
        driven = self.has_focus(memory) or (self.driver != "" and memory.focus == self.driver)
        at_cursor = driven and index == self._cursor(memory)
        if index == self.chosen:
            painter.box(box, palette.raised, 6, palette.accent)
        elif at_cursor and self.driver:
            painter.box(box, palette.raised, 6, palette.outline)
        elif at_cursor or (memory.hover == self.key and box.collidepoint(memory.mouse)):
            painter.box(box, palette.raised, 6)
        inner = self._inner(painter, row, box)
        if row.icon:
            at = pygame.Rect(box.left + painter.px(10), inner.top, painter.px(18), inner.height)
            painter.icon(row.icon, at, 17, palette.muted)
        if row.detail:
            half = pygame.Rect(inner.left, inner.centery, inner.width, inner.height // 2)
            painter.write(row.detail, half, size=SMALL, colour=palette.muted, shrink=False)
            inner.height //= 2
        if row.note:
            width = painter.write(row.note, inner, size=SMALL, colour=palette.muted, align="right")
            inner.width -= width + painter.px(_GAP)
        painter.write(row.text, inner, shrink=False)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        index = self.row_at(position, memory)
        if index is None or memory.grabbed == self.key:
            return HANDLED
        memory.rows[self.key] = index
        return self.rows[index].action

    def key_down(self, key: int, memory: Memory) -> Action | None:
        if not self.rows:
            return None
        cursor = self._cursor(memory)
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return self.rows[cursor].action
        page = max(1, self.rect.height // self.row_height - 1)
        moved = {
            pygame.K_UP: cursor - 1,
            pygame.K_DOWN: cursor + 1,
            pygame.K_PAGEUP: cursor - page,
            pygame.K_PAGEDOWN: cursor + page,
            pygame.K_HOME: 0,
            pygame.K_END: len(self.rows) - 1,
        }.get(key)
        if moved is None:
            return None
        cursor = min(len(self.rows) - 1, max(0, moved))
        memory.rows[self.key] = cursor
        self.reveal(cursor, memory)
        return HANDLED
