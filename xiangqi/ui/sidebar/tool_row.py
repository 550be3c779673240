"""The row of icons below the column: what is done with games, files and the window."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from xiangqi.app.messages import edit_intents, intents, record_intents
from xiangqi.app.model.state import Panel
from xiangqi.ui.parts.commands import PasteClipboard, ToggleFullScreen
from xiangqi.ui.parts.context import PADDING, PanelContext, columns
from xiangqi.ui.sidebar.menus import COPY_MENU, LIBRARY_MENU
from xiangqi.ui.toolkit.menu import MenuButton
from xiangqi.ui.toolkit.widgets import Button, Widget

TOOLS = 36.0
"""Height of the row, points."""

_MENUS = {"copy": COPY_MENU, "library": LIBRARY_MENU}


def tool_row(scene: PanelContext, rect: pygame.Rect) -> Sequence[Widget]:
    """What is done with games, files and the window, as icons."""
    muted = scene.state.settings.muted
    specs = (
        ("open", intents.OpenPanel(Panel.OPEN_FILE), "open"),
        ("save", record_intents.Save(), "save"),
        ("edit", edit_intents.OpenEditor(), "edit"),
        ("analyse", intents.ToggleAnalysis(), "analyse"),
        ("library", None, "library"),
        ("copy", None, "copy"),
        ("paste", PasteClipboard(), "paste"),
        (
            "unmute" if muted else "mute",
            intents.ChangeSettings({"muted": not muted}),
            "mute" if muted else "sound",
        ),
        ("fullscreen", ToggleFullScreen(), "fullscreen"),
        ("settings", intents.OpenPanel(Panel.SETTINGS), "settings"),
        ("help", intents.OpenPanel(Panel.HELP), "help"),
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
