"""The first start: which pieces can be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.app.coach.guide import ChooseReading
from xiangqi.core.constants import BLACK, CANNON, KING, KNIGHT, RED, ROOK
from xiangqi.ui.board.pieces import piece
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL
from xiangqi.ui.toolkit.theme import PIECES, PieceTheme
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

_SHOWN: Final = (RED | KING, RED | ROOK, BLACK | KNIGHT, BLACK | CANNON)
_PIECES: Final = 64.0
_CHOICE: Final = 150.0


@dataclass
class PieceRow(Widget):
    """Some pieces of a set, side by side."""

    theme: PieceTheme | None = None  # the set
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        if self.theme is None:
            return
        step = self.rect.width // len(_SHOWN)
        size = min(self.rect.height, round(step * 0.86))
        for place, code in enumerate(_SHOWN):
            picture = piece(self.theme, code, size)
            middle = (self.rect.left + step * place + step // 2, self.rect.centery)
            painter.surface.blit(picture, picture.get_rect(center=middle))


def welcome_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out two sets of pieces to choose from; closing the panel chooses the pictures."""
    texts = scene.texts
    widgets, room = panel_room(scene, box, texts("welcome.title"), ChooseReading(chinese=False))
    words = texts("welcome.text")
    height = scene.painter.paragraph_height(words, room.rest.width, BODY)
    widgets.append(Label("welcome.text", room.top_px(height, 14), words))
    sets = (
        ("western", texts("welcome.western"), False),
        ("traditional", texts("welcome.traditional"), True),
    )
    for name, label, chinese in sets:
        inner = Room(card := room.top(_CHOICE, 12), scene.painter.unit).inner(12)
        widgets += [
            Card(f"welcome.{name}.card", card),
            PieceRow(f"welcome.{name}.pieces", inner.top(_PIECES), theme=PIECES[name]),
            Button(
                f"welcome.{name}",
                inner.bottom(CONTROL),
                label,
                ChooseReading(chinese),
                primary=True,
            ),
        ]
    return widgets
