"""The row of actions, which is at the same place in all states of a screen.

Actions that cannot be used are dimmed, not left out. Those that do not fit go into a menu at the end of the
row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.parts.move_list import step_buttons
from xiangqi.ui.toolkit.menu import Item, MenuButton
from xiangqi.ui.toolkit.roles import BODY, GAP, SMALL
from xiangqi.ui.toolkit.widgets import Button, Widget

ACTIONS_MENU: Final = "actions"
"""Name of the menu of the actions that do not fit in the row."""

_WITH_ICON: Final = 114.0  # least width of a button with an icon beside its label, points
_EDGES: Final = 16.0  # what a button needs besides its label, points
_ALL: Final = 390.0  # least width of a row with more than `_FEW` buttons, points
_FEW: Final = 2
_ARROW: Final = 44.0  # width of an arrow, points
_ROOMY: Final = 480.0  # least width of a row with full arrows and gaps, points
_LEAST_ARROW: Final = 36.0


@dataclass(frozen=True)
class RowAction:
    """An action in the row."""

    key: str  # key of its button
    label: str
    action: Action
    icon: str
    enabled: bool = True
    primary: bool = False  # whether it is the gold one
    tip: str = ""


def action_row(scene: PanelContext, actions: Sequence[RowAction], *, arrows: bool = False) -> list[Widget]:
    """Lay out the row of actions of a screen.

    Args:
        scene: the panel context.
        actions: the actions from left to right; the first ones keep their buttons longest.
        arrows: whether the row begins with the arrows through the moves.
    """
    rest, widgets = scene.areas.actions.copy(), list[Widget]()
    if arrows:
        gap = scene.px(GAP if rest.width >= scene.px(_ROOMY) else GAP / 2)
        side = scene.px(_ARROW if rest.width >= scene.px(_ROOMY) else _LEAST_ARROW)
        cells = [
            pygame.Rect(rest.left + place * (side + gap), rest.top, side, rest.height) for place in range(4)
        ]
        widgets += step_buttons(scene, cells, quiet=False)
        used = cells[-1].right + scene.px(2 * GAP if rest.width >= scene.px(_ROOMY) else GAP) - rest.left
        rest.left, rest.width = rest.left + used, rest.width - used
    count = _fitting(scene, actions, rest.width)
    if not arrows and scene.areas.actions.width < scene.px(_ALL):
        count = min(count, _FEW)
    shown, hidden = actions[:count], actions[count:]
    if not hidden:
        return [*widgets, *_buttons(scene, rest, shown)]
    more = pygame.Rect(rest.right - rest.height, rest.top, rest.height, rest.height)
    rest.width -= more.width + scene.px(GAP)
    return [*widgets, *_buttons(scene, rest, shown), _menu(scene, more, hidden)]


def _fitting(scene: PanelContext, actions: Sequence[RowAction], width_px: int) -> int:
    """Return the number of actions whose labels fit side by side in small type."""
    gap = scene.px(GAP)
    for count in range(len(actions), 0, -1):
        room = width_px - (0 if count == len(actions) else scene.areas.actions.height + gap)
        inner = (room - (count - 1) * gap) // count - 2 * scene.px(_EDGES / 2)
        if all(_fits(scene, one.label, inner) for one in actions[:count]):
            return count
    return 0


def _fits(scene: PanelContext, label: str, width_px: int) -> bool:
    """Return whether a label fits in small type on one line."""
    return scene.painter.width(label, SMALL, True) <= width_px


def _buttons(scene: PanelContext, rect: pygame.Rect, actions: Sequence[RowAction]) -> list[Widget]:
    if not actions:
        return []
    cells = columns(rect, len(actions), scene.px(GAP))
    icon_px = scene.px(_EDGES + 26)
    roomy = all(
        cell.width >= max(scene.px(_WITH_ICON), scene.painter.width(one.label, BODY, True) + icon_px)
        for cell, one in zip(cells, actions, strict=True)
    )
    return [
        Button(
            one.key,
            cell,
            one.label,
            one.action,
            one.icon if roomy else "",
            enabled=one.enabled,
            primary=one.primary,
            tip=one.tip,
        )
        for cell, one in zip(cells, actions, strict=True)
    ]


def _menu(scene: PanelContext, rect: pygame.Rect, actions: Sequence[RowAction]) -> Widget:
    items = [Item(one.label, one.action, "", one.enabled) for one in actions]
    tip = scene.texts("button.more")
    return MenuButton(
        "actions.more",
        rect,
        icon="more",
        menu=ACTIONS_MENU,
        items=items,
        tip=tip,
        primary=any(one.primary for one in actions),
    )
