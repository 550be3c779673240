"""The welcome panel at the first start, which asks which pieces the player can read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.app.lessons.guide import ChooseReading, usual_reading
from xiangqi.app.session.state import Panel
from xiangqi.core.constants import BLACK, CANNON, KING, KNIGHT, RED, ROOK
from xiangqi.ui.board.pieces import piece
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.window_layout import FORM_WIDTH
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL, LEAD, PADDING
from xiangqi.ui.toolkit.theme import PIECES, PieceTheme
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

_SHOWN: Final = (RED | KING, RED | ROOK, BLACK | KNIGHT, BLACK | CANNON)
_PIECES: Final = 72.0
_CAPTION: Final = 22.0
_CHOICE: Final = 232.0


@dataclass
class PieceRow(Widget):
    """Some pieces of a set, side by side."""

    theme: PieceTheme | None = None  # the set of pieces
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


@panel(Panel.WELCOME, widest=FORM_WIDTH)
def welcome_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out two sets of pieces to choose from, the usual one first; closing the panel chooses the first."""
    texts, usual = scene.texts, usual_reading(scene.state.settings)
    widgets, room = panel_room(scene, box, texts("welcome.title"), usual)
    question, words = texts("welcome.question"), texts("welcome.text")
    for key, text, size, bold in (("question", question, LEAD, True), ("text", words, BODY, False)):
        height = scene.painter.paragraph_height(text, room.rest.width, size, bold)
        colour = None if bold else scene.painter.palette.muted
        widgets.append(
            Label(f"welcome.{key}", room.top_px(height, 4 if bold else 16), text, size, colour, bold)
        )
    sets = (
        ("western", texts("welcome.western"), False),
        ("traditional", texts("welcome.traditional"), True),
    )
    for name, label, chinese in sorted(sets, key=lambda one: one[2] != usual.chinese):
        inner = Room(card := room.top(_CHOICE, 16), scene.painter.unit).inner(PADDING)
        likely = chinese == usual.chinese
        pieces, caption = inner.top(_PIECES), inner.top(_CAPTION)
        known, new = inner.bottom(CONTROL), inner.bottom(CONTROL)
        widgets += [
            Card(f"welcome.{name}.card", card, marked=likely),
            PieceRow(f"welcome.{name}.pieces", pieces, theme=PIECES[name]),
            Label(f"welcome.{name}.name", caption, label, bold=True, single=True, align="centre"),
            Button(
                f"welcome.{name}.new",
                new,
                texts("welcome.new"),
                ChooseReading(chinese, is_new=True),
                primary=likely,
            ),
            Button(f"welcome.{name}", known, texts("welcome.known"), ChooseReading(chinese)),
        ]
    return widgets
