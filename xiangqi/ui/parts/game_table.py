"""Lists of games: a table whose headings sort, or two lines for each game where it is narrow.

A click or an arrow key chooses a row, a double click or Enter opens its game, and the right button or Shift F10
opens its menu. The chosen row, the order of the games and the shown position of the chosen game are kept in the
widgets' memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import pygame

from xiangqi.action import Action
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.finder import COLUMNS, LATEST_FIRST, Order
from xiangqi.ui.parts.game_rows import STAR, TWO_LINES, GameRow
from xiangqi.ui.toolkit.lists import SCROLLBAR, ListBox, MadeRows, draw_badge
from xiangqi.ui.toolkit.menu import Item, hang
from xiangqi.ui.toolkit.painter import Align, Painter, wrap
from xiangqi.ui.toolkit.roles import BODY, SMALL
from xiangqi.ui.toolkit.widgets import HANDLED, Memory, Widget

TABLE_FROM: Final = 548.0
"""Width of a list from which it is a table, points; the card around it has 560."""

TABLE_ROW: Final = 36.0
"""Height of a row of the table in points."""

HEADINGS: Final = 36.0
"""Height in points of the headings above the table."""

_BADGE: Final = (30.0, 20.0)  # size of the badge in the table, points
_EDGE: Final = 10.0  # distance from the ends of a row to its content, points
_GAP: Final = 8.0  # between the columns, points
_NAMES: Final = (92.0, 220.0)  # least and greatest width of a name, points
_NAMES_GROW: Final = 0.22  # share of the width beyond the least of a table that each name gets
_MOVES: Final = 48.0
_MARK: Final = 3.0  # width of the mark of the chosen row, points


def cells(painter: Painter, rect: pygame.Rect, date_px: int) -> dict[str, pygame.Rect]:
    """Return the box of each column in the box of a row or of the headings; `date_px` is the width of dates."""
    edge, gap, px = painter.px(_EDGE), painter.px(_GAP), painter.px
    least, most = map(px, _NAMES)
    name = min(most, max(least, least + round((rect.width - px(TABLE_FROM)) * _NAMES_GROW)))
    left = rect.left + edge
    widths = [px(_BADGE[0]), name, name, 0, px(_MOVES), date_px]
    widths[3] = rect.width - 2 * edge - sum(widths) - gap * (len(widths) - 1)
    found = {}
    for column, width in zip(COLUMNS, widths, strict=True):
        found[column] = pygame.Rect(left, rect.top, width, rect.height)
        left += width + gap
    return found


def _align(column: str) -> Align:
    return "right" if column in LATEST_FIRST else "left"


@dataclass
class GameList(ListBox):
    """Rows for games, in a table or with two lines each.

    Attributes:
        is_table: whether each row is a line of a table.
        menu: the name of the menu of the chosen row, "" for none.
        items: the items of that menu.
        steps: the shown ply of the chosen game and the number of its plies, through which Left and Right step.
        at_once: whether a click opens a game, as in lists beside which the chosen game is not shown.
        date_px: the width in px of the column of dates in a table.
    """

    is_table: bool = False
    menu: str = ""
    items: Sequence[Item] = ()
    steps: tuple[int, int] = (0, 0)  # the ply that is shown of the chosen game, and the number of its plies
    at_once: bool = False
    date_px: int = 0

    # ---- Choosing ----

    def choose(self, index: int, memory: Memory) -> None:
        """Choose a row; another game is shown at its own position."""
        if memory.rows.get(self.key, self.chosen) != index:
            memory.rows.pop(f"{self.key}.ply", None)
        memory.rows[self.key] = index

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        index = self.row_at(position, memory)
        if index is None or memory.grabbed == self.key:
            return HANDLED
        self.choose(index, memory)
        return self.rows[index].action if self.at_once else HANDLED

    def double_click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        index = self.row_at(position, memory)
        if index is None or memory.grabbed == self.key:
            return HANDLED
        return self.rows[index].action

    def right_click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        index = self.row_at(position, memory)
        if index is None or not self.menu:
            return HANDLED
        self.choose(index, memory)
        hang(memory, self.menu, position)
        return HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        if not self.rows:
            return None
        before = self._cursor(memory)
        if self.menu and (key == pygame.K_MENU or (key == pygame.K_F10 and memory.shift)):
            hang(memory, self.menu, self._below(before, memory))
            return HANDLED
        if self.steps[1] and key in (pygame.K_LEFT, pygame.K_RIGHT):
            ply = self.steps[0] + (1 if key == pygame.K_RIGHT else -1)
            memory.rows[f"{self.key}.ply"] = min(self.steps[1], max(0, ply))
            return HANDLED
        action = super().key_down(key, memory)
        if self._cursor(memory) != before:
            memory.rows.pop(f"{self.key}.ply", None)
        return action

    def _below(self, index: int, memory: Memory) -> tuple[int, int]:
        """Return the point below a row from which its menu hangs."""
        return self.rect.left + 2 * self.row_height, self.rect.top + self.top_of(index + 1) - self.offset(
            memory
        )

    # ---- Drawing ----

    def _draw_ground(self, painter: Painter, memory: Memory, index: int, box: pygame.Rect) -> bool:
        palette, chosen = painter.palette, index == self._cursor(memory) and not self.at_once
        pointed = memory.hover == self.key and box.collidepoint(memory.mouse)
        driven = self.has_focus(memory) or (self.driver != "" and memory.focus == self.driver)
        at_cursor = driven and memory.focus_shown and index == self._cursor(memory)
        inner = box.inflate(0, -painter.px(2))
        if chosen or pointed or at_cursor:
            painter.box(inner, palette.hover if pointed else palette.raised, 6)
        if chosen:
            mark = pygame.Rect(inner.left, inner.top + painter.px(6), painter.px(_MARK), 0)
            mark.height = inner.bottom - painter.px(6) - mark.top
            painter.box(mark, palette.gold, 1.5)
        elif not pointed and index:
            edge = painter.px(_EDGE)
            line = (box.left + edge, box.top, box.width - 2 * edge, painter.px(1))
            painter.surface.fill(palette.raised, line)
        if at_cursor:
            painter.ring(inner.inflate(-painter.px(4), -painter.px(4)), palette.accent, 6)
        return chosen or pointed or at_cursor

    def _draw_row(self, painter: Painter, memory: Memory, index: int, top: int) -> None:
        row = self.rows[index]
        if not self.is_table or not isinstance(row, GameRow):
            super()._draw_row(painter, memory, index, top)
            return
        box = self._box(painter, index, top)
        self._draw_ground(painter, memory, index, box)
        palette, places = painter.palette, cells(painter, box, self.date_px)
        tile = pygame.Rect(0, 0, places["result"].width, painter.px(_BADGE[1]))
        tile.center = places["result"].center
        draw_badge(painter, row.winner, tile)
        for one in _written(painter, row, places):
            ink = palette.text if one.column in ("red", "black") else palette.muted
            align = _align(one.column)
            painter.write(one.words, one.place, colour=ink, bold=one.bold, align=align, shrink=False)
        self._draw_opening(painter, row, places["opening"])

    @staticmethod
    def _draw_opening(painter: Painter, row: GameRow, place: pygame.Rect) -> None:
        lines = opening_lines(painter, row, place.width)
        size, height = (BODY, place.height) if len(lines) < 2 else (SMALL, round(painter.type_px(SMALL) * 1.2))
        top = place.centery - height * len(lines) // 2
        for number, line in enumerate(lines):
            rect = pygame.Rect(place.left, top + number * height, place.width, height)
            painter.write(line, rect, size=size, colour=painter.palette.muted, shrink=False)

    def cut_row(self, painter: Painter, memory: Memory) -> tuple[int, pygame.Rect] | None:
        if not self.is_table:
            return super().cut_row(painter, memory)
        index = self.row_at(memory.mouse, memory)
        row = None if index is None else self.rows[index]
        if index is None or not isinstance(row, GameRow):
            return None
        box = self._box(painter, index, self.top_of(index) - self.offset(memory))
        places = cells(painter, box, self.date_px)
        fits = all(
            painter.width(one.words, BODY, one.bold) <= one.place.width
            for one in _written(painter, row, places)
        )
        room = places["opening"].width
        lines = opening_lines(painter, row, room)
        fits = fits and (len(lines) != 1 or painter.width(lines[0]) <= room)
        return None if fits else (index, box)


class _Written(NamedTuple):
    """Words in a line of the table."""

    column: str
    place: pygame.Rect
    words: str
    bold: bool = False


def _written(painter: Painter, row: GameRow, places: Mapping[str, pygame.Rect]) -> list[_Written]:
    """Return the texts in a line of the table, other than the opening."""
    red = places["red"]
    if not row.black:  # a game without names has its title, for which there is the room of both
        red = red.union(places["black"])

    def name(full: str, short: str, bold: bool) -> str:
        return short if short and painter.width(full, BODY, bold) > places["red"].width else full

    by_red, by_black = row.own == RED, row.own == BLACK
    return [
        _Written("red", red, name(row.red, row.short_red, by_red), by_red),
        _Written("black", places["black"], name(row.black, row.short_black, by_black), by_black),
        _Written("moves", places["moves"], row.moves),
        _Written("date", places["date"], row.date),
    ]


def opening_lines(painter: Painter, row: GameRow, room_px: int) -> tuple[str, ...]:
    """Return the longest name of a row's opening that fits on one line; otherwise the shortest, on two lines.

    If that does not fit on two small lines, it is returned as one, whose end is cut off when it is drawn. A
    star stands before the name of a starred game. The result is () without an opening or a star.
    """
    star = f"{STAR} " if row.starred else ""
    names = [star + name for name in row.openings] or [star]
    whole = next((name for name in names if painter.width(name) <= room_px), None)
    if whole is not None:
        return (whole,)
    lines = tuple(wrap(names[-1], room_px, painter.type_px(SMALL)))
    fits = len(lines) == 2 and all(painter.width(line, SMALL) <= room_px for line in lines)
    return lines if fits else tuple(filter(None, names[-1:]))


@dataclass
class Headings(Widget):
    """The headings above a table; a click sorts by a column, and so do Left, Right and Enter."""

    names: Mapping[str, str] = field(default_factory=dict)  # the names of COLUMNS
    places: Mapping[str, pygame.Rect] = field(default_factory=dict)  # their boxes, px
    table: str = ""  # the key of the table
    usual: Order | None = None  # the order of the source, if that is one by a column

    focusable = True

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, order = painter.palette, Order.of(self.table, memory)
        if not order.column and self.usual is not None:
            order = self.usual
        for column, place in self.places.items():
            pointed = memory.hover == self.key and place.collidepoint(memory.mouse)
            driven = self.has_focus(memory) and column == self._at_cursor(memory)
            if pointed or driven:
                painter.box(place.inflate(painter.px(8), -painter.px(8)), palette.raised, 6)
            sign = "" if order.column != column else "↓" if order.descending else "↑"
            words = " ".join(filter(None, (sign, self.names[column])))
            ink = palette.accent if sign else palette.muted
            painter.write(words, place, size=SMALL, colour=ink, align=_align(column))
            if driven:
                painter.ring(place.inflate(painter.px(4), -painter.px(12)), palette.accent, 6)

    def _at_cursor(self, memory: Memory) -> str:
        return COLUMNS[min(len(COLUMNS) - 1, max(0, memory.rows.get(self.key, 0)))]

    def _sort(self, column: str, memory: Memory) -> Action:
        Order.of(self.table, memory).next(column, self.usual).keep(self.table, memory)
        return HANDLED

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        hit = next((column for column, place in self.places.items() if place.collidepoint(position)), None)
        return HANDLED if hit is None else self._sort(hit, memory)

    def key_down(self, key: int, memory: Memory) -> Action | None:
        column = COLUMNS.index(self._at_cursor(memory))
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return self._sort(COLUMNS[column], memory)
        if key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return None
        moved = column + (-1 if key == pygame.K_LEFT else 1)
        memory.rows[self.key] = min(len(COLUMNS) - 1, max(0, moved))
        return HANDLED


def _date_width(scene: PanelContext) -> int:
    """Return the width in px that any date needs in the player's language."""
    texts, width = scene.texts, scene.painter.width
    months = (texts(f"date.month.{month}") for month in (5, 11, 12))
    days = (texts(f"date.weekday.{day}") for day in range(1, 8))
    full = (texts("date.full", day=30, month=month, year="2000") for month in months)
    return max(map(width, (*full, *days, texts("date.none")))) + scene.px(2)


