"""A text that is edited in place, of one line or several: caret, selection, input methods, scrolling.

The text itself belongs to the app: every key gives an action with the text as it is then, so nothing that was
typed waits anywhere to be lost. Only caret and selection are remembered here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import pygame

from xiangqi.ui.toolkit import fonts
from xiangqi.ui.toolkit.painter import SMALL, Painter
from xiangqi.ui.toolkit.widgets import HANDLED, Action, Memory, TextField

Spans = tuple[tuple[int, int], ...]
"""Lines of a text: from which character to which each goes."""

_INSET: Final = 9.0  # from the edge to the text, points
_WHEEL_LINES: Final = 2
_NARROWEST: Final = 0.2  # of a character, in its height


@dataclass
class TextArea(TextField):
    """A text of the app in a box.

    Attributes:
        value: the text as it is now.
        unit: pixels per point.
        size: of the text, points.
        several: whether the text may have several lines; of one line, Enter does `submit`.
        warn: the placeholder is a warning.
    """

    value: str = ""
    unit: float = 1.0
    size: float = SMALL
    several: bool = True
    warn: bool = False

    LONGEST = 20_000

    # ---- Where things are ----

    @property
    def _size_px(self) -> int:
        return max(1, round(self.size * self.unit))

    @property
    def _line_height(self) -> int:
        return round(self._size_px * 1.45)

    @property
    def _inner(self) -> pygame.Rect:
        return self.rect.inflate(-2 * round(_INSET * self.unit), -2 * round((_INSET - 3) * self.unit))

    def _shown(self, memory: Memory) -> tuple[str, int]:
        """The text with what is being composed at the caret, and where the caret then stands."""
        caret = self._caret(memory)
        if memory.focus != self.key or not memory.composition:
            return self.value, caret
        return self.value[:caret] + memory.composition + self.value[caret:], caret + len(memory.composition)

    def _caret(self, memory: Memory) -> int:
        return min(len(self.value), memory.carets.get(self.key, (len(self.value), 0))[0])

    def _selection(self, memory: Memory) -> tuple[int, int]:
        """From which to which character text is selected; the two are equal where none is."""
        caret = self._caret(memory)
        anchor = min(len(self.value), memory.carets.get(self.key, (caret, caret))[1])
        return (caret, anchor) if caret < anchor else (anchor, caret)

    def _offset(self, lines: int, memory: Memory) -> int:
        most = max(0, lines * self._line_height - self._inner.height)
        return round(min(most, max(0.0, memory.scroll.get(self.key, 0.0))))

    def _place(self, index: int, lines: Spans) -> int:
        """The line that a caret stands in."""
        return next((row for row, (start, _) in reversed(list(enumerate(lines))) if start <= index), 0)

    def _index_at(self, position: tuple[int, int], memory: Memory) -> int:
        """The gap between characters that is nearest to a pixel."""
        text, _ = self._shown(memory)
        lines = spans(text, self._inner.width, self._size_px)
        row = (position[1] - self._inner.top + self._offset(len(lines), memory)) // self._line_height
        start, end = lines[min(len(lines) - 1, max(0, row))]
        across = position[0] - self._inner.left
        edges = [fonts.font(self._size_px).size(text[start:stop])[0] for stop in range(start, end + 1)]
        nearest = min(range(len(edges)), key=lambda count: abs(edges[count] - across))
        return min(start + nearest, len(self.value))

    # ---- Drawing ----

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        focused = memory.focus == self.key
        painter.box(self.rect, palette.field, 7, palette.accent if focused else palette.outline)
        text, caret = self._shown(memory)
        if not text and not focused:
            colour = palette.warning if self.warn else palette.muted
            most = max(1, self._inner.height // self._line_height)
            painter.lines(self.placeholder, self._inner, most, size=self.size, colour=colour)
            return
        lines = spans(text, self._inner.width, self._size_px)
        if focused:
            self._keep_caret_in_view(caret, lines, memory)
        offset = self._offset(len(lines), memory)
        first = offset // self._line_height
        last = min(len(lines), first + self._inner.height // self._line_height + 2)
        with painter.clipped(self._inner.inflate(round(4 * self.unit), 0)):
            for row in range(first, last):
                top = self._inner.top + row * self._line_height - offset
                self._draw_line(painter, memory, text, lines[row], top)
            if focused:
                self._draw_caret(painter, text, caret, lines, offset)

    def _draw_line(self, painter: Painter, memory: Memory, text: str, span: tuple[int, int], top: int) -> None:
        start, end = span
        font, left = fonts.font(self._size_px), self._inner.left
        chosen = self._selection(memory) if memory.focus == self.key and not memory.composition else (0, 0)
        from_index, to_index = max(start, chosen[0]), min(end, chosen[1])
        if from_index < to_index:
            before, width = font.size(text[start:from_index])[0], font.size(text[from_index:to_index])[0]
            mark = pygame.Rect(left + before, top, width, self._line_height)
            painter.surface.fill(painter.palette.pressed, mark)
        picture = fonts.text(text[start:end].rstrip("\n"), self._size_px, painter.palette.text)
        painter.surface.blit(picture, picture.get_rect(midleft=(left, top + self._line_height // 2)))

    def _draw_caret(self, painter: Painter, text: str, caret: int, lines: Spans, offset: int) -> None:
        row = self._place(caret, lines)
        across = fonts.font(self._size_px).size(text[lines[row][0] : caret])[0]
        top = self._inner.top + row * self._line_height - offset
        line = pygame.Rect(self._inner.left + across, top + 2, painter.px(1.5), self._line_height - 4)
        painter.surface.fill(painter.palette.accent, line)

    def _keep_caret_in_view(self, caret: int, lines: Spans, memory: Memory) -> None:
        """Scroll to the caret once, whenever it or the text has moved."""
        seen = (caret, len(lines))
        if memory.followed.get(self.key) == seen:
            return
        memory.followed[self.key] = seen
        top = self._place(caret, lines) * self._line_height
        offset = self._offset(len(lines), memory)
        if top < offset:
            memory.scroll[self.key] = top
        elif top + self._line_height > offset + self._inner.height:
            memory.scroll[self.key] = top + self._line_height - self._inner.height

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
        return min(len(self.value), memory.carets.get(self.key, (caret, caret))[1])

    def wheel(self, steps: float, memory: Memory) -> Action | None:
        lines = spans(self.value, self._inner.width, self._size_px)
        offset = self._offset(len(lines), memory)
        memory.scroll[self.key] = offset - steps * _WHEEL_LINES * self._line_height
        return HANDLED

    # ---- Keys ----

    def insert(self, text: str, memory: Memory) -> Action:
        """Put text in place of the selection, or at the caret."""
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        clean = ["".join(char for char in line if char.isprintable()) for line in lines]
        return self._put(("\n" if self.several else " ").join(clean), memory)

    def _put(self, text: str, memory: Memory) -> Action:
        start, end = self._selection(memory)
        text = text[: max(0, self.LONGEST - len(self.value) + end - start)]
        memory.carets[self.key] = (start + len(text),) * 2
        text = self.value[:start] + text + self.value[end:]
        return HANDLED if self.change is None else self.change(text)

    def select_all(self, memory: Memory) -> None:
        """Select the whole text."""
        memory.carets[self.key] = len(self.value), 0

    def selected(self, memory: Memory) -> str:
        """The selected text, "" for none."""
        start, end = self._selection(memory)
        return self.value[start:end]

    def cut(self, memory: Memory) -> Action:
        """Take the selected text away."""
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
            other = min(len(self.value), max(0, start + step))
            if other == start:
                return HANDLED
            memory.carets[self.key] = start, other
        return self._put("", memory)

    def _target(self, key: int, memory: Memory) -> int | None:
        """Where a key takes the caret, None where it is no such key."""
        caret = self._caret(memory)
        if key in (pygame.K_LEFT, pygame.K_RIGHT):
            return min(len(self.value), max(0, caret + (1 if key == pygame.K_RIGHT else -1)))
        lines = spans(self.value, self._inner.width, self._size_px)
        row = self._place(caret, lines)
        if key == pygame.K_HOME:
            return lines[row][0]
        if key == pygame.K_END:
            return self._line_end(lines[row])
        if key not in (pygame.K_UP, pygame.K_DOWN):
            return None
        other = row + (1 if key == pygame.K_DOWN else -1)
        if not 0 <= other < len(lines):
            return 0 if other < 0 else len(self.value)
        return min(lines[other][0] + caret - lines[row][0], self._line_end(lines[other]))

    def _line_end(self, span: tuple[int, int]) -> int:
        start, end = span
        breaks = end > start and (self.value[end - 1] == "\n" or end < len(self.value))
        return end - 1 if breaks else end


@lru_cache(maxsize=64)
def spans(text: str, width_px: int, size_px: int) -> Spans:
    """The lines of a text in a width: from which to which character each goes, line breaks included.

    It is broken at blanks, and between any two characters where there is none. There is always a line.
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
    """Where a line has to be broken: its end where it has room, and at least one character further on."""
    font = fonts.font(size_px)
    most = start + int(width_px / (_NARROWEST * size_px)) + 1
    if end <= most and font.size(text[start:end].rstrip("\n"))[0] <= width_px:
        return end
    shortest, longest = start + 1, min(end, most)
    while shortest < longest:
        middle = (shortest + longest + 1) // 2
        if font.size(text[start:middle])[0] <= width_px:
            shortest = middle
        else:
            longest = middle - 1
    blank = text.rfind(" ", start + 1, shortest) + 1
    wraps_word = shortest < end and text[shortest - 1 : shortest + 1].isascii()
    return blank if blank > start + 1 and wraps_word else shortest
