"""Writes moves: in the brush script if they are Chinese, otherwise in letters after a picture of the piece."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.ui.board.pieces import piece
from xiangqi.ui.toolkit import fonts
from xiangqi.ui.toolkit.fonts import Face
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import LEAD, MOVES, Colour
from xiangqi.ui.toolkit.theme import PieceTheme

_DISC: Final = 22.0  # diameter of a piece's picture, points
_BESIDE: Final = 5.0  # gap between the picture and the letters, points
_SMALLEST: Final = 0.7  # the least scale to which the type may shrink to fit


@dataclass(frozen=True)
class MoveLabel:
    """A move to be written."""

    text: str  # the move in the player's notation
    piece: int = 0  # code of the moving piece, 0 if unknown

    @property
    def is_chinese(self) -> bool:
        """Whether the move is written in Chinese characters."""
        return self.text[:1] >= "\u2e80"

    def width(self, painter: Painter) -> int:
        """Return the width of the whole move in px."""
        return self._disc(painter) + self._size(painter)[0]

    def _face(self, bold: bool) -> Face:
        return Face.BOARD if self.is_chinese else Face.BOLD if bold else Face.TEXT

    def _size(self, painter: Painter, bold: bool = False) -> tuple[int, int]:
        return fonts.text_size(self.text, self._px(painter), self._face(bold))

    def _px(self, painter: Painter) -> int:
        return painter.type_px(LEAD if self.is_chinese else MOVES)

    def _disc(self, painter: Painter) -> int:
        """Return the width in px of the picture and the space beside it; 0 if there is no picture."""
        return 0 if self.is_chinese or not self.piece else painter.px(_DISC) + painter.px(_BESIDE)

    def write(
        self,
        painter: Painter,
        rect: pygame.Rect,
        colour: Colour,
        theme: PieceTheme | None = None,
        *,
        bold: bool = False,
    ) -> int:
        """Write the move at the left of a box, in smaller type if there is too little room.

        Returns:
            The width of the written move in px.
        """
        painter.hear(self.text, rect)
        used = 0
        if theme is not None and self._disc(painter):
            picture = piece(theme, self.piece, painter.px(_DISC))
            painter.surface.blit(picture, picture.get_rect(midleft=rect.midleft))
            used = self._disc(painter)
        size, face = self._px(painter), self._face(bold)
        room = rect.width - used
        if fonts.text_size(self.text, size, face)[0] > room > 0:
            size = max(round(size * _SMALLEST), size * room // fonts.text_size(self.text, size, face)[0])
        words = fonts.text(fonts.fitted(self.text, size, max(1, room), face), size, colour, face)
        painter.surface.blit(words, words.get_rect(midleft=(rect.left + used, rect.centery)))
        return used + words.get_width()