def lay_out_games(
    scene: PanelContext,
    box: pygame.Rect,
    games: GameList,
    count: int,
    row: Callable[[int, int | None], GameRow],
    *,
    may_be_table: bool = True,
    usual: Order | None = None,
) -> list[Widget]:
    """Lay out a list of games in a box, as a table with headings or as rows of two lines.

    Args:
        scene: the panel's context.
        box: the box in px.
        games: the list, whose box, rows and height of rows are set here.
        count: the number of rows.
        row: returns a row for its index and, for two lines, the width of the list in px.
        may_be_table: whether a wide list is a table; its games must then be sorted by the list's `Order`.
        usual: the order of the games until a heading is used, if they are sorted by a column.
    """
    table = may_be_table and box.width >= scene.px(TABLE_FROM)
    games.is_table, games.row_height = table, scene.px(TABLE_ROW if table else TWO_LINES)
    games.rect = box.copy()
    above: list[Widget] = []
    if table:
        head = pygame.Rect(box.left, box.top, box.width, scene.px(HEADINGS))
        games.rect = pygame.Rect(box.left, head.bottom, box.width, box.bottom - head.bottom)
        inner = head.copy()
        inner.width -= scene.px(SCROLLBAR + 2) if count * games.row_height > games.rect.height else 0
        games.date_px = _date_width(scene)
        names = {column: scene.texts(f"games.column.{column}") for column in COLUMNS}
        above = [
            Headings(
                f"{games.key}.heads", head, names, cells(scene.painter, inner, games.date_px), games.key, usual
            )
        ]
    width = None if table else games.rect.width
    games.rows = MadeRows(count, lambda index: row(index, width))
    games.cut_to_rows()
    return [*above, games]
