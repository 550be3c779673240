"""The row of icons below the column: actions on games, files and the window."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from xiangqi.app.analysis.analysing import ToggleAnalysis
from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.app.records.saving import Save
from xiangqi.app.settings.panels import OpenPanel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.state import Panel
from xiangqi.ui.parts.commands import PasteClipboard, ToggleFullScreen
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.records.menus import COPY_MENU, LIBRARY_MENU
from xiangqi.ui.toolkit.menu import MenuButton
from xiangqi.ui.toolkit.roles import PADDING
from xiangqi.ui.toolkit.widgets import Button, Widget

TOOLS = 36.0
"""Height of the row, points."""

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
    cells = columns(rect.inflate(-scene.px(PADDING / 2), 0), len(specs), scene.px(2))
    buttons = []
    for cell, (name, action, icon) in zip(cells, specs, strict=True):
        button = Button(f"tool.{name}", cell, icon=icon, action=action, quiet=True)
        if name in _MENUS:
            button = MenuButton(button.key, cell, icon=icon, quiet=True, menu=_MENUS[name])
        button.tip = scene.texts(f"button.{name}")
        buttons.append(button)
    return buttons
