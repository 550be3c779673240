"""The card of a line that is played out on the board, and its moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import pygame

from xiangqi.action import Action
from xiangqi.app.records.browse import GoBack, GoForward
from xiangqi.app.records.editing import KeepVariation
from xiangqi.app.records.preview import CloseLine, ShowLine
from xiangqi.app.session import positions, told
from xiangqi.app.session.analysis import Preview
from xiangqi.core.constants import RED
from xiangqi.notation import Style
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.move_text import MoveLabel
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import CONTROL, GAP, LEAD
from xiangqi.ui.toolkit.theme import PieceTheme, look
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Memory, Widget

_HEAD = 26.0
_EDGE = 12.0
_WORD_EDGE = 6.0  # padding on both sides of a move, points
_WORD_ROW = 28.0


def line_card_height(scene: PanelContext, width_px: int) -> float:
    """Return the height of a line's card in points."""
    preview = scene.state.preview
    if preview is None:
        return 0.0
    words = PreviewLine.of(scene, pygame.Rect(0, 0, width_px - 2 * scene.px(_EDGE), 0), preview)
    return words.rect.height / scene.painter.unit + _HEAD + CONTROL + 2 * _EDGE + 2 * GAP


def line_card(scene: PanelContext, rect: pygame.Rect, preview: Preview) -> list[Widget]:
    """Lay out the moves played out on the board, the step buttons, and those that close or keep the line."""
    texts = scene.texts
    room = Room(rect, scene.painter.unit).inner(_EDGE)
    head, strip = room.top(_HEAD), room.bottom(CONTROL)
    back, on, close, keep = _strip(scene, strip)
    keeps = scene.state.document.takes_variations
    return [
        Card("note", rect, marked=True),
        Label("line.title", head, texts("analysis.line_title"), size=LEAD, bold=True, single=True),
        PreviewLine.of(scene, room.rest, preview).within(room.rest.height),
        *line_steps(scene, back, on, preview),
        Button("line.close", close, texts("analysis.line_close"), CloseLine()),
        Button("line.keep", keep, texts("analysis.line_keep"), KeepVariation(), enabled=keeps, primary=keeps),
    ]


def line_steps(
    scene: PanelContext, back: pygame.Rect, on: pygame.Rect, preview: Preview, *, closing: bool = True
) -> list[Widget]:
    """Lay out the two buttons that step through a line.

    Args:
        scene: the panel context.
        back: the rectangle in px of the button that steps back.
        on: the rectangle in px of the button that steps forward.
        preview: the line.
        closing: whether stepping back from the first position closes the line.
    """
    texts, before = scene.texts, closing or preview.shown > 0
    after = preview.shown < len(preview.moves)
    return [
        Button("line.previous", back, "", GoBack(), "previous", enabled=before, tip=texts("button.previous")),
        Button("line.next", on, "", GoForward(), "next", enabled=after, tip=texts("button.next")),
    ]


def _strip(scene: PanelContext, strip: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """Return rectangles for the two arrows, the button that closes the line and the main button."""
    gap, side = scene.px(GAP), strip.height
    arrows = [pygame.Rect(strip.left + step * (side + gap), strip.top, side, side) for step in (0, 1)]
    rest = pygame.Rect(arrows[1].right + gap, strip.top, strip.right - arrows[1].right - gap, side)
    return (*arrows, *columns(rest, 2, gap))


@dataclass
class PreviewLine(Widget):
    """The moves of a line on as many rows as needed, the current one highlighted; a click jumps to a move."""

    preview: Preview | None = None
    words: tuple[MoveLabel, ...] = ()  # the moves
    cells: tuple[pygame.Rect, ...] = ()  # each move's rectangle relative to the widget, px
    theme: PieceTheme | None = None  # for the pieces in the moves

    @classmethod
    def of(
        cls, scene: PanelContext, rect: pygame.Rect, preview: Preview, *, centred: bool = False
    ) -> PreviewLine:
        """Lay out a line in rows from the top of a box, and set the height of the box."""
        painter, settings = scene.painter, scene.state.settings
        texts = positions.following_texts(preview.base, preview.moves, Style(settings.notation))
        words = tuple(map(MoveLabel, texts, positions.moved_pieces(preview.base, preview.moves)))
        left, top, cells = 0, 0, []
        for word in words:
            width = word.width(painter) + 2 * painter.px(_WORD_EDGE)
            if left + width > rect.width and left > 0:
                left, top = 0, top + painter.px(_WORD_ROW)
            cells.append(pygame.Rect(left, top, width, painter.px(_WORD_ROW)))
            left += width
        box = pygame.Rect(rect.left, rect.top, rect.width, top + painter.px(_WORD_ROW))
        if centred:
            ends = {cell.top: cell.right for cell in cells}  # of each row
            cells = [cell.move((rect.width - ends[cell.top]) // 2, 0) for cell in cells]
        theme = look(settings.theme, settings.piece_set).pieces
        heard = partial(told.line_in_words, scene.state, preview.base, preview.moves)
        return cls("line.moves", box, preview, words, tuple(cells), theme, spoken=heard)

    def within(self, height_px: int) -> PreviewLine:
        """Return a copy with only the rows that fit a height, at least one, around the move on the board."""
        if self.preview is None or not self.cells or self.rect.height <= height_px:
            return self
        row = self.cells[0].height
        fitting, count = max(1, height_px // row), self.rect.height // row
        here = self.cells[max(0, self.preview.shown - 1)].top // row
        first = min(max(0, here - fitting // 2), count - fitting)
        cells = tuple(cell.move(0, -first * row) for cell in self.cells)
        rect = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, fitting * row)
        return replace(self, rect=rect, cells=cells)

    def _places(self) -> list[pygame.Rect]:
        """Return the rectangle in px of each move in the window."""
        return [cell.move(self.rect.topleft) for cell in self.cells]

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, preview = painter.palette, self.preview
        if preview is None:
            return
        side = preview.base.turn
        for index, (word, cell) in enumerate(zip(self.words, self._places(), strict=True)):
            if not self.rect.contains(cell):
                continue
            hovered = memory.hover == self.key and cell.collidepoint(memory.mouse)
            current = index == preview.shown - 1
            if current or hovered:
                painter.box(cell, palette.gold if current else palette.hover, 6)
            ink = palette.red_side if (side == RED) == (index % 2 == 0) else palette.black_side
            ink = palette.on_gold if current else ink if index < preview.shown else palette.muted
            word.write(painter, cell.inflate(-2 * painter.px(_WORD_EDGE), 0), ink, self.theme)

    def points_at(self, position: tuple[int, int], memory: Memory) -> bool:
        return self.click(position, memory) is not HANDLED

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        preview = self.preview
        index = next((place for place, cell in enumerate(self._places()) if cell.collidepoint(position)), None)
        if preview is None or index is None:
            return HANDLED
        return ShowLine(len(preview.base.moves), preview.moves, index + 1)
