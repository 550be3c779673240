"""The entries of the rail: the places, Settings and Help, each with its icon and its action."""

from __future__ import annotations

from typing import Final, NamedTuple

from xiangqi.action import Action
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.session.state import Panel


class PlaceItem(NamedTuple):
    """An entry of the rail."""

    name: str  # identifies it
    words: str  # key of the label
    icon: str
    action: Action


_ICONS: Final = {
    Place.HOME: "home",
    Place.PLAY: "fight",
    Place.ANALYSE: "analyse",
    Place.LEARN: "learn",
    Place.EXERCISES: "target",
    Place.OPENINGS: "branch",
    Place.GAMES: "library",
    Place.PROGRESS: "trophy",
}


def places() -> tuple[PlaceItem, ...]:
    """Return the items in order; the last two are set apart."""
    own = (PlaceItem(place.value, f"place.{place.value}", _ICONS[place], GoToPlace(place)) for place in Place)
    return (
        *own,
        PlaceItem("settings", "rail.settings", "settings", OpenPanel(Panel.SETTINGS)),
        PlaceItem("help", "rail.help", "help", OpenPanel(Panel.HELP)),
    )
