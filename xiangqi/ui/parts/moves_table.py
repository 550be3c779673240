"""The explorer's table: each move with its games, their results as a bar, and where it leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import pygame

from xiangqi.ui.parts.cards import RED_DISC
from xiangqi.ui.parts.move_text import MoveLabel
from xiangqi.ui.parts.result_table import HEAD, ResultRow, ResultTable
from xiangqi.ui.toolkit.fonts import fitted
from xiangqi.ui.toolkit.lists import SCROLLBAR
from xiangqi.ui.toolkit.painter import Align, Painter
from xiangqi.ui.toolkit.roles import LABEL, SMALL, Colour
from xiangqi.ui.toolkit.theme import PieceTheme
from xiangqi.ui.toolkit.widgets import HANDLED, Memory

ROW: Final = 36.0
"""Height of a row in points."""

STACKED_ROW: Final = 50.0
"""Height in points of a row that shows below its bar where the move leads."""

WIDE: Final = 520.0
"""Least width in points of a table with a column for where moves lead."""

_FROM_GAMES: Final = 30  # the number of games from which percentages say something
_LEAST_BAR: Final = 150.0  # least width of a bar, points
_BAR_SHARE: Final = 0.28  # of the width, in a table with a column for where moves lead
_MOST_BAR: Final = 240.0  # largest width of a bar there, points
_BAR: Final = 18.0  # height of a bar, points
_GAP: Final = 16.0  # between two columns, points
_EDGE: Final = 10.0  # beside a row, points
_STAR: Final = 28.0  # width of the column of the stars, points
_DRAWN: Final[Colour] = (139, 131, 121)
_BLACK_WON: Final[Colour] = (24, 22, 20)
_INK: Final[Colour] = (255, 251, 243)


@dataclass(frozen=True)
class MoveRow(ResultRow):
    """A move; its facts are where it leads, and the engine's score."""

    label: MoveLabel = field(default_factory=lambda: MoveLabel(""))
    shorter: tuple[str, ...] = ()  # other forms of where it leads, for narrow tables
    muted: bool = False  # whether the move leads nowhere else
    mine: bool = False  # whether it is in the player's own openings


