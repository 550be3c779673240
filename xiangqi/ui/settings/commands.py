"""The commands for the program itself."""

from __future__ import annotations

from xiangqi.action import Action
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import Back, GoToPlace, Place
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.ui.parts.actions import ToggleFullScreen
from xiangqi.ui.parts.keys import COMMAND_KEY, Command, Group, always, bring


def _mute(state: AppState) -> Action:
    return ChangeSettings({"muted": not state.settings.muted})


def _help(state: AppState) -> Action:
    return Back() if state.panel is Panel.HELP else OpenPanel(Panel.HELP)


def _going_to(place: Place, number: int) -> Command:
    key = f"{COMMAND_KEY}+{number}"
    return Command(f"place_{place.value}", key, always(GoToPlace(place)), Group.PLACES, number)


bring(
    *(_going_to(place, number) for number, place in enumerate(Place, start=1)),
    Command("back", f"{COMMAND_KEY}+left", always(Back()), Group.PLACES, len(Place) + 1),
    Command("mute", "m", _mute, Group.PROGRAM, 5),
    Command("fullscreen", "f11", always(ToggleFullScreen()), Group.PROGRAM, 6),
    Command("help", "?", _help, Group.PROGRAM, 8, also=("f1",)),
    Command("quit", "ctrl+q", always(Quit()), Group.PROGRAM, 9),
)
