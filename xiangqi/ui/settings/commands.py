"""The commands for the program itself."""

from __future__ import annotations

from xiangqi.action import Action
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.ui.parts.actions import ToggleFullScreen
from xiangqi.ui.parts.keys import Command, Group, always, bring


def _mute(state: AppState) -> Action:
    return ChangeSettings({"muted": not state.settings.muted})


def _help(state: AppState) -> Action:
    return ClosePanel() if state.panel is Panel.HELP else OpenPanel(Panel.HELP)


bring(
    Command("mute", "m", _mute, Group.PROGRAM, 5),
    Command("fullscreen", "f11", always(ToggleFullScreen()), Group.PROGRAM, 6),
    Command("help", "?", _help, Group.PROGRAM, 8, also=("f1",)),
    Command("quit", "ctrl+q", always(Quit()), Group.PROGRAM, 9),
)
