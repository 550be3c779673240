"""An editable text of one line or several: caret, selection, input methods, scrolling.

Either the text belongs to the session, and every key returns an action with the current text, so that nothing
typed can be lost; or it is in the widgets' memory until a button uses it. A line that is too long for its box
is shown around the caret; several lines are wrapped and scrolled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.ui.toolkit import fonts
from xiangqi.ui.toolkit.painter import CLOSING, OPENING, Painter
from xiangqi.ui.toolkit.roles import BODY, SMALL
from xiangqi.ui.toolkit.widgets import HANDLED, Memory, Widget

Spans = tuple[tuple[int, int], ...]
"""The lines of a text: the indices of each line's first character and of the one after its last."""

_INSET: Final = 9.0  # distance from the edge to the text, points
_WHEEL_LINES: Final = 2
_NARROWEST: Final = 0.2  # width of the narrowest character, in font heights


@dataclass
class TextField(Widget):
    """An editable text in a box."""

    placeholder: str = ""  # shown while the field is empty
    value: str | None = None  # the current text; None if it is kept in `Memory.texts`
    change: Callable[[str], Action] | None = None  # returns the action for each change of the text
    submit: Action = HANDLED  # the action of Enter in a single line
    unit: float = field(kw_only=True)  # pixels per point
    size: float = BODY  # font size of the text, points
    several: bool = False  # whether the text may have several lines
    wrong: bool = False  # whether the text is invalid
    warn: bool = False  # whether the placeholder is a warning

    focusable = True
    LONGEST = 20_000
    LONGEST_LINE = 200

    # ---- Places ----

    @property
    def _size_px(self) -> int:
        return max(1, round(self.size * self.unit))

    @property
    def _line_height(self) -> int:
        return round(self._size_px * 1.45)

    @property
    def _inner(self) -> pygame.Rect:
        return self.rect.inflate(-2 * round(_INSET * self.unit), -2 * round((_INSET - 3) * self.unit))

    def text(self, memory: Memory) -> str:
        """Return the current text."""
        return memory.texts.get(self.key, "") if self.value is None else self.value

    def _shown(self, memory: Memory) -> tuple[str, int]:
        """Return the text including the composition at the caret, and the caret's index in it."""
        caret, text = self._caret(memory), self.text(memory)
        if memory.focus != self.key or not memory.composition:
            return text, caret
        return text[:caret] + memory.composition + text[caret:], caret + len(memory.composition)

    def _lines(self, text: str) -> Spans:
        return spans(text, self._inner.width, self._size_px) if self.several else ((0, len(text)),)

    def _caret(self, memory: Memory) -> int:
        length = len(self.text(memory))
        return min(length, memory.carets.get(self.key, (length, 0))[0])

    def _selection(self, memory: Memory) -> tuple[int, int]:
        """Return start and end of the selected text; they are equal if nothing is selected."""
        caret, anchor = self._caret(memory), self._anchor(memory)
        return (caret, anchor) if caret < anchor else (anchor, caret)

    def _offset(self, lines: Spans, memory: Memory) -> tuple[int, int]:
        """Return the scroll offset of the text in px, to the left and up; a single line is centred."""
        held = memory.scroll.get(self.key, 0.0)
        if not self.several:
            return round(held), (self._line_height - self._inner.height) // 2
        most = max(0, len(lines) * self._line_height - self._inner.height)
        return 0, round(min(most, max(0.0, held)))

    def _place(self, index: int, lines: Spans) -> int:
        """Return the index of the line that contains a caret."""
        return next((row for row, (start, _) in reversed(list(enumerate(lines))) if start <= index), 0)

    def _index_at(self, position: tuple[int, int], memory: Memory) -> int:
        """Return the index between two characters that is nearest to a pixel."""
        text, _ = self._shown(memory)
        lines = self._lines(text)
        left, up = self._offset(lines, memory)
        row = (position[1] - self._inner.top + up) // self._line_height
        start, end = lines[min(len(lines) - 1, max(0, row))]
        across = position[0] - self._inner.left + left
        edges = [self._width(text[start:stop]) for stop in range(start, end + 1)]
        nearest = min(range(len(edges)), key=lambda count: abs(edges[count] - across))
        return min(start + nearest, len(self.text(memory)))

    # ---- Drawing ----

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        focused = memory.focus == self.key
        edge = palette.danger if self.wrong else palette.accent if focused else palette.outline
        painter.box(self.rect, palette.field, 7, edge)
        text, caret = self._shown(memory)
        if not text:
            self._draw_placeholder(painter, focused)
        if not text and not focused:
            return
        lines = self._lines(text)
        if focused:
            self._keep_caret_in_view(text, caret, lines, memory)
        offset = self._offset(lines, memory)
        first = max(0, offset[1] // self._line_height)
        last = min(len(lines), first + self._inner.height // self._line_height + 2)
        with painter.clipped(self._inner.inflate(round(4 * self.unit), 0)):
            for row in range(first, last):
                self._draw_line(painter, memory, text, lines[row], self._corner(row, offset))
            if focused:
                self._draw_caret(painter, text, caret, lines, offset)
        self._draw_scrollbar(painter, len(lines) * self._line_height, offset[1])

    def _draw_scrollbar(self, painter: Painter, whole: int, above: int) -> None:
        """Draw the scrollbar of a text that is higher than its box."""
        room, width = self._inner.height, painter.px(4)
        if not self.several or whole <= room:
            return
        height = max(3 * width, room * room // whole)
        top = self._inner.top + (room - height) * above // (whole - room)
        left = self.rect.right - round(_INSET * self.unit / 2) - width // 2
        painter.box(pygame.Rect(left, top, width, height), painter.palette.hover, 2)

    def _draw_placeholder(self, painter: Painter, focused: bool) -> None:
        """Draw the placeholder; in a one-line box it stays behind the caret until something is typed."""
        colour = painter.palette.warning if self.warn else painter.palette.muted
        if self.several and not focused:
            most = max(1, self._inner.height // self._line_height)
            painter.lines(self.placeholder, self._inner, most, size=self.size, colour=colour)
        elif not self.several:
            words = self._inner.move(painter.px(4), 0) if focused else self._inner
            painter.caption(self.placeholder, words, colour=colour, size=SMALL)

    def _corner(self, row: int, offset: tuple[int, int]) -> tuple[int, int]:
        """Return the upper left corner in px of a line."""
        return self._inner.left - offset[0], self._inner.top + row * self._line_height - offset[1]

    def _draw_line(
        self, painter: Painter, memory: Memory, text: str, span: tuple[int, int], corner: tuple[int, int]
    ) -> None:
        start, end = span
        left, top = corner
        chosen = self._selection(memory) if memory.focus == self.key and not memory.composition else (0, 0)
        from_index, to_index = max(start, chosen[0]), min(end, chosen[1])
        if from_index < to_index:
            before, width = self._width(text[start:from_index]), self._width(text[from_index:to_index])
            mark = pygame.Rect(left + before, top, width, self._line_height)
            painter.surface.fill(painter.palette.pressed, mark)
        picture = fonts.text(text[start:end].rstrip("\n"), self._size_px, painter.palette.text)
        painter.surface.blit(picture, picture.get_rect(midleft=(left, top + self._line_height // 2)))

    def _draw_caret(
        self, painter: Painter, text: str, caret: int, lines: Spans, offset: tuple[int, int]
    ) -> None:
        row = self._place(caret, lines)
        across = self._width(text[lines[row][0] : caret])
        left, top = self._corner(row, offset)
        line = pygame.Rect(left + across, top + 2, painter.px(1.5), self._line_height - 4)
        painter.surface.fill(painter.palette.accent, line)

    def _width(self, text: str) -> int:
        return fonts.width(text, self._size_px)

    def _keep_caret_in_view(self, text: str, caret: int, lines: Spans, memory: Memory) -> None:
        """Scroll to the caret once whenever it or the text has changed."""
        seen = (caret, len(lines) if self.several else len(text))
        if memory.followed.get(self.key) == seen:
            return
        memory.followed[self.key] = seen
        left, up = self._offset(lines, memory)
        if self.several:
            place, room, offset, size = self._place(caret, lines), self._inner.height, up, self._line_height
            begin = place * size
        else:
            begin, room, offset, size = self._width(text[:caret]), self._inner.width, left, self._size_px // 8
            offset = min(offset, max(0, self._width(text) + size - room))
        memory.scroll[self.key] = max(min(offset, begin), begin + size - room, 0)

    # ---- Mouse ----

    def press(self, position: tuple[int, int], memory: Memory) -> Action | None:
        index = self._index_at(position, memory)
        memory.carets[self.key] = index, index
        return HANDLED

    def drag(self, position: tuple[int, int], memory: Memory) -> Action | None:
        memory.carets[self.key] = self._index_at(position, memory), self._anchor(memory)
        return HANDLED

    def _anchor(self, memory: Memory) -> int:
        caret = self._caret(memory)
        return min(len(self.text(memory)), memory.carets.get(self.key, (caret, caret))[1])

    def wheel(self, steps: float, memory: Memory) -> Action | None:
        if self.several:
            _, up = self._offset(self._lines(self.text(memory)), memory)
            memory.scroll[self.key] = up - steps * _WHEEL_LINES * self._line_height
        return HANDLED

    # ---- Keys ----

    def insert(self, text: str, memory: Memory) -> Action:
        """Replace the selection with the printable part of a text, or insert it; an overlong text is cut."""
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        clean = ["".join(char for char in line if char.isprintable()) for line in lines]
        return self._put(("\n" if self.several else " ").join(clean), memory)

    def _put(self, text: str, memory: Memory) -> Action:
        (start, end), before = self._selection(memory), self.text(memory)
        longest = self.LONGEST if self.several else self.LONGEST_LINE
        text = text[: max(0, longest - len(before) + end - start)]
        memory.carets[self.key] = (start + len(text),) * 2
        text = before[:start] + text + before[end:]
        if self.value is None:
            memory.texts[self.key] = text
        return HANDLED if self.change is None else self.change(text)

    def select_all(self, memory: Memory) -> None:
        """Select the whole text."""
        memory.carets[self.key] = len(self.text(memory)), 0

    def selected(self, memory: Memory) -> str:
        """Return the selected text, or ""."""
        start, end = self._selection(memory)
        return self.text(memory)[start:end]

    def cut(self, memory: Memory) -> Action:
        """Delete the selected text."""
        return self._put("", memory)

    def key_down(self, key: int, memory: Memory) -> Action | None:
        if key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            return self._erase(-1 if key == pygame.K_BACKSPACE else 1, memory)
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return self._put("\n", memory) if self.several else self.submit
        target = self._target(key, memory)
        if target is None:
            return HANDLED if key == pygame.K_SPACE else None
        memory.carets[self.key] = target, self._anchor(memory) if memory.shift else target
        return HANDLED

    def _erase(self, step: int, memory: Memory) -> Action:
        start, end = self._selection(memory)
        if start == end:
            other = min(len(self.text(memory)), max(0, start + step))
            if other == start:
                return HANDLED
            memory.carets[self.key] = start, other
        return self._put("", memory)

    def _target(self, key: int, memory: Memory) -> int | None:
        """Return the position to which a key moves the caret, or None if it does not move it."""
        caret, text = self._caret(memory), self.text(memory)
        if key in (pygame.K_LEFT, pygame.K_RIGHT):
            return min(len(text), max(0, caret + (1 if key == pygame.K_RIGHT else -1)))
        lines = self._lines(text)
        row = self._place(caret, lines)
        if key == pygame.K_HOME:
            return lines[row][0]
        if key == pygame.K_END:
            return _line_end(text, lines[row])
        if key not in (pygame.K_UP, pygame.K_DOWN):
            return None
        other = row + (1 if key == pygame.K_DOWN else -1)
        if not 0 <= other < len(lines):
            return 0 if other < 0 else len(text)
        return min(lines[other][0] + caret - lines[row][0], _line_end(text, lines[other]))


def _line_end(text: str, span: tuple[int, int]) -> int:
    """Return the caret's index at the end of a line, before its line break if there is one."""
    start, end = span
    breaks = end > start and (text[end - 1] == "\n" or end < len(text))
    return end - 1 if breaks else end


@lru_cache(maxsize=64)
def spans(text: str, width_px: int, size_px: int) -> Spans:
    """Return the lines of a text wrapped to a width as (start, end) indices, including line breaks.

    Lines end at spaces or, without any, between two characters, but not between punctuation and its word.
    There is always at least one line.
    """
    edges = [0, *(index + 1 for index, char in enumerate(text) if char == "\n"), len(text)]
    lines: list[tuple[int, int]] = []
    for start, end in pairwise(edges):
        while (stop := _break(text, start, end, width_px, size_px)) < end:
            lines.append((start, stop))
            start = stop
        lines.append((start, end))
    return tuple(lines)


def _break(text: str, start: int, end: int, width_px: int, size_px: int) -> int:
    """Return the index at which a line is broken to fit a width, after at least one character."""
    most = start + int(width_px / (_NARROWEST * size_px)) + 1
    if end <= most and fonts.width(text[start:end].rstrip("\n"), size_px) <= width_px:
        return end
    shortest, longest = start + 1, min(end, most)
    while shortest < longest:
        middle = (shortest + longest + 1) // 2
        if fonts.width(text[start:middle], size_px) <= width_px:
            shortest = middle
        else:
            longest = middle - 1
    fits = shortest
    while start + 1 < shortest < end and (text[shortest] in CLOSING or text[shortest - 1] in OPENING):
        shortest -= 1
    if shortest == start + 1:
        shortest = fits  # all that fits is punctuation
    blank = text.rfind(" ", start + 1, shortest) + 1
    wraps_word = shortest < end and text[shortest - 1 : shortest + 1].isascii()
    return blank if blank > start + 1 and wraps_word else shortest
