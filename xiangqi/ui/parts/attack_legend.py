"""The legend of the attack map, shown at the foot of a card or column while the map is on the board."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.board import marks
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.panels import Layout
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import SMALL
from xiangqi.ui.toolkit.widgets import Memory, Widget

_HEIGHT = 26.0
_SHRINK = 0.8  # smallest scale of the text on one line, before two lines are used
_PICTURE = 32.0  # width of a sample's picture, including the space beside it


def with_legend(column: Layout) -> Layout:
    """Return a column that leaves room for the legend at its foot while the attack map is shown."""

    def panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
        room = Room(box, scene.painter.unit)
        told = legend(scene, room)
        return [*column(scene, room.rest), *told]

    return panel


def legend(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the legend at the foot of a room while the map is shown; a narrow room has it stacked."""
    if not scene.state.attacks:
        return []
    words = [scene.texts("analysis.attacked_by", side=scene.side_name(side)) for side in (RED, BLACK)]
    cells = columns(room.bottom(_HEIGHT), 2, scene.px(4))
    widest = max(scene.painter.width(text, SMALL) for text in words) + scene.px(_PICTURE)
    if widest * _SHRINK > cells[0].width:
        whole = cells[0].union(cells[1])
        cells = [room.bottom(_HEIGHT, 4), whole]
    return [
        Sample(f"attacks.{side}", cell, side, text)
        for side, cell, text in zip((RED, BLACK), cells, words, strict=True)
    ]


@dataclass
class Sample(Widget):
    """A sample of one mark of the attack map, with its meaning."""

    side: int = RED  # RED or BLACK
    text: str = ""  # the meaning in words

    def draw(self, painter: Painter, memory: Memory) -> None:
        picture = marks.count(painter.px(18), self.side, 2)
        place = picture.get_rect(midleft=(self.rect.left + painter.px(6), self.rect.centery))
        painter.surface.blit(picture, place)
        left = place.right + painter.px(7)
        words = pygame.Rect(left, self.rect.top, self.rect.right - left, self.rect.height)
        painter.write(self.text, words, size=SMALL, colour=painter.palette.text)
