"""Rows of the analysis: lines of moves with their scores, and the legend of the arrows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.records.preview import ShowLine
from xiangqi.app.session import positions
from xiangqi.core.constants import RED
from xiangqi.diagram.picture import Ink
from xiangqi.line import Line, Moves
from xiangqi.notation import Style
from xiangqi.ui.board.marks import number as number_mark
from xiangqi.ui.parts.cards import BLACK_DISC, DISC_EDGE, RED_DISC
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.move_text import MoveLabel
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import GAP, RADIUS, SMALL, Colour
from xiangqi.ui.toolkit.theme import PieceTheme, look
from xiangqi.ui.toolkit.widgets import Memory, Widget

_NUMBER: Final = 22.0  # width of the field with the number, points
_SCORE: Final = 58.0  # width of the field with the score, points
_WORD_GAP: Final = 5.0  # space on both sides of a move, points
_ELLIPSIS: Final = "…"


@dataclass
class LineRow(Widget):
    """A line of moves. A click on a move previews the line up to it; elsewhere, up to its first move."""

    keeps_clear = True

    score: str = ""  # the score in words, from Red's view
    good_for_red: bool = True  # whether the score has Red's background colour rather than Black's
    base: Line | None = None  # the line on the board, which this one continues
    line: Moves = ()  # all moves of the line
    words: tuple[MoveLabel, ...] = ()  # the moves that there is room for
    cells: tuple[pygame.Rect, ...] = ()  # the box of each of these moves, px
    theme: PieceTheme | None = None  # the look of the pieces
    number: int = 0  # number of the line's arrow on the board, 0 if there is none
    ink: Colour = RED_DISC  # colour of that arrow
    tip: str = ""  # the effect of a click, in words

    focusable = True

    @property
    def is_cut(self) -> bool:
        """Whether the end of the line is left out for lack of room."""
        return len(self.words) < len(self.line)

    def index_at(self, position: tuple[int, int]) -> int | None:
        """Return the index of the move at a pixel, or None."""
        return next((index for index, cell in enumerate(self.cells) if cell.collidepoint(position)), None)

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        pointed = self.index_at(memory.mouse) if memory.hover == self.key else None
        tag = pygame.Rect(self.rect.left, self.rect.top, painter.px(_SCORE), self.rect.height)
        if self.number:
            place = pygame.Rect(tag.left, tag.top, painter.px(_NUMBER), tag.height)
            picture = number_mark(painter.px(_NUMBER - 4), self.number, self.ink)
            painter.surface.blit(picture, picture.get_rect(midleft=place.midleft))
            tag.left = place.right
        ground = tag.inflate(0, -painter.px(4))
        painter.box(ground, RED_DISC if self.good_for_red else BLACK_DISC, 6, palette.outline)
        inner = ground.inflate(-painter.px(8), 0)
        painter.write(self.score, inner, size=SMALL, bold=True, colour=DISC_EDGE, align="centre")
        side = self.base.turn if self.base is not None else RED
        for index, (word, cell) in enumerate(zip(self.words, self.cells, strict=True)):
            if pointed is not None and index <= pointed:
                painter.box(cell, palette.hover if index == pointed else palette.raised, 6)
            red = (side == RED) == (index % 2 == 0)
            ink = palette.red_side if red else palette.black_side
            word.write(painter, cell.inflate(-2 * painter.px(_WORD_GAP), 0), ink, self.theme)
        if self.is_cut:
            left = self.cells[-1].right if self.cells else tag.right
            rest = pygame.Rect(left, self.rect.top, painter.px(16), self.rect.height)
            painter.write(_ELLIPSIS, rest, colour=palette.muted, shrink=False)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, RADIUS)

    def _shown(self, count: int) -> Action | None:
        return None if self.base is None else ShowLine(len(self.base.moves), self.line, count)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        index = self.index_at(position)
        return self._shown(1 if index is None else index + 1)

    def key_down(self, key: int, memory: Memory) -> Action | None:
        return self._shown(1) if key in (pygame.K_RETURN, pygame.K_KP_ENTER) else None


def line_row(
    scene: PanelContext,
    key: str,
    rect: pygame.Rect,
    base: Line,
    line: Moves,
    score: str,
    good_for_red: bool,
    number: int = 0,
) -> LineRow:
    """Lay out a line: its number, if any, its score, and as many of its moves as fit."""
    painter, settings = scene.painter, scene.state.settings
    texts = positions.following_texts(base, line, Style(settings.notation))
    words = tuple(map(MoveLabel, texts, positions.moved_pieces(base, line)))
    left, gap = rect.left + painter.px(_SCORE) + painter.px(_WORD_GAP), 2 * painter.px(_WORD_GAP)
    left += painter.px(_NUMBER) if number else 0
    edges = [left]
    for word in words:
        edges.append(edges[-1] + word.width(painter) + gap)
    room = rect.right if edges[-1] <= rect.right else rect.right - painter.px(16)
    cells = tuple(
        pygame.Rect(start, rect.top, end - start, rect.height) for start, end in pairwise(edges) if end <= room
    )
    shown_as = look(settings.theme, settings.piece_set, settings.safe_colours)
    ink, tip = shown_as.board.marks.inks[Ink.BEST.value], scene.texts("analysis.play_out")
    shown = words[: len(cells)]
    return LineRow(key, rect, score, good_for_red, base, line, shown, cells, shown_as.pieces, number, ink, tip)


@dataclass
class ArrowLegend(Widget):
    """A legend of the arrows on the board, with the colour and form of each."""

    samples: tuple[tuple[Colour, bool, str], ...] = ()  # colour, whether the line is broken, meaning

    def wanted(self, painter: Painter) -> int:
        """Return the width in px that all samples need."""
        words = sum(painter.width(text, SMALL) for _, _, text in self.samples)
        return words + len(self.samples) * painter.px(_SHAFT + 5 + 2 * GAP)

    def draw(self, painter: Painter, memory: Memory) -> None:
        left = self.rect.left
        for colour, broken, text in self.samples:
            end, middle, head = left + painter.px(_SHAFT), self.rect.centery, painter.px(6)
            whole = end - head - left
            for start, stop in ((0.0, 0.3), (0.5, 0.8)) if broken else ((0.0, 1.0),):
                bar = pygame.Rect(left + round(start * whole), 0, round((stop - start) * whole), painter.px(4))
                bar.centery = middle
                painter.surface.fill(colour, bar)
            tip = [(end - head, middle - head), (end, middle), (end - head, middle + head)]
            pygame.draw.polygon(painter.surface, colour, tip)
            box = pygame.Rect(end + painter.px(5), self.rect.top, painter.width(text, SMALL), self.rect.height)
            painter.write(text, box, size=SMALL, colour=painter.palette.muted, shrink=False)
            left = box.right + painter.px(2 * GAP)


_SHAFT: Final = 24.0  # length of a sample arrow, points
