"""What stands in the rail: the places, Settings and Help, each with its icon and what it does."""

from __future__ import annotations

from typing import NamedTuple

from xiangqi.action import Action
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage
from xiangqi.app.openings.repertoire import OpenRepertoire
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.core.constants import RED


class PlaceItem(NamedTuple):
    """Something in the rail."""

    name: str  # identifies it
    words: str  # key of the label
    icon: str
    action: Action


def places(state: AppState) -> tuple[PlaceItem, ...]:
    """Return the items in order; the last two stand apart."""
    playing = OpenPanel(Panel.NEW_GAME) if state.panel is None else ClosePanel()
    return (
        PlaceItem("home", "place.home", "home", OpenPanel(Panel.START)),
        PlaceItem("play", "place.play", "fight", playing),
        PlaceItem("analyse", "place.analyse", "analyse", ClosePanel() if state.panel else ToggleAnalysis()),
        PlaceItem("learn", "place.learn", "learn", OpenPanel(Panel.LESSONS)),
        PlaceItem("exercises", "place.exercises", "target", OpenPanel(Panel.EXERCISES)),
        PlaceItem("openings", "place.openings", "branch", OpenRepertoire(RED)),
        PlaceItem("games", "place.games", "library", OpenLibrary(LibraryPage.GAMES)),
        PlaceItem("progress", "place.progress", "trophy", OpenLibrary(LibraryPage.FIGURES)),
        PlaceItem("settings", "rail.settings", "settings", OpenPanel(Panel.SETTINGS)),
        PlaceItem("help", "rail.help", "help", OpenPanel(Panel.HELP)),
    )
