"""Scrolling lists of rows to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final, Literal, NamedTuple, overload

import pygame

from xiangqi.action import Action
from xiangqi.ui.toolkit.fonts import fitted
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, SMALL, Colour
from xiangqi.ui.toolkit.widgets import HANDLED, Memory, Widget

SCROLLBAR: Final = 8.0
"""Width in points that a scrollbar takes."""

TALL_ROW: Final = 52.0
"""Height in points of a row with a detail."""

HEADING_ROW: Final = 34.0
"""Height in points of the name of a group of rows."""

PICTURE_ROW: Final = 64.0
"""Height in points of a row with a picture."""

BADGE: Final = 22.0
"""Size in points of the badge before two lines."""

PICTURE_SHAPE: Final = 0.92
"""Width of the picture before a row, as a share of its height."""

Tone = Literal["", "good", "bad"]
"""The meanings of a row's note, each with its own colour; the note's words express them too."""

_WHEEL_ROWS: Final = 3
_EDGE: Final = 8.0  # distance from the ends of a row to its content, points
_BESIDE: Final = 35.0  # total of the gaps beside a text and its note, points
_GAP: Final = 8.0  # gap between elements side by side, points
_ICON: Final = 26.0  # width of an icon including the space beside it, points
_TILE: Final = 32.0  # size of the tile behind an icon before two lines, points
_EMBLEM: Final = 64.0  # diameter of the emblem of a list without rows, points
_SENTENCE: Final = 300.0  # width of the notice of an empty list, points
_SHARE: Final = 72.0  # width of the bar that shows how much is done, points
_FACTS: Final = " · "  # separates the facts on a second line
_LEAST_CUT: Final = 90.0  # least width of a fact that is cut off, points
_KEYCAP: Final = 22.0  # height of a keycap, points


class Badge(NamedTuple):
    """A letter on a coloured tile before a row."""

    text: str
    ground: Colour | None = None  # the colour of the tile, None for a letter without one
    ink: Colour = (255, 251, 243)


@dataclass(frozen=True)
class Row:
    """A row of a list."""

    text: str  # the row's words
    action: Action  # the action of choosing the row
    note: str = ""  # a short text at the right
    icon: str = ""  # name of the icon before the text, "" for none
    detail: str = ""  # a second line, in small letters
    aside: str = ""  # a short text at the right of the second line, such as a date
    tone: Tone = ""  # the meaning of the note
    figure: str = ""  # a number in a separate column, left of the notes
    share: float | None = None  # the share that is done, 0 to 1, drawn as a bar; None for no bar
    keys: tuple[str, ...] = ()  # keys of the keyboard, drawn at the right instead of a note
    badge: Badge | None = None  # the tile before the text, None for none
    heading: bool = False  # whether this is the name of the rows below it, which cannot be chosen
    # returns the picture before the text at a height in pixels; None for none
    picture: Callable[[int], pygame.Surface] | None = None


class MadeRows(Sequence[Row]):
    """Rows that are made when first read, since there may be many thousands, each with a picture."""

    def __init__(self, count: int, make: Callable[[int], Row]) -> None:
        """Prepare `count` rows, each of which `make` returns for its index."""
        self._count = count
        self._make = make
        self._made: dict[int, Row] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._count))]
        place = range(self._count)[index]
        if place not in self._made:
            self._made[place] = self._make(place)
        return self._made[place]


def with_room(painter: Painter, rows: Sequence[Row], width_px: int) -> Sequence[Row]:
    """Return the rows; if any note does not fit beside its text, all notes are moved to the second lines."""
    free = width_px - painter.px(_BESIDE)
    icons = painter.px(_ICON)

    def fits(row: Row) -> bool:
        used = painter.width(row.text) + painter.width(row.note, SMALL) + (icons if row.icon else 0)
        return used <= free

    return rows if all(map(fits, rows)) else [_below(row) for row in rows]


def _below(row: Row) -> Row:
    """Return a row with its note on the second line."""
    return replace(row, note="", detail=row.note) if row.note else row


def list_box(painter: Painter, rect: pygame.Rect) -> pygame.Rect:
    """Return the box of a list whose words are to be aligned with a box; rows have a wider background."""
    return rect.inflate(2 * painter.px(_EDGE), 0)


def with_facts(painter: Painter, row: Row, facts: Sequence[str | Sequence[str]], size: tuple[int, int]) -> Row:
    """Return a row with facts on its second line: the first fact, and as many of the others as fit.

    Args:
        painter: measures the facts.
        row: the row without the facts.
        facts: the most important first; empty ones are left out. A fact that can be shortened is a sequence of
            its forms, the longest first; even the shortest may be cut off, if much of it fits.
        size: width of the list and height of its rows in px.
    """
    told = [(fact,) if isinstance(fact, str) else tuple(fact) for fact in facts if fact and fact[0]]
    box = pygame.Rect(0, 0, size[0] - painter.px(SCROLLBAR + 2), size[1])
    room = words_box(painter, replace(row, detail=" "), box).width
    room -= painter.width(row.aside, SMALL) + painter.px(_GAP) if row.aside else 0
    lines = [
        _FACTS.join(forms[min(length, len(forms) - 1)] for forms in told)
        for length in range(max(map(len, told), default=0))
    ]
    fitting = next((line for line in lines if painter.width(line, SMALL) <= room), None)
    return replace(row, detail=_some(painter, told, room) if fitting is None else fitting)


def _some(painter: Painter, facts: Sequence[Sequence[str]], room_px: int) -> str:
    """Return the first fact and those others that fit a width, as one text; "" if there are none.

    Facts are in their shortest forms. A fact that can be shortened is cut off if a good part of it fits.
    """
    line = "".join(forms[-1] for forms in facts[:1])
    for forms in facts[1:]:
        begun = f"{line}{_FACTS}"
        longer, left = begun + forms[-1], room_px - painter.width(begun, SMALL)
        if painter.width(longer, SMALL) <= room_px:
            line = longer
        elif len(forms) > 1 and left >= painter.px(_LEAST_CUT):
            return fitted(longer, painter.type_px(SMALL), room_px)
    return line


def first_line_room(painter: Painter, row: Row, size: tuple[int, int]) -> int:
    """Return the width in px that a row leaves for its text beside its note.

    Args:
        painter: measures the note.
        row: the row with its facts, beside which an icon is larger; its text does not matter.
        size: width of the list and height of its rows in px.
    """
    box = pygame.Rect(0, 0, size[0] - painter.px(SCROLLBAR + 2), size[1])
    beside = painter.width(row.note, SMALL) + painter.px(_GAP) if row.note else 0
    return words_box(painter, row, box).width - beside


def _before(painter: Painter, row: Row, box: pygame.Rect) -> pygame.Rect:
    """Return the box of a row's picture, badge or icon; it has no width if there is none."""
    left, gap = box.left + painter.px(_EDGE), painter.px(_GAP)
    if row.picture is not None:
        height = box.height - gap
        return pygame.Rect(left, box.top + gap // 2, round(height * PICTURE_SHAPE), height)
    if row.badge is not None or row.icon:
        side = painter.px(BADGE if row.badge is not None else _TILE if row.detail else 18)
        return pygame.Rect(left, box.centery - side // 2, side, side)
    return pygame.Rect(left, box.top, 0, box.height)


def words_box(painter: Painter, row: Row, box: pygame.Rect) -> pygame.Rect:
    """Return the part of a row's box that is left for its words."""
    before = _before(painter, row, box)
    left = before.right + (painter.px(_GAP + 2) if before.width else 0)
    return pygame.Rect(left, box.top, box.right - painter.px(_EDGE) - left, box.height)


@dataclass
class Scrollable(Widget):
    """A box that shows part of a content higher than itself."""

    row_height: int = 1
    # height of headings, px; 0 if they are as high as rows, or if rows are made when they are read
    heading_height: int = field(default=0, kw_only=True)
    focusable = True

    def row_count(self) -> int:
        """Return the number of rows."""
        return 0

    def is_heading(self, row: int) -> bool:
        """Return whether a row is a heading for the rows below it."""
        return False

    def content_height(self) -> int:
        """Return the height in px of the whole content."""
        return self.top_of(self.row_count())

    def cut_to_rows(self) -> None:
        """Shorten the box to whole rows, if not all fit; the last of them must not be a heading."""
        if not self._needs_scrollbar():
            return
        end = self.row_at_height(self.rect.height)
        while self.heading_height and end and self.is_heading(end - 1):
            end -= 1
        if end:
            self.rect = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, self.top_of(end))

    def offset(self, memory: Memory) -> int:
        """Return the scroll offset in px of the content."""
        most = max(0, self.content_height() - self.rect.height)
        return round(min(most, max(0.0, memory.scroll.get(self.key, 0.0))))

    def scroll_by(self, pixels: float, memory: Memory) -> None:
        """Scroll by some pixels, within the content."""
        memory.scroll[self.key] = self.offset(memory) + pixels
        memory.scroll[self.key] = self.offset(memory)

    def top_of(self, row: int) -> int:
        """Return the distance in px of a row's upper edge from that of the first row."""
        headings = sum(map(self.is_heading, range(row))) if self.heading_height else 0
        return (row - headings) * self.row_height + headings * self.heading_height

    def row_at_height(self, y: int) -> int:
        """Return the row at a distance below the first row's upper edge, or an index past the last row."""
        if not self.heading_height:
            return y // self.row_height
        count = self.row_count()
        return next((row for row in range(count) if self.top_of(row + 1) > y), count)

    def reveal(self, row: int, memory: Memory) -> None:
        """Scroll as little as needed to show a whole row."""
        top = self.top_of(row)
        offset = self.offset(memory)
        if top < offset:
            memory.scroll[self.key] = top
        elif top + self.row_height > offset + self.rect.height:
            memory.scroll[self.key] = top + self.row_height - self.rect.height

    def follow(self, row: int, version: int, memory: Memory) -> None:
        """Reveal a row once whenever it, the version or the list's height has changed."""
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
        """Draw the scrollbar's thumb if there is anything to scroll."""
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
        driver: the key of the widget that has the focus while the arrow keys move through this list.
    """

    rows: Sequence[Row] = ()  # the rows
    chosen: int = -1  # index of the marked row, -1 for none
    note_width: int = 0  # width of the widest note, px, if figures are to the left of the notes
    empty: str = ""  # the notice if there are no rows
    emblem: str = ""  # name of the icon above the notice, "" for none

    def __post_init__(self) -> None:
        """Shorten the list to whole rows."""
        self.cut_to_rows()

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """Whether the list has rows."""
        return len(self.rows) > 0

    def row_count(self) -> int:
        return len(self.rows)

    def is_heading(self, row: int) -> bool:
        return self.rows[row].heading

    def _cursor(self, memory: Memory) -> int:
        row = memory.rows.get(self.key, max(0, self.chosen))
        return self._landing(row, 1)

    def row_at(self, position: tuple[int, int], memory: Memory) -> int | None:
        """Return the index of the row at a position, or None."""
        if not self.rect.collidepoint(position):
            return None
        index = self.row_at_height(position[1] - self.rect.top + self.offset(memory))
        return index if 0 <= index < len(self.rows) else None

    def draw(self, painter: Painter, memory: Memory) -> None:
        if not self.rows:
            self._draw_empty(painter)
        offset = self.offset(memory)
        first = self.row_at_height(offset)
        last = min(len(self.rows), self.row_at_height(offset + self.rect.height - 1) + 1)
        with painter.clipped(self.rect.inflate(painter.px(4), painter.px(4))):
            for index in range(first, last):
                self._draw_row(painter, memory, index, self.top_of(index) - offset)
        self.draw_scrollbar(painter, memory)

    def empty_box(self, painter: Painter) -> pygame.Rect:
        """Return the box of the notice that there are no rows."""
        width = min(self.rect.width - 2 * painter.px(_EDGE), painter.px(_SENTENCE))
        box = pygame.Rect(0, 0, width, painter.paragraph_height(self.empty, width))
        box.center = self.rect.center
        return box

    def _draw_empty(self, painter: Painter) -> None:
        palette, words = painter.palette, self.empty_box(painter)
        painter.middle(self.empty, words, colour=palette.muted)
        radius, side = _EMBLEM / 2, painter.px(_EMBLEM)
        place = pygame.Rect(words.centerx - side // 2, words.top - side - painter.px(2 * _GAP), side, side)
        if self.emblem and self.rect.contains(place):
            painter.disc(place.center, radius, palette.raised, palette.raised)
            painter.icon(self.emblem, place, radius, palette.accent)

    def cut_row(self, painter: Painter, memory: Memory) -> tuple[int, pygame.Rect] | None:
        """Return the row under the mouse and its box if its text is truncated, else None."""
        index = self.row_at(memory.mouse, memory)
        if index is None:
            return None
        row, box = self.rows[index], self._box(painter, index, self.top_of(index) - self.offset(memory))
        room = words_box(painter, row, box).width
        taken = [
            painter.width(words, SMALL) + painter.px(_GAP) if words else 0 for words in (row.note, row.aside)
        ]
        lines = (painter.width(row.text), painter.width(row.detail, SMALL))
        fits = all(line <= room - beside for line, beside in zip(lines, taken, strict=True))
        return None if fits else (index, box)

    def _box(self, painter: Painter, index: int, top: int) -> pygame.Rect:
        """Return the box of a row whose upper edge is `top` pixels below that of the list."""
        height = self.top_of(index + 1) - self.top_of(index)
        box = pygame.Rect(self.rect.left, self.rect.top + top, self.rect.width, height)
        box.width -= painter.px(SCROLLBAR + 2) if self._needs_scrollbar() else 0
        return box

    def _draw_row(self, painter: Painter, memory: Memory, index: int, top: int) -> None:
        row, box = self.rows[index], self._box(painter, index, top)
        if row.heading:
            self._draw_heading(painter, row, box)
            return
        lit = self._draw_ground(painter, memory, index, box)
        before, inner = _before(painter, row, box), words_box(painter, row, box)
        if row.picture is not None:
            picture = row.picture(before.height)
            painter.surface.blit(picture, picture.get_rect(center=before.center))
        elif row.badge is not None:
            draw_badge(painter, row.badge, before)
        elif row.icon:
            self._draw_icon(painter, row, before, lit)
        if row.share is not None:
            inner.width -= _draw_share(painter, row.share, inner)
        if row.detail or row.aside:
            lines = painter.line_height(BODY), painter.line_height(SMALL)
            upper = pygame.Rect(inner.left, box.centery - sum(lines) // 2, inner.width, lines[0])
            lower = pygame.Rect(inner.left, upper.bottom, inner.width, lines[1])
            self._draw_line(painter, lower, row.detail, row.aside, SMALL, painter.palette.muted)
            inner = upper
        inner.width -= self._draw_beside(painter, row, inner)
        palette = painter.palette
        if row.keys:
            painter.caption(row.text, inner)
            return
        colour = {"good": palette.good, "bad": palette.danger}.get(row.tone, palette.muted)
        self._draw_line(painter, inner, row.text, row.note, BODY, palette.text, colour)

    def _draw_beside(self, painter: Painter, row: Row, inner: pygame.Rect) -> int:
        """Draw the elements at the right of a row's words, and return the width in px that they take."""
        if row.figure:
            column = inner.width - (self.note_width + painter.px(2 * _GAP) if self.note_width else 0)
            numbers = pygame.Rect(inner.left, inner.top, column, inner.height)
            painter.write(row.figure, numbers, size=SMALL, colour=painter.palette.muted, align="right")
        return draw_keys(painter, row.keys, inner) if row.keys else 0

    @staticmethod
    def _draw_line(
        painter: Painter,
        rect: pygame.Rect,
        words: str,
        beside: str,
        size: float,
        ink: Colour,
        ink_beside: Colour | None = None,
    ) -> None:
        """Write words on a line, with a short text at the right."""
        width = painter.write(beside, rect, size=SMALL, colour=ink_beside or ink, align="right")
        rect = pygame.Rect(
            rect.left, rect.top, rect.width - (width + painter.px(_GAP) if width else 0), rect.height
        )
        painter.write(words, rect, size=size, colour=ink, shrink=False)

    @staticmethod
    def _draw_heading(painter: Painter, row: Row, box: pygame.Rect) -> None:
        """Write the name of a group of rows at the bottom of its box."""
        palette, edge = painter.palette, painter.px(_EDGE)
        line, width = painter.line_height(SMALL), box.width - 2 * edge
        if painter.width(row.text, SMALL, True) > width:
            line = min(2 * line, box.height - painter.px(4))
        words = pygame.Rect(box.left + edge, box.bottom - line - painter.px(4), width, line)
        painter.caption(row.text, words, size=SMALL, colour=palette.accent, bold=True)

    @staticmethod
    def _draw_icon(painter: Painter, row: Row, place: pygame.Rect, lit: bool) -> None:
        """Draw the icon before a row; a row with details has a contrasting tile behind it."""
        palette = painter.palette
        if row.detail:
            painter.box(place, palette.surface if lit else palette.raised, 8)
        painter.icon(row.icon, place, 17, palette.accent if row.detail else palette.muted)

    def _draw_ground(self, painter: Painter, memory: Memory, index: int, box: pygame.Rect) -> bool:
        """Draw the background of a row that is chosen, at the keyboard cursor or under the mouse.

        Any other row may get a line above it.

        Returns:
            Whether a background was drawn.
        """
        palette = painter.palette
        driven = self.has_focus(memory) or (self.driver != "" and memory.focus == self.driver)
        at_cursor = driven and index == self._cursor(memory)
        pointed = memory.hover == self.key and box.collidepoint(memory.mouse)
        inner = box.inflate(0, -painter.px(2))
        if index == self.chosen:
            painter.box(inner, palette.raised, 8, palette.accent)
        elif pointed or at_cursor:
            painter.box(inner, palette.hover if pointed else palette.raised, 8)
        elif index and not self.rows[index - 1].heading and index - 1 != self.chosen:
            edge = painter.px(_EDGE)
            painter.surface.fill(
                palette.raised, (box.left + edge, box.top, box.width - 2 * edge, painter.px(1))
            )
        if at_cursor and memory.focus_shown:
            painter.ring(inner.inflate(-painter.px(4), -painter.px(4)), palette.accent, 6)
        return index == self.chosen or pointed or at_cursor

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        index = self.row_at(position, memory)
        if index is None or memory.grabbed == self.key or self.rows[index].heading:
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
            pygame.K_UP: (cursor - 1, -1),
            pygame.K_DOWN: (cursor + 1, 1),
            pygame.K_PAGEUP: (cursor - page, -1),
            pygame.K_PAGEDOWN: (cursor + page, 1),
            pygame.K_HOME: (0, 1),
            pygame.K_END: (len(self.rows) - 1, -1),
        }.get(key)
        if moved is None:
            return None
        memory.rows[self.key] = self._landing(*moved)
        self.reveal(memory.rows[self.key], memory)
        if self._landing(0, 1) == memory.rows[self.key]:
            self.reveal(0, memory)  # so that the heading above it is shown too
        return HANDLED

    def _landing(self, index: int, step: int) -> int:
        """Return the index of the nearest row that can be chosen, searching in the given direction first."""
        last = len(self.rows) - 1
        index = min(last, max(0, index))
        onwards, back = range(index, last + 1), range(index, -1, -1)
        ways = chain(onwards, back) if step > 0 else chain(back, onwards)
        return next((place for place in ways if not self.rows[place].heading), index)


