"""The column of a narrow window while the explorer is open."""

from __future__ import annotations

import pygame

from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.sidebar.column import TOOLS, moves_card, tool_row
from xiangqi.ui.sidebar.explorer_card import explorer_card
from xiangqi.ui.toolkit.widgets import Widget


def explorer_column(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """The explorer with the moves of the game below it, in place of the column."""
    explorer = scene.state.library.explorer
    if explorer is None:
        return []
    room = Room(box, scene.painter.unit)
    tools = tool_row(scene, room.bottom(TOOLS))
    height = room.rest.height * 3 / 5 / scene.painter.unit
    card = explorer_card(scene, room.top(height), explorer)
    return [*card, *moves_card(scene, room.rest), *tools]