@dataclass
class MovesTable(ResultTable):
    """The table; a click on a move plays it, one on the number of its games lists them.

    The parts of the bar show how many games Red won, were drawn and Black won; the numbers are percentages.
    """

    rows: Sequence[MoveRow] = ()
    red_moves: bool = True  # whether Red is to move
    theme: PieceTheme | None = None  # for the pieces in the moves
    stacked: bool = False  # whether where a move leads stands below its bar

    def _cells(self, row: pygame.Rect, painter: Painter) -> list[pygame.Rect]:
        """Return the boxes of move, games, bar, where it leads, and the star."""
        gap, room = painter.px(_GAP), row.inflate(-2 * painter.px(_EDGE), 0)
        room.width -= painter.px(SCROLLBAR)
        star = pygame.Rect(room.right - painter.px(_STAR), room.top, painter.px(_STAR), room.height)
        move = max([painter.width(self.names[0], LABEL), *(one.label.width(painter) for one in self.rows)])
        games = max([painter.width(self.names[1], LABEL), *(painter.width(one.games) for one in self.rows)])
        cells, left = [], room.left
        for width in (move, games):
            cells.append(pygame.Rect(left, room.top, width, room.height))
            left += width + gap
        rest = star.left - left
        if self.stacked and rest < painter.px(_LEAST_BAR):
            return self._narrow_cells(room, star, move, games, gap)
        bar = rest if self.stacked else max(painter.px(_LEAST_BAR), round(_BAR_SHARE * room.width))
        bar = min(bar, rest) if self.stacked else min(bar, painter.px(_MOST_BAR), rest)
        cells.append(pygame.Rect(left, room.top, bar, room.height))
        leads = cells[-1].copy() if self.stacked else pygame.Rect(left + bar + gap, room.top, 0, room.height)
        leads.width = max(0, (room.right if self.stacked else star.left) - leads.left)
        return [*cells, leads, star]

    @staticmethod
    def _narrow_cells(
        room: pygame.Rect, star: pygame.Rect, move_px: int, games_px: int, gap_px: int
    ) -> list[pygame.Rect]:
        """Return the boxes of a row in which the bar has a line of its own, below the rest."""
        move = pygame.Rect(room.left, room.top, move_px, room.height)
        games = pygame.Rect(star.left - gap_px // 2 - games_px, room.top, games_px, room.height)
        bar = pygame.Rect(room.left, room.top, star.left - gap_px // 2 - room.left, room.height)
        leads = pygame.Rect(move.right + gap_px, room.top, 0, room.height)
        leads.width = max(0, games.left - gap_px - leads.left)
        return [move, games, bar, leads, star]

    def _placed(self, columns: Sequence[pygame.Rect], box: pygame.Rect, painter: Painter) -> list[pygame.Rect]:
        """Return the boxes of a row, whose bar or following position may be on a second line."""
        move, games, bar, leads, star = (
            pygame.Rect(column.left, box.top, column.width, box.height) for column in columns
        )
        if not self.stacked:
            return [move, games, bar, leads, star]
        half, upper, lower = box.height // 2, box.top + painter.px(3), box.top + box.height // 2 - painter.px(1)
        narrow = bar.left == move.left
        for cell in (move, games, leads) if narrow else (bar,):
            cell.top, cell.height = upper, half
        second = bar if narrow else leads
        second.top, second.height = lower, half
        return [move, games, bar, leads, star]

    def cells(self, painter: Painter) -> list[pygame.Rect]:
        """Return the columns: move, games, bar, where it leads, and the star."""
        return self._cells(self.rect, painter)

    @staticmethod
    def figures(results: tuple[int, int, int]) -> tuple[str, ...]:
        """Return the percentages of results; empty texts if there are too few games for these to mean much."""
        total = sum(results)
        few = total < _FROM_GAMES
        return tuple("" if few else f"{round(100 * count / total)}%" for count in results)

    def draw(self, painter: Painter, memory: Memory) -> None:
        """Draw the names of the columns above the box, and the rows that are in sight."""
        palette, height = painter.palette, painter.px(HEAD)
        head = pygame.Rect(self.rect.left, self.rect.top - height, self.rect.width, height)
        if self.rows:
            cells = self._cells(head, painter)
            shown = 4 if not self.stacked else 2 if cells[2].left == cells[0].left else 3
            for place, (cell, name) in enumerate(zip(cells[:shown], self.names[:shown], strict=True)):
                align: Align = "right" if place == 1 else "left"
                if painter.width(name, LABEL) <= cell.width:
                    painter.write(name, cell, size=LABEL, colour=palette.muted, align=align)
            line = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, max(1, painter.px(1)))
            painter.surface.fill(palette.outline, line)
        else:
            inner = self.rect.inflate(-painter.px(2 * _EDGE), -painter.px(16))
            painter.lines(self.empty, inner, 4, size=SMALL, colour=palette.muted)
        offset, columns = self.offset(memory), self.cells(painter)
        with painter.clipped(self.rect.inflate(-2, -2)):
            for place in range(self.row_at_height(offset), len(self.rows)):
                top = self.rect.top + self.top_of(place) - offset
                if top >= self.rect.bottom:
                    break
                box = pygame.Rect(self.rect.left, top, self.rect.width, self.row_height)
                self._draw_move(painter, memory, place, (box, self._placed(columns, box, painter)))
        self.draw_scrollbar(painter, memory)

    def _draw_move(
        self, painter: Painter, memory: Memory, place: int, boxes: tuple[pygame.Rect, Sequence[pygame.Rect]]
    ) -> None:
        """Draw a row, given its box and those of its parts."""
        (box, parts), palette, row = boxes, painter.palette, self.rows[place]
        pointed = memory.hover == self.key and box.collidepoint(memory.mouse)
        driven = self.has_focus(memory) and place == self._cursor(memory)
        if (pointed or driven) and not self.stale and row.action is not HANDLED:
            painter.box(box.inflate(0, -painter.px(2)), palette.hover if pointed else palette.raised, 6)
        elif place + 1 < len(self.rows):
            line = pygame.Rect(box.left, box.bottom - 1, box.width - painter.px(SCROLLBAR), 1)
            painter.surface.fill(palette.outline, line)
        if driven and memory.focus_shown and not self.stale:
            painter.ring(box.inflate(-painter.px(6), -painter.px(6)), palette.accent, 6)
        move, games, bar, leads, star = parts
        ink = palette.red_side if self.red_moves else palette.black_side
        row.label.write(painter, move, palette.disabled if self.stale else ink, self.theme)
        counted = games.collidepoint(memory.mouse) and pointed and row.listing is not None
        ink = palette.disabled if self.stale else palette.accent if counted else palette.text
        painter.write(row.games, games, colour=ink, align="right")
        self._draw_bar(painter, bar, row.results)
        self._draw_facts(painter, row, leads)
        if row.mine:
            painter.icon("star", star, 15, palette.accent)

    def _draw_facts(self, painter: Painter, row: MoveRow, leads: pygame.Rect) -> None:
        palette = painter.palette
        name, *others = row.facts
        score = others[0] if others else ""
        if score:
            used = painter.write(score, leads, size=SMALL, colour=palette.muted, align="right")
            leads = pygame.Rect(leads.left, leads.top, leads.width - used - painter.px(_GAP / 2), leads.height)
        ink = palette.disabled if self.stale else palette.muted if row.muted else palette.text
        forms = (name, *row.shorter)
        name = next((form for form in forms if painter.width(form, SMALL) <= leads.width), forms[-1])
        painter.write(fitted(name, painter.type_px(SMALL), leads.width), leads, size=SMALL, colour=ink)

    def _draw_bar(self, painter: Painter, cell: pygame.Rect, results: tuple[int, int, int]) -> None:
        """Draw the results: games that Red won at the left, draws, and games that Black won."""
        total = sum(results)
        bar = pygame.Rect(cell.left, 0, cell.width, painter.px(_BAR))
        bar.centery = cell.centery
        if not total:
            return
        first, last = (round(bar.width * count / total) for count in (results[0], results[2]))
        edges = (bar.left, bar.left + first, bar.right - last, bar.right)
        painter.box(bar.inflate(2, 2), painter.palette.outline, 2)
        figures = self.figures(results)
        for place, (left, right) in enumerate(pairwise(edges)):
            part = pygame.Rect(left, bar.top, right - left, bar.height)
            painter.surface.fill((RED_DISC, _DRAWN, _BLACK_WON)[place], part)
            words = figures[place]
            if words and painter.width(words, LABEL) + painter.px(4) <= part.width:
                ink = _BLACK_WON if place == 1 else _INK
                painter.write(words, part, size=LABEL, colour=ink, align="centre")
