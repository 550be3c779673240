"""The button that turns from the board to the columns and back, if large text leaves room for only one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.session.cards import CardKind, card_of
from xiangqi.app.session.state import AppState
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Memory, Widget

SWITCH: Final = "switch"
"""Key of the button, and of what is shown in `Memory.rows`: 0 for the board, 1 for the columns."""


@dataclass
class Switch(Button):
    """A button that turns to the other half of the screen; only the view's memory stores which is shown."""

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        memory.rows[SWITCH] = 1 - memory.rows.get(SWITCH, 0)
        return HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        if key not in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return None
        return self.click(self.rect.center, memory)


def turn_to_result(state: AppState, memory: Memory) -> None:
    """Turn to the columns when a game has ended, since only they show the result, and back with the next."""
    is_over = int(card_of(state, (CardKind.RESULT,)) is CardKind.RESULT)
    if memory.followed.get(SWITCH, (0,)) != (is_over,):
        memory.rows[SWITCH] = is_over
    memory.followed[SWITCH] = (is_over,)


def switch(scene: PanelContext) -> list[Widget]:
    """Lay out the button, if board and columns alternate."""
    areas = scene.areas
    if not areas.alternates:
        return []
    label = scene.texts("switch.columns" if areas.board is not None else "switch.board")
    return [Switch(SWITCH, areas.switch, label)]
