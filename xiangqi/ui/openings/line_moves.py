"""The moves to the position on the board, in a row: as many of the last ones as fit."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from xiangqi.action import Action
from xiangqi.app.records.browse import GoTo
from xiangqi.app.session import positions, view
from xiangqi.core.constants import RED
from xiangqi.line import Line
from xiangqi.notation import Style
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.move_text import MoveLabel
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import RADIUS
from xiangqi.ui.toolkit.theme import PieceTheme, look
from xiangqi.ui.toolkit.widgets import HANDLED, Memory, Widget

_APART = 14.0  # between two moves, points
_CUT = "…"


@dataclass
class LineMoves(Widget):
    """The moves; a click goes to one of them. Those after the position on the board are muted."""

    words: tuple[MoveLabel, ...] = ()
    red: tuple[bool, ...] = ()  # whether Red made the move
    shown: int = 0  # the ply on the board
    theme: PieceTheme | None = None
    cells: tuple[tuple[int, pygame.Rect], ...] = ()  # the place and box of each move that has room

    @classmethod
    def of(cls, scene: PanelContext, rect: pygame.Rect) -> LineMoves:
        """Return the moves of the line on the board."""
        document, settings = scene.state.document, scene.state.settings
        start = Line(document.start_fen)
        moves = document.cursor.moves
        texts = positions.following_texts(start, moves, Style(settings.notation))
        words = tuple(map(MoveLabel, texts, positions.moved_pieces(start, moves)))
        red = tuple((start.turn == RED) == (place % 2 == 0) for place in range(len(moves)))
        theme = look(settings.theme, settings.piece_set).pieces
        shown = view.line(scene.state).ply
        cells = _cells(scene.painter, rect, words, shown)
        return cls("openings.moves", rect, words=words, red=red, shown=shown, theme=theme, cells=cells)

    focusable = True

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        if self.cells and self.cells[0][0]:
            painter.write(_CUT, self.rect, colour=palette.muted)
        for place, cell in self.cells:
            ink = palette.red_side if self.red[place] else palette.black_side
            if place >= self.shown:
                ink = palette.disabled
            elif memory.hover == self.key and cell.collidepoint(memory.mouse):
                ink = palette.accent
            self.words[place].write(painter, cell, ink, self.theme)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, RADIUS)

    def key_down(self, key: int, memory: Memory) -> Action | None:
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key)
        return None if step is None else GoTo(max(0, self.shown + step))

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        place = next((one for one, cell in self.cells if cell.collidepoint(position)), None)
        return HANDLED if place is None else GoTo(place + 1)


def _cells(
    painter: Painter, rect: pygame.Rect, words: tuple[MoveLabel, ...], shown: int
) -> tuple[tuple[int, pygame.Rect], ...]:
    """Return the places and boxes of the moves that fit; those up to the board's position come first."""
    gap, widths = painter.px(_APART), [word.width(painter) for word in words]
    first, room = shown, rect.width - painter.width(_CUT) - gap
    while first > 0 and room >= widths[first - 1]:
        first -= 1
        room -= widths[first] + gap
    left = rect.left + (painter.width(_CUT) + gap if first else 0)
    cells = []
    for place in range(first, len(words)):
        if place >= shown and left + widths[place] > rect.right:
            break
        cells.append((place, pygame.Rect(left, rect.top, widths[place], rect.height)))
        left += widths[place] + gap
    return tuple(cells)
