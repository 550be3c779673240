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
from xiangqi.ui.toolkit.roles import BODY, CONTROL, LEAD, PADDING
from xiangqi.ui.toolkit.theme import PIECES, PieceTheme
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

_SHOWN: Final = (RED | KING, RED | ROOK, BLACK | KNIGHT, BLACK | CANNON)
_PIECES: Final = 72.0
_CHOICE: Final = 160.0


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
    """Lay out two sets of pieces to choose from; closing the panel chooses the pictures.

    What is likelier, by the language of the window, comes first and is gold.
    """
    texts = scene.texts
    widgets, room = panel_room(scene, box, texts("welcome.title"), ChooseReading(chinese=False))
    question, words = texts("welcome.question"), texts("welcome.text")
    for key, text, size, bold in (("question", question, LEAD, True), ("text", words, BODY, False)):
        height = scene.painter.paragraph_height(text, room.rest.width, size, bold)
        colour = None if bold else scene.painter.palette.muted
        label = Label(f"welcome.{key}", room.top_px(height, 4 if bold else 16), text, size, colour, bold)
        widgets.append(label)
    sets = [("western", texts("welcome.western"), False), ("traditional", texts("welcome.traditional"), True)]
    if texts.language != "en":
        sets.reverse()
    for place, (name, words, chinese) in enumerate(sets):
        inner = Room(card := room.top(_CHOICE, 16), scene.painter.unit).inner(PADDING)
        likely = place == 0
        widgets += [
            Card(f"welcome.{name}.card", card, marked=likely),
            PieceRow(f"welcome.{name}.pieces", inner.top(_PIECES), theme=PIECES[name]),
            Button(f"welcome.{name}", inner.bottom(CONTROL), words, ChooseReading(chinese), primary=likely),
        ]
    return widgets