def draw_badge(painter: Painter, badge: Badge, rect: pygame.Rect) -> None:
    """Draw a badge that fills a box."""
    palette = painter.palette
    if badge.ground is not None:
        painter.box(rect, badge.ground, 5, palette.outline)
    ink = palette.muted if badge.ground is None else badge.ink
    painter.write(badge.text, rect, size=SMALL, colour=ink, bold=True, align="centre")


def _draw_share(painter: Painter, share: float, rect: pygame.Rect) -> int:
    """Draw the share done as a bar at the right of a box, and return the width in px that it takes."""
    palette = painter.palette
    bar = pygame.Rect(0, 0, painter.px(_SHARE), painter.px(6))
    bar.midright = rect.midright
    painter.box(bar, palette.chosen, 3)
    if share:
        done = pygame.Rect(bar.left, bar.top, max(bar.height, round(bar.width * share)), bar.height)
        painter.box(done, palette.good if share >= 1 else palette.accent, 3)
    return bar.width + painter.px(_GAP)


def keys_width(painter: Painter, keys: Sequence[str]) -> int:
    """Return the width in px that keys take at the right of a row."""
    return sum(_key_width(painter, key) + painter.px(_GAP / 2) for key in keys) + painter.px(_GAP)


def _key_width(painter: Painter, key: str) -> int:
    return max(painter.px(_KEYCAP), painter.width(key, SMALL) + 2 * painter.px(6))


def draw_keys(painter: Painter, keys: Sequence[str], rect: pygame.Rect) -> int:
    """Draw keycaps at the right of a box, and return the width in px that they take."""
    palette, right = painter.palette, rect.right
    for key in reversed(keys):
        width = _key_width(painter, key)
        cap = pygame.Rect(right - width, 0, width, painter.px(_KEYCAP))
        cap.centery = rect.centery
        painter.box(cap, palette.outline, 5)
        top = pygame.Rect(cap.left, cap.top, cap.width, cap.height - painter.px(2))
        painter.box(top, palette.raised, 5, palette.outline)
        painter.write(key, top, size=SMALL, align="centre")
        right = cap.left - painter.px(_GAP / 2)
    return keys_width(painter, keys)
