"""A piece beside the board: a picture, or one to be chosen or dragged onto the board."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from xiangqi.action import Action
from xiangqi.app.editor.setting_up import CarryBrush, ChooseBrush
from xiangqi.ui.board.pieces import piece
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.theme import PieceTheme
from xiangqi.ui.toolkit.widgets import HANDLED, Memory, Widget


@dataclass
class PieceFace(Widget):
    """A piece in the middle of a box, as large as the box allows."""

    code: int  # the piece
    theme: PieceTheme  # the look of the piece

    def draw(self, painter: Painter, memory: Memory) -> None:
        picture = piece(self.theme, self.code, min(self.rect.size) | 1)
        painter.surface.blit(picture, picture.get_rect(center=self.rect.center))


@dataclass
class PieceButton(Widget):
    """A piece of the palette: a click selects it, a drag carries one to the board."""

    code: int  # the piece
    theme: PieceTheme  # the look of the piece
    chosen: bool = False  # whether a click on the board places this piece
    tip: str = ""  # the name of the piece

    focusable = True

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        if self.chosen:
            painter.box(self.rect, palette.chosen, 7)
        elif memory.hover == self.key:
            painter.box(self.rect, palette.hover, 7)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, 7)
        diameter = (min(self.rect.size) - painter.px(3)) | 1
        picture = piece(self.theme, self.code, diameter)
        painter.surface.blit(picture, picture.get_rect(center=self.rect.center))

    def press(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return HANDLED if self.chosen else ChooseBrush(self.code)

    def drag(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return HANDLED if self.rect.collidepoint(position) else CarryBrush(position)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return ChooseBrush(self.code)
        return None
