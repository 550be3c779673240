"""A table of results: a name, the number of games, their results as a bar, and some facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.records.tree import RESULTS
from xiangqi.ui.parts.context import PanelContext, Room, is_wide
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.toolkit.lists import HEADING_ROW, SCROLLBAR, Scrollable
from xiangqi.ui.toolkit.painter import Align, Painter, wrap
from xiangqi.ui.toolkit.roles import BODY, SMALL, Colour
from xiangqi.ui.toolkit.widgets import HANDLED, Memory, Widget

HEAD: Final = 22.0
"""Height in points of the line with the names of the columns."""

DRAWN: Final[Colour] = (168, 160, 150)
"""The colour of draws."""

BLACK_WON: Final[Colour] = (96, 90, 84)
"""The colour of games won by Black, since black itself would be invisible on a dark background."""

RESULT_COLUMNS: Final = {"group": 0.0, "games": 0.0, "results": 1.0, "score": 0.0}
"""The columns of a player's results by group, with their shares of the width."""

_WIDE_ROW: Final = 36.0  # height of a row with a name on two lines, points
_DOUBLE_ROW: Final = 44.0  # height of a row with a name and its figures below, points
_GAP: Final = 10.0
_BAR: Final = 16.0
_FIGURE: Final = 12.0  # size of the figures in a bar
_HALF_BRIGHT: Final = 384  # sum of red, green and blue from which dark ink is easier to read
_DARK_INK: Final[Colour] = (24, 20, 16)
_LIGHT_INK: Final[Colour] = (255, 251, 243)
_BAR_PLACE: Final = 2  # index of the column with the bar


@dataclass(frozen=True)
class ResultRow:
    """A row of the table."""

    name: str  # the name of what the games were counted for
    games: str = ""  # the number of games, "" for a heading
    # games won, drawn and lost, or won by Red, drawn and won by Black
    results: tuple[int, int, int] = (0, 0, 0)
    facts: tuple[str, ...] = ()  # the texts in the columns after the bar
    action: Action = HANDLED  # the action of choosing the row
    listing: Action | None = None  # the action of choosing the number of games, which is then coloured
    bold: bool = False  # whether the name is bold


