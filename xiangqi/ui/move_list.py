"""The list of moves: one row a round, the current move marked and kept in view, a click goes to a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pygame

from xiangqi.app import view
from xiangqi.app.intents import GoTo
from xiangqi.app.state import AppState
from xiangqi.app.view import MoveEntry
from xiangqi.core.constants import RED
from xiangqi.ui.lists import SCROLLBAR, Scrollable
from xiangqi.ui.paint import SMALL, Painter
from xiangqi.ui.widgets import HANDLED, Action, Memory

ROW_HEIGHT = 29.0
"""Height of a row, points."""


class Entries:
    """The entries of the shown line; made anew only when the line or its notation changes."""

    def __init__(self) -> None:
        self._source: tuple[object, str] = (None, "")
        self._entries: tuple[MoveEntry, ...] = ()

    def of(self, state: AppState) -> tuple[MoveEntry, ...]:
        """The moves of the line on the board."""
        line = state.record.nodes if state.record is not None else state.game.moves
        notation = state.settings.notation
        if self._source[0] is not line or self._source[1] != notation or not line:
            self._source, self._entries = (line, notation), view.move_entries(state)
        return self._entries


@dataclass
class MoveList(Scrollable):
    """The moves of a line.

    Attributes:
        entries: the moves, in order.
        ply: the move whose position is on the board is ``entries[ply - 1]``; 0 is the start.
        empty: said when there are no moves.
        unit: pixels per point.
    """

    entries: Sequence[MoveEntry] = ()
    ply: int = 0
    empty: str = ""
    unit: float = 1.0
    focusable = False
    _first_number: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        if self.entries:
            self._first_number = self.entries[0].number

    def content_height(self) -> int:
        rounds = self.entries[-1].number - self._first_number + 1 if self.entries else 0
        return rounds * self.row_height

    def keep_in_view(self, memory: Memory) -> None:
        """Scroll to the current move when it, or the length of the list, has changed."""
        row = self.entries[self.ply - 1].number - self._first_number if self.ply else 0
        self.follow(row, len(self.entries), memory)

    def _cell(self, entry: MoveEntry, memory: Memory) -> pygame.Rect:
        number_px = round(38 * self.unit)
        width = (self.rect.width - number_px - round(SCROLLBAR * self.unit)) // 2
        left = self.rect.left + number_px + (0 if entry.side == RED else width)
        top = self.rect.top + (entry.number - self._first_number) * self.row_height - self.offset(memory)
        return pygame.Rect(left, top, width, self.row_height)

    def _visible(self, memory: Memory) -> Sequence[MoveEntry]:
        first = self.offset(memory) // self.row_height
        rows = self.rect.height // self.row_height + 2
        return self.entries[max(0, 2 * first - 1) : 2 * (first + rows)]

    def entry_at(self, position: tuple[int, int], memory: Memory) -> MoveEntry | None:
        """The move under a position (px)."""
        for entry in self._visible(memory):
            if self._cell(entry, memory).collidepoint(position):
                return entry
        return None

    def draw(self, painter: Painter, memory: Memory) -> None:
        if not self.entries:
            painter.write(self.empty, self.rect, colour=painter.palette.muted, align="centre", size=SMALL)
            return
        with painter.clipped(self.rect):
            for entry in self._visible(memory):
                self._draw_entry(painter, memory, entry)
        self.draw_scrollbar(painter, memory)

    def _draw_entry(self, painter: Painter, memory: Memory, entry: MoveEntry) -> None:
        palette = painter.palette
        cell = self._cell(entry, memory)
        if entry.side == RED or entry.ply == 1:
            number = pygame.Rect(self.rect.left, cell.top, painter.px(30), cell.height)
            painter.write(f"{entry.number}.", number, size=SMALL, colour=palette.muted, align="right")
        current = entry.ply == self.ply
        hovered = memory.hover == self.key and cell.collidepoint(memory.mouse)
        ground = cell.inflate(-painter.px(2), -painter.px(2))
        if current:
            painter.box(ground, palette.accent, 6)
        elif hovered:
            painter.box(ground, palette.hover, 6)
        ink = palette.red_side if entry.side == RED else palette.black_side
        if current:
            ink = palette.on_accent
        inner = cell.inflate(-2 * painter.px(9), 0)
        if entry.variations or entry.comment:
            dot = (cell.right - painter.px(9), cell.centery)
            mark = palette.on_accent if current else palette.muted
            ground_colour = palette.accent if current else palette.surface
            painter.disc(dot, 2.5, mark if entry.comment else ground_colour, mark)
            inner.width -= painter.px(8)
        painter.write(entry.text, inner, colour=ink, bold=current)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        entry = self.entry_at(position, memory)
        return HANDLED if entry is None or memory.grabbed == self.key else GoTo(entry.ply)
