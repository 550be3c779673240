"""Parts of cards: backgrounds, headings, pictures, notes, typed moves, and the notice of an empty list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.core.constants import BLACK, KING, RED
from xiangqi.ui.board.pieces import piece
from xiangqi.ui.toolkit.fonts import Face, text
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CARD_RADIUS, GAP, LEAD, PADDING, SMALL, Colour
from xiangqi.ui.toolkit.theme import PieceTheme
from xiangqi.ui.toolkit.widgets import HANDLED, Label, Memory, Widget, draw_typed

RED_DISC: Colour = (178, 38, 30)
BLACK_DISC: Colour = (34, 31, 30)
DISC_EDGE: Colour = (238, 217, 178)
_PICTURE: Final = 48.0  # size of the picture in the notice that there is nothing yet, points
_SENTENCE: Final = 340.0  # width of the words below that picture, points
_GENERAL = {RED: "帥", BLACK: "將"}


def draw_general(
    painter: Painter, side: int, centre: tuple[int, int], radius: float, theme: PieceTheme | None = None
) -> None:
    """Draw a general's disc, the sign of a side in panels; the radius is in points.

    With picture pieces it shows the general's picture, so that the character need not be read.
    """
    if theme is not None and theme.symbols == "western":
        picture = piece(theme, side | KING, painter.px(2 * radius))
        painter.surface.blit(picture, picture.get_rect(center=centre))
        return
    painter.disc(centre, radius, RED_DISC if side == RED else BLACK_DISC, DISC_EDGE)
    glyph = text(_GENERAL[side], painter.px(radius * 1.2), DISC_EDGE, Face.BOARD)
    painter.surface.blit(glyph, glyph.get_rect(center=centre))


@dataclass
class Card(Widget):
    """A rounded background that other widgets are laid on."""

    marked: bool = False  # whether the outline has the accent colour

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.surface, CARD_RADIUS, palette.accent if self.marked else palette.outline)


@dataclass
class Heading(Label):
    """A heading, which may take two small lines; a dot in front means that something is unsaved."""

    dot: bool = False  # whether the dot is shown

    def draw(self, painter: Painter, memory: Memory) -> None:
        accent, rect = painter.palette.accent, self.rect
        if self.dot:
            painter.disc((rect.left + painter.px(5), rect.centery), 4, accent, accent)
            rect = pygame.Rect(rect.left + painter.px(14), rect.top, rect.width - painter.px(14), rect.height)
        painter.caption(self.text, rect, size=self.size, colour=self.colour, bold=self.bold)


@dataclass
class Picture(Widget):
    """A decorative icon, by default in the accent colour."""

    icon: str = ""
    colour: Colour | None = None

    def draw(self, painter: Painter, memory: Memory) -> None:
        size, colour = self.rect.height / painter.unit * 0.8, self.colour or painter.palette.accent
        painter.icon(self.icon, self.rect, size, colour)


@dataclass
class EmptyState(Widget):
    """A notice that there is nothing yet: a small picture and a few words in the middle, without a card."""

    text: str = ""  # the notice, one sentence
    title: str = ""  # the heading above the notice, "" for none
    icon: str = ""  # name of the icon, unless the picture is a general
    side: int = 0  # whose general is the picture, 0 for none
    theme: PieceTheme | None = None  # the look of the pieces

    def draw(self, painter: Painter, memory: Memory) -> None:
        width = min(self.rect.width, painter.px(_SENTENCE))
        parts = [(self.title, LEAD, True), (self.text, BODY, False)]
        heights = [painter.paragraph_height(words, width, size, bold) for words, size, bold in parts]
        picture, gap = painter.px(_PICTURE), painter.px(GAP)
        whole = picture + sum(heights) + gap
        top = self.rect.centery - whole // 2
        if whole <= self.rect.height:
            self._draw_picture(painter, (self.rect.centerx, top + picture // 2))
        else:
            top = self.rect.centery - (whole - picture) // 2 - picture
        top += picture + gap
        for (words, size, bold), height in zip(parts, heights, strict=True):
            block = pygame.Rect(self.rect.centerx - width // 2, top, width, height)
            colour = painter.palette.text if bold else painter.palette.muted
            painter.middle(words, block, colour=colour, size=size, bold=bold)
            top += height

    def _draw_picture(self, painter: Painter, centre: tuple[int, int]) -> None:
        if self.side:
            draw_general(painter, self.side, centre, _PICTURE / 2, self.theme)
            return
        box = pygame.Rect(0, 0, 1, 1)
        box.center = centre
        painter.icon(self.icon, box, _PICTURE * 0.75, painter.palette.muted)


@dataclass
class NoteCard(Widget):
    """A card with a title and a few lines, which are cut off at the end of the card."""

    title: str = ""  # the title, in bold
    aside: str = ""  # a text at the right of the title
    body: str = ""  # the text, which is wrapped
    icon: str = ""  # name of the icon before the title, "" for none
    marked: bool = False  # whether the outline has the accent colour
    foot: float = 0.0  # room left free below the lines, points

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.surface, CARD_RADIUS, palette.accent if self.marked else palette.outline)
        inner = self.rect.inflate(-2 * painter.px(PADDING), -2 * painter.px(PADDING - 4))
        head = pygame.Rect(inner.left, inner.top, inner.width, painter.line_height(BODY))
        if self.icon:
            side = painter.px(20)
            painter.icon(self.icon, pygame.Rect(head.left, head.top, side, head.height), 19, palette.accent)
            head = pygame.Rect(head.left + side + painter.px(8), head.top, 0, head.height)
            head.width = inner.right - head.left
        if self.aside:
            width = painter.write(self.aside, head, size=SMALL, colour=palette.muted, align="right")
            head.width -= width + painter.px(8)
        painter.write(self.title, head, size=LEAD, bold=True)
        top = head.bottom + painter.px(4)
        bottom = inner.bottom - (painter.px(self.foot) if self.foot else 0)
        body = pygame.Rect(inner.left, top, inner.width, bottom - top)
        lines = body.height // painter.line_height(SMALL)
        painter.lines(self.body, body, lines, size=SMALL, colour=palette.muted)


@dataclass
class TypedMove(Widget):
    """A field that shows the move being typed. The session stores the text; a click has no effect."""

    text: str = ""  # the text typed so far
    placeholder: str = ""  # an example of input

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        typed = self.text + memory.composition
        painter.box(self.rect, palette.field, 7, palette.accent if typed else palette.outline)
        inner = self.rect.inflate(-2 * painter.px(10), 0)
        if typed:
            draw_typed(painter, typed, inner, caret=True)
        else:
            painter.write(self.placeholder, inner, size=SMALL, colour=palette.muted)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return HANDLED