@dataclass
class ResultTable(Scrollable):
    """The table; the column names are above its box."""

    names: Sequence[str] = ()  # names of the columns
    # shares of the width, by column; a column whose share is 0 is as wide as its texts
    shares: Sequence[float] = ()
    # colours of the first, second and third kind of result
    colours: tuple[Colour, Colour, Colour] = (DRAWN, DRAWN, DRAWN)
    rows: Sequence[ResultRow] = ()  # the rows of the table
    empty: str = ""  # shown if there are no rows
    stale: bool = False  # whether the rows are out of date: they are drawn pale and cannot be chosen
    name_size: float = BODY  # font size of the names, points
    # how many lines a name may take; on one it is made small enough, on several cut with "…"
    name_lines: int = 1
    above: bool = False  # whether names are on a separate line, above their figures
    counts: range = range(0)  # the pixels from left to right in which a click means the number of games

    def __post_init__(self) -> None:
        """Shorten the table to whole rows."""
        self.cut_to_rows()

    def row_count(self) -> int:
        return len(self.rows)

    def is_heading(self, row: int) -> bool:
        return not self.rows[row].games

    def room(self, painter: Painter, column: int) -> int:
        """Return the width in px that a column leaves for its text."""
        return self._cells(self.rect, painter)[column].width

    def with_counts(self, painter: Painter) -> ResultTable:
        """Return a copy of the table in which the numbers of games can be clicked."""
        cell = self._cells(self.rect, painter)[1]
        return replace(self, counts=range(cell.left, cell.right + painter.px(_GAP)))

    def _cells(self, row: pygame.Rect, painter: Painter) -> list[pygame.Rect]:
        gap = painter.px(_GAP)
        room = row.inflate(-2 * painter.px(6), 0)
        room.width -= painter.px(SCROLLBAR)
        shares = self.shares[1:] if self.above else self.shares
        natural = enumerate(shares, int(self.above))
        widths = [0 if share else self._widest(painter, place) + gap for place, share in natural]
        left, rest, cells = float(room.left), room.width - sum(widths), []
        for share, least in zip(shares, widths, strict=True):
            width = least + share * rest / sum(shares)
            cells.append(pygame.Rect(round(left), room.top, round(width) - gap, room.height))
            left += width
        return cells

    def _widest(self, painter: Painter, place: int) -> int:
        """Return the width in px of the widest text in a column other than that of the bars."""
        head = painter.width(self.names[place], SMALL - 1)
        if place == 0:
            return max([head, *(painter.width(row.name, self.name_size, row.bold) for row in self.rows)])
        if place < _BAR_PLACE:
            return max([head, *(painter.width(row.games, SMALL) for row in self.rows)])
        told = (row.facts[place - _BAR_PLACE - 1] for row in self.rows if row.facts)
        return max([head, *(painter.width(fact, SMALL) for fact in told)])

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        height = painter.px(HEAD)
        head = pygame.Rect(self.rect.left, self.rect.top - height, self.rect.width, height)
        names = list(enumerate(self.names))[int(self.above) :]
        for cell, (place, name) in zip(self._cells(head, painter), names, strict=True):
            align: Align = "left" if place in (0, _BAR_PLACE) else "right"
            size = _size_in(painter, name, cell, SMALL - 1)
            painter.write(name, cell, size=size, colour=palette.muted, align=align)
        painter.surface.fill(palette.outline, (self.rect.left, self.rect.top, self.rect.width, painter.px(1)))
        if not self.rows:
            inner = self.rect.inflate(-painter.px(20), -painter.px(16))
            painter.lines(self.empty, inner, 4, size=SMALL, colour=palette.muted)
        offset = self.offset(memory)
        with painter.clipped(self.rect.inflate(-2, -2)):
            for place in range(self.row_at_height(offset), len(self.rows)):
                top, end = (self.rect.top + self.top_of(row) - offset for row in (place, place + 1))
                if top >= self.rect.bottom:
                    break
                box = pygame.Rect(self.rect.left, top, self.rect.width, end - top)
                self._draw_row(painter, memory, place, box)
        self.draw_scrollbar(painter, memory)

    def _draw_row(self, painter: Painter, memory: Memory, place: int, box: pygame.Rect) -> None:
        palette, row = painter.palette, self.rows[place]
        if not row.games:
            line = painter.line_height(SMALL)
            words = pygame.Rect(box.left, box.bottom - line - painter.px(3), box.width, line)
            painter.write(
                row.name, words.inflate(-2 * painter.px(6), 0), size=SMALL, colour=palette.accent, bold=True
            )
            return
        pointed = memory.hover == self.key and box.collidepoint(memory.mouse)
        driven = self.has_focus(memory) and place == self._cursor(memory)
        if (pointed or driven) and not self.stale and row.action is not HANDLED:
            painter.box(box.inflate(0, -painter.px(2)), palette.hover if pointed else palette.raised, 6)
        if driven and memory.focus_shown and not self.stale:
            painter.ring(box.inflate(-painter.px(6), -painter.px(6)), palette.accent, 6)
        ink = palette.disabled if self.stale else palette.text
        if self.above:
            half = painter.line_height(self.name_size)
            name = pygame.Rect(box.left, box.top, box.width, half).inflate(-2 * painter.px(6), 0)
            games, bar, *facts = self._cells(pygame.Rect(box.left, name.bottom, box.width, half), painter)
        else:
            name, games, bar, *facts = self._cells(box, painter)
        self._write_name(painter, row, name, ink)
        size = _size_in(painter, row.games, games, SMALL)
        linked = row.listing is not None and not self.stale
        painter.write(row.games, games, size=size, colour=palette.accent if linked else ink, align="right")
        strip = pygame.Rect(bar.left, 0, bar.width, painter.px(_BAR))
        strip.centery = bar.centery
        draw_results(painter, strip, row.results, self.colours)
        for cell, fact in zip(facts, row.facts, strict=True):
            size = _size_in(painter, fact, cell, SMALL)
            painter.write(fact, cell, size=size, colour=ink, align="right")

    def _write_name(self, painter: Painter, row: ResultRow, cell: pygame.Rect, ink: Colour) -> None:
        if self.name_lines == 1:
            size = _size_in(painter, row.name, cell, self.name_size, row.bold)
            painter.write(row.name, cell, size=size, colour=ink, bold=row.bold, shrink=False)
            return
        height = painter.line_height(self.name_size)
        lines = wrap(row.name, cell.width, painter.type_px(self.name_size), row.bold)
        block = pygame.Rect(0, 0, cell.width, height * min(len(lines), self.name_lines))
        block.midleft = cell.midleft
        painter.lines(row.name, block, self.name_lines, size=self.name_size, colour=ink)

    def _cursor(self, memory: Memory) -> int:
        return min(memory.rows.get(self.key, 0), len(self.rows) - 1)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        if memory.grabbed == self.key or self.stale:
            return HANDLED
        place = self.row_at_height(position[1] - self.rect.top + self.offset(memory))
        if not 0 <= place < len(self.rows):
            return HANDLED
        row = self.rows[place]
        return row.action if row.listing is None or position[0] not in self.counts else row.listing

    def key_down(self, key: int, memory: Memory) -> Action | None:
        if not self.rows or self.stale:
            return None
        cursor = self._cursor(memory)
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return self.rows[cursor].action
        if key == pygame.K_SPACE and self.rows[cursor].listing is not None:
            return self.rows[cursor].listing
        page, last = max(1, self.rect.height // self.row_height - 1), len(self.rows) - 1
        moved = {
            pygame.K_UP: cursor - 1,
            pygame.K_DOWN: cursor + 1,
            pygame.K_PAGEUP: cursor - page,
            pygame.K_PAGEDOWN: cursor + page,
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }.get(key)
        if moved is None:
            return None
        memory.rows[self.key] = min(last, max(0, moved))
        self.reveal(memory.rows[self.key], memory)
        return HANDLED


def draw_results(
    painter: Painter, bar: pygame.Rect, results: tuple[int, int, int], colours: tuple[Colour, Colour, Colour]
) -> None:
    """Draw results as a bar: the first kind at the left, draws in the middle, the last kind at the right.

    Each part shows its number if there is room.
    """
    total = sum(results)
    painter.box(bar, painter.palette.raised, 4)
    if not total:
        return
    first, last = (round(bar.width * count / total) for count in (results[0], results[2]))
    edges = (bar.left, bar.left + first, bar.right - last, bar.right)
    with painter.clipped(bar):
        for place, (left, right) in enumerate(pairwise(edges)):
            if right > left:
                part = pygame.Rect(left, bar.top, right - left, bar.height)
                ends = (left == bar.left, right == bar.right)
                _draw_part(painter, part, colours[place], str(results[place]), ends)


def _draw_part(
    painter: Painter, part: pygame.Rect, colour: Colour, words: str, ends: tuple[bool, bool]
) -> None:
    """Draw a part of a bar, rounded where the bar ends, with its words if they fit."""
    corner, grown = painter.px(4), part.copy()
    grown.left -= 0 if ends[0] else corner
    grown.width = part.right - grown.left + (0 if ends[1] else corner)
    with painter.clipped(part):
        painter.box(grown, colour, 4)
    if painter.width(words, _FIGURE) + painter.px(4) <= part.width:
        ink = _DARK_INK if sum(colour) > _HALF_BRIGHT else _LIGHT_INK
        painter.write(words, part, size=_FIGURE, colour=ink, align="centre")


@dataclass
class ResultBar(Widget):
    """Games won, drawn and lost as one bar, which fills the box."""

    results: tuple[int, int, int] = (0, 0, 0)
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        draw_results(painter, self.rect, self.results, (palette.good, DRAWN, palette.danger))


def result_text(texts: Texts, result: str) -> str:
    """Return the result of a record in words, or "" if there is none."""
    return "" if result == "*" else texts(f"details.result.{RESULTS.index(result)}")


def _size_in(painter: Painter, text: str, cell: pygame.Rect, size: float, bold: bool = False) -> float:
    """Return the font size at which a text fits a cell; a truncated number would be misleading."""
    while size > 1 and painter.width(text, size, bold) > cell.width:
        size *= 0.9
    return size


def group_table(
    scene: PanelContext, room: Room, name: str, columns: Mapping[str, float], rows: Sequence[ResultRow]
) -> ResultTable:
    """Lay out a player's results by group, with a bar of won, drawn and lost games, in the rest of a room.

    Args:
        scene: the panel's context.
        room: the room, all of which is used.
        name: the widget's name.
        columns: the names of the columns (`library.NAME` in the catalogue), with their shares of the width.
        rows: the lines of the table.
    """
    room.top(HEAD, 0)
    wide, palette = is_wide(scene, room.rest), scene.painter.palette
    table = ResultTable(
        name,
        room.rest,
        row_height=scene.px(_WIDE_ROW if wide else _DOUBLE_ROW),
        names=tuple(scene.texts(f"library.{column}") for column in columns),
        shares=tuple(columns.values()),
        colours=(palette.good, DRAWN, palette.danger),
        rows=rows,
        name_size=SMALL,
        name_lines=2 if wide else 1,
        above=not wide,
        heading_height=scene.px(HEADING_ROW),
    )
    return table.with_counts(scene.painter)
