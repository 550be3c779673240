"""The row of icons below the column: actions on games, files and the window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.app.records.saving import Save
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.ui.parts.actions import PasteClipboard, ToggleFullScreen
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.parts.menus import COPY_MENU, LIBRARY_MENU
from xiangqi.ui.toolkit.menu import MenuButton
from xiangqi.ui.toolkit.roles import PADDING
from xiangqi.ui.toolkit.widgets import Button, Widget

TOOLS = 36.0
"""Height of the row of icons, points."""

_GROUPS: Final = (1, 3, 2, 2, 4)
"""The numbers of icons in each group: home, files, study, the clipboard, the window."""

_BETWEEN: Final = 16.0  # gap between groups, if there is room, points
_LEAST: Final = 26.0  # least width of an icon including the gap beside it, points
_MENUS = {"copy": COPY_MENU, "library": LIBRARY_MENU}


def tool_row(scene: PanelContext, rect: pygame.Rect) -> Sequence[Widget]:
    """Lay out the icons of actions on games, files and the window."""
    muted = scene.state.settings.muted
    specs = (
        ("home", OpenPanel(Panel.START), "home"),
        ("open", OpenPanel(Panel.OPEN_FILE), "open"),
        ("save", Save(), "save"),
        ("edit", OpenEditor(), "edit"),
        ("analyse", ToggleAnalysis(), "analyse"),
        ("library", None, "library"),
        ("copy", None, "copy"),
        ("paste", PasteClipboard(), "paste"),
        (
            "unmute" if muted else "mute",
            ChangeSettings({"muted": not muted}),
            "mute" if muted else "sound",
        ),
        ("fullscreen", ToggleFullScreen(), "fullscreen"),
        ("settings", OpenPanel(Panel.SETTINGS), "settings"),
        ("help", OpenPanel(Panel.HELP), "help"),
    )
    cells = _cells(scene, rect.inflate(-scene.px(PADDING / 2), 0))
    buttons = []
    for cell, (name, action, icon) in zip(cells, specs, strict=True):
        button = Button(f"tool.{name}", cell, icon=icon, action=action, quiet=True)
        if name in _MENUS:
            button = MenuButton(button.key, cell, icon=icon, quiet=True, menu=_MENUS[name])
        button.tip = scene.texts(f"button.{name}")
        buttons.append(button)
    return buttons


def _cells(scene: PanelContext, rect: pygame.Rect) -> list[pygame.Rect]:
    """Return the places of the icons, with gaps between the groups."""
    count, breaks = sum(_GROUPS), len(_GROUPS) - 1
    spare = (rect.width - count * scene.px(_LEAST)) // breaks
    between = max(0, min(scene.px(_BETWEEN), spare))
    gaps = between * breaks
    cells = columns(pygame.Rect(rect.left, rect.top, rect.width - gaps, rect.height), count, scene.px(2))
    group_of = [group for group, size in enumerate(_GROUPS) for _ in range(size)]
    return [cell.move(group * between, 0) for cell, group in zip(cells, group_of, strict=True)]
